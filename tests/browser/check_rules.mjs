// Plays games by a game's module and compares the digests of all that the contract says at every step.
import { createHash } from "node:crypto";
import { answer, task } from "./folder.mjs";

const { folder, id, lines } = task();
const game = await folder.module(id);
const { known } = game;
const ints = (list) => Buffer.from(new Int32Array(list).buffer);
const doubles = (list) => Buffer.from(new Float64Array(list).buffer);

/** Call a rule about a record; return what it says and the record afterwards. */
function tell(name, record, more = {}) {
  return game.aside(() => {
    const s = { at: game.put(record), lengths: [] };
    const said = game.call(name, { s, ...(typeof more === "function" ? more() : more) });
    return [said, game.bytes(s.at, known.record).slice()];
  });
}

const legal = (record, seat) =>
  game.aside(() => {
    const out = game.row(known.max_actions, 4);
    const s = { at: game.put(record), lengths: [] };
    return [...game.ints(out).subarray(0, game.call("legal", { s, seat, out }))];
  });
const numbers = (name, record, count) =>
  game.aside(() => {
    const out = game.row(count, 8);
    game.call(name, { s: { at: game.put(record), lengths: [] }, out });
    return [...game.floats(out)];
  });

function walk(line) {
  const digest = createHash("sha256");
  const seed = BigInt(line.seed);
  let [, s] = tell("setup", new Uint8Array(known.record), () => {
    const options = game.row(line.options.length, 8);
    new BigInt64Array(game.memory.buffer, options.at, line.options.length).set(line.options.map(BigInt));
    return { seats: line.seats, options, low: BigInt.asIntN(64, seed), high: BigInt.asIntN(64, seed >> 64n) };
  });
  for (let i = 0; ; i++) {
    digest.update(s);
    const [asked] = tell("actors", s);
    for (let seat = -1; seat < line.seats; seat++) {
      const [, view] = tell("hide", s, { seat });
      digest.update(view);
      if (seat < 0) continue;
      digest.update(ints(legal(s, seat)));
      if (asked) {
        const [, world] = tell("redeal", view, () => ({ seat, rng: game.chance(seed + BigInt(i)) }));
        digest.update(world);
        const trials = () => ({ at: game.room(folder.index.search.trials * known.record), lengths: [folder.index.search.trials] });
        digest.update(doubles([tell("weigh", world, () => ({ seat, trials: trials(), edition: 1 }))[0]]));
      }
    }
    digest.update(ints([tell("reason", s)[0]]));
    if (game.has("is_undoable")) digest.update(ints([tell("is_undoable", s)[0]]));
    if (!asked) break;
    const [seat, action] = line.moves[i];
    [, s] = tell("apply", s, { seat, action });
  }
  digest.update(doubles(numbers("payoff", s, line.seats)));
  if (game.has("points")) digest.update(doubles(numbers("points", s, line.seats)));
  return digest.digest("hex");
}

const same = lines.filter((line) => walk(line) === line.digest).length;
answer({ games: lines.length, same, steps: lines.reduce((sum, line) => sum + line.moves.length, 0) });
