import sys


def import_module(name):
    __import__(name)
    return sys.modules[name]


def find_spec(name):
    try:
        return import_module(name)
    except ImportError:
        return None
