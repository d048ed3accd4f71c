"""What operators decide: who is banned, and orders that running workers carry out."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

NUMBER = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Make a place for them."""
    op.create_table(
        "bans",
        sa.Column("subject", sa.String(64), primary_key=True),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("since", sa.BigInteger, nullable=False),
        sa.Column("until", sa.BigInteger),
    )
    op.create_table(
        "orders",
        sa.Column("id", NUMBER, primary_key=True, autoincrement=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("code", sa.String(16)),
        sqlite_autoincrement=True,
    )


def downgrade() -> None:
    """Drop them."""
    op.drop_table("orders")
    op.drop_table("bans")
