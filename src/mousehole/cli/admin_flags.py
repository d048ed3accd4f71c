"""The flags of `mousehole admin`."""

from __future__ import annotations

import argparse

from mousehole.cli.numbers import whole

STATES = ("lobby", "playing", "ending", "over", "closed")


def add_admin(admin: argparse.ArgumentParser) -> None:
    """Describe `mousehole admin`."""
    actions = admin.add_subparsers(title="actions", metavar="ACTION", dest="action", required=True)

    def action(name: str, text: str) -> argparse.ArgumentParser:
        made = actions.add_parser(name, help=text, description=text, allow_abbrev=False)
        made.add_argument(
            "--database", metavar="URL", help="the server's database (default: as `mousehole serve` has it)"
        )
        made.add_argument("--json", action="store_true", help="the result as JSON instead of a table")
        return made

    tables = action("tables", "List tables, the one used last first.")
    tables.add_argument("--state", metavar="STATES", default="", help=f"only tables that are {', '.join(STATES)}")
    tables.add_argument("--game", metavar="GAME", help="only tables of this game")
    tables.add_argument("--person", metavar="ID", help="only tables on the list of this person")
    tables.add_argument("--limit", metavar="N", type=whole, default=50, help="how many (default: 50)")

    people = action("people", "List people who have sat at a table, whoever was there last first.")
    people.add_argument("--name", metavar="TEXT", help="only people whose nickname has this in it")
    people.add_argument("--table", metavar="CODE", help="only people of this table")
    people.add_argument("--limit", metavar="N", type=whole, default=50, help="how many (default: 50)")

    close = action("close", "End tables before their end; their records stay.")
    close.add_argument("tables", metavar="CODE", nargs="+", help="the tables' codes")
    close.add_argument("--yes", action="store_true", help="do not ask first")

    ban = action("ban", "Turn somebody away from now on: a person, an address or a network.")
    ban.add_argument("subject", metavar="WHO", help="a person's id as `people` lists it, or 192.0.2.7, or 192.0.2.0/24")
    ban.add_argument("--days", metavar="N", type=float, help="for how long (default: for good)")
    ban.add_argument("--reason", metavar="TEXT", default="", help="what they are told")

    unban = action("unban", "Lift a ban.")
    unban.add_argument("subject", metavar="WHO", help="as `bans` lists it")

    action("bans", "List the bans that hold.")

    reports = action("reports", "List what people have reported about others at open tables, the newest first.")
    reports.add_argument("--settle", metavar="N", type=whole, nargs="+", help="these have been dealt with")
    reports.add_argument("--all", action="store_true", help="those that were settled, too")
    reports.add_argument("--limit", metavar="N", type=whole, default=50, help="how many (default: 50)")

    backup = action("backup", "Copy a SQLite database while its server runs; PostgreSQL has pg_dump.")
    backup.add_argument("file", metavar="FILE", help="where the copy goes; a file that is there is not overwritten")

    purge = action("purge", "Remove tables, or a person, for good.")
    purge.add_argument("tables", metavar="CODE", nargs="*", help="these tables")
    purge.add_argument("--unused-for", metavar="DAYS", type=float, help="tables where nothing has happened for so long")
    purge.add_argument(
        "--state",
        metavar="STATES",
        default="over,closed",
        help="with --unused-for: only tables that are in these states (default: over,closed)",
    )
    purge.add_argument("--person", metavar="ID", help="everything about this person")
    purge.add_argument("--yes", action="store_true", help="do not ask first")
