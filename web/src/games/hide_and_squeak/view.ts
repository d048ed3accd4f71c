// The shapes of Hide and Squeak's views, as the server describes them.
import type { components } from "../../api/schema";

type Schemas = components["schemas"];
export type View = Schemas["HideAndSqueakView"];
export type Cell = Schemas["HideAndSqueakRoom"];
export type Mouse = Schemas["HideAndSqueakMouse"];
export type Happening = Schemas["HideAndSqueakEvent"];
export type Piece = NonNullable<Cell["piece"]>;
