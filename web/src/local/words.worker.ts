// Tables lie here: MicroPython with the server's own table and gate, and the module of whichever game is asked about.
import type { Answer, Question } from "./asker";
import { addressOf, fetched, jsonOf, moduleOf } from "./files";
import { TableProblem, Words, type LoadMicroPython, type WordsFile } from "./words";

interface Given {
  game?: string;
  name?: string;
  table?: string;
  query?: string;
  setup?: string;
  row?: { code: string; game: string };
  puzzle?: object;
}

let begun: Promise<Words> | undefined;

/** The words that all games share, or a game's own. */
const wordsOf = async (part: string): Promise<WordsFile> => jsonOf<WordsFile>((await fetched()).words[part]?.file ?? part);

async function begin(): Promise<Words> {
  const { micropython } = await fetched();
  const script = addressOf(micropython.script);
  const [shared, { loadMicroPython }] = await Promise.all([
    wordsOf("shared"),
    import(/* @vite-ignore */ script) as Promise<{ loadMicroPython: LoadMicroPython }>,
  ]);
  return Words.start(loadMicroPython, addressOf(micropython.module), shared);
}

const used = new Map<string, Promise<void>>();
/** Which game is played at each table that was laid here. */
const gameAt = new Map<string, string>();

async function bring(starting: Promise<Words>, game: string): Promise<void> {
  const [words, module, own] = await Promise.all([starting, moduleOf(game), wordsOf(game)]);
  words.learn(own);
  words.use(game, module);
}

/** Bring a game in, once: its words, and its rules. */
function use(starting: Promise<Words>, game: string): Promise<void> {
  const found = used.get(game) ?? bring(starting, game);
  used.set(game, found);
  found.catch(() => used.delete(game));
  return found;
}

/** Questions beside playing, whose words are fetched with the first of them. */
const STUDIES = /^(today|open_day|open_again|puzzle|study)/;
let studied: Promise<void> | undefined;

async function bringStudies(starting: Promise<Words>): Promise<void> {
  const { studies } = await fetched();
  const [words, more] = await Promise.all([starting, jsonOf<WordsFile>(studies.file)]);
  words.learn(more);
}

/** Bring in, once, the words of puzzles, deals of the day and analyses. */
function study(starting: Promise<Words>): Promise<void> {
  studied ??= bringStudies(starting);
  studied.catch(() => (studied = undefined));
  return studied;
}

/** The puzzle of a name, as it was built. */
async function puzzleOf(game: string, name: string): Promise<object> {
  const file = (await fetched()).puzzles[game]?.file;
  const found = file && (await jsonOf<{ name: string }[]>(file)).find((one) => one.name === name);
  if (!found) throw new TableProblem("not_found", "There is no such puzzle.");
  return found;
}

/** The game that a question is about. */
function gameOf({ game, table, row, query, setup }: Given): string {
  return game ?? row?.game ?? gameAt.get(table ?? "") ?? new URLSearchParams(query ?? setup ?? "").get("game") ?? "";
}

/** Lay a table out; events that the rules do not take are damaged ones. */
function restored(words: Words, game: string, given: Given): unknown {
  try {
    return words.ask(game, "restore", given);
  } catch (thrown) {
    if (thrown instanceof TableProblem && thrown.code === "old_rules") throw thrown;
    throw new TableProblem("broken_here", "");
  }
}

async function answer(what: string, given: Given): Promise<unknown> {
  const game = gameOf(given);
  const starting = (begun ??= begin());
  if (what === "begin") return starting.then(() => null);
  if ((await fetched()).games[game]) await use(starting, game);
  if (STUDIES.test(what)) await study(starting);
  if (what.startsWith("puzzle")) given = { ...given, puzzle: await puzzleOf(game, given.name ?? "") };
  const words = await starting;
  if (what === "frame_text") return words.text(game, "frame", given); // for a page that reads it once
  const found = what === "restore" ? restored(words, game, given) : words.ask(game, what, given);
  if (given.row) gameAt.set(given.row.code, given.row.game);
  return found;
}

onmessage = ({ data: { id, what, given } }: MessageEvent<Question>) => {
  answer(what, given as Given).then(
    (found) => postMessage({ id, found } satisfies Answer),
    (thrown: unknown) => {
      if (!(thrown instanceof TableProblem)) begun?.catch(() => (begun = undefined));
      if (!(thrown instanceof TableProblem)) console.error(thrown); // for whoever looks for the cause; people get a sentence
      const problem =
        thrown instanceof TableProblem ? { code: thrown.code, message: thrown.message } : { code: "device_trouble", message: "" };
      postMessage({ id, problem } satisfies Answer);
    },
  );
};
