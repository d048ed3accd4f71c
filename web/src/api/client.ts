// Everything the page asks for: of the server, over HTTP, or of this device (local/answers.ts), where a table is laid here or no server
// answers. The table itself speaks through a wire (table/courier.ts).
import { forgetMet, hasMet, keepMet } from "../frame/known";
import { hasLocal, isStatic } from "../frame/place";
import type { components } from "./schema";
import { contributionTo, isIn, noted, remember, settled } from "../table/deal";
import { server } from "./server.svelte";

type Schemas = components["schemas"];
export type Frame = Schemas["Frame"];
export type Seat = Schemas["SeatOut"];
export type LegalMove = Schemas["LegalMove"];
export type GameFacts = Schemas["GameOut"];
export type Listed = Schemas["ListedOut"];
export type Setup = Schemas["SetupOut"];
export type WishedSeat = Schemas["WishedSeat"];
export type ReplayStep = Schemas["ReplayStep"];
export type Hint = Schemas["HintOut"];
export type Lesson = Schemas["LessonOut"];
export type Health = Schemas["Health"];
export type Said = Schemas["Said"];
export type Pointed = Schemas["Pointed"];
export type Person = Schemas["Person"];
export type Shelf = Schemas["Shelf"];
export type Puzzle = Schemas["PuzzleOut"];
export type PuzzleVerdict = Schemas["Verdict"];
export type PuzzleHint = Schemas["PuzzleHint"];
export type Today = Schemas["Today"];
export type OpenTable = Schemas["OpenTable"];
export type Reason = Schemas["Report"]["reason"];
export type Block = Schemas["BlockOut"];
export type SeatRating = Schemas["SeatRating"];
export type GameRating = Schemas["GameRating"];
export type Opened = Schemas["Opened"];
export type Calling = Schemas["CallingOut"];

/** What went wrong, with a code that never changes. */
export class Problem extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly status: number,
  ) {
    super(message);
  }
}

/** Whether a table is laid on this device. */
export const isHere = (code: string): boolean => code.startsWith("~");

/** Codes of a connection that is not there: of the browser, or of a gate before a server that is gone. */
const GATES = new Set([502, 504]);
/** What this device can answer as well as a server: games, rules, lessons, puzzles, deals of the day, set-ups, one's name, the tables laid here. */
const ANYWHERE = /^\/api\/(games|setup|phrases|me$|puzzles|days|tables$|lab$)/;
const ABOUT_HERE = /^\/api\/tables\/~/;

async function local<T>(method: string, path: string, body?: unknown): Promise<T> {
  const { answer } = await import("../local/answers");
  return (await answer(method, path, body)) as T;
}

/** Who only looks, and too fast, as by a key that is held down, waits so many milliseconds and looks again. */
const PAUSES = [300, 600, 1200, 2400];
const TOO_FAST = 429;

/** What names nobody: whoever only reads needs no cookie for it, and some of it is answered while a server is still starting. */
const NAMELESS =
  /^\/(api\/((health|games|phrases|setup|puzzles)\b.*|lab(\/front|\/studies)?|days\/today|ratings\/(?!me$)[^/]+)|calling\/(yes|off)\/[^/]+)$/;
/** Of a cookie that the server does not take any more, and takes away. */
const BAD_COOKIE = "bad_cookie";
/** A newcomer's question for a name, while it is on its way; for good where nothing can be kept. */
let meeting: Promise<void> | null = null;

/**
 * Whoever is new here is named by an answer. Two questions asked side by side would name two people, and what the first one
 * has begun would no longer be theirs: so a newcomer asks for a name before anything else.
 */
async function meet(): Promise<void> {
  if (hasMet()) return;
  meeting ??= fetch("/api/me").then(
    (answer) => {
      if (answer.ok) keepMet();
      if (!answer.ok || hasMet()) meeting = null;
    },
    () => {
      meeting = null; // nobody there: the question itself finds out, and the next one tries again
    },
  );
  await meeting;
}

