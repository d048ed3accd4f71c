// Searches for analyses run here, apart from the page, from tables and from bots that play.
import type { Answer, Question } from "./asker";
import { fetched, moduleOf } from "./files";
import { granted, Growing, type Wanted } from "./growing";

const minds = new Map<string, Promise<Growing>>();

async function begin(game: string): Promise<Growing> {
  const [module, { search }] = await Promise.all([moduleOf(game), fetched()]);
  return new Growing(module, search);
}

function mindOf(game: string): Promise<Growing> {
  const found = minds.get(game) ?? begin(game);
  minds.set(game, found);
  found.catch(() => minds.delete(game));
  return found;
}

onmessage = ({ data: { id, given } }: MessageEvent<Question>) => {
  const wanted = given as Wanted;
  mindOf(wanted.game)
    .then((growing): Answer => ({ id, found: granted(growing, wanted) }))
    .catch((thrown: unknown): Answer => {
      console.error(thrown); // for whoever looks for the cause
      return { id, problem: { code: "device_trouble", message: "" } };
    })
    .then((answer) => postMessage(answer));
};
