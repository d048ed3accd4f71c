"""Tests of Cat & The Mouse."""