/** The cookie is gone: who asks next is new here. */
function unmeet(): void {
  forgetMet();
  meeting = null;
}

async function ask(method: string, path: string, body?: unknown): Promise<Response> {
  if (!NAMELESS.test(path)) await meet();
  const sent = () =>
    fetch(path, {
      method,
      headers: body === undefined ? {} : { "content-type": "application/json" },
      body: body === undefined ? null : JSON.stringify(body),
    }).catch(() => new Response(null, { status: 504 }));
  let answer = await sent();
  for (const pause of method === "GET" ? PAUSES : []) {
    if (answer.status !== TOO_FAST) break;
    await new Promise((done) => setTimeout(done, pause));
    answer = await sent();
  }
  server.isAway = GATES.has(answer.status);
  if (server.isAway) throw new Problem("offline", "The server does not answer. Is the connection still there?", 0);
  if (answer.ok) return answer;
  const told = (await answer.json().catch(() => null)) as { code?: string; message?: string } | null;
  if (told?.code === BAD_COOKIE) unmeet();
  throw new Problem(told?.code ?? "fault", told?.message ?? "Something went wrong at the server.", answer.status);
}

async function json<T>(method: string, path: string, body?: unknown): Promise<T> {
  if (isStatic || ABOUT_HERE.test(path)) return local<T>(method, path, body);
  try {
    return (await (await ask(method, path, body)).json()) as T;
  } catch (problem) {
    if (!hasLocal || !server.isAway || !ANYWHERE.test(path)) throw problem;
    try {
      return await local<T>(method, path, body);
    } catch (trouble) {
      // Nothing of the games is on this device: then it is the server that is missed.
      throw trouble instanceof Problem && trouble.code === "device_trouble" ? problem : trouble;
    }
  }
}

const at = (code: string, rest = "") => `/api/tables/${encodeURIComponent(code)}${rest}`;

export const games = () => json<GameFacts[]>("GET", "/api/games");
export const health = () => json<Health>("GET", "/api/health");
export const me = () => json<Person>("GET", "/api/me");
export const rename = (name: string) => json<Person>("PUT", "/api/me", { name });
/** The tables of this person, at the server and on this device, the one used last first. */
export async function myTables(): Promise<Listed[]> {
  const there = json<Listed[]>("GET", "/api/tables");
  if (!hasLocal || isStatic) return there;
  const [far, near] = await Promise.all([there, local<Listed[]>("GET", "/api/tables")]);
  return server.isAway ? near : [...far, ...near].sort((a, b) => b.last - a.last);
}
export const hide = (code: string, hidden: boolean) => ask("PUT", at(code, "/hidden"), { hidden });
export type Devices = Schemas["DevicesOut"];
export type Becoming = Schemas["Becoming"];
export type OwnLink = Schemas["LinkOut"];
export const devices = () => json<Devices>("GET", "/api/me/devices");
export const switchOff = (device: string) => ask("DELETE", `/api/me/devices/${encodeURIComponent(device)}`);
export const switchOthersOff = () => ask("DELETE", "/api/me/devices");
/** A link that lets another device be this person, once. */
export const ownLink = () => json<OwnLink>("POST", "/api/me/links");
export const dropLinks = () => ask("DELETE", "/api/me/links");
/** Whom this device would become. */
export const lookAtClaim = (secret: string) => json<Becoming>("POST", "/api/claims/look", { secret });
export const claim = (secret: string) => ask("POST", "/api/claims", { secret });
export const askForPasskey = () => json<object>("POST", "/api/me/passkeys/options");
export const addPasskey = (credential: unknown) => ask("POST", "/api/me/passkeys", { credential });
export const removePasskey = (id: string) => ask("DELETE", `/api/me/passkeys/${encodeURIComponent(id)}`);
export const askWhoIAm = () => json<object>("POST", "/api/claims/passkey/options");
export const proveWhoIAm = (credential: unknown) => json<Schemas["Claimed"]>("POST", "/api/claims/passkey", { credential });
export const figures = () => json<Schemas["FiguresOut"]>("GET", "/api/me/figures");
export const keepFigures = (version: number, data: object) => json<Schemas["FiguresOut"]>("PUT", "/api/me/figures", { version, data });
/** Everything the server knows of this person, as a text. */
export const everything = async (): Promise<string> => (await ask("GET", "/api/me/everything")).text();
export async function deleteEverything(): Promise<Schemas["Erased"]> {
  const erased = await json<Schemas["Erased"]>("DELETE", "/api/me");
  unmeet();
  return erased;
}
export type Paper = Schemas["PaperOut"];
export const rules = (game: string) => json<Paper>("GET", `/api/games/${game}/page`);
export const lab = () => json<Paper>("GET", "/api/lab");
export type LabSetUp = Schemas["LabSetUp"];
export type LabRun = Schemas["RunOut"];
export type LabGame = Schemas["LabGame"];
export type LabFront = Schemas["Front"];
export type LabStudy = Schemas["StudyOut"];
export const labFront = () => json<LabFront>("GET", "/api/lab/front");
export const labStudies = () => json<LabStudy[]>("GET", "/api/lab/studies");
export const labSetup = (query: string) => json<LabSetUp>("GET", `/api/lab/setup?${query}`);
export const labStart = (query: string) => json<Schemas["RunStarted"]>("POST", "/api/lab/runs", { setup: query });
export const labRun = (run: string) => json<LabRun>("GET", `/api/lab/runs/${run}`);
export const labStop = (run: string) => ask("DELETE", `/api/lab/runs/${run}`);
export const labGame = (query: string) => json<LabGame>("GET", `/api/lab/game?${query}`);
export const labReplay = (query: string, move: number, seat: number | null) =>
  json<ReplayStep>("GET", `/api/lab/game/replay/${move}?${query}${seat === null ? "" : `&seat=${seat}`}`);
