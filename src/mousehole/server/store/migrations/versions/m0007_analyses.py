"""Analyses of finished games, kept beside their tables so that nothing is searched twice."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

NUMBER = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Make a place for them."""
    op.create_table(
        "analyses",
        sa.Column("table_id", NUMBER, sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("method", sa.String(64), nullable=False),
        sa.Column("rules_version", sa.Integer, nullable=False),
        sa.Column("data", sa.LargeBinary, nullable=False),
    )


def downgrade() -> None:
    """Drop it."""
    op.drop_table("analyses")
