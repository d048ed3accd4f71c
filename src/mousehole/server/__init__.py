"""The server: tables that keep secrets and lose nothing.

The truth of a table is in the store: its set-up and its events, in order. `mousehole.table` is what they add up to, and
its `frames` are the only way out: every frame is built there, from views.

    app.py settings.py errors.py logs.py metrics.py limits.py addresses.py
    api/        what comes in: routes for games, people and tables, sockets, the shapes of messages, cookies
    tables/     tables somebody is at: registry, session, actions, chat, bots and their queue, quotas, alarms,
                housekeeping, and the keeper of finished games
    outgoing/   what goes out beside frames: the list of games, pages of documentation
    store/      rows and events in a database, its migrations, news between workers
    startup/    connections, early answers, compiling, the page's files, workers
"""