export const seatNames = (game: string, count: number) => json<Schemas["SeatNames"]>("GET", `/api/games/${game}/seats?count=${count}`);
export const lesson = (game: string) => json<Lesson>("GET", `/api/games/${game}/lesson`);
export const printed = <T>(game: string) => json<T>("GET", `/api/games/${game}/components`);
export const phrases = () => json<Record<string, string>>("GET", "/api/phrases");
export const setup = (query: string) => json<Setup>("GET", `/api/setup?${query}`);
/** Lay a table on this device. */
export const openHere = (setupQuery: string) => local<Schemas["Opened"]>("POST", "/api/tables", { setup: setupQuery });
/** Let a game of this device go on at the server: it plays the moves again by its rules, and says that a device dealt it. */
export async function handOver(code: string): Promise<string> {
  const wish = await local<Schemas["NewTable"]>("GET", at(code, "/hand-over"));
  return (await json<Schemas["Opened"]>("POST", "/api/tables", wish)).table;
}
/** Open a table: the server binds itself to its part of the deal first, and then this browser adds its own. */
export async function open(setupQuery: string): Promise<Schemas["Opened"]> {
  const opened = await json<Schemas["Opened"]>("POST", "/api/tables", { setup: setupQuery, promise_first: true });
  if (opened.promise) {
    remember(opened.table, { promise: opened.promise });
    await contribute(opened.table);
  }
  return opened;
}
/** Send this browser's part of the deal, for which a table waits. */
export async function contribute(code: string): Promise<Frame> {
  const found = await json<Frame>("POST", at(code, "/contribution"), { contribution: contributionTo(code) });
  settled(code, true);
  return found;
}
export const frame = (code: string, seat?: number) => json<Frame>("GET", at(code, seat === undefined ? "" : `?seat=${seat}`));
/** Sit down. Whoever sees a lobby has seen its promise, so that the contribution may go along. */
export async function take(code: string, seat: number, name?: string): Promise<Frame> {
  const isPromised = noted(code).promise !== undefined;
  const found = await json<Frame>("POST", at(code, `/seats/${seat}/take`), {
    ...(name ? { name } : {}),
    ...(isPromised ? { contribution: contributionTo(code) } : {}),
  });
  if (isPromised && isIn(found.dealing, { ...noted(code), isSent: true })) settled(code, true);
  return found;
}
export async function leave(code: string, seat: number): Promise<Frame> {
  const found = await json<Frame>("POST", at(code, `/seats/${seat}/leave`));
  if (found.state === "lobby" && found.me.seats.length === 0) settled(code, false);
  return found;
}
/** The tables where anyone may sit down. */
export const openTables = () => json<OpenTable[]>("GET", "/api/open-tables");
/** Sit down with somebody, or wait at a new table; the deal waits for this browser's part, which the table's page sends. */
export async function quickSeat(game: string | null, counts: boolean): Promise<Schemas["QuickSeatOut"]> {
  const found = await json<Schemas["QuickSeatOut"]>("POST", "/api/quick-seat", { game, counts, promise_first: true });
  remember(found.table, { promise: found.promise });
  return found;
}
export const report = (code: string, seat: number, reason: Reason) => ask("POST", at(code, `/seats/${seat}/report`), { reason });
export const block = (code: string, seat: number) => ask("POST", at(code, `/seats/${seat}/block`));
export const blocks = () => json<Block[]>("GET", "/api/me/blocks");
export const unblock = (id: number) => ask("DELETE", `/api/me/blocks/${id}`);
export const tableRatings = (code: string) => json<SeatRating[]>("GET", at(code, "/ratings"));
export const gameRatings = (game: string) => json<GameRating[]>("GET", `/api/ratings/${game}`);
export const myRatings = () => json<Schemas["MyRatings"]>("GET", "/api/ratings/me");
/** Let others see my name and ratings in the lists, or not. */
export const showRatings = (on: boolean) => ask("PUT", "/api/ratings/me", { on });
export const comeBack = (code: string, seat: number) => json<Frame>("POST", at(code, `/seats/${seat}/return`));
export const fill = (code: string, level: string) => json<Frame>("POST", at(code, "/fill"), { level });
/** Ask for another game; one's own yes follows at once, when the promise of its deal is noted. */
export async function askRematch(code: string, swap: boolean): Promise<Frame> {
  if (isHere(code)) return local<Frame>("POST", at(code, "/rematch"), { swap });
  const asked = await json<Schemas["Opened"]>("POST", at(code, "/rematch"), { swap, promise_first: true });
  return asked.pending && asked.promise ? agree(code, asked.table, asked.promise) : frame(code);
}
/** Say yes to another game, with this browser's part of its deal. */
export async function agree(code: string, next: string, promise: string): Promise<Frame> {
  remember(next, { promise });
  const found = await json<Frame>("POST", at(code, "/rematch/yes"), { contribution: contributionTo(next) });
  settled(next, true);
  return found;
}
export const decline = (code: string) => json<Frame>("POST", at(code, "/rematch/no"));
/** Get up from a table and take it off one's list. */
export const forget = async (code: string): Promise<void> =>
  void (await (isHere(code) ? local("DELETE", at(code)) : ask("DELETE", at(code))));
