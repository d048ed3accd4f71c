// What can go wrong, as sentences a person can do something with. A code is for programs; nobody reads one here.
import { Problem } from "../api/client";

export interface Trouble {
  code: string;
  title: string;
  /** What happened, and what to do next. */
  text: string;
}

const WORDS: Record<string, [string, string]> = {
  // Nothing is there.
  no_page: ["Nobody lives here", "This address leads nowhere. The way home is short."],
  not_found: ["Nobody lives here", "This address leads nowhere. The way home is short."],
  no_such_table: ["There is no such table", "Perhaps the code has a slip in it: letters and digits, as on the invitation."],
  unknown_game: ["There is no such game", "Five games live here. Home shows them all."],
  no_such_moment: ["The game has no such moment", "Open the replay from the finished table: it begins at the first move."],
  // The server.
  offline: ["The server does not answer", "This page tries again by itself as soon as the connection is back."],
  stopping: ["The server restarts", "This page tries again by itself in a moment. Nothing is lost."],
  store_trouble: ["The server cannot reach its shelf", "This page tries again by itself in a moment. Nothing is lost."],
  store_taken: ["The server's shelf is in use", "Another server works on it already. Whoever runs this one must stop one of the two."],
  broken_table: [
    "This table cannot be read any more",
    "What the server kept of it is damaged; other tables are well. Home has a new table.",
  ],
  server_fault: ["Something broke at the server", "It has been written down there. Try again in a moment, or go home and come back."],
  old_rules: ["This table was laid under older rules", "It cannot be played on with the rules of today. Home has a new table."],
  // This device.
  device_full: [
    "This device has no room left",
    "What was just done could not be kept, so it was not done. Remove finished tables under My tables, then try again.",
  ],
  broken_here: [
    "This table cannot be read any more",
    "What this device kept of it is damaged; other tables are well. My tables lets you save what is left of it.",
  ],
  device_trouble: [
    "This device cannot do that now",
    "Nothing that was kept is lost. Load the page again; My tables lets you save what is there.",
  ],
  needs_server: ["This needs a server", "Here everything is played on this device. Games, lessons, rules and puzzles are at hand at home."],
  // Seats.
  not_your_seat: ["This seat is not yours", "Somebody else sits there. You can watch, or sit down where a seat is free."],
  seat_taken: ["Somebody was faster", "That seat has just been taken. Choose another one, or watch."],
  knows_too_much: ["You have seen the other side's secrets", "You can watch this game, or go back to your own seat."],
  already_started: ["The game has begun", "Seats cannot change now. You can watch it."],
  not_started: ["The game has not begun", "It begins when every seat is taken."],
  not_over: ["The game is not over yet", "Replays and records are opened at the end, so that secrets stay secret. Go back to the table."],
  not_away: ["That seat is not away", "A bot can stand in only for somebody who has been gone for a while."],
  not_here: ["That is not done at this table", "Go back to the table; what can be done is shown there."],
  no_hints: ["Hints are off here", "The people at this table play without them."],
  // Moves.
  not_your_turn: ["It is not your turn", "The table says whom it waits for."],
  illegal_move: ["That move is not possible now", "What can be done is lit on the table."],
  game_over: ["The game is over", "Nothing can be moved any more. Watch the replay, or play again."],
  cannot_undo: ["That cannot be taken back", "Somebody has learnt something from it, or a card was drawn."],
  stale_version: ["The table has moved on", "Look at it again, then choose."],
  id_reused: ["The table has moved on", "Look at it again, then choose."],
  // Limits and requests.
  too_many: ["That is too many at once", "Finish or leave one of your tables first; My tables shows them."],
  too_fast: ["That was too fast", "Wait a moment, then try again."],
  too_large: ["That is too long", "Say it in fewer words."],
  bad_cookie: ["This browser's cookie is not from this server", "Clear the cookies of this address, then open the page again."],
  no_mail: ["This server sends no e-mail", "Whoever runs it has named no mail server. A notice of the browser calls you as well."],
  no_such_link: [
    "This link counts no more",
    "It is too old, or another one was sent after it. The newest message has the one that counts.",
  ],
  no_such_claim: ["This link counts no more", "Each is for one device, and for ten minutes. Make another one where you are you."],
  bad_passkey: ["This passkey was not accepted", "Try once more, or use a link from a device where you are you."],
  banned: ["You cannot play here", "Whoever runs this server has decided so. Nothing here can be opened or played for the time being."],
  name_refused: ["Not under this name", "Strangers may sit there. Choose another name under My tables, then come back."],
  bad_origin: ["Another site asked for this", "Open this page at its own address."],
  bad_request: ["The server did not understand that", "Go back and try once more; a link may have lost a letter."],
  wrong_method: ["The server did not understand that", "Go back and try once more."],
  needs_socket: ["The server did not understand that", "Go back and try once more."],
  unreadable: ["The server did not understand that", "Go back and try once more."],
  unknown_bot: ["There is no such bot", "Choose one from the list."],
  bad_option: ["This set-up does not work", "One of its options has a value the game does not know. Choose it again."],
  bad_setup: ["This set-up does not work", "One of its settings cannot be played. Choose it again."],
  bad_seats: ["This set-up does not work", "The game is not played by so many. Choose the seats again."],
  bad_seed: ["This set-up does not work", "Open the table again from home."],
};
const OTHERWISE: [string, string] = ["That did not work", "Try once more; if it goes on, go home and come back."];

/** The codes that have words of their own. */
export const KNOWN = Object.keys(WORDS);

/** Troubles that pass by themselves: it is worth asking again. */
const PASSING = new Set(["offline", "stopping", "store_trouble"]);
export const isPassing = (code: string): boolean => PASSING.has(code);

/** Say what a code means. */
export function troubleOf(code: string): Trouble {
  const [title, text] = WORDS[code] ?? OTHERWISE;
  return { code, title, text };
}

/** The code of whatever was thrown. */
export const codeOf = (thrown: unknown): string => (thrown instanceof Problem ? thrown.code : "server_fault");

/** One line about what was thrown: the server's own sentence where it has one, else ours; with what to do next. */
export function lineOf(thrown: unknown): string {
  if (!(thrown instanceof Problem)) return `${OTHERWISE[0]}. ${OTHERWISE[1]}`;
  return refusalLine(thrown.code, thrown.message);
}

/** A refusal as one line: the server says what, and we what to do where it does not. */
export function refusalLine(code: string, message: string): string {
  const { title, text } = troubleOf(code);
  const isSentence = message.includes(" ") && !message.includes("_");
  return isSentence ? message : `${title}. ${text}`;
}
