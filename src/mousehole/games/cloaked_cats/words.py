"""Cloaked Cats in words: prompts, moves, what happened, and the ballroom in text."""

from __future__ import annotations

import numpy as np

from mousehole.engine.doors import quickly
from mousehole.engine.rule import HIDDEN, Record
from mousehole.engine.sentences import listed
from mousehole.games.cloaked_cats import codes
from mousehole.games.cloaked_cats.components import ACCESSORIES, CATS, FEATURE_COUNT, FEATURES, SHOWS
from mousehole.games.cloaked_cats.house import cloak_size, masks_each, wins_ties
from mousehole.games.cloaked_cats.knowledge import feature_chances, surely_holds
from mousehole.games.cloaked_cats.rules import host_of, points_of, rank

REASONS = ("", *codes.ENDINGS.values())

MASKS, CLOAK = quickly(masks_each), quickly(cloak_size)
"""What was agreed, printed or not, as words ask for it."""

PLAYERS = ("Saffron", "Ruby", "Indigo", "Fern")
"""Each called after the colour of its masks."""

WIDEST = 79
"""Columns of the table in text."""

CERTAIN = 1 - 1e-9
"""Chances are sums of fractions; from here on there is no doubt."""

CARRIED = {
    "ball of yarn": "with a ball of yarn",
    "fish cocktail": "with a fish cocktail",
    "top hat": "in a top hat",
    "toy mouse": "with a toy mouse",
}


def seat_name(seats: int, seat: int) -> str:  # every game names its seats by their number at the table
    """Name a seat inside a sentence."""
    return PLAYERS[seat]


def name_for(viewer: int, seat: int) -> str:
    """Name a player to a viewer."""
    return "you" if seat == viewer else PLAYERS[seat]


def starting(text: str) -> str:
    """Begin a sentence."""
    return text[0].upper() + text[1:]


def members(bits: int) -> list[int]:
    """List the members of a set kept as bits."""
    return [i for i in range(bits.bit_length()) if bits >> i & 1]


def cat_name(cat: int) -> str:
    """Describe a cat: "leaping blue cat, striped, with a toy mouse"."""
    pose, colour, *worn = CATS[cat]
    return ", ".join([f"{pose} {colour} cat", *(CARRIED.get(feature, feature) for feature in worn)])


def feature_claim(feature: int) -> str:
    """Say what a player with this feature is or has."""
    name = FEATURES[feature]
    return f"has a {name}" if name in ACCESSORIES else f"is {name}"


def feature_names(bits: int) -> str:
    """List a set of features."""
    return ", ".join(FEATURES[feature] for feature in members(bits))


# What a seat is asked


def prompt(view: Record, seat: int) -> str:
    """Say what a seat is asked now."""
    if view.phase == codes.PLAY:
        return "Which of your cats do you send to the dance floor?"
    if view.phase == codes.OVER:
        return "The game is over."
    if not any(view.covered[player] for player in range(view.seats) if player != seat):
        return "Nobody is left to ask: every other cloak is lifted."
    opening = "This is your last turn. " if view.last else ""
    return f"{opening}Whose cloak will you lift? Name one feature of one other player, or let it be."


def stakes(view: Record, seat: int) -> str:
    """Say what a cat costs, or what a guess wins and loses (CC-3.2, CC-3.3, CC-4.1, CC-4.2)."""
    left = [int(view.stock[player]) for player in range(view.seats)]
    if view.phase == codes.PLAY:
        end = " A last mask ends the ball." if 1 in left else ""
        return f"Everybody who shares a feature with it lays a mask on it, you too.{end}"
    others = others_of(view, seat)
    if view.phase == codes.OVER or not others:
        return ""
    right = "Right: they pay you a mask."
    if left[seat] == 1:
        return f"{right} Wrong: you pay your last one, and the ball is over."
    end = ""
    if any(left[player] == 1 for player in others):
        end = " A last mask paid ends the ball."
    elif not view.last and any(view.covered[player] == 1 for player in others):
        end = " A whole cloak lifted makes this round the last."
    return f"{right} Wrong: you pay them one.{end}"


def goal(view: Record, viewer: int) -> tuple[str, str, str]:
    """Say what is wanted, how the ball ends, and what is hidden."""
    masks, features = MASKS(view), CLOAK(view)
    return (
        "Have most points: one for each mask you win, one for each feature of yours that stays hidden.",
        f"The ball ends when a whole cloak is lifted, or when somebody's {masks} masks are gone.",
        f"Each cloak hides {features} features. Masks on a dancing cat tell who shares one with it.",
    )


