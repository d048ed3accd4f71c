// What is drawn on cards and in rooms: each figure in a square of 100, a list of strokes in the house's hand.

export interface Stroke {
  d: string;
  /** slip: colour slipped out from under its line; flat: colour without a line; line: a line alone. */
  kind: "slip" | "flat" | "line";
  fill?: string;
  base?: string;
  opacity?: number;
  /** Smaller, and elsewhere: x, y, scale. */
  at?: [number, number, number];
}

const slip = (d: string, fill: string, base?: string): Stroke => ({ kind: "slip", d, fill, ...(base ? { base } : {}) });
const flat = (d: string, fill: string, opacity?: number): Stroke => ({ kind: "flat", d, fill, ...(opacity ? { opacity } : {}) });
const line = (d: string, opacity?: number): Stroke => ({ kind: "line", d, ...(opacity ? { opacity } : {}) });
const at = (x: number, y: number, scale: number, stroke: Stroke): Stroke => ({ ...stroke, at: [x, y, scale] });
const INK = "#2B2130";
const dot = (x: number, y: number, r = 1.9): Stroke => flat(`M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`, INK);

/** The prop by which each room is known. */
export const ROOM_ART: Record<number, Stroke[]> = {
  // Observatory
  1: [
    line("M50 62L30 100M50 62L70 100M50 62V100"),
    slip("M43 58H57V68H43Z", "#8C5E38"),
    slip("M10 62L58 30L68 46L18 74Z", "#5C79A8"),
    slip("M54 30L80 14L92 34L66 50Z", "#8C5E38"),
    slip("M6 62L12 59L20 73L14 77Z", "#F0B53C"),
    line("M30 50L39 63"),
    line("M84 70v8M80 74h8M22 22v6M19 25h6", 0.8),
  ],
  // Attic
  2: [
    slip("M12 54H88L80 100H20Z", "#B98552"),
    line("M16 66H84M18 78H82M20 90H80M34 54l4 46M50 54v46M66 54l-4 46", 0.6),
    slip("M18 54C22 36 44 40 48 54M46 54C54 32 80 40 82 54", "#FFFDF6"),
  ],
  // Nursery
  3: [
    slip("M10 26h2q4 0 4 4v66q0 4 -4 4h-2q-4 0 -4 -4v-66q0 -4 4 -4Z", "#B98552"),
    slip("M88 44h2q4 0 4 4v48q0 4 -4 4h-2q-4 0 -4 -4v-48q0 -4 4 -4Z", "#B98552"),
    slip("M16 62H84V88H16Z", "#5C79A8"),
    line("M34 62l50 0M34 70h50M34 79h50", 0.5),
    slip("M23 50h12q7 0 7 7v2q0 7 -7 7h-12q-7 0 -7 -7v-2q0 -7 7 -7Z", "#FFFDF6"),
  ],
  // Clock Loft
  4: [
    slip("M30 100V34C30 12 70 12 70 34V100Z", "#B98552"),
    slip("M24 100V92H76V100Z", "#8C5E38"),
    slip("M36 34a14 14 0 1 0 28 0a14 14 0 1 0 -28 0Z", "#FFFDF6"),
    line("M50 26V34L56 38"),
    slip("M44 56h12q4 0 4 4v22q0 4 -4 4h-12q-4 0 -4 -4v-22q0 -4 4 -4Z", "#FBE9C8"),
    line("M50 56V72"),
    slip("M45.5 75a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0 -9 0Z", "#F0B53C"),
  ],
  // Library
  5: [
    slip("M19 14h62q3 0 3 3v80q0 3 -3 3h-62q-3 0 -3 -3v-80q0 -3 3 -3Z", "#B98552"),
    flat("M22 20H78V44H22ZM22 50H78V72H22ZM22 78H78V94H22Z", "#8C5E38"),
    slip("M24 44V24H30V44Z", "#C2513A"),
    slip("M30.5 44V27H39.5V44Z", "#5C79A8"),
    slip("M40 44V30H48V44Z", "#FBE9C8"),
    slip("M48.5 44V24H55.5V44Z", "#4D7650"),
    slip("M61 44V27H67V44Z", "#8B4A78"),
    slip("M67.5 44V30H76.5V44Z", "#F0B53C"),
    slip("M24 72V54H32V72Z", "#C2513A"),
    slip("M32.5 72V57H39.5V72Z", "#5C79A8"),
    slip("M40 72V60H46V72Z", "#FBE9C8"),
    slip("M51.5 72V54H60.5V72Z", "#4D7650"),
    slip("M61 72V57H69V72Z", "#8B4A78"),
    slip("M69.5 72V60H76.5V72Z", "#F0B53C"),
    slip("M24 94V80H30V94Z", "#C2513A"),
    slip("M30.5 94V83H39.5V94Z", "#5C79A8"),
    slip("M45 94V86H53V94Z", "#FBE9C8"),
    slip("M53.5 94V80H60.5V94Z", "#4D7650"),
    slip("M61 94V83H67V94Z", "#8B4A78"),
    slip("M67.5 94V86H76.5V94Z", "#F0B53C"),
  ],
  // Gallery
  6: [
    slip("M6 24H30V92H6Z", "#D48F1C"),
    slip("M70 24H94V92H70Z", "#D48F1C"),
    slip("M30 20C34 4 66 4 70 20V94H30Z", "#F0B53C"),
    slip("M36 26C40 14 60 14 64 26V86H36Z", "#DCE7EC"),
    slip("M11 32H26V86H11ZM74 32H89V86H74Z", "#DCE7EC"),
    at(39, 44, 0.22, slip("M6 46C24 24 54 8 70 6C84 12 94 28 95 44L8 50Z", "#F7CC63")),
    at(39, 44, 0.22, slip("M7 49L95 44V70C70 74 34 76 8 75Z", "#F0B53C")),
    at(39, 44, 0.22, slip("M21 61a7 7 0 1 0 14 0a7 7 0 1 0 -14 0Z", "#D48F1C", "#D48F1C")),
    at(39, 44, 0.22, slip("M57 57a5 5 0 1 0 10 0a5 5 0 1 0 -10 0Z", "#D48F1C", "#D48F1C")),
    at(39, 44, 0.22, slip("M74 66a6 4 0 1 0 12 0a6 4 0 1 0 -12 0Z", "#D48F1C", "#D48F1C")),
    at(39, 44, 0.22, slip("M56 26a8 4.6 0 1 0 16 0a8 4.6 0 1 0 -16 0Z", "#D48F1C", "#D48F1C")),
    at(39, 44, 0.22, slip("M37 37a5 3 0 1 0 10 0a5 3 0 1 0 -10 0Z", "#D48F1C", "#D48F1C")),
    line("M40 74C46 66 54 66 60 74M14 70l4-8 4 8M78 70l4-8 4 8"),
  ],
  // Ballroom
  7: [
    line("M22 76V100M78 76V100"),
    slip("M16 22H84V66H16Z", "#8B4A78"),
    slip("M10 64H90V78H10Z", "#8B4A78"),
    slip("M15 62H85V69H15Z", "#FFFDF6"),
    line("M22 62v4M29 62v4M36 62v4M43 62v4M50 62v4M57 62v4M64 62v4M71 62v4M78 62v4"),
    slip("M36 52V34H48V52ZM50 52V34H62V52Z", "#FFFDF6"),
    line("M39 40h6M39 45h6M53 40h6M53 45h6", 0.6),
  ],
  // Trophy Hall
  8: [
    slip("M28 84H72V96H28Z", "#8C5E38"),
    slip("M34 84C30 62 36 50 44 46C38 40 38 28 42 18L50 26H58L64 18C70 30 68 42 62 47C72 54 72 70 68 84Z", "#F0B53C"),
    flat("M46.2 34a1.8 1.8 0 1 0 3.6 0a1.8 1.8 0 1 0 -3.6 0Z", "#2B2130"),
    flat("M56.2 34a1.8 1.8 0 1 0 3.6 0a1.8 1.8 0 1 0 -3.6 0Z", "#2B2130"),
    line("M53 39v2M68 80C82 80 82 64 76 60"),
  ],
  // Orangery
  9: [
    slip("M50 60C44 40 28 34 18 40C22 54 36 60 50 60Z", "#6F9A68"),
    slip("M50 60C54 36 70 26 84 32C80 50 66 60 50 60Z", "#6F9A68"),
    slip("M50 62C40 44 42 20 52 8C62 22 60 44 50 62Z", "#4D7650"),
    line("M50 58C50 40 51 28 52 20"),
    slip("M30 62H70L64 100H36Z", "#C2513A"),
    slip("M27 60H73V68H27Z", "#C2513A"),
  ],
  // Kitchen
  10: [
    slip("M21 34h58q5 0 5 5v56q0 5 -5 5h-58q-5 0 -5 -5v-56q0 -5 5 -5Z", "#6E6C7E"),
    slip("M31 54h38q5 0 5 5v24q0 5 -5 5h-38q-5 0 -5 -5v-24q0 -5 5 -5Z", "#2B2130", "#2B2130"),
    flat("M35 60h30q4 0 4 4v14q0 4 -4 4h-30q-4 0 -4 -4v-14q0 -4 4 -4Z", "#F0B53C", 0.8),
    line("M22 46H78"),
    flat("M27.6 41a2.4 2.4 0 1 0 4.8 0a2.4 2.4 0 1 0 -4.8 0Z", "#2B2130"),
    flat("M39.6 41a2.4 2.4 0 1 0 4.8 0a2.4 2.4 0 1 0 -4.8 0Z", "#2B2130"),
    slip("M28 34V22H60V34Z", "#C2513A"),
    line("M60 28H72"),
    line("M36 16q3-4 0-8M48 16q3-4 0-8"),
  ],
  // Vault
  11: [
    slip("M16 16h68q6 0 6 6v66q0 6 -6 6h-68q-6 0 -6 -6v-66q0 -6 6 -6Z", "#6E6C7E"),
    slip("M22 24h56q4 0 4 4v54q0 4 -4 4h-56q-4 0 -4 -4v-54q0 -4 4 -4Z", "#8F8CA3"),
    slip("M32 55a20 20 0 1 0 40 0a20 20 0 1 0 -40 0Z", "#CFD3DE"),
    slip("M46 55a6 6 0 1 0 12 0a6 6 0 1 0 -12 0Z", "#F0B53C"),
    line("M52 35v7M52 68v7M32 55h7M65 55h7M38 41l5 5M61 64l5 5M66 41l-5 5M43 64l-5 5"),
    line("M18 34h5M18 76h5M26 94v6M74 94v6"),
  ],
  // Wash House
  12: [
    slip("M8 52H92C92 78 84 90 70 90H30C16 90 8 78 8 52Z", "#FFFDF6"),
    slip("M4 48H96V55H4Z", "#FFFDF6"),
    line("M28 90l-5 10M72 90l5 10"),
    slip("M21 42a9 9 0 1 0 18 0a9 9 0 1 0 -18 0Z", "#CFE3EA"),
    slip("M33 38a11 11 0 1 0 22 0a11 11 0 1 0 -22 0Z", "#CFE3EA"),
    slip("M50 43a8 8 0 1 0 16 0a8 8 0 1 0 -16 0Z", "#CFE3EA"),
    line("M82 48V30q0-8-8-8"),
  ],
};

