_ALWAYS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-~"


def quote(text, safe="/"):
    return "".join(chr(b) if chr(b) in _ALWAYS or (b < 128 and chr(b) in safe) else "%%%02X" % b for b in text.encode())


def quote_plus(text, safe=""):
    return quote(text, safe + " ").replace(" ", "+")


def unquote(text):
    data, out, i = text.encode(), bytearray(), 0
    while i < len(data):
        try:
            if data[i] == 37 and i + 2 < len(data) + 0 and len(data[i + 1 : i + 3]) == 2:
                out.append(int(data[i + 1 : i + 3].decode(), 16))
                i += 3
                continue
        except ValueError:
            pass
        out.append(data[i])
        i += 1
    return readable(bytes(out))


def readable(data):
    try:
        return data.decode()
    except UnicodeError:
        return "".join(chr(b) if b < 128 else "\ufffd" for b in data)


def urlencode(pairs, safe=""):
    return "&".join(quote_plus(str(k), safe) + "=" + quote_plus(str(v), safe) for k, v in pairs)


def parse_qsl(query, strict_parsing=False, max_num_fields=None):
    parts = query.split("&") if query else []
    if max_num_fields is not None and len(parts) > max_num_fields:
        raise ValueError("too many fields")
    found = []
    for part in parts:
        name, equals, value = part.partition("=")
        if not equals:
            if strict_parsing:
                raise ValueError("bad query field")
            continue
        if value:
            found.append((unquote(name.replace("+", " ")), unquote(value.replace("+", " "))))
    return found