def move_name(view: Record, seat: int, action: int) -> str:  # an action says it all
    """Write an action as the notation does."""
    if action < codes.PASS:
        return f"send {CATS[action][0]} {CATS[action][1]}"
    if action == codes.PASS:
        return "pass"
    player, feature = divmod(action - codes.FIRST_GUESS, FEATURE_COUNT)
    return f"ask {PLAYERS[player].lower()} {FEATURES[feature]}"


def move_text(view: Record, seat: int, action: int) -> str:
    """Write an action as a button would."""
    if action < codes.PASS:
        return f"Send out the {cat_name(action)}"
    if action == codes.PASS:
        return "Let it be"
    player, feature = divmod(action - codes.FIRST_GUESS, FEATURE_COUNT)
    return f"{PLAYERS[player]} {feature_claim(feature)}"


def remark(view: Record, seat: int, action: int) -> str:
    """Say what a hint rests on, by exact notes: how likely a guess is right, or what a cat tells."""
    if action < codes.PASS:
        return cat_remark(view, seat, action)
    if action > codes.PASS:
        player, feature = divmod(action - codes.FIRST_GUESS, FEATURE_COUNT)
        chance = chances_of(view, player)[feature]
        how = "certain to be right" if chance > CERTAIN else f"right with a chance of {percent(chance)}"
        return f"This guess is {how}."
    best, player, feature = max(
        ((chance, other, i) for other in others_of(view, seat) for i, chance in enumerate(chances_of(view, other))),
        key=lambda guess: guess[0],
        default=(0.0, seat, 0),
    )
    if best == 0:
        return "Nobody is left to ask."
    claim = f"{PLAYERS[player]} {feature_claim(feature)}"
    return f"The likeliest guess, that {claim}, would be right with a chance of {percent(best)}."


def sure_claim(view: Record, seat: int, action: int) -> str:  # every seat sees its own notes
    """Say what a guess that cannot be wrong claims; nothing for any other move."""
    if action < codes.FIRST_GUESS:
        return ""
    player, feature = divmod(action - codes.FIRST_GUESS, FEATURE_COUNT)
    is_sure = int(surely_holds(view, player)) >> feature & 1
    return f"{PLAYERS[player]} {feature_claim(feature)}" if is_sure else ""


def cat_remark(view: Record, seat: int, cat: int) -> str:
    """Say what a cat tells the others of oneself, and how likely somebody else must lay a mask on it."""
    features = int(SHOWS[cat])
    chance = mask_chance(view, [other for other in range(view.seats) if other != seat], features)
    who = PLAYERS[1 - seat] if view.seats == 2 else "Somebody else"
    if chance == 0:
        asks = "Nobody else can lay a mask on it."
    elif chance > CERTAIN:
        asks = f"{who} is certain to lay a mask on it."
    else:
        asks = f"{who} lays a mask on it with a chance of {percent(chance)}."
    return f"{own_remark(view, seat, features)} {asks}"


def own_remark(view: Record, seat: int, features: int) -> str:
    """Say whether one's own mask goes on a cat with these features, and whether that is news to the room."""
    shared, count, public = members(features & int(view.cloak[seat])), features.bit_count(), view.copy()
    public.cloak[seat] = HIDDEN
    expected = mask_chance(public, [seat], features)
    if not shared:
        news = "as everybody knows" if expected == 0 else f"so the others see {count} features that you do not have"
        return f"It shares nothing with you, {news}."
    alike = listed([feature_claim(feature) for feature in shared])
    if view.stock[seat] == 1:
        return f"Like you it {alike}: your last mask goes on it, and the ball is over."
    news = "nothing new" if expected > CERTAIN else f"that you have at least one of its {count} features"
    return f"Like you it {alike}: your mask on it tells {news}."


def mask_chance(view: Record, players: list[int], features: int) -> float:
    """Say how likely some of these players have any of these features: each is asked where those before are missing."""
    world, nobody = view.copy(), 1.0
    for feature in members(features):
        held = sum(holds(world, player)[feature] for player in players)
        if held > CERTAIN:
            return 1.0
        nobody *= 1 - held
        for player in players:
            world.lacks[player] = int(world.lacks[player]) | 1 << feature
    return 1 - nobody


def others_of(view: Record, seat: int) -> list[int]:
    """List the others who still have something under their cloaks."""
    return [other for other in range(view.seats) if other != seat and view.covered[other]]


def chances_of(view: Record, player: int) -> list[float]:
    """Say how likely a player has each feature under its cloak that is not lifted yet."""
    return [0.0 if view.shown[player] >> i & 1 else chance for i, chance in enumerate(holds(view, player))]


