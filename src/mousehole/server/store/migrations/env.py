"""Alembic runs this: the connection comes from `store.Store`, which asks for the upgrade at its start."""

from __future__ import annotations

from alembic import context

from mousehole.server.store.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
