def index(number):
    if type(number) is not int:
        raise TypeError("a whole number is needed")
    return number


def itemgetter(key):
    return lambda thing: thing[key]
