"""Calling people when it is their turn: their devices and mailboxes, where they wish it, and when they were called."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

NUMBER = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Make a place for them."""
    op.create_table(
        "call_devices",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("cookie", sa.String(64), nullable=False),
        sa.Column("endpoint", sa.Text, nullable=False),
        sa.Column("public", sa.String(128), nullable=False),
        sa.Column("auth", sa.String(32), nullable=False),
        sa.Column("since", sa.BigInteger, nullable=False),
    )
    op.create_index("call_devices_by_person", "call_devices", ["person", "since"])
    op.create_table(
        "call_people",
        sa.Column("person", sa.String(64), primary_key=True),
        sa.Column("wished", sa.Integer, nullable=False),
    )
    op.create_table(
        "call_mailboxes",
        sa.Column("person", sa.String(64), primary_key=True),
        sa.Column("address", sa.String(254), nullable=False),
        sa.Column("confirmed", sa.Integer, nullable=False),
        sa.Column("confirming", sa.String(64), nullable=False, unique=True),
        sa.Column("ending", sa.String(64), nullable=False, unique=True),
        sa.Column("since", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "call_tables",
        sa.Column("person", sa.String(64), primary_key=True),
        sa.Column("table_id", NUMBER, sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("wished", sa.Integer),
        sa.Column("turn", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    """Drop them."""
    op.drop_table("call_tables")
    op.drop_table("call_mailboxes")
    op.drop_table("call_people")
    op.drop_index("call_devices_by_person", "call_devices")
    op.drop_table("call_devices")
