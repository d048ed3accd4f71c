// Replays and lessons put on the table: a frame made of a moment, so that the same parts can show it.
import type { Frame, LabGame, Lesson, Puzzle, ReplayStep, Seat } from "../api/client";

type Log = Frame["log"];

function seats(names: { role: string; name: string }[], acting: readonly number[]): Seat[] {
  return names.map(({ role, name }, seat) => ({
    seat,
    role,
    name,
    side: seat,
    kind: "bot",
    bot: "",
    stands_in: false,
    vacant: false,
    device: false,
    present: true,
    away_since: null,
    votes: 0,
    offered: false,
    forced: false,
    acting: acting.includes(seat),
  }));
}

const QUIET: Pick<
  Frame,
  | "type"
  | "created"
  | "watchers"
  | "text"
  | "can_undo"
  | "log_starts"
  | "clock"
  | "away_seconds"
  | "outcome"
  | "rematch"
  | "parent"
  | "dealing"
  | "can_end"
  | "hints"
  | "offer"
  | "closed"
  | "house_rules"
  | "begun"
  | "stakes"
  | "goal"
  | "forced"
  | "listed"
  | "counts"
> = {
  type: "frame",
  stakes: "",
  goal: [],
  forced: false,
  created: 0,
  watchers: 0,
  text: "",
  can_undo: false,
  log_starts: 0,
  clock: null,
  away_seconds: null,
  outcome: null,
  rematch: null,
  parent: null,
  can_end: false,
  hints: true,
  offer: null,
  closed: null,
  house_rules: [],
  begun: null,
  listed: false,
  counts: false,
  dealing: { promise: "", by_device: false, commitment: null, contributions: [], share: null, salt: null, seed: null, day: null },
};

export function lessonFrame(lesson: Lesson, step: Lesson["steps"][number], version: number, log: Log): Frame {
  return {
    ...QUIET,
    me: { name: "", seats: [lesson.seat], host: false, chat: false, talk: [], pings: [], by_hand: false, awaited: false },
    table: "lesson",
    version,
    seat: lesson.seat,
    state: "playing",
    game: lesson.game,
    title: lesson.title,
    rules_version: lesson.rules_version,
    options: lesson.options,
    seats: seats(
      lesson.seats.map((role, seat) => ({ role, name: seat === lesson.seat ? "You" : "" })),
      step.acting,
    ),
    acting: step.acting,
    view: step.view as Frame["view"],
    prompt: step.prompt,
    moves: step.wanted === null ? [] : step.moves,
    log,
  };
}

/** A puzzle on the table: its seat is asked, by whatever may be answered. */
export function puzzleFrame(puzzle: Puzzle, version: number): Frame {
  const { posed } = puzzle;
  return {
    ...QUIET,
    me: { name: "", seats: [posed.seat], host: false, chat: false, talk: [], pings: [], by_hand: false, awaited: false },
    table: `puzzle ${puzzle.name}`,
    version,
    seat: posed.seat,
    state: "playing",
    game: posed.game,
    title: posed.title,
    rules_version: posed.rules_version,
    options: posed.options,
    seats: seats(
      posed.seats.map((role, seat) => ({ role, name: seat === posed.seat ? "You" : "" })),
      posed.acting,
    ).map((seat, at) => ({ ...seat, side: posed.sides[at] ?? at })),
    acting: posed.acting,
    view: posed.view as Frame["view"],
    prompt: posed.prompt,
    moves: posed.moves,
    log: puzzle.told.map((text, at) => ({ version: at, text })),
  };
}

/** A game of the lab as the finished table it would have been: bots on every seat. */
export function labFrame(game: LabGame): Frame {
  return {
    ...QUIET,
    me: { name: "", seats: [], host: false, chat: false, talk: [], pings: [], by_hand: false, awaited: false },
    table: "lab",
    version: game.moves,
    seat: null,
    state: "over",
    game: game.game,
    title: game.title,
    rules_version: game.rules_version,
    options: game.options,
    seats: seats(
      game.seats.map(({ role }) => ({ role, name: "" })),
      [],
    ).map((seat, at) => ({ ...seat, side: game.seats[at]?.side ?? at, bot: game.seats[at]?.bot ?? "" })),
    acting: [],
    view: null,
    prompt: "",
    moves: [],
    log: [],
    outcome: game.outcome,
  };
}

/** A moment of a finished game, seen with some eyes: it has the finished table's seats and title. */
export function replayFrame(table: Frame, step: ReplayStep, log: Log): Frame {
  const isEnd = step.move === step.moves;
  return {
    ...table,
    version: step.move,
    seat: step.seat === -1 ? null : step.seat,
    state: isEnd ? "over" : "playing",
    acting: [],
    seats: table.seats.map((seat) => ({ ...seat, acting: false })),
    view: step.view as Frame["view"],
    prompt: "",
    stakes: "",
    moves: [],
    can_undo: false,
    can_end: false,
    log,
  };
}
