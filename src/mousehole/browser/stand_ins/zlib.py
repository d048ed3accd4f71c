"""Nothing: games are packed for a server's store alone, and a device keeps their events."""
