"""Where somebody comes from: the address that limits count, also behind proxies that the settings name.

An IPv4 address counts by itself, an IPv6 address with its neighbours in the same /64, which one household or one
attacker holds anyway.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Any

from mousehole.engine.errors import TableError

SHARED_PREFIX = 64
"""The part of an IPv6 address that a provider gives to one customer."""
LONGEST_NAME = 64
MOST_FORWARDS = 32
"""So many hops of a forwarded request are read, from the near end."""
PEOPLE_KEPT = 20_000


class BadNetwork(TableError):
    """Something that is no address and no network."""

    code = "bad_setting"


def parse_address(text: str) -> IPv4Address | IPv6Address | None:
    """Read an address as proxies write it, with or without a port; None where it is none."""
    text = text.strip().strip('"')
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        found = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return found.ipv4_mapped or found if isinstance(found, IPv6Address) else found


def shared_name(host: str) -> str:
    """Name what a limit counts for a host: its address, or its network of one customer."""
    found = parse_address(host)
    if found is None:
        return host[:LONGEST_NAME]
    if isinstance(found, IPv6Address):
        return str(IPv6Network((found, SHARED_PREFIX), strict=False))
    return str(found)


def shared_network(text: str) -> str | None:
    """Name the network that an address or a network stands for, never narrower than a limit counts; None: neither."""
    try:
        found = ip_network(text.strip(), strict=False)
    except ValueError:
        return None
    if isinstance(found, IPv6Network) and found.prefixlen > SHARED_PREFIX:
        found = found.supernet(new_prefix=SHARED_PREFIX)
    return str(found)


@dataclass(frozen=True)
class Networks:
    """Some addresses and networks, as a setting lists them."""

    networks: tuple[IPv4Network | IPv6Network, ...] = ()
    names: frozenset[str] = frozenset()
    """Hosts that are no addresses, such as those of a test."""

    @classmethod
    def parse(cls, text: str) -> Networks:
        """Read a list separated by commas."""
        networks, names = [], set()
        for part in (part.strip() for part in text.split(",") if part.strip()):
            try:
                networks.append(ip_network(part, strict=False))
            except ValueError:
                if "/" in part or ":" in part or part[0].isdigit():
                    raise BadNetwork(f"{part[:40]!r} is no address and no network") from None
                names.add(part)
        return cls(tuple(networks), frozenset(names))

    def __contains__(self, host: str) -> bool:
        """Tell whether a host is among them."""
        found = parse_address(host)
        if found is None:
            return host in self.names
        return any(found in network for network in self.networks)

    def client(self, peer: str, forwarded: Iterable[str]) -> str:
        """Tell who asks: the peer, or behind proxies that are among these the first host that is not.

        Each proxy appends whom it hears, so the list is read from its end; what an unknown host wrote is not believed.
        """
        hops = [hop for line in forwarded for hop in line.split(",")][-MOST_FORWARDS:]
        found = peer
        while found in self and hops:
            hop = parse_address(hops.pop())
            if hop is None:
                break
            found = str(hop)
        return found


def client_of(scope: Mapping[str, Any], proxies: Networks) -> str:
    """Tell the host that sent a request, as ASGI describes it."""
    peer = scope.get("client")
    forwarded = [value.decode("latin-1") for name, value in scope["headers"] if name == b"x-forwarded-for"]
    return proxies.client(peer[0] if peer else "", forwarded)


class LastSeen:
    """Remembers where people were seen last, the most recent ones."""

    def __init__(self) -> None:
        """Begin with nobody."""
        self.kept: OrderedDict[str, str] = OrderedDict()

    def see(self, person: str, address: str) -> None:
        """Notice somebody."""
        self.kept[person] = address
        self.kept.move_to_end(person)
        if len(self.kept) > PEOPLE_KEPT:
            self.kept.popitem(last=False)

    def of(self, person: str) -> str:
        """Tell where somebody was last; people who were not seen yet share the empty address."""
        return self.kept.get(person, "")
