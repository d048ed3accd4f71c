"""What comes in: routes, sockets, the shapes of messages, and who somebody is."""
