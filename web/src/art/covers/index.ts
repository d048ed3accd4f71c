// The lids of the five boxes.
import cat_and_mouse from "./cat_and_mouse.svg";
import cloaked_cats from "./cloaked_cats.svg";
import hide_and_squeak from "./hide_and_squeak.svg";
import mice_heist from "./mice_heist.svg";
import who_done_it from "./who_done_it.svg";

export const COVERS: Record<string, string> = { hide_and_squeak, cat_and_mouse, cloaked_cats, who_done_it, mice_heist };