def holds(view: Record, player: int) -> list[float]:
    """Say how likely a player has each feature, face up or not."""
    chances = np.zeros(FEATURE_COUNT)
    feature_chances(view, player, chances)
    return [float(chance) for chance in chances]


def percent(chance: float) -> str:
    """Write a chance; what is not certain is not a hundred percent."""
    return f"{100 if chance > CERTAIN else min(99, round(100 * chance))}%"


# What happened


def sentences(before: Record, after: Record, viewer: int) -> list[str]:
    """Tell a viewer what just happened."""
    return [sentence(before, after, viewer, [int(n) for n in event]) for event in after.events[: after.event_count]]


def sentence(before: Record, after: Record, viewer: int, event: list[int]) -> str:
    """Tell one event."""
    kind, player = event[:2]
    if kind == codes.EVENT_CAT:
        return cat_sentence(viewer, event)
    if kind == codes.EVENT_DRAW:
        return draw_sentence(before, after, viewer, player)
    if kind == codes.EVENT_PASS:
        return "You let it be." if player == viewer else f"{PLAYERS[player]} lets it be."
    if kind == codes.EVENT_UNMASKED:
        return unmasked_sentence(before, after, viewer, player)
    if kind == codes.EVENT_EMPTY:
        names = [name_for(viewer, seat) for seat in members(player)]
        has = "has" if len(names) == 1 and names != ["you"] else "have"
        return f"{starting(listed(names))} {has} no mask left: the ball is over at once."
    return guess_sentence(viewer, event)


def moments(before: Record, after: Record, viewer: int) -> list[tuple[int, str]]:
    """Tell what one remembers: what was guessed, cloaks lifted, the last mask."""
    ordinary = {codes.EVENT_CAT, codes.EVENT_DRAW, codes.EVENT_PASS}
    weights = {codes.EVENT_RIGHT: 3, codes.EVENT_UNMASKED: 5, codes.EVENT_EMPTY: 5}
    told = [[int(n) for n in event] for event in after.events[: after.event_count]]
    found = [(weights.get(e[0], 1), sentence(before, after, viewer, e)) for e in told if e[0] not in ordinary]
    return [*found, (5, outcome_sentence(after))] if after.ended in {codes.UNMASKED, codes.QUIET} else found


def cat_sentence(viewer: int, event: list[int]) -> str:
    """Tell which cat came, and who put a mask on it."""
    _, player, cat, masks = event
    who = "You send" if player == viewer else f"{PLAYERS[player]} sends"
    names = [name_for(viewer, seat) for seat in members(masks)]
    wearing = "No masks" if not names else f"{'Masks' if len(names) > 1 else 'A mask'} from {listed(names)}"
    return f"{who} out the {cat_name(cat)}. {wearing}."


def guess_sentence(viewer: int, event: list[int]) -> str:
    """Tell a guess, its answer and who is paid for it."""
    kind, seat, player, feature = event
    who = "You ask" if seat == viewer else f"{PLAYERS[seat]} asks"
    answer, winner = ("Yes!", seat) if kind == codes.EVENT_RIGHT else ("No.", player)
    return f"{who} {name_for(viewer, player)}: {FEATURES[feature]}? {answer} One mask to {name_for(viewer, winner)}."


def draw_sentence(before: Record, after: Record, viewer: int, player: int) -> str:
    """Tell that a cat was drawn; only its owner sees which."""
    if player == viewer:
        new = int(after.hand[player]) & ~int(before.hand[player])
        return f"You draw the {cat_name(members(new)[0])}."
    return f"{PLAYERS[player]} draws {'the last' if after.deck == 0 else 'a'} cat."


def unmasked_sentence(before: Record, after: Record, viewer: int, player: int) -> str:
    """Tell that a whole cloak is lifted, and what follows from the first one."""
    whose = "Your" if player == viewer else f"{PLAYERS[player]}'s"
    if before.last or after.ended:
        return f"{whose} whole cloak is lifted."
    return f"{whose} whole cloak is lifted: from the next turn on no cat comes, and this round is the last."


def outcome_sentence(view: Record) -> str:
    """Say who won and why."""
    seats = range(view.seats)
    best = max(rank(view, seat) for seat in seats)
    winners = [seat for seat in seats if rank(view, seat) == best]
    won, covered = int(view.won[winners[0]]), int(view.covered[winners[0]])
    score = f"{plural(won + covered, 'point')} ({plural(won, 'mask')} won, {plural(covered, 'feature')} hidden)"
    if len(winners) > 1:
        who = "Everybody" if len(winners) == view.seats else listed([PLAYERS[seat] for seat in winners])
        share = "shares" if len(winners) == view.seats else "share"
        return f"{why_ended(view)} {who} {share} the win: {plural(won + covered, 'point')} each."
    level = [seat for seat in seats if seat not in winners and points_of(view, seat) == points_of(view, winners[0])]
    why = "as the starting player" if wins_ties(view) and winners[0] == view.first else "by hidden features"
    ahead = f", ahead of {listed([PLAYERS[seat] for seat in level])} {why}" if level else ""
    return f"{why_ended(view)} {PLAYERS[winners[0]]} wins with {score}{ahead}."


