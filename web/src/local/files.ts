// What workers fetch: the list of modules, the modules themselves, and files of numbers. A worker's name says where the page's files lie.
import { GameModule, type GameFacts, type ModulesFile } from "./module";

const at = (name: string): string => new URL(`local/${name}`, self.name).href;

async function get(name: string, cache: RequestCache = "default"): Promise<Response> {
  const answer = await fetch(at(name), { cache });
  if (!answer.ok) throw new Error(`${name} cannot be fetched`);
  return answer;
}

let list: Promise<ModulesFile> | undefined;

/** What the build holds. */
export function fetched(): Promise<ModulesFile> {
  list ??= get("modules.json").then((answer) => answer.json() as Promise<ModulesFile>);
  list.catch(() => (list = undefined));
  return list;
}

export async function factsOf(game: string): Promise<GameFacts> {
  const known = (await fetched()).games[game];
  if (!known) throw new Error(`there is no module for ${game}`);
  return known;
}

/** A game's module, compiled while it comes in. */
export async function moduleOf(game: string): Promise<GameModule> {
  const known = await factsOf(game);
  const answer = await get(known.file);
  const isSaid = answer.headers.get("content-type") === "application/wasm"; // not every host does
  const compiled = isSaid ? await WebAssembly.compileStreaming(answer) : await WebAssembly.compile(await answer.arrayBuffer());
  return GameModule.load(known, compiled);
}

const asked = new Set<string>();

/** A file of numbers. Whoever asks for one a second time could not use what came the first time: that is not taken from a cache again. */
export async function bytesOf(name: string): Promise<Uint8Array<ArrayBuffer>> {
  const cache = asked.has(name) ? "reload" : "default";
  asked.add(name);
  return new Uint8Array(await (await get(name, cache)).arrayBuffer());
}

export const jsonOf = async <T>(name: string): Promise<T> => (await (await get(name)).json()) as T;

export const addressOf = at;
