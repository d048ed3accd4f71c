"""What is kept: rows and events in a database, and what ties several workers together."""
