// How this table reads a view: whose eyes look, how a room is lit, and the few words written in it.
import type { View, Place, RowCard, Table } from "./view";

export type Eyes = "inspector" | "mouse" | "watcher";
export type Light = "lit" | "dusk" | "dark";

export const eyesOf = (room: Table): Eyes => (room.seat === 0 ? "inspector" : room.seat === 1 ? "mouse" : "watcher");

/** Whether the viewer looks through the Loot deck now. */
export const isPocketingIn = (room: Table): boolean => room.isMine && (room.view.phase === "pocket" || room.view.phase === "second_pocket");

/** Lit: the Mouse can be there (to the Mouse: nobody watches it). Dark: its card is elsewhere. Dusk: who knows. */
export function lightOf(place: Place, eyes: Eyes, isOver: boolean): Light {
  switch (place.state) {
    case "here":
    case "possible":
      return "lit";
    case "deck":
      return eyes === "mouse" && !isOver ? "lit" : "dusk";
    case "maybe":
      return place.sure ? "dark" : "dusk";
    case "unknown":
    case "drawn":
      return "dusk";
    default:
      return "dark";
  }
}

/** Positions of the row, briefly: "3", "2-4", "1,3-5". */
export function spans(places: number[]): string {
  const firsts = places.filter((place) => !places.includes(place - 1));
  return firsts
    .map((first) => {
      let last = first;
      while (places.includes(last + 1)) last += 1;
      return first === last ? `${first}` : `${first}-${last}`;
    })
    .join(",");
}

export interface Note {
  long: string;
  short: string;
}

const note = (long: string, short = long): Note => ({ long, short });

/** What is scribbled in a room. */
export function noteOf(place: Place, view: View, eyes: Eyes): Note {
  const card = view.row.find((one) => one.room === place.room);
  const isOver = view.phase === "over";
  switch (place.state) {
    case "here":
      return eyes === "mouse" ? note(isOver ? "you were here" : "you are here", "you") : note("the Mouse!", "Mouse");
    case "clue":
      return note("");
    case "row":
      if (card?.by === "mouse") return eyes === "mouse" ? note("you left it", "left") : note("it was here", "left");
      return eyes === "inspector" ? note("in your row", "row") : note("in the row", "row");
    case "drawn":
      return note("just drawn", "drawn");
    case "below":
      return note("below the deck", "deck");
    case "maybe":
      return place.sure ? note("watched", "row") : note(`card ${spans(place.places)}?`, "row?");
    case "deck":
      return eyes === "mouse" && !isOver && view.round > 0 ? note("not watched", "free") : note("");
    default:
      return note("");
  }
}

const times = (count: number): string => (count === 1 ? "" : count === 2 ? " twice" : ` ${count} times`);

/** A room in words, for those who hear the board. */
export function sayRoom(place: Place, view: View, eyes: Eyes): string {
  const what: Record<Place["state"], string> = {
    here: eyes === "mouse" ? "you are here" : "the Mouse is here",
    clue: "a clue",
    row: noteOf(place, view, eyes).long,
    drawn: "just drawn",
    below: "below the deck",
    possible: "the Mouse can be here",
    maybe: place.sure ? "in the row, where you do not know" : `may lie in the row, card ${spans(place.places)}`,
    deck: "not in the row",
    unknown: "",
  };
  const named = place.named.length > 0 ? `named${times(place.named.length)}` : "";
  return [`Room ${place.room}, the ${place.name}`, what[place.state], named].filter(Boolean).join(", ");
}

export const dollars = (value: number): string => `$${value.toLocaleString("en-US")}`;

export function sayCard(id: string | null, view: View): string {
  if (id === null) return "a card, face down";
  const loot = view.loot.find((card) => card.id === id);
  if (loot) return `${loot.name}, ${loot.piece}, ${dollars(loot.value)}`;
  const trick = view.tricks.find((card) => card.id === id);
  return trick ? `${trick.name}. ${trick.text}` : id;
}

const COUNTS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
export const count = (number: number, thing: string): string => `${COUNTS[number] ?? number} ${thing}${number === 1 ? "" : "s"}`;

/** Who lays a card of the row, and when. */
export function sayRowCard(card: RowCard, view: View, eyes: Eyes): string {
  const name = view.rooms.find((place) => place.room === card.room)?.name;
  const what = card.room === null ? "face down" : `room ${card.room}, the ${name}`;
  const who = card.by === eyes ? "you" : card.by === "mouse" ? "the Mouse" : "the Inspector";
  return `Card ${card.place} of the row, ${what}${card.clue ? ", a clue" : ""}, laid by ${who} in round ${card.round}`;
}

export const TITLES: Record<View["phase"], string> = {
  over: "The game is over",
  pocket: "Before the Mouse comes",
  second_pocket: "Deep pockets",
  first_room: "A house full of loot",
  monitor: "Two Map cards",
  announce: "Check, or spring the trap?",
  name: "The Inspector checks",
  stay: "The trap!",
  trap: "Where is the Mouse?",
  turn: "Loot, change rooms, or go home?",
  keep: "A look at the loot",
  put_back: "A subtle movement",
  new_room: "Where to now?",
};

export const hasSet = (view: View): boolean => view.sets.some((line) => line.held === line.cards.length);
