// Small sounds made on the spot, off by default.
import { preferences } from "./preferences.svelte";

export type Sound = "squeak" | "pounce" | "card" | "chip" | "step" | "win" | "turn" | "soon" | "hurry";
/** What calls somebody, and is heard where other sounds are not wished for. */
const CALLS: ReadonlySet<Sound> = new Set(["turn", "soon", "hurry"]);
/** What cannot be heard so many milliseconds after it was meant is left out: it would call for a turn that is long over. */
const LATE = 500;

let context: AudioContext | null = null;

interface Tone {
  from: number;
  to: number;
  length: number;
  at?: number;
  wave?: OscillatorType;
  loud?: number;
}

const SOUNDS: Record<Sound, Tone[]> = {
  squeak: [
    { from: 1400, to: 2300, length: 0.09 },
    { from: 1700, to: 2500, length: 0.08, at: 0.11 },
  ],
  pounce: [{ from: 190, to: 60, length: 0.22, wave: "triangle", loud: 0.5 }],
  card: [{ from: 700, to: 420, length: 0.05, wave: "triangle" }],
  chip: [
    { from: 1100, to: 900, length: 0.04, wave: "square", loud: 0.06 },
    { from: 900, to: 800, length: 0.05, at: 0.06, wave: "square", loud: 0.06 },
  ],
  step: [{ from: 240, to: 180, length: 0.06, wave: "triangle" }],
  win: [
    { from: 523, to: 523, length: 0.12 },
    { from: 659, to: 659, length: 0.12, at: 0.13 },
    { from: 784, to: 784, length: 0.2, at: 0.26 },
  ],
  turn: [
    { from: 660, to: 660, length: 0.3, loud: 0.4 },
    { from: 880, to: 880, length: 0.6, at: 0.2, loud: 0.4 },
  ],
  soon: [
    { from: 880, to: 880, length: 0.2, loud: 0.4 },
    { from: 880, to: 880, length: 0.2, at: 0.25, loud: 0.4 },
  ],
  hurry: [
    { from: 988, to: 988, length: 0.15, loud: 0.4 },
    { from: 988, to: 988, length: 0.15, at: 0.16, loud: 0.4 },
    { from: 1319, to: 1319, length: 0.4, at: 0.32, loud: 0.4 },
  ],
};

/** Browsers are silent until the page is touched: the first touch lets sounds through that were switched on on an earlier visit. */
function wake(): void {
  if (!preferences.sounds && !preferences.chime) return;
  context ??= new AudioContext();
  void context.resume();
}
if (typeof addEventListener === "function") for (const kind of ["pointerup", "keydown"]) addEventListener(kind, wake);

export function sound(name: Sound): void {
  if (!preferences.sounds && !(preferences.chime && CALLS.has(name))) return;
  const [here, asked] = [(context ??= new AudioContext()), performance.now()];
  void here.resume().then(() => {
    if (performance.now() - asked < LATE) ring(here, SOUNDS[name]);
  });
}

function ring(context: AudioContext, tones: readonly Tone[]): void {
  const start = context.currentTime;
  for (const tone of tones) {
    const source = context.createOscillator();
    const gain = context.createGain();
    const at = start + (tone.at ?? 0);
    source.type = tone.wave ?? "sine";
    source.frequency.setValueAtTime(tone.from, at);
    source.frequency.exponentialRampToValueAtTime(tone.to, at + tone.length);
    gain.gain.setValueAtTime(tone.loud ?? 0.14, at);
    gain.gain.exponentialRampToValueAtTime(0.001, at + tone.length);
    source.connect(gain).connect(context.destination);
    source.start(at);
    source.stop(at + tone.length);
  }
}
