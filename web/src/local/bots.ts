// Bots on this device: what bots/players.py and bots/thinking.py do around the compiled search, move for move.

import type { Area, GameFacts, GameModule, Given, Mind, NumbersFile, Search, SearchFacts } from "./module";

export interface Finding {
  readonly action: number;
  readonly visits: number;
  readonly worth: number;
}

export interface Thought {
  readonly action: number;
  readonly findings: readonly Finding[];
  readonly iterations: number;
}

const WORD = (1n << 64n) - 1n;
const SEARCH = -1;

/** Say who thinks for a level: what was made for the printed game leaves house rules to another one. */
export function standIn(known: GameFacts, level: string, view: Uint8Array): string {
  const instead = known.levels[level]?.stands_in ?? null;
  return instead !== null && known.house_at.some((at) => view[at] !== 0) ? instead : level;
}

/** Say how a level searches on a seat at the table of a view: where many play, perhaps in another way. */
export function searchOf(known: GameFacts, mind: Mind, seat: number, view: Uint8Array): Search {
  const usual = mind.own[String(seat)] ?? mind.search;
  return ((view[known.seats_at] ?? 0) >= usual.crowd_from ? usual.crowd : null) ?? usual;
}

/** Name the files of numbers a level needs on a seat at the table of a view, beside the module. */
export function filesFor(known: GameFacts, level: string, seat: number, view: Uint8Array): NumbersFile[] {
  const mind = known.levels[level];
  const wanted =
    mind === undefined ? [] : [searchOf(known, mind, seat, view).has_net ? known.net : null, mind.has_table ? known.table : null];
  return wanted.filter((file) => file !== null);
}

/** What a bot is asked: its views, the oldest first, the present one last. */
export interface Asking {
  readonly level: string;
  readonly views: readonly Uint8Array[];
  readonly seat: number;
  readonly seed: bigint;
}

/**
 * Think where people wait: if the numbers of a level cannot be had, another level stands in for it; say which. With its next thought they
 * are fetched again.
 */
export async function thinkForPeople(
  bots: Pick<Bots, "knows" | "learn" | "think">,
  known: GameFacts,
  { level, views, seat, seed }: Asking,
  fetched: (file: string) => Promise<Uint8Array>,
): Promise<Thought & { readonly adviser: string }> {
  const view = views.at(-1) ?? new Uint8Array();
  let adviser = standIn(known, level, view);
  try {
    for (const file of filesFor(known, adviser, seat, view)) if (!bots.knows(file)) bots.learn(file, await fetched(file.file));
  } catch (thrown) {
    const instead = known.levels[adviser]?.stands_in ?? null;
    if (instead === null) throw thrown;
    console.warn(`${instead} plays instead of ${adviser}:`, thrown);
    adviser = instead;
  }
  return { ...bots.think(adviser, views, seat, seed), adviser };
}

/** Everything one search works with, laid out in memory. */
interface Desk {
  readonly given: Record<string, Given>;
  readonly states: Area;
  readonly words: Area;
  readonly first: Area;
  readonly size: number;
  readonly edges: number;
}

export class Bots {
  protected readonly game: GameModule;
  protected readonly facts: SearchFacts;
  private readonly numbers = new Map<string, ReadonlyMap<string, Area>>();

  constructor(game: GameModule, facts: SearchFacts) {
    this.game = game;
    this.facts = facts;
  }

  knows(file: NumbersFile): boolean {
    return this.numbers.has(file.file);
  }

  /** Take in a file of numbers, if it has all its parts. It stays in memory, so this comes before any thought is under way. */
  learn(file: NumbersFile, bytes: Uint8Array): void {
    if (this.knows(file)) return;
    const whole = Math.max(...file.parts.map((part) => part.at + size(part.shape) * WIDTHS[part.kind]));
    if (bytes.length !== whole) throw new Error(`${file.file} has ${bytes.length} bytes instead of ${whole}`);
    const found = new Map<string, Area>();
    const read = (part: (typeof file.parts)[number]) => bytes.subarray(part.at, part.at + size(part.shape) * WIDTHS[part.kind]);
    for (const part of file.parts) {
      if (part.scale === null) {
        found.set(part.name, { at: this.game.put(read(part)), lengths: part.shape });
        continue;
      }
      const scale = file.parts.find((other) => other.name === part.scale);
      if (scale === undefined) throw new Error(`${part.name} has no scale`);
      const scales = new Float32Array(new Uint8Array(read(scale)).buffer);
      const steps = new Int8Array(new Uint8Array(read(part)).buffer);
      const columns = part.shape[1] ?? 1;
      const weights = new Float32Array(steps.length);
      for (let i = 0; i < steps.length; i++) weights[i] = (steps[i] ?? 0) * (scales[Math.floor(i / columns)] ?? 0);
      found.set(part.name, { at: this.game.put(new Uint8Array(weights.buffer)), lengths: part.shape });
    }
    this.numbers.set(file.file, found);
  }

