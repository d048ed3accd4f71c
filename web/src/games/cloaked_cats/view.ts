// The shapes of Cloaked Cats' views, as the server describes them.
import type { components } from "../../api/schema";
import type { Room } from "../../table/room.svelte";

type Schemas = components["schemas"];
export type View = Schemas["CloakedCatsView"];
export type Player = Schemas["CloakedCatsPlayer"];
export type Note = Player["notes"][number];
export type Dancer = Schemas["CloakedCatsDancer"];
export type Cards = Schemas["CloakedCatsComponents"];
export type Feature = Schemas["CloakedCatsFeature"];
export type Cat = Schemas["CloakedCatsCat"];
export type Ball = Room<View>;