export const story = (code: string, seat: number | null) =>
  json<Schemas["StoryOut"]>("GET", at(code, `/log${seat === null ? "" : `?seat=${seat}`}`));
export const replay = (code: string, move: number, seat: number | null) =>
  json<ReplayStep>("GET", at(code, `/replay/${move}${seat === null ? "" : `?seat=${seat}`}`));
export type Analysis = Schemas["AnalysisOut"];
export type Verdict = Schemas["VerdictOut"];
/** Have a finished game analysed; what was made before is not made again. At its end, unasked, a server may decline. */
export const analyse = (code: string, isAsked = true) => json<Analysis>("POST", at(code, isAsked ? "/analysis" : "/analysis?unasked=true"));
export const analysis = (code: string, since = 0) => json<Analysis>("GET", at(code, `/analysis?since=${since}`));
/** Open a finished game from its record, at a table where nobody sits. */
export const openRecord = (record: string) => json<Schemas["Opened"]>("POST", "/api/records", { record });
/** What a seat could believe at a moment of a finished game. */
export const beliefs = (code: string, move: number, seat: number) =>
  json<Record<string, number>>("GET", at(code, `/beliefs/${move}?seat=${seat}`));
/** Open a table that goes on from a moment of a finished game, on one seat against bots. */
export const again = (code: string, move: number, seat: number, redeal: boolean) =>
  json<Schemas["Opened"]>("POST", at(code, "/again"), { move, seat, redeal });
