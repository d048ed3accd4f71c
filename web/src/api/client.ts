// Everything the page asks the server for, over HTTP. The table itself speaks through a socket (table/courier.ts).
import type { components } from "./schema";

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

async function ask(method: string, path: string, body?: unknown): Promise<Response> {
  let answer: Response;
  try {
    answer = await fetch(path, {
      method,
      headers: body === undefined ? {} : { "content-type": "application/json" },
      body: body === undefined ? null : JSON.stringify(body),
    });
  } catch {
    throw new Problem("offline", "The server does not answer. Is the connection still there?", 0);
  }
  if (answer.ok) return answer;
  const told = (await answer.json().catch(() => null)) as { code?: string; message?: string } | null;
  throw new Problem(told?.code ?? "fault", told?.message ?? "Something went wrong at the server.", answer.status);
}

async function json<T>(method: string, path: string, body?: unknown): Promise<T> {
  return (await (await ask(method, path, body)).json()) as T;
}

const at = (code: string, rest = "") => `/api/tables/${encodeURIComponent(code)}${rest}`;

export const games = () => json<GameFacts[]>("GET", "/api/games");
export const health = () => json<Health>("GET", "/api/health");
export const me = () => json<Person>("GET", "/api/me");
export const rename = (name: string) => json<Person>("PUT", "/api/me", { name });
export const myTables = () => json<Listed[]>("GET", "/api/tables");
export type Paper = Schemas["PaperOut"];
export const rules = (game: string) => json<Paper>("GET", `/api/games/${game}/page`);
export const lab = () => json<Paper>("GET", "/api/lab");
export const seatNames = (game: string, count: number) => json<Schemas["SeatNames"]>("GET", `/api/games/${game}/seats?count=${count}`);
export const lesson = (game: string) => json<Lesson>("GET", `/api/games/${game}/lesson`);
export const printed = <T>(game: string) => json<T>("GET", `/api/games/${game}/components`);
export const phrases = () => json<Record<string, string>>("GET", "/api/phrases");
export const setup = (query: string) => json<Setup>("GET", `/api/setup?${query}`);
/** Open a table; a contribution of this browser goes into the deal, so that the server alone does not choose it. */
export const open = (setupQuery: string) =>
  json<Schemas["Opened"]>("POST", "/api/tables", { setup: setupQuery, contribution: contribution() });
export const frame = (code: string, seat?: number) => json<Frame>("GET", at(code, seat === undefined ? "" : `?seat=${seat}`));
export const take = (code: string, seat: number, name?: string) =>
  json<Frame>("POST", at(code, `/seats/${seat}/take`), { ...(name ? { name } : {}), contribution: contribution() });
export const leave = (code: string, seat: number) => json<Frame>("POST", at(code, `/seats/${seat}/leave`));
export const comeBack = (code: string, seat: number) => json<Frame>("POST", at(code, `/seats/${seat}/return`));
export const fill = (code: string, level: string) => json<Frame>("POST", at(code, "/fill"), { level });
export const rematch = (code: string, swap: boolean) => json<Schemas["Opened"]>("POST", at(code, "/rematch"), { swap });
export const story = (code: string, seat: number | null) =>
  json<Schemas["Story"]>("GET", at(code, `/log${seat === null ? "" : `?seat=${seat}`}`));
export const replay = (code: string, move: number, seat: number | null) =>
  json<ReplayStep>("GET", at(code, `/replay/${move}${seat === null ? "" : `?seat=${seat}`}`));
export const moments = (code: string) => json<Schemas["Moment"][]>("GET", at(code, "/moments"));
export const record = async (code: string) => (await ask("GET", at(code, "/record"))).text();
export const hint = (code: string, seat: number) => json<Hint>("GET", at(code, `/hint?seat=${seat}`));
export const preview = <T>(code: string, seat: number, action: number) =>
  json<T>("GET", at(code, `/preview?seat=${seat}&action=${action}`));

export const lessonPreview = <T>(game: string, step: number, action: number) =>
  json<T>("GET", `/api/games/${game}/lesson/preview?step=${step}&action=${action}`);

/** A random text of this browser's own making. */
export function contribution(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
