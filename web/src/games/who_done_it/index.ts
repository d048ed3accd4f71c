import type { GamePage } from "../game";
import Aside from "./Aside.svelte";
import Board from "./Board.svelte";
import { deskOf, touchedOf } from "./desk.svelte";
import Face from "./Face.svelte";
import Score from "./Score.svelte";
import Tools from "./Tools.svelte";
import { foresight, question, title } from "./words";

export default {
  Board,
  isOpen: true,
  Aside,
  Score,
  Face,
  ruleOf: { abilities: "WD-5.1", turn: "WD-5.3", cover: "WD-5.4", place: "WD-4.2", run: "WD-4.5", cat: "WD-4.8", over: "WD-7.1" },
  Tools,
  promptTitle: (room) => (room.pick.chosen ? question(room.view, room.pick.chosen) : title(room.view)),
  chosenText: (room) => {
    const desk = deskOf(room);
    const { chosen } = room.pick;
    if (chosen) {
      const seen = desk.preview?.action === chosen.action ? foresight(desk.preview) : "";
      return seen || (question(room.view, chosen) === `${chosen.text}?` ? "Send it, or take it back." : chosen.text);
    }
    if (touchedOf(room, "turn") !== "") return "It lies beside both. Which one is active?";
    return touchedOf(room, "belt") !== "" ? "Now touch a cell for it, or drag it there. It can be turned there too." : "";
  },
  lookedAt: (room) => (room.view.phase === "run" || room.view.phase === "cat" ? [] : ["cell"]), // a laid card can be turned
  isChosenLost: (room) => {
    const { preview } = deskOf(room);
    return preview !== null && preview.action === room.pick.chosen?.action && preview.lost !== null;
  },
} satisfies GamePage;