  /** Let a bot think. `views` are all its seat has seen, the oldest first, the present one last. */
  think(level: string, views: readonly Uint8Array[], seat: number, seed: bigint): Thought {
    const { game } = this;
    const view = views.at(-1);
    if (view === undefined) throw new Error("a bot thinks about a view");
    return game.aside(() => {
      const record = { at: game.put(view), lengths: [] };
      const buffer = game.row(2 * game.known.max_actions, 4);
      const legal = { at: buffer.at, lengths: [game.known.max_actions] };
      const count = game.call("legal", { s: record, seat, out: legal });
      if (count === 0) throw new Error("no move is asked of this bot");
      const only = count === 1 && level !== "random" && level !== "greedy";
      if (only) return forced(game.ints(buffer)[0] ?? 0);
      const rng = game.chance(seed);
      if (level === "random") return forced(game.call("any_of", { actions: buffer, count, rng }));
      if (level === "greedy") {
        if (count === 1) return forced(game.ints(buffer)[0] ?? 0);
        const trials = { at: game.room(this.facts.trials * game.known.record), lengths: [this.facts.trials] };
        return forced(game.call("greedy", { s: record, seat, actions: buffer, count, rng, trials }));
      }
      const mind = game.known.levels[standIn(game.known, level, view)];
      if (mind === undefined) throw new Error(`there is no bot ${level}`);
      if (mind.has_table && game.known.table !== null) {
        const found = this.consult(game.known.table, record, seat, buffer, count, rng);
        if (found !== null) return found;
      }
      return this.search(searchOf(game.known, mind, seat, view), views, seat, seed);
    });
  }

  private consult(file: NumbersFile, s: Area, seat: number, actions: Area, count: number, rng: Area): Thought | null {
    const { game } = this;
    const table = this.numbers.get(file.file);
    if (table === undefined) throw new Error("the table of this bot is not here");
    const [weights, worths, told] = [game.row(actions.lengths[0] ?? 0, 4), game.row(actions.lengths[0] ?? 0, 8), game.row(1, 4)];
    const given: Record<string, Given> = { s, seat, actions, count, rng, weights, worths, told };
    const action = game.call("consult", { ...given, ...Object.fromEntries(table) });
    if (action === SEARCH) return null;
    const findings = [...game.ints(actions).subarray(0, game.ints(told)[0])].map((one, k) => ({
      action: one,
      visits: game.ints(weights)[k] ?? 0,
      worth: game.floats(worths)[k] ?? 0,
    }));
    return { action, findings, iterations: findings.reduce((sum, found) => sum + found.visits, 0) };
  }

  private search(settings: Search, views: readonly Uint8Array[], seat: number, seed: bigint): Thought {
    const { game, facts } = this;
    const { known } = game;
    const memory = settings.does_remember ? this.memory(views, seat, settings.edition) : game.row(0, 8);
    const desk = this.desk(settings, views, seat, seed, memory);
    const look = Math.max(facts.first_look, Math.floor(settings.iterations / facts.looks));
    let iterations: number;
    if (settings.has_net) {
      const net = this.net(views.at(-1)?.[known.seats_at] ?? 0);
      const [chance, guess] = [game.row(desk.edges, 8), game.row(desk.size, 8)];
      const raw = { at: desk.states.at, lengths: [facts.records, known.record] };
      const given = { ...desk.given, ...net, look, words: desk.words, raw, edges: desk.first, chance, guess };
      iterations = game.call("deliberate_by_net", given);
    } else {
      iterations = this.deliberate(desk, settings, look);
    }
    const findings = this.findings(desk);
    return { action: this.choose(findings, settings.margin, seed), findings, iterations };
  }

