from lowered import MISSING, dict_of


class Field:
    def __init__(self, name, default):
        self.name, self.default = name, default


def fields(kind):
    return [Field(name, kind._defaults.get(name, MISSING)) for name in kind._fields]


def asdict(one):
    return dict_of((name, deep(getattr(one, name))) for name in one._fields)


def deep(value):
    if isinstance(value, tuple):
        return value
    if hasattr(value, "_fields"):
        return asdict(value)
    if isinstance(value, list):
        return [deep(one) for one in value]
    if isinstance(value, dict):
        return dict_of((key, deep(one)) for key, one in value.items())
    return value


def replace(one, **changed):
    return type(one)(*[changed.get(name, getattr(one, name)) for name in one._fields])
