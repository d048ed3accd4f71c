// The shapes of this game's views, by short names.
import type { components } from "../../api/schema";

type Schemas = components["schemas"];
export type View = Schemas["MiceHeistView"];
export type Event = Schemas["MiceHeistEvent"];
export type EventKind = Event["kind"];
export type Test = Schemas["MiceHeistTest"];
export type Chip = Schemas["MiceHeistChip"];
export type Colour = Chip["colour"];
export type Mouse = Schemas["MiceHeistMouse"];
export type Fist = Mouse["fist"];
export type Job = Schemas["MiceHeistJob"];
export type Obstacle = Schemas["MiceHeistObstacle"];
export type Way = Schemas["MiceHeistWay"];
export type Skill = Way["skills"][number];
export type Card = Schemas["MiceHeistCard"];
export type Held = Mouse["hand"][number];
export type Outlook = Schemas["MiceHeistOutlook"];
export type Components = Schemas["MiceHeistComponents"];
