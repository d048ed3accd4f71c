// Where everything stands in the doll's house, for a wide, a middling and a narrow board. One unit is about one pixel.
import type { Piece } from "./view";

export interface Shape {
  name: "wide" | "middle" | "narrow";
  /** Width of a room. */
  room: number;
  gap: number;
  /** Heights, from the top: wallpaper, skirting, floor, and the crawlspace below it. */
  wall: number;
  skirt: number;
  floor: number;
  crawl: number;
  left: number;
  top: number;
  roof: number;
  /** How much smaller things are than on the wide board. */
  things: number;
  token: number;
  cat: number;
  mouse: number;
  tag: number;
  hand: number;
}

const WIDE: Shape = {
  name: "wide", room: 288, gap: 8, wall: 95, skirt: 7, floor: 32, crawl: 52, left: 24, top: 50, roof: 34,
  things: 1, token: 0.46, cat: 0.61, mouse: 0.45, tag: 14.5, hand: 17,
}; // prettier-ignore
const MIDDLE: Shape = {
  name: "middle", room: 200, gap: 7, wall: 90, skirt: 7, floor: 29, crawl: 50, left: 20, top: 46, roof: 28,
  things: 0.86, token: 0.4, cat: 0.54, mouse: 0.42, tag: 14, hand: 16,
}; // prettier-ignore
const NARROW: Shape = {
  name: "narrow", room: 111, gap: 5, wall: 69, skirt: 6, floor: 22, crawl: 46, left: 16, top: 38, roof: 20,
  things: 0.6, token: 0.31, cat: 0.41, mouse: 0.37, tag: 12.6, hand: 15,
}; // prettier-ignore

/** The board that fills a space best; in a narrow column that is no lower than it is wide the height is free. */
export function shapeFor(width: number, height: number): Shape {
  if (width < 480 && height >= 0.9 * width) return NARROW;
  const scale = (s: Shape) => Math.min(width / boardWidth(s), height / boardHeight(s));
  const area = (s: Shape) => scale(s) ** 2 * boardWidth(s) * boardHeight(s);
  return area(MIDDLE) > area(WIDE) ? MIDDLE : WIDE;
}

export interface Spot {
  x: number;
  y: number;
}

export const ROOMS = [0, 1, 2, 3, 4, 5, 6, 7, 8] as const;
export const row = (room: number) => Math.floor(room / 3);
export const column = (room: number) => room % 3;

/** Height of the room above the floorboards, and of a whole cell. */
export const above = (s: Shape) => s.wall + s.skirt + s.floor;
export const cell = (s: Shape) => above(s) + s.crawl;
export const boardWidth = (s: Shape) => 2 * s.left + 3 * s.room + 2 * s.gap;
export const boardHeight = (s: Shape) => s.top + 3 * cell(s) + 2 * s.gap + 12;

/** The top left corner of a room. */
export function corner(s: Shape, room: number): Spot {
  return { x: s.left + column(room) * (s.room + s.gap), y: s.top + row(room) * (cell(s) + s.gap) };
}

/** The middle of the crawlspace below a room. */
export function under(s: Shape, room: number): Spot {
  const { x, y } = corner(s, room);
  return { x: x + s.room / 2, y: y + above(s) + s.crawl / 2 };
}

/** Where the cat sits: beside what lies and stands in the room, as shares of its width. */
const CAT_AT = [0.77, 0.46, 0.4, 0.46, 0.46, 0.46, 0.84, 0.44, 0.42];
const CAT_AT_NARROW = [0.68, 0.6, 0.4, 0.5, 0.4, 0.5, 0.68, 0.62, 0.42];
/** Half the cat's width in its own drawing. */
const CAT_MIDDLE = 80;
const CAT_FEET = 200;

export function catSpot(s: Shape, room: number): Spot {
  const { x, y } = corner(s, room);
  const share = (s.name === "narrow" ? CAT_AT_NARROW : CAT_AT)[room] ?? 0.5;
  return { x: x + share * s.room - CAT_MIDDLE * s.cat, y: y + above(s) + 1 - CAT_FEET * s.cat };
}