const PLINTH = slip("M26 84H76V97H26Z", "#8C5E38");
const panel = (sky: string, hills: string, ...light: Stroke[]): Stroke[] => [
  slip("M20 97V32C20 4 80 4 80 32V97Z", "#D48F1C"),
  slip("M29 89V34C29 14 71 14 71 34V89Z", sky),
  ...light,
  flat("M29.5 72C42 60 56 76 70.5 64V88H29.5Z", hills),
  line("M29 72C42 60 56 76 71 64M29 89H71"),
];

/** What lies on the loot and trick cards, by code. */
export const CARD_ART: Record<string, Stroke[]> = {
  "glory-at-dawn": panel("#F6C9B4", "#6F9A68", slip("M36 68a14 14 0 0 1 28 0Z", "#F0B53C"), line("M50 48v-7M35 55l-4-5M65 55l4-5")),
  "glory-at-noon": panel(
    "#BFE0EA",
    "#7FA06A",
    slip("M38 42a12 12 0 1 0 24 0a12 12 0 1 0 -24 0Z", "#F8DC8A"),
    line("M50 25v-3M50 62v-3M33 42h-2M69 42h-2M38 30l-2-2M62 30l2-2M38 54l-2 2M62 54l2 2"),
  ),
  "glory-at-dusk": panel(
    "#7E6AA6",
    "#4D5E76",
    slip("M54 28C42 30 38 44 45 52C52 60 62 57 65 50C54 50 48 40 54 28Z", "#F8DC8A"),
    flat("M38 32l1.5 3 3 1-3 1-1.5 3-1.5-3-3-1 3-1z", "#F8DC8A"),
  ),
  emberdrop: [
    slip("M50 7C60 29 84 44 84 65C84 84 68 95 50 95C32 95 16 84 16 65C16 44 40 29 50 7Z", "#DD6A48"),
    line("M50 7L36 58L50 95L64 58ZM16 65L36 58H64L84 65"),
    line("M12 26l5 4M88 26l-5 4"),
  ],
  fernlight: [
    slip("M32 12H68L92 36V64L68 88H32L8 64V36Z", "#73B380"),
    slip("M38 28H62L76 42V58L62 72H38L24 58V42Z", "#A6D6A4"),
    line("M32 12L38 28M68 12L62 28M92 36L76 42M92 64L76 58M68 88L62 72M32 88L38 72M8 64L24 58M8 36L24 42"),
    line("M42 60C46 48 54 42 62 38M47 52l-6-2M53 46l-4-4", 0.6),
  ],
  moonwater: [
    slip("M26 24H74L94 46L50 92L6 46Z", "#7FB5C4"),
    line("M6 46H94M26 24L36 46L50 92M74 24L64 46L50 92M36 46L50 24L64 46"),
    line("M14 14l4 5M50 6v7M86 14l-4 5"),
  ],
  "brass-hare": [
    PLINTH,
    slip(
      "M34 84C24 70 30 54 45 52C42 44 44 36 52 33C47 22 45 10 49 3C56 8 58 20 58 31C60 20 64 9 69 5C73 15 70 28 65 35C73 40 74 51 66 55C74 62 76 74 71 84Z",
      "#C9974A",
    ),
    line("M40 84C38 74 42 66 50 64M66 45l5 1M64 84C64 76 62 72 58 70"),
    dot(60, 43),
    slip("M29 79a6 6 0 1 0 12 0a6 6 0 1 0 -12 0Z", "#E3BE7C"),
  ],
  "silver-heron": [
    PLINTH,
    line("M46 84V66M56 84V66"),
    slip("M57 55C70 46 58 34 61 22C63 11 75 11 78 19L96 25L78 27C72 29 75 38 75 46C75 57 67 63 58 63Z", "#D7DEE6"),
    slip("M28 56C36 42 54 43 63 52C71 60 65 70 52 70C41 70 31 67 17 75C18 67 22 61 28 56Z", "#C3CDD8"),
    line("M32 60C42 56 50 57 56 62M68 13C62 8 56 8 52 10"),
    dot(71, 19.5),
  ],
  "golden-lynx": [
    PLINTH,
    slip("M30 84C27 66 32 54 41 49C33 43 33 30 36 14L46 24H60L70 14C73 30 73 43 65 49C76 54 77 70 74 84Z", "#F0B53C"),
    line("M36 14L32 4M70 14L74 4M44 84V70M60 84V70M48 43q5 4 10 0M53 40v3"),
    line("M38 43L28 46M68 43L78 46M40 62l4 2M66 62l-4 2M50 58h5"),
    dot(46, 34, 2.4),
    dot(60, 34, 2.4),
  ],
  "calling-card": [
    slip("M10 36L76 16L90 66L24 88Z", "#FBE9C8"),
    line("M22 42L50 33M26 54L44 49", 0.7),
    slip("M50 58a11 10 0 1 0 22 0a11 10 0 1 0 -22 0Z", "#B9AFB4"),
    slip("M45 47a7 7 0 1 0 14 0a7 7 0 1 0 -14 0Z", "#B9AFB4"),
    slip("M63 44a7 7 0 1 0 14 0a7 7 0 1 0 -14 0Z", "#B9AFB4"),
    dot(57, 57),
    dot(65, 56),
    line("M60 62l2 1l2-2"),
  ],
  "smoke-bomb": [
    slip("M12 90C0 88 2 72 14 72C12 60 28 56 34 66C38 60 50 62 50 72H84C98 72 98 90 84 90Z", "#D8D2E4"),
    slip("M30 52a24 24 0 1 0 48 0a24 24 0 1 0 -48 0Z", "#5A5266"),
    slip("M60 27L72 22L77 31L66 37Z", "#8F8CA3"),
    line("M73 24C78 12 86 20 90 10"),
    slip("M90 2l3 5 6 1-5 4 1 6-5-3-5 3 1-6-5-4 6-1z", "#F8DC8A"),
    line("M38 48C40 41 45 37 51 36", 0.5),
  ],
  pickpocket: [
    slip("M38 50V10H68V50Z", "#FFFAEE"),
    slip("M46 18H60V32H46Z", "#8B3F35"),
    slip("M14 44H86V74C86 98 14 98 14 74Z", "#5C79A8"),
    line("M20 52H80M20 58V74C20 88 80 88 80 74V58", 0.55),
    slip("M58 40C50 36 52 26 60 26C62 22 70 22 72 26C80 26 92 34 98 44L88 58C80 56 74 52 70 46C66 50 60 48 58 40Z", "#B9AFB4"),
    line("M60 30q4 2 6 6M70 29q2 3 2 6"),
  ],
};

