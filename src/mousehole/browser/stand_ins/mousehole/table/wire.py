"""Writing JSON as the server does."""

import json

from lowered import dict_of


def to_json(value):
    return json_text(value).encode()


def json_text(value):
    if value is None:
        return "null"
    if value is True:
        return "true"
    if value is False:
        return "false"
    if isinstance(value, str):
        return text_of(value)
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return float_text(value)
    if isinstance(value, dict):
        return "{" + ",".join(text_of(str(key)) + ":" + json_text(one) for key, one in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ",".join([json_text(one) for one in value]) + "]"
    return "{" + ",".join(['"' + name + '":' + json_text(getattr(value, name)) for name in value._fields]) + "}"


def text_of(text):
    return json.dumps(text)


def float_text(number):
    """Write a number with as few digits as lead back to it, and an exponent without needless signs."""
    text = repr(number)
    for digits in range(1, 17):  # here the text of a number may have a digit too many
        shorter = ("%." + str(digits) + "g") % number
        if float(shorter) == number and ("e" in shorter) == ("e" in text):
            text = shorter if "e" in shorter or "." in shorter else shorter + ".0"
            break
    if "e" in text:
        digits, _, power = text.partition("e")
        text = digits + "e" + str(int(power))
    return text
