"""Strangers at open tables: what is listed, who blocks and reports whom, and how strong everybody is."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

NUMBER = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Make a place for each."""
    op.create_table(
        "listings",
        of_a_table(),
        sa.Column("since", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
    )
    op.create_index("listings_by_time", "listings", ["seen", "since"])
    op.create_table(
        "blocks",
        sa.Column("id", NUMBER, primary_key=True, autoincrement=True),
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("other", sa.String(64), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("since", sa.BigInteger, nullable=False),
        sa.UniqueConstraint("person", "other", name="blocks_once"),
    )
    op.create_index("blocks_by_other", "blocks", ["other"])
    op.create_table(
        "reports",
        sa.Column("id", NUMBER, primary_key=True, autoincrement=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("subject", sa.String(64), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("code", sa.String(16), nullable=False),
        sa.Column("reason", sa.String(16), nullable=False),
        sa.Column("settled", sa.BigInteger),
    )
    op.create_index("reports_by_settled", "reports", ["settled", "at"])
    op.create_table(
        "ratings",
        sa.Column("player", sa.String(64), primary_key=True),
        sa.Column("game", sa.String(64), primary_key=True),
        sa.Column("role", sa.String(64), primary_key=True),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
    )
    op.create_index("ratings_by_game", "ratings", ["game"])
    op.create_table("counting", of_a_table(), sa.Column("counted", sa.BigInteger))
    op.create_index("counting_by_time", "counting", ["counted"])
    op.create_table("shown", sa.Column("person", sa.String(64), primary_key=True))


def of_a_table() -> sa.Column[int]:
    """Make a column that says which table a row is about, and goes with it."""
    return sa.Column("table_id", NUMBER, sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)


def downgrade() -> None:
    """Drop them."""
    for name in ("shown", "counting", "ratings", "reports", "blocks", "listings"):
        op.drop_table(name)
