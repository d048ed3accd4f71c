// Bots think here, apart from the page and from the tables: views come in, and an action goes out.
import type { Answer, Question } from "./asker";
import { Bots, thinkForPeople } from "./bots";
import { bytesOf, fetched, factsOf, moduleOf } from "./files";

interface Given {
  game: string;
  seat: number;
  level: string;
  views: string[];
  seed: string;
}

const minds = new Map<string, Promise<Bots>>();

async function begin(game: string): Promise<Bots> {
  const [module, { search }] = await Promise.all([moduleOf(game), fetched()]);
  return new Bots(module, search);
}

/** The bots of a game, once their module is here. */
function bots(game: string): Promise<Bots> {
  const found = minds.get(game) ?? begin(game);
  minds.set(game, found);
  found.catch(() => minds.delete(game));
  return found;
}

async function think({ game, views, seed, ...asked }: Given): ReturnType<typeof thinkForPeople> {
  const [mind, known] = await Promise.all([bots(game), factsOf(game)]);
  const seen = views.map((hex) => Uint8Array.from(hex.match(/../g) ?? [], (two) => parseInt(two, 16)));
  return thinkForPeople(mind, known, { ...asked, views: seen, seed: BigInt(seed) }, bytesOf);
}

/** One search at a time. */
let line: Promise<unknown> = Promise.resolve();

onmessage = ({ data: { id, what, given } }: MessageEvent<Question>) => {
  const work = async (): Promise<Answer> => {
    const asked = given as Given;
    const level = what === "advise" ? (await fetched()).search.strongest : asked.level;
    return { id, found: await think({ ...asked, level }) };
  };
  const turn = line.then(work).catch((thrown: unknown): Answer => {
    console.error(thrown); // for whoever looks for the cause
    return { id, problem: { code: "device_trouble", message: "" } };
  });
  line = turn.then((answer) => postMessage(answer));
};
