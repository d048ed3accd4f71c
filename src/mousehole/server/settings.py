"""How the server runs: every setting has a variable of the environment, most used ones a flag of `mousehole serve`."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from mousehole.engine.errors import TableError
from mousehole.server.addresses import Networks
from mousehole.server.calling.smtp import MailServer

PREFIX = "MOUSEHOLE_"
SAFE_PACE = 0.25
"""Seconds within which every bot has thought, on a machine that is not overloaded."""
HIGHEST_PORT = 65_535
SQLITE, POSTGRES = "sqlite+aiosqlite", "postgresql+asyncpg"
SCHEMES = {
    "sqlite": SQLITE,
    SQLITE: SQLITE,
    "postgresql": POSTGRES,
    "postgres": POSTGRES,
    POSTGRES: POSTGRES,
}
MAY_BE_ZERO = {"port", "pace", "least_pace", "lab_nice"}
TRUTHS = {"1": True, "true": True, "yes": True, "on": True, "0": False, "false": False, "no": False, "off": False}


class BadSetting(TableError):
    """A setting that makes no sense."""

    code = "bad_setting"


def data_home() -> Path:
    """Return the folder that holds this user's tables."""
    base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(base) / "mousehole"


@dataclass(frozen=True)
class Settings:
    """All settings, with what is usual."""

    database: str = ""
    """Where tables are kept: `sqlite:///FILE` or `postgresql://...`; empty for a file in the user's data folder."""
    host: str = "127.0.0.1"
    port: int = 8000
    workers: int = 1
    """Processes that share the tables; more than one needs PostgreSQL."""
    pace: float = 1.0
    """Seconds a bot takes for every decision, however easy."""
    least_pace: float = SAFE_PACE
    """No bot is quicker than this, whatever a table wishes for: below it a delay would tell how much there was to
    think about. Only tests that are in a hurry lower it."""
    bot_threads: int = 1
    think_seconds: float = 0.6
    """The longest that a bot thinks about one decision, however slow its table is."""

    tables_per_person: int = 50
    """Tables one person may have open that are not over."""
    new_tables_per_minute: int = 20
    bot_tables_per_person: int = 4
    """Tables without any person at them that one person may have running."""
    bot_tables: int = 64
    """Tables without any person at them that may run in this process."""
    sockets_per_person: int = 40
    sockets_per_table: int = 500
    events_per_table: int = 50_000
    """A table with so many events is full: only what ends it is taken."""
    seat_changes_per_person: int = 20
    """How often one person may sit down and stand up at one table; people at one address together five times that."""
    listed_per_person: int = 2
    """Tables one person may have on the list of open tables."""
    quick_seats_per_minute: int = 12
    """How often one person may ask for a seat with somebody."""
    reports_per_minute: int = 6
    """How often one person may report or block somebody."""
    names_refused: str = ""
    """A file with words that no name has where strangers meet; empty for ours."""
    message_bytes: int = 16_384
    messages_per_second: float = 20.0
    messages_at_once: int = 60
    idle_seconds: float = 3600.0
    """A socket that has said nothing for so long is closed; its page reconnects when somebody comes back."""
    resting_seconds: float = 600.0
    """A table nobody looks at is put away after this time; the store has it."""

    lab_games: int = 10_000
    """Games in one run of the lab, both set-ups together; the command `mousehole` has no such limit."""
    lab_seconds: float = 300.0
    """A run of the lab is cut after playing for so long."""
    lab_runs: int = 16
    """Runs of the lab that may wait or be played in this process at the same time; one person has one."""
    lab_runs_per_minute: int = 20
    lab_threads: int = 1
    """Threads of the process that plays for the lab."""
    lab_nice: int = 19
    """How far that process stands back behind the tables; 19 is the lowest priority there is."""
    analysis_threads: int = 2
    """Moves of a finished game that are looked at side by side there."""
    analyse_at_end: bool = True
    """Whether a game is analysed by itself when it ends, or only when somebody opens its analysis."""
    lab_rest_seconds: float = 300.0
    """That process is ended after having had nothing to do for so long."""

    address_limits: bool = True
    """Whether the limits below count; off where everybody comes from one address: a classroom, a load test."""
    address_requests_per_second: float = 100.0
    """Requests, and messages through sockets, that are answered for one address."""
    address_requests_at_once: int = 500
    address_people_per_minute: int = 120
    """Cookies for people who have none."""
    address_tables: int = 200
    """Tables in memory that were opened from one address and are not over."""
    address_tables_per_minute: int = 60
    address_bot_tables: int = 8
    address_listed: int = 12
    """Tables on the list of open tables that were opened from one address."""
    address_lab_runs_per_minute: int = 60
    address_sockets: int = 200
    address_connections: int = 300

    connections: int = 10_000
    """Connections of this process; fewer where the system allows fewer open files."""
    head_seconds: float = 10.0
    """A request has to be there to its last header within this time."""
    body_seconds: float = 10.0
    """And its body within this."""
    write_seconds: float = 20.0
    """Somebody who does not take what is sent for so long is cut off."""
    control_frames_per_second: float = 10.0
    """Pings, pongs and fragments that one socket may send."""

    site: str = ""
    """The address people know this server by, such as `https://mice.example.org`: links in e-mails begin with it, and
    push services read in it who sends."""
    call_seconds: float = 20.0
    """Somebody whose turn it is, and who does not look, is called after this time."""
    calls_waiting: int = 1000
    """Calls that may wait to be sent, of each kind; more are dropped, and counted."""
    devices_per_person: int = 8
    """Browsers in which one person may be called; a newer one takes the place of the oldest."""
    push_networks: str = ""
    """Addresses and networks of push services that are not on the public internet, separated by commas."""
    smtp: str = ""
    """The mail server: `smtp://user:password@host:587` or `smtps://...`; empty: no e-mail is offered."""
    mail_from: str = ""
    """Who e-mails are from, such as `Mousehole <mice@example.org>`."""

    proxies: str = ""
    """Addresses and networks of the proxies before this server, separated by commas: their `X-Forwarded-For` is
    believed, and nobody else's."""
    metrics_for: str = "127.0.0.1,::1"
    """Addresses and networks that may read the figures of `/metrics`."""
    origins: str = ""
    """Further origins, separated by commas, whose pages may talk to this server."""
    secure_cookies: bool = False
    """Send cookies over https only."""
    log: str = "info"

    @property
    def database_url(self) -> str:
        """The database as SQLAlchemy names it."""
        if not self.database:
            return f"{SQLITE}:///{data_home() / 'tables.sqlite'}"
        scheme, colon, rest = self.database.partition("://")
        if not colon:
            return f"{SQLITE}:///{self.database}"
        if scheme not in SCHEMES:
            raise BadSetting(f"the database is sqlite:///FILE or postgresql://..., not {scheme}://...")
        return f"{SCHEMES[scheme]}://{rest}"

    @property
    def is_sqlite(self) -> bool:
        """Whether tables are kept in one file by one process."""
        return self.database_url.startswith(SQLITE)

    @property
    def origin_list(self) -> tuple[str, ...]:
        """The further origins, one by one."""
        return tuple(origin.strip().rstrip("/") for origin in self.origins.split(",") if origin.strip())

    @property
    def proxy_networks(self) -> Networks:
        """The proxies, as networks."""
        return Networks.parse(self.proxies)

    @property
    def site_address(self) -> str:
        """The address people know this server by, with its scheme and without a slash at the end; empty: unknown."""
        site = self.site.strip().rstrip("/")
        return site if not site or "://" in site else f"https://{site}"

    @property
    def push_allowed(self) -> Networks:
        """Push services that are not on the public internet."""
        return Networks.parse(self.push_networks)

    @property
    def metrics_networks(self) -> Networks:
        """Those who may read the figures."""
        return Networks.parse(self.metrics_for)

    def pace_of(self, wished: float | None) -> float:
        """Tell how long a bot takes at a table: as the table wishes or as usual, but never too quick."""
        return max(self.pace if wished is None else wished, self.least_pace)

    def check(self) -> Settings:
        """Give the settings back if they fit together."""
        if not 0 <= self.port <= HIGHEST_PORT:
            raise BadSetting(f"a port is a number from 0 to {HIGHEST_PORT}, not {self.port}")
        for name, number, least in (
            ("workers", self.workers, 1),
            ("bot threads", self.bot_threads, 1),
            ("the pace", self.pace, 0),
            ("the least pace", self.least_pace, 0),
        ):
            if number < least:
                raise BadSetting(f"{name} cannot be less than {least}, and here {number} is asked for")
        for field in fields(self):
            number = getattr(self, field.name)
            if field.name not in MAY_BE_ZERO and not isinstance(number, (str, bool)) and not number > 0:
                raise BadSetting(f"{field.name} is a number above 0, not {number}")
        if self.smtp and not (self.site_address and self.mail_from):
            raise BadSetting("e-mail needs MOUSEHOLE_SITE, for its links, and MOUSEHOLE_MAIL_FROM")
        if self.smtp:
            MailServer.parse(self.smtp)  # says what is wrong with it
        for text in (self.proxies, self.metrics_for, self.push_networks):
            Networks.parse(text)  # says what is wrong with it
        is_sqlite = self.is_sqlite  # says what is wrong with the database's address
        if self.workers > 1 and is_sqlite:
            raise BadSetting("several workers need PostgreSQL: --database postgresql://...")
        return self


def parse_value(name: str, text: str, usual: object) -> Any:
    """Read a setting as the environment holds it."""
    try:
        if isinstance(usual, bool):
            return TRUTHS[text.lower()]
        kind: Any = type(usual)
        return kind(text)
    except (KeyError, ValueError):
        raise BadSetting(f"{name} cannot be {text[:40]!r}") from None


def from_environment(environment: Mapping[str, str] | None = None, **given: object) -> Settings:
    """Read the settings: what is given wins over the environment, which wins over what is usual."""
    source = os.environ if environment is None else environment
    chosen: dict[str, Any] = {}
    for field in fields(Settings):
        name = PREFIX + field.name.upper()
        if given.get(field.name) is not None:
            chosen[field.name] = given[field.name]
        elif name in source:
            chosen[field.name] = parse_value(name, source[name], field.default)
    return Settings(**chosen).check()
