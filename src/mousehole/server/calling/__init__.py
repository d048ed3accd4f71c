"""Calling people when it is their turn and no page of theirs shows the table: by Web Push, and by e-mail."""
