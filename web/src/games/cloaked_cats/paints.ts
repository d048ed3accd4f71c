// Paints and outlines of the forty cats and of the masks. What a cat shows comes from the server; how it looks is here.

export interface Coat {
  fur: string;
  muzzle: string;
}

export const COATS: Record<string, Coat> = {
  white: { fur: "#F7F1E4", muzzle: "#FFFFFF" },
  brown: { fur: "#8A5A3A", muzzle: "#D9B38C" },
  blue: { fur: "#6E93BF", muzzle: "#D6E4F0" },
  black: { fur: "#4A4454", muzzle: "#8D8797" },
  green: { fur: "#7FA06A", muzzle: "#D9E6C8" },
  yellow: { fur: "#EBC24A", muzzle: "#FBEBB8" },
  purple: { fur: "#8E659E", muzzle: "#DCC6E4" },
  red: { fur: "#C65A43", muzzle: "#F2C4B4" },
};
/** The coat of a cat whose colour is not what it is about. */
export const PLAIN: Coat = { fur: "#EADCC6", muzzle: "#FBF3E2" };

export interface Limb {
  d: string;
  width: number;
}

export interface Pose {
  body: string;
  /** Tail and legs: strokes as thick as they are. */
  limbs: Limb[];
  /** Lines over the body. */
  lines: string;
  head: { x: number; y: number; turn: number; scale: number };
  isAsleep: boolean;
  /** Where a thing lies or stands in front of the cat. */
  thing: { x: number; y: number };
  glass: { x: number; y: number };
}

const leg = (d: string): Limb => ({ d, width: 10 });

export const POSES: Record<string, Pose> = {
  leaping: {
    body: "M40 34C60 26 96 42 112 58C120 72 106 82 92 76C74 68 56 66 44 58C34 50 34 40 40 34Z",
    limbs: [
      { d: "M112 70C128 72 134 88 128 98", width: 8 },
      leg("M44 44L14 54"),
      leg("M50 50L22 70"),
      leg("M102 66L124 54"),
      leg("M98 72L112 96"),
    ],
    lines: "",
    head: { x: 20, y: 2, turn: -10, scale: 0.46 },
    isAsleep: false,
    thing: { x: 20, y: 91 },
    glass: { x: 52, y: 82 },
  },
  strutting: {
    body: "M38 52C50 42 96 44 112 52C120 62 114 76 104 76C84 80 64 80 48 76C36 72 32 60 38 52Z",
    limbs: [
      { d: "M108 56C124 48 118 26 128 16", width: 9 },
      leg("M46 66L40 96"),
      leg("M60 70L66 96"),
      leg("M96 66L90 96"),
      leg("M108 62L116 94"),
    ],
    lines: "",
    head: { x: 8, y: 14, turn: -6, scale: 0.48 },
    isAsleep: false,
    thing: { x: 12, y: 90 },
    glass: { x: 12, y: 80 },
  },
  seated: {
    body: "M54 52C40 66 38 86 42 100H92C98 84 92 62 80 52Z",
    limbs: [{ d: "M88 92C116 98 124 74 108 64", width: 9 }],
    lines: "M58 100V80M72 100V80M54 100q4-4 8 0M68 100q4-4 8 0",
    head: { x: 44, y: 8, turn: 0, scale: 0.46 },
    isAsleep: false,
    thing: { x: 16, y: 90 },
    glass: { x: 18, y: 80 },
  },
  lazy: {
    body: "M30 82C36 58 84 50 112 66C130 78 126 100 110 100H46C32 100 26 92 30 82Z",
    limbs: [{ d: "M118 88C136 86 134 70 124 70", width: 9 }, leg("M40 92L20 96"), leg("M56 96H36")],
    lines: "M96 98C86 90 92 76 106 80",
    head: { x: 8, y: 46, turn: 8, scale: 0.48 },
    isAsleep: true,
    thing: { x: 6, y: 92 },
    glass: { x: -4, y: 82 },
  },
  playful: {
    body: "M36 82C44 64 84 36 104 38C120 42 122 62 110 70C90 76 70 96 52 98C38 98 32 92 36 82Z",
    limbs: [
      { d: "M108 38C124 30 120 14 110 10", width: 9 },
      leg("M44 88L18 97"),
      leg("M54 92L32 99"),
      leg("M98 62L96 96"),
      leg("M110 58L114 96"),
    ],
    lines: "",
    head: { x: 8, y: 44, turn: -12, scale: 0.46 },
    isAsleep: false,
    thing: { x: 10, y: 91 },
    glass: { x: -4, y: 84 },
  },
};

/** The room a cat takes up in its own measure, hat and glass included. */
export const CAT_BOX = { x: -16, y: -14, width: 160, height: 120 };

const STRIPES = Array.from({ length: 10 }, (_, i) => `M${30 + 11 * i} 26q7 34 -3 78`).join("");
const SPOTS = Array.from({ length: 6 }, (_, row) =>
  Array.from(
    { length: 8 },
    (_, i) => `M${(row % 2 ? 37 : 30) + 14 * i - 3.2} ${34 + 12 * row}a3.2 3.2 0 1 0 6.4 0a3.2 3.2 0 1 0 -6.4 0Z`,
  ).join(""),
).join("");
export const PATTERNS: Record<string, string> = { striped: STRIPES, spotted: SPOTS };

/** Masks by seat: a colour, and a mark for those who cannot tell the colours apart. */
export const MASKS: { colour: string; mark: string }[] = [
  { colour: "#F0B53C", mark: "plain" },
  { colour: "#C2513A", mark: "dots" },
  { colour: "#5C79A8", mark: "slashes" },
  { colour: "#6F9A68", mark: "smiles" },
];
