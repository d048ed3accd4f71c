import type { GamePage } from "../game";
import Board from "../plain/Board.svelte";
import Face from "../plain/Face.svelte";

export default { Board, Face } satisfies GamePage;
