"""The store's tables. `migrations/` makes and changes them; this describes what the newest migration leaves."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
)

metadata = MetaData()

NUMBER = BigInteger().with_variant(Integer, "sqlite")
"""SQLite numbers rows by itself only in columns of the plain kind."""

tables = Table(
    "tables",
    metadata,
    Column("id", NUMBER, primary_key=True, autoincrement=True),
    Column("code", String(16), nullable=False, unique=True),
    Column("game", String(64), nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("options", Text, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("rules", Text, nullable=False),
    Column("host", String(64), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("share", String(64), nullable=False),
    Column("salt", String(64), nullable=False),
    Column("parent", String(16)),
    Column("state", String(16), nullable=False),
    Column("touched", BigInteger, nullable=False),
    Index("tables_by_host", "host", "state"),
    Index("tables_by_state", "state", "touched"),
)

events = Table(
    "events",
    metadata,
    Column("table_id", NUMBER, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(16), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("person", String(64)),
    Column("seat", Integer),
    Column("key", String(64)),
    Column("data", Text, nullable=False),
    UniqueConstraint("table_id", "person", "key", name="events_once"),
)

keepsakes = Table(
    "keepsakes",
    metadata,
    Column("table_id", NUMBER, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("data", LargeBinary, nullable=False),
)

analyses = Table(
    "analyses",
    metadata,
    Column("table_id", NUMBER, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("method", String(64), nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("data", LargeBinary, nullable=False),
)

people = Table(
    "people",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("name", String(64), nullable=False),
    Column("created", BigInteger, nullable=False),
)

sits = Table(
    "sits",
    metadata,
    Column("person", String(64), primary_key=True),
    Column("table_id", NUMBER, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("hidden", Boolean, nullable=False, server_default=false()),
)

listings = Table(
    "listings",
    metadata,
    Column("table_id", NUMBER, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("since", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
    Index("listings_by_time", "seen", "since"),
)

blocks = Table(
    "blocks",
    metadata,
    Column("id", NUMBER, primary_key=True, autoincrement=True),
    Column("person", String(64), nullable=False),
    Column("other", String(64), nullable=False),
    Column("name", String(64), nullable=False),
    Column("since", BigInteger, nullable=False),
    UniqueConstraint("person", "other", name="blocks_once"),
    Index("blocks_by_other", "other"),
)

reports = Table(
    "reports",
    metadata,
    Column("id", NUMBER, primary_key=True, autoincrement=True),
    Column("at", BigInteger, nullable=False),
    Column("person", String(64), nullable=False),
    Column("subject", String(64), nullable=False),
    Column("name", String(64), nullable=False),
    Column("code", String(16), nullable=False),
    Column("reason", String(16), nullable=False),
    Column("settled", BigInteger),
    Index("reports_by_settled", "settled", "at"),
)

ratings = Table(
    "ratings",
    metadata,
    Column("player", String(64), primary_key=True),
    Column("game", String(64), primary_key=True),
    Column("role", String(64), primary_key=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("games", Integer, nullable=False),
    Index("ratings_by_game", "game"),
)

counting = Table(
    "counting",
    metadata,
    Column("table_id", NUMBER, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("counted", BigInteger),
    Index("counting_by_time", "counted"),
)

shown = Table(
    "shown",
    metadata,
    Column("person", String(64), primary_key=True),
)

house = Table(
    "house",
    metadata,
    Column("name", String(32), primary_key=True),
    Column("value", Text, nullable=False),
)

bans = Table(
    "bans",
    metadata,
    Column("subject", String(64), primary_key=True),
    Column("reason", Text, nullable=False),
    Column("since", BigInteger, nullable=False),
    Column("until", BigInteger),
)

orders = Table(
    "orders",
    metadata,
    Column("id", NUMBER, primary_key=True, autoincrement=True),
    Column("at", BigInteger, nullable=False),
    Column("kind", String(16), nullable=False),
    Column("code", String(16)),
    sqlite_autoincrement=True,  # a number is never used again: workers remember the last one
)

call_devices = Table(
    "call_devices",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("person", String(64), nullable=False),
    Column("cookie", String(64), nullable=False),
    Column("endpoint", Text, nullable=False),
    Column("public", String(128), nullable=False),
    Column("auth", String(32), nullable=False),
    Column("since", BigInteger, nullable=False),
    Index("call_devices_by_person", "person", "since"),
)

call_people = Table(
    "call_people",
    metadata,
    Column("person", String(64), primary_key=True),
    Column("wished", Integer, nullable=False),
)

call_mailboxes = Table(
    "call_mailboxes",
    metadata,
    Column("person", String(64), primary_key=True),
    Column("address", String(254), nullable=False),
    Column("confirmed", Integer, nullable=False),
    Column("confirming", String(64), nullable=False, unique=True),
    Column("ending", String(64), nullable=False, unique=True),
    Column("since", BigInteger, nullable=False),
)

call_tables = Table(
    "call_tables",
    metadata,
    Column("person", String(64), primary_key=True),
    Column("table_id", NUMBER, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("wished", Integer),
    Column("turn", BigInteger, nullable=False),
)

devices = Table(
    "devices",
    metadata,
    Column("id", String(64), primary_key=True),  # of somebody's first one: the person's own
    Column("person", String(64), nullable=False),
    Column("label", String(64), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
    Column("ended", BigInteger),  # since when its cookie counts no more; such rows stay, for cookies can be copied
    Index("devices_by_person", "person"),
)

claims = Table(
    "claims",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("kind", String(16), nullable=False),
    Column("person", String(64), nullable=False),
    Column("until", BigInteger, nullable=False),
    Index("claims_by_person", "person"),
)

passkeys = Table(
    "passkeys",
    metadata,
    Column("id", String(1400), primary_key=True),
    Column("person", String(64), nullable=False),
    Column("site", String(255), nullable=False),
    Column("public_key", LargeBinary, nullable=False),
    Column("uses", BigInteger, nullable=False),
    Column("label", String(64), nullable=False),
    Column("created", BigInteger, nullable=False),
    Index("passkeys_by_person", "person"),
)

figures = Table(
    "figures",
    metadata,
    Column("person", String(64), primary_key=True),
    Column("version", Integer, nullable=False),
    Column("data", Text, nullable=False),
)

summaries = Table(
    "summaries",
    metadata,
    Column("table_id", NUMBER, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("version", Integer, nullable=False),
    Column("data", Text, nullable=False),
)
