// The shapes of `frame.py`, as the page reads them.
export type Skill = "agility" | "charm" | "dexterity";
export type Phase = "select" | "bet" | "scout" | "play" | "pick_chip" | "learn" | "look_on" | "discard" | "over";
export type Colour = "blue" | "green" | "yellow" | "orange" | "red" | "purple";
export type Fist = "resting" | "empty" | "thinking" | "closed" | "open";
export type Source = "deck" | "hand" | "played";
export type EventKind = "turn_began" | "selected" | "bet_made" | "bet_shown" | "assist_shown" | "assist_shuffled" | "rained" | "took_cheese" | "rating_rose" | "drew" | "shuffled" | "moved" | "chip_drawn" | "bag_filled" | "scouted" | "laid_aside" | "card_played" | "chip_flipped" | "chip_returned" | "all_returned" | "tested" | "obstacle_left" | "learnt" | "declined" | "discarded" | "paid" | "ended";

export interface Ratings {
  agility: number;
  charm: number;
  dexterity: number;
}

export interface Identity {
  name: string;
  ratings: Ratings;
}

export interface Card {
  id: number;
  name: string;
  teaches: Skill;
  effect: string;
  copies: number;
}

export interface AssistCard {
  id: number;
  name: string;
  modifier: number;
  effect: string;
  copies: number;
}

export interface Way {
  skills: Skill[];
  target: number;
}

export interface Obstacle {
  number: number;
  name: string;
  ways: Way[];
  payout: number;
  mandatory: boolean;
}

export interface JobCard {
  letter: string;
  name: string;
  obstacles: Obstacle[];
}

export interface ChipKind {
  colour: Colour;
  copies: number;
  sides: number[];
}

export interface Components {
  identities: Identity[];
  skill_cards: Card[];
  assist_cards: AssistCard[];
  jobs: JobCard[];
  chips: ChipKind[];
  food: number[];
  top_rating: number;
}

export interface Held {
  place: number;
  back: Skill;
  card: Card | null;
  adds: number | null;
}

export interface Mouse {
  seat: number;
  name: string;
  identity: string;
  ratings: Ratings;
  cheese: number;
  food: number;
  home: number;
  fist: Fist;
  bet: number | null;
  hand: Held[];
}

export interface Job {
  letter: string;
  name: string;
  obstacles: Obstacle[];
  cheese: number;
  track: number[];
  standing: number[];
  ratings: number[];
  tested: boolean;
}

export interface Chip {
  colour: Colour;
  value: number;
  other: number;
  doubled: boolean;
}

export interface BagChip {
  colour: Colour;
  sides: number[];
  inside: number;
  copies: number;
}

export interface Assist {
  name: string;
  effect: string;
  adds: number;
}

export interface Played {
  card: Card;
  count: number;
  adds: number;
}

export interface Test {
  job: number;
  obstacle: Obstacle;
  skills: Skill[];
  target: number;
  rating: number;
  chips: Chip[];
  chips_sum: number;
  assist: Assist | null;
  cards: Played[];
  cards_sum: number;
  using: Card | null;
  total: number;
  verdict: "success" | "failure" | null;
  learns: number;
}

export interface Deck {
  cards: number;
  top: Skill | null;
  discards: number[];
}

export interface Payout {
  job: number;
  food: number[];
  cheese: number[];
}

export interface Event {
  kind: EventKind;
  seat: number | null;
  job: number | null;
  number: number | null;
  skill: Skill | null;
  card: Card | null;
  place: number | null;
  chip: Chip | null;
  colours: Colour[] | null;
  assist: Assist | null;
  start: number | null;
  space: number | null;
  jobs: number[] | null;
  source: Source | null;
  target: number | null;
  success: boolean | null;
  name: string | null;
}

export interface View {
  game: "mice_heist";
  phase: Phase;
  turn: number;
  stakes: boolean;
  tester: number;
  mice: Mouse[];
  jobs: Job[];
  spaces: number;
  food: number[];
  larder: number;
  bag: BagChip[];
  test: Test | null;
  deck: Deck;
  assist_cards: number;
  assist_discards: number[];
  payouts: Payout[];
  events: Event[];
}
