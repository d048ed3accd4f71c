"""The book of ratings: how strong everybody is, changed once for each game that counted."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sqlalchemy import and_, delete, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from mousehole.bots.names import NAMES
from mousehole.server.api.cookies import NAMELESS
from mousehole.server.store import schema
from mousehole.server.strength import BOT, FEW, Strength, after_game, anchors, first_strength, is_new

if TYPE_CHECKING:
    from mousehole.server.results import Side
    from mousehole.server.store.store import Store
    from mousehole.table.events import Row

BOOK_LOCK = 7109
LONGEST_LIST = 200
Key = tuple[str, str]
"""A player and a role."""


@dataclass(frozen=True)
class RatingLine:
    """A player's rating in one game and role."""

    player: str
    name: str
    game: str
    role: str
    strength: Strength


def place_in_list(line: RatingLine) -> tuple[str, bool, float, str]:
    """Put the strongest of each role first, and those that have no number yet last."""
    return line.role, is_new(line.player, line.game, line.role, line.strength), -line.strength.mu, line.player


class RatingBook:
    """Reads and writes ratings."""

    def __init__(self, store: Store) -> None:
        """Use a store."""
        self.store = store

    async def count(self, row: Row, sides: Sequence[Side], now: int) -> bool:
        """Let a game count; False, and nothing changed, if it did already or was not agreed to."""
        own = schema.counting.c
        async with self.store.one_by_one(BOOK_LOCK), self.store.changing() as connection:
            mark = update(schema.counting).where(own.table_id == row.id, own.counted.is_(None)).values(counted=now)
            if not (await connection.execute(mark)).rowcount:
                return False
            if sides:
                await self.rate(connection, row.game, sides)
        return True

    async def rate(self, connection: AsyncConnection, game: str, sides: Sequence[Side]) -> None:
        """Work a game's result into the ratings of its players; a bot on several seats is one player."""
        keys = [list(zip(side.players, side.roles, strict=True)) for side in sides]
        known = await self.strengths(connection, game, {key for side in keys for key in side})
        after = after_game([[known[key] for key in side] for side in keys], [side.rank for side in sides])
        found: dict[Key, list[Strength]] = {}
        for side, strengths in zip(keys, after, strict=True):
            for key, strength in zip(side, strengths, strict=True):
                found.setdefault(key, []).append(strength)
        dialect: Any = sqlite if self.store.is_sqlite else postgresql
        added = dialect.insert(schema.ratings)
        changed = {name: added.excluded[name] for name in ("mu", "sigma", "games")}
        kept = added.on_conflict_do_update(index_elements=["player", "game", "role"], set_=changed)
        values = [
            {
                "player": player,
                "game": game,
                "role": role,
                "mu": sum(one.mu for one in some) / len(some),
                "sigma": sum(one.sigma for one in some) / len(some),
                "games": some[0].games,
            }
            for (player, role), some in found.items()
        ]
        await connection.execute(kept, values)

    async def strengths(self, connection: AsyncConnection, game: str, keys: Collection[Key]) -> dict[Key, Strength]:
        """Fetch how strong players are in a game; those who have not played yet as they begin."""
        own = schema.ratings.c
        asked = select(own.player, own.role, own.mu, own.sigma, own.games).where(
            own.game == game, own.player.in_({player for player, _ in keys})
        )
        found = {(row[0], row[1]): Strength(*row[2:]) for row in await connection.execute(asked)}
        return {key: found.get(key) or first_strength(key[0], game, key[1]) for key in keys}

    async def at_table(self, game: str, keys: Collection[Key]) -> dict[Key, Strength]:
        """Fetch how strong the players of one table are."""
        async with self.store.reading() as connection:
            return await self.strengths(connection, game, keys)

    async def uncounted(self) -> list[str]:
        """List games that are over and were agreed to count, and have not."""
        own, tables = schema.counting.c, schema.tables.c
        asked = (
            select(tables.code)
            .join(schema.counting, own.table_id == tables.id)
            .where(own.counted.is_(None), tables.state == "over")
            .order_by(tables.touched, tables.id)
        )
        async with self.store.reading() as connection:
            return [row[0] for row in await connection.execute(asked)]

    async def of_person(self, person: str) -> list[RatingLine]:
        """List somebody's ratings, by game and role."""
        own = schema.ratings.c
        return await self.lines(own.player == person, limit=LONGEST_LIST)

    async def of_game(self, game: str) -> list[RatingLine]:
        """List a game's ratings that everybody may see: bots', and those of people who want it so."""
        own = schema.ratings.c
        is_agreed = and_(own.player.in_(select(schema.shown.c.person)), own.games >= FEW)
        found = await self.lines(own.game == game, or_(own.player.startswith(BOT), is_agreed), limit=LONGEST_LIST)
        played = {(line.player, line.role) for line in found}
        found += [
            RatingLine(f"{BOT}{level}", "", game, role, first_strength(f"{BOT}{level}", game, role))
            for role in anchors().get(game, {})
            for level in NAMES
            if (f"{BOT}{level}", role) not in played
        ]
        return sorted(found, key=place_in_list)

    async def lines(self, *conditions: Any, limit: int) -> list[RatingLine]:
        """List ratings, the strongest first."""
        own, people = schema.ratings.c, schema.people.c
        asked = (
            select(own.player, people.name, own.game, own.role, own.mu, own.sigma, own.games)
            .outerjoin(schema.people, people.id == own.player)
            .where(*conditions)
            .order_by(own.game, own.role, own.mu.desc(), own.player)
            .limit(limit)
        )
        async with self.store.reading() as connection:
            return [
                RatingLine(row[0], row[1] or NAMELESS, row[2], row[3], Strength(*row[4:]))
                for row in await connection.execute(asked)
            ]

    async def is_shown(self, person: str) -> bool:
        """Tell whether somebody wants to be seen in the lists of ratings."""
        asked = select(schema.shown.c.person).where(schema.shown.c.person == person)
        async with self.store.reading() as connection:
            return (await connection.execute(asked)).first() is not None

    async def show(self, person: str, *, is_on: bool) -> None:
        """Let somebody be seen there, or not."""
        own = schema.shown.c
        async with self.store.changing() as connection:
            if is_on:
                await connection.execute(self.store.insert(schema.shown).values(person=person))
            else:
                await connection.execute(delete(schema.shown).where(own.person == person))
