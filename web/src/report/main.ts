// The pictures of a report: the page has the data and a place for each picture, before the table with its numbers.
import { mount } from "svelte";
import type { Results } from "../lab/figures";
import Findings from "../lab/Findings.svelte";
import "../lab/lab.css";
import "./report.css";

interface Report {
  tables: { results: Results }[];
}

/** Draw every picture that the page has a place for; its table is then behind the picture's own "Numbers". */
export function draw(page: ParentNode): number {
  const data = page.querySelector("#report-data")?.textContent;
  if (!data) return 0;
  const report = JSON.parse(data) as Report;
  let drawn = 0;
  for (const place of page.querySelectorAll<HTMLElement>("figure[data-picture]")) {
    const found = report.tables[Number(place.dataset["table"])];
    if (!found) continue;
    place.classList.add("lab");
    mount(Findings, { target: place, props: { results: [found.results], names: [""], only: place.dataset["picture"] ?? "", level: 3 } });
    if (place.nextElementSibling?.tagName === "TABLE") place.nextElementSibling.setAttribute("hidden", "");
    drawn += 1;
  }
  return drawn;
}

const dark = matchMedia("(prefers-color-scheme: dark)");
const dress = () => (document.documentElement.dataset["theme"] = dark.matches ? "dark" : "light");
dark.addEventListener("change", dress);
dress();
draw(document);
