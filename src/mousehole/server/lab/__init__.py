"""The lab at the server: small runs, played in a process of their own beside the tables."""
