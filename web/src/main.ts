import { mount } from "svelte";
import App from "./App.svelte";
import { keepFocus } from "./frame/focus";
import "./style/base.css";

const place = document.getElementById("page");
if (place) {
  mount(App, { target: place });
  keepFocus(place);
}
