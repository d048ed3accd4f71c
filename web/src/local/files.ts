// What workers fetch: the list of modules, the modules themselves, and files of numbers. A worker's name says where the page's files lie.
import { GameModule, type GameFacts, type ModulesFile } from "./module";

const at = (name: string): string => new URL(`local/${name}`, self.name).href;

async function get(name: string): Promise<Response> {
  const answer = await fetch(at(name));
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

export async function bytesOf(name: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await (await get(name)).arrayBuffer());
}

export const jsonOf = async <T>(name: string): Promise<T> => (await (await get(name)).json()) as T;

export const addressOf = at;