def standing_of(view: Record, seat: int) -> int:
    """Rank a player in the end: by points, then by hidden features (CC-4.4)."""
    return int(rank(view, seat))


def why_ended(view: Record) -> str:
    """Say why the game ended."""
    seats = range(view.seats)
    if view.ended == codes.UNMASKED:
        lifted = [PLAYERS[seat] for seat in seats if view.covered[seat] == 0]
        return f"{listed(lifted)} {'stands' if len(lifted) == 1 else 'stand'} unmasked."
    if view.ended == codes.OUT_OF_MASKS:
        empty = [PLAYERS[seat] for seat in seats if view.stock[seat] == 0]
        return f"{listed(empty)} ran out of masks."
    return "The last cat has danced, and nobody guesses any more."


def plural(count: int, noun: str) -> str:
    """Count things."""
    return f"{count} {noun}{'' if count == 1 else 's'}"


# The table in text


def table_text(view: Record, viewer: int) -> str:
    """Draw the ballroom: players, dance floor, and the viewer's own cards."""
    lines = [status_line(view, viewer), "", player_heading()]
    lines += [player_line(view, viewer, seat) for seat in range(view.seats)]
    lines += ["", "Dance floor" + (": empty." if view.on_floor == 0 else f" ({plural(int(view.on_floor), 'cat')})")]
    lines += [floor_line(view, viewer, i) for i in range(view.on_floor)]
    if view.phase != codes.OVER and viewer >= 0:
        lines += ["", f"Your cloak: {feature_names(int(view.cloak[viewer]))}."]
        cats = [cat_name(cat) for cat in members(int(view.hand[viewer]))]
        lines += ["Your cats:", *(f"     {cat}" for cat in cats)] if cats else ["Your cats: none."]
    return "\n".join(lines)


def status_line(view: Record, viewer: int) -> str:
    """Say the round, whose turn it is, and how many cats are to come."""
    deck = f"{plural(int(view.deck), 'cat')} in the deck."
    if view.phase == codes.OVER:
        return f"The ball is over. {deck}"
    turn = int(view.turn)
    who = "your turn" if turn == viewer else f"{PLAYERS[turn]}'s turn"
    task = "guess or pass" if view.phase == codes.GUESS else "send out a cat"
    return f"Round {view.turns // view.seats + 1}{', the last' if view.last else ''}: {who} to {task}. {deck}"


def player_heading() -> str:
    """Head the table of players."""
    return f"{'(* began)':16}{'masks':>5}{'won':>5}{'hidden':>8}{'cats':>6}   lifted"


def player_line(view: Record, viewer: int, seat: int) -> str:
    """Write a player's masks, points so far and what lies face up; at the end also what was hidden."""
    name = PLAYERS[seat] + (" (you)" if seat == viewer else "") + ("*" if seat == view.first else "")
    lifted = feature_names(int(view.shown[seat])) or "-"
    hidden = int(view.cloak[seat]) & ~int(view.shown[seat]) if view.phase == codes.OVER else 0
    kept = f"kept: {feature_names(hidden)}" if hidden else ""
    counts = f"{view.stock[seat]:>5}{view.won[seat]:>5}{view.covered[seat]:>8}{view.cats[seat]:>6}"
    return folded(f"{name:16}{counts}   {lifted}", f"   {kept}".rstrip(), 16)


def floor_line(view: Record, viewer: int, place: int) -> str:
    """Write a cat on the floor, who sent it, and whose masks it wears."""
    cat, host = int(view.floor[place]), int(host_of(view, place))
    sender = "opening" if host == codes.NO_HOST else name_for(viewer, host)
    masks = [name_for(viewer, seat) for seat in range(view.seats) if view.masked[seat] >> cat & 1]
    worn = "masks: " + ", ".join(masks) if masks else "no masks"
    return folded(f"{place + 1:>3}. {sender:9}{cat_name(cat):38}  ", worn, 14)


def folded(line: str, tail: str, column: int) -> str:
    """Put the tail of a line below it, in a column, where both together are too long."""
    return line + tail if len(line + tail) <= WIDEST else f"{line.rstrip()}\n{'':{column}}{tail.strip()}"
