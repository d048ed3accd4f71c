"""What a bot knows about Mice Heist: how likely a test is passed, what a place on a track promises, when to bet."""

from mousehole.bots.mice_heist.beginner import greedy
from mousehole.bots.mice_heist.searching import judge, lean, narrow, weigh

__all__ = ["greedy", "judge", "lean", "narrow", "weigh"]