export const BAG: Stroke[] = [
  slip("M36 24C10 40 2 92 20 100H80C98 92 90 40 64 24Z", "#B98552"),
  slip("M32 24C28 14 30 8 36 4C42 10 58 10 64 4C70 8 72 14 68 24Z", "#B98552"),
  slip("M30 22H70V29H30Z", "#C2513A"),
  line("M30 44C24 56 22 72 24 84"),
];

export const LENS: Stroke[] = [
  slip("M61 67L67 61L94 88L88 94Z", "#8C5E38"),
  slip("M8 40a32 32 0 1 0 64 0a32 32 0 1 0 -64 0Z", "#DCEBEA"),
  line("M14 40a26 26 0 1 0 52 0a26 26 0 1 0 -52 0Z"),
  line("M24 34C28 26 34 24 40 24", 0.6),
];

export const TRAP: Stroke[] = [
  slip("M10 40h80q4 0 4 4v12q0 4 -4 4h-80q-4 0 -4 -4v-12q0 -4 4 -4Z", "#B98552"),
  line("M14 50h20M60 54h24"),
  slip("M40 40C40 22 72 22 72 40", "#FFFDF6"),
  line("M44 40C44 27 68 27 68 40"),
  at(22, 26, 0.18, slip("M6 46C24 24 54 8 70 6C84 12 94 28 95 44L8 50Z", "#F7CC63")),
  at(22, 26, 0.18, slip("M7 49L95 44V70C70 74 34 76 8 75Z", "#F0B53C")),
];

/** An eye: somebody watches. */
export const EYE: Stroke[] = [
  slip("M6 50C22 22 78 22 94 50C78 78 22 78 6 50Z", "#FFFAEE"),
  slip("M34 50a16 16 0 1 0 32 0a16 16 0 1 0 -32 0Z", "#F2907A"),
  dot(50, 50, 7),
];

export const MOON = "M60 6C24 10 10 44 26 70C40 92 72 90 86 68C54 74 38 36 60 6Z";

/** Stars over the roof: x, y, size. */
export const STARS: [number, number, number][] = [
  [127, 69, 1.1],
  [220, 10, 1.5],
  [131, 42, 0.7],
  [65, 78, 1.1],
  [469, 20, 1.5],
  [222, 66, 0.7],
  [448, 31, 1.5],
  [287, 13, 1.1],
  [248, 60, 1.5],
  [442, 43, 1.1],
  [547, 2, 1.5],
  [161, 17, 0.7],
  [592, 26, 1.1],
  [303, 46, 1.5],
  [20, 34, 1.2],
  [36, 8, 0.8],
  [360, 22, 0.9],
];