export const moments = (code: string) => json<Schemas["Moment"][]>("GET", at(code, "/moments"));
export const record = async (code: string): Promise<string> =>
  isHere(code) ? local<string>("GET", at(code, "/record")) : (await ask("GET", at(code, "/record"))).text();
export const hint = (code: string, seat: number) => json<Hint>("GET", at(code, `/hint?seat=${seat}`));
export const preview = <T>(code: string, seat: number, action: number) =>
  json<T>("GET", at(code, `/preview?seat=${seat}&action=${action}`));

export const lessonPreview = <T>(game: string, step: number, action: number) =>
  json<T>("GET", `/api/games/${game}/lesson/preview?step=${step}&action=${action}`);

const puzzleAt = (game: string, name: string, rest = "") => `/api/puzzles/${encodeURIComponent(game)}/${encodeURIComponent(name)}${rest}`;
export const shelves = () => json<Shelf[]>("GET", "/api/puzzles");
export const shelf = (game: string) => json<Shelf>("GET", `/api/puzzles/${encodeURIComponent(game)}`);
export const puzzle = (game: string, name: string) => json<Puzzle>("GET", puzzleAt(game, name));
/** Answer a puzzle; without an action somebody asks to be shown. */
export const answer = (game: string, name: string, action: number | null) =>
  json<PuzzleVerdict>("POST", puzzleAt(game, name, "/answer"), { action });
/** A first help with a puzzle, which leaves the answer to find. */
export const puzzleHint = (game: string, name: string) => json<PuzzleHint>("GET", puzzleAt(game, name, "/hint"));
export const puzzlePreview = <T>(game: string, name: string, action: number) =>
  json<T>("GET", puzzleAt(game, name, `/preview?action=${action}`));
export const today = () => json<Today>("GET", "/api/days/today");
/** Open a table with a game's deal of today. */
export const playToday = (game: string) => json<Schemas["Opened"]>("POST", `/api/days/today/${encodeURIComponent(game)}`);

/** How this person is called when it is their turn, in general and at one table. */
export const calling = (code: string | null) =>
  json<Calling>("GET", `/api/calling${code === null ? "" : `?table=${encodeURIComponent(code)}`}`);
export const callMe = (on: boolean) => json<Calling>("PUT", "/api/calling", { on });
export const callMeHere = (code: string, on: boolean | null) =>
  json<Calling>("PUT", `/api/calling/tables/${encodeURIComponent(code)}`, { on });
export const addDevice = (device: Schemas["NewDevice"]) => json<Calling>("POST", "/api/calling/devices", device);
export const removeDevice = (endpoint: string) => json<Calling>("POST", "/api/calling/devices/remove", { endpoint });
export const mailMe = (address: string) => json<Calling>("PUT", "/api/calling/mail", { address });
export const mailNoMore = () => json<Calling>("DELETE", "/api/calling/mail");
/** Follow a link of an e-mail: yes to a mailbox, or no more of these. */
export const follow = async (what: "yes" | "off", link: string): Promise<void> =>
  void (await ask("POST", `/calling/${what}/${encodeURIComponent(link)}`));