/** The middle of the cat's chest, where its ears' ripples begin. */
export function catHeart(s: Shape, room: number): Spot {
  const spot = catSpot(s, room);
  return { x: spot.x + CAT_MIDDLE * s.cat, y: spot.y + 60 * s.cat };
}

const TOKENS_AT = [0.47, 0.06, 0.04, 0.06, 0.72, 0.06, 0.56, 0.05, 0.04];
const TOKENS_AT_NARROW = [0.45, 0.08, 0.04, 0.06, 0.5, 0.06, 0.5, 0.05, 0.04];

/** Where the n-th token of a room lies; they overlap a little. */
export function tokenSpot(s: Shape, room: number, n: number): Spot {
  const { x, y } = corner(s, room);
  const share = (s.name === "narrow" ? TOKENS_AT_NARROW : TOKENS_AT)[room] ?? 0.1;
  const step = 37 * s.token;
  return { x: x + share * s.room + n * step, y: y + above(s) - 62 * s.token - (n % 2 === 1 ? 6.5 * s.token : 0) };
}

/** Where the n-th of several mice sits in a crawlspace. */
export function mouseSpot(s: Shape, room: number, n: number, count: number): Spot {
  const { x, y } = corner(s, room);
  const width = 100 * s.mouse;
  const pitch = count < 2 ? 0 : Math.min(width * 1.12, (s.room - 12 - width) / (count - 1));
  const middle = count < 2 ? s.room * (s.name === "narrow" ? 0.34 : 0.4) : s.room / 2;
  return { x: x + middle - width / 2 + (n - (count - 1) / 2) * pitch, y: y + cell(s) - 2 - 117 * s.mouse };
}

/** Where the n-th mouse that is not below sits on the roof. */
export function roofSpot(s: Shape, n: number, count: number): Spot {
  const width = 100 * s.mouse * ROOF_SIZE;
  const right = boardWidth(s) - s.left - s.room * 0.12;
  return { x: right - (count - n) * width * 1.05, y: s.top - 9 - 117 * s.mouse * ROOF_SIZE };
}
export const ROOF_SIZE = 0.8;

export const PIECE_ROOM: Record<Piece, number> = { clock: 0, lamp: 2, plant: 6, armchair: 8 };
/** The leftmost and rightmost ink of each piece, in its own drawing of 100 by 100: what it lies on once it has fallen. */
const SIDES: Record<Piece, [number, number]> = { clock: [24, 76], lamp: [22, 78], plant: [18, 84], armchair: [12, 88] };

export interface Pose extends Spot {
  turn: number;
  scale: number;
}

/** A piece stands at the outer wall, or lies with its top towards the middle. */
export function piecePose(s: Shape, piece: Piece, upright: boolean): Pose {
  const { x, y } = corner(s, PIECE_ROOM[piece]);
  const scale = 1.02 * s.things;
  const size = 100 * scale;
  const ground = y + above(s) - 8 * s.things;
  const isLeft = column(PIECE_ROOM[piece]) === 0;
  const inset = 10 * s.things + 2;
  if (upright) return { x: isLeft ? x + inset : x + s.room - inset - size, y: ground - size, turn: 0, scale };
  const [first, last] = SIDES[piece];
  return isLeft
    ? { x: x + inset + size, y: ground + 3 - last * scale, turn: 90, scale }
    : { x: x + s.room - inset - size, y: ground + 3 + first * scale, turn: -90, scale };
}

/** The box around a piece, for fingers. */
export function pieceBox(s: Shape, piece: Piece, upright: boolean): { x: number; y: number; width: number; height: number } {
  const pose = piecePose(s, piece, true);
  const size = 100 * pose.scale;
  const fallen = upright ? 0 : size * 0.24;
  return { x: pose.x + size * 0.1, y: pose.y + size * 0.06 + fallen, width: size * 0.8, height: size * 0.98 - fallen };
}

/** The rooms one walks through, straight along the rows and then up or down. */
export function way(from: number, stops: number[]): number[] {
  const rooms = [from];
  let here = from;
  for (const stop of stops) {
    while (column(here) !== column(stop)) rooms.push((here += column(stop) > column(here) ? 1 : -1));
    while (row(here) !== row(stop)) rooms.push((here += row(stop) > row(here) ? 3 : -3));
  }
  return rooms;
}
