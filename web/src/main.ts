import { mount } from "svelte";
import App from "./App.svelte";
import { keepFocus } from "./frame/focus";
import { newer } from "./frame/newer.svelte";
import { hasLocal, here, keepLinks } from "./frame/place";
import { isShared } from "./mine/shared";
import "./style/base.css";

if (hasLocal && here().path.startsWith("/t/~")) void import("./local/here"); // a table of this device: its words start beside the page

const place = document.getElementById("page");
if (place) {
  mount(App, { target: place });
  keepFocus(place);
  keepLinks(place);
  newer.keep();
  if (isShared()) void import("./mine/sharing").then(({ keepSharing }) => keepSharing());
}
