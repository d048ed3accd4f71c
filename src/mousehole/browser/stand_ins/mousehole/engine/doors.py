"""The rules of a game as positions call them."""

from mousehole.engine.record import HOUSE


class Doors:
    def __init__(self, rules):
        self.rules = rules
        self.kind = rules.State
        self.size = rules.State.itemsize
        self.seats_at = rules.State.fields["seats"][1]
        self.house_at = [at for name, (_, at) in rules.State.fields.items() if name.startswith(HOUSE)]

    def __getattr__(self, name):
        rule = getattr(self.rules, name)
        door = lambda position, *rest: rule(position.record, *rest)
        setattr(self, name, door)
        return door


def quickly(rule):
    return rule
