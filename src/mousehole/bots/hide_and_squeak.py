"""What a bot knows about Hide and Squeak."""
