def cache(function):
    known = {}

    def cached(*args):
        if args not in known:
            known[args] = function(*args)
        return known[args]

    return cached


def partial(function, *first, **named):
    return lambda *rest, **more: function(*(first + rest), **dict(named, **more))


def reduce(function, values, *start):
    values = iter(values)
    total = start[0] if start else next(values)
    for value in values:
        total = function(total, value)
    return total
