"""What a bot knows about Cat & The Mouse: how long a room stays safe, what a hand of loot is worth, what names betray.

Everyone at the table can count the rooms that are still possible to the Inspector, because the number of cards drawn
is public: so the Mouse knows in which round a patient Inspector, who waits until only one room is left, springs the
trap. Everything here looks only at what the acting seat can know.
"""

from mousehole.bots.cat_and_mouse.beginner import greedy
from mousehole.bots.cat_and_mouse.judging import judge
from mousehole.bots.cat_and_mouse.searching import lean, narrow, settle, tempt, weigh

__all__ = ["greedy", "judge", "lean", "narrow", "settle", "tempt", "weigh"]