  /** Lay out everything for a search from a view. */
  protected desk(settings: Search, views: readonly Uint8Array[], seat: number, seed: bigint, memory: Area): Desk {
    const { game, facts } = this;
    const { known } = game;
    const size = 2 * settings.iterations + 2;
    const edges = facts.edges_a_node * size + known.max_actions;
    let slots = 1;
    while (slots < 2 * size) slots *= 2;
    const states = { at: game.room(facts.records * known.record), lengths: [facts.records] };
    game.bytes(states.at, known.record).set(views.at(-1) ?? []);
    const tree = {
      slots: game.row(slots, 4),
      keys: game.row(size, 8),
      met: game.row(size, 4),
      action_of: game.row(edges, 4),
      visits: game.row(edges, 4),
      total: game.row(edges, 8),
      mean: game.row(edges, 8),
      counts: game.row(2, 4),
    };
    game.bytes(tree.slots.at, 4 * slots).fill(255);
    const first = game.row(size + 1, 4);
    const given: Record<string, Given> = {
      ...tree,
      states,
      seat,
      memory,
      does_remember: Number(memory.lengths[0] !== 0),
      iterations: settings.iterations,
      reuse: settings.reuse,
      tries: settings.tries,
      exploration: settings.exploration,
      rng: game.chance(seed),
      buffer: game.row(2 * known.max_actions, 4),
      out: game.row(2 * known.max_seats, 8),
      path: game.row(2 * facts.deepest, 4),
    };
    return { given, states, words: { at: states.at, lengths: [facts.records, known.record / 8] }, first, size, edges };
  }

  /** Search, without a net; return how many iterations were done. Every `look` of them it may stop; 0: never. */
  protected deliberate(desk: Desk, settings: Search, look: number): number {
    const { game } = this;
    const [begun, doubt] = [game.row(desk.edges, 4), game.row(desk.edges, 8)];
    const { scouting, widening, horizon, trust, edition } = settings;
    const ways = { scouting, widening, horizon, trust, edition, is_hasty: Number(settings.is_hasty), stops: Number(settings.stops) };
    return game.call("deliberate", { ...desk.given, look, raw: desk.words, first: desk.first, begun, doubt, ...ways });
  }

  protected memory(views: readonly Uint8Array[], seat: number, edition: number): Area {
    const { game } = this;
    const memory = game.row(game.known.memory, 8);
    if (!game.has("remember")) return memory;
    game.aside(() => {
      const at = game.room(views.length * game.known.record);
      views.forEach((view, i) => {
        game.bytes(at + i * game.known.record, game.known.record).set(view);
      });
      game.call("remember", { views: { at, lengths: [views.length] }, seat, memory, edition });
    });
    return memory;
  }

  private net(seats: number): Record<string, Given> {
    const { game } = this;
    const net = game.known.net === null ? undefined : this.numbers.get(game.known.net.file);
    const width = net?.get("first_bias")?.lengths[0];
    if (net === undefined || width === undefined) throw new Error("the net of this bot is not here");
    const sides = game.row(seats, 4);
    game.ints(sides).set(game.known.sides.slice(0, seats));
    const rooms = { vector: game.row(game.known.vector, 2), now: game.row(width, 4), more: game.row(width, 4) };
    const numbers = game.row(game.known.actions, 4);
    return { ...Object.fromEntries(net), ...rooms, numbers, sides, most_seats: game.known.max_seats };
  }

  protected findings({ first, given }: Desk): Finding[] {
    const { game } = this;
    const [actions, visits, total] = [given["action_of"], given["visits"], given["total"]] as Area[] as [Area, Area, Area];
    const [start, end] = game.ints(first);
    const found: Finding[] = [];
    for (let edge = start ?? 0; edge < (end ?? 0); edge++) {
      const tried = game.ints(visits)[edge] ?? 0;
      if (tried) found.push({ action: game.ints(actions)[edge] ?? 0, visits: tried, worth: (game.floats(total)[edge] ?? 0) / tried });
    }
    return found;
  }

  private choose(findings: readonly Finding[], margin: number, seed: bigint): number {
    const { game } = this;
    const count = findings.length;
    const [actions, visits, worths] = [game.row(count, 4), game.row(count, 4), game.row(count, 8)];
    game.ints(actions).set(findings.map((found) => found.action));
    game.ints(visits).set(findings.map((found) => found.visits));
    game.floats(worths).set(findings.map((found) => found.worth));
    return game.call("choose", { actions, visits, worths, margin, rng: game.chance(BigInt.asUintN(64, seed) ^ WORD) });
  }
}

const WIDTHS = { i1: 1, u1: 1, i4: 4, i8: 8, f4: 4 } as const;

function size(shape: readonly number[]): number {
  return shape.reduce((product, length) => product * length, 1);
}

function forced(action: number): Thought {
  return { action, findings: [], iterations: 0 };
}
