"""What goes out beside frames: the list of games, and pages of our documentation."""
