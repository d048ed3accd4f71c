"""Bots: a search written once over the contract, and the little that each game needs to make it good.

A bot gets a view, never a state. It searches worlds that `redeal` makes from its own view, so it cannot cheat.
"""
