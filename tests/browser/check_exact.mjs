// Works out numbers with a point by a game's module.
import { answer, task } from "./folder.mjs";

const { folder, id, lines } = task();
const game = await folder.module(id);
answer({ numbers: lines.map(([name, number]) => game.call(name, { number })) });
