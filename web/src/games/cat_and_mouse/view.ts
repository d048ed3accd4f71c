// The shapes of Cat & The Mouse's views, as the server describes them.
import type { components } from "../../api/schema";
import type { Room } from "../../table/room.svelte";

type Schemas = components["schemas"];
export type View = Schemas["CatAndMouseView"];
export type Place = Schemas["CatAndMouseRoom"];
export type RowCard = Schemas["CatAndMouseRowCard"];
export type Loot = Schemas["CatAndMouseLoot"];
export type Trick = Schemas["CatAndMouseTrick"];
export type Line = Schemas["CatAndMouseSet"];
export type Told = Schemas["CatAndMouseEvent"];
export type Table = Room<View>;
