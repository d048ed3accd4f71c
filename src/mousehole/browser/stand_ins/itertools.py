def permutations(items, count=None):
    items = list(items)
    count = len(items) if count is None else count
    if count == 0:
        yield ()
        return
    for i in range(len(items)):
        for rest in permutations(items[:i] + items[i + 1 :], count - 1):
            yield (items[i],) + rest


def combinations(items, count):
    items = list(items)
    if count == 0:
        yield ()
        return
    for i in range(len(items)):
        for rest in combinations(items[i + 1 :], count - 1):
            yield (items[i],) + rest


def groupby(items, key=lambda item: item):
    last, group, is_first = None, [], True
    for item in items:
        now = key(item)
        if not is_first and now == last:
            group.append(item)
        else:
            if not is_first:
                yield last, group
            last, group, is_first = now, [item], False
    if not is_first:
        yield last, group


def islice(items, count):
    items = iter(items)
    for _ in range(count):
        try:
            yield next(items)
        except StopIteration:
            return


def chain(*parts):
    for part in parts:
        for item in part:
            yield item


def pairwise(items):
    before = None
    has_before = False
    for item in items:
        if has_before:
            yield before, item
        before, has_before = item, True
