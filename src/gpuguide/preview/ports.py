"""Finds free ports of this machine, one for each site, on which nothing outside it can call.

Knows the loopback of both versions of IP. Refuses every other address.
"""

from __future__ import annotations

import errno
import socket
from contextlib import ExitStack
from dataclasses import dataclass

from gpuguide.errors import Place, UsageError

FIRST = 8000
LAST = 65535
_TRIED = 100
_LOOPBACK = ((socket.AF_INET, "127.0.0.1"), (socket.AF_INET6, "::1"))
_NOT_HERE = frozenset({errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT})
"""What a machine without the newer IP says."""


@dataclass(frozen=True)
class Listening:
    """A port of this machine, and the sockets that listen on it."""

    port: int
    sockets: tuple[socket.socket, ...]


def listen(count: int, wanted: int | None) -> list[Listening]:
    """As many ports in a row as there are sites; from the wanted one, or from the first that is free.

    Raises `UsageError` with the command to type when a wanted port is taken.
    """
    if wanted is not None and not 0 < wanted <= LAST - count + 1:
        raise UsageError.at(Place("--port"), f"{wanted} is no port for {count} sites", f"name one from 1 to {LAST - count + 1}")
    first = FIRST if wanted is None else wanted
    for start in range(first, min(first + _TRIED, LAST - count + 2)):
        found = _row(start, count)
        if found and wanted in (None, start):
            return found
        if found:
            _close(found)
            said = f"port {wanted} is taken" if count == 1 else f"ports {wanted} to {first + count - 1} are not all free"
            raise UsageError.at(Place("--port"), said, f"type: gpuguide serve --port {start}")
    raise UsageError.at(Place("--port"), f"no port from {first} on is free", "name another with --port")


def _row(start: int, count: int) -> list[Listening]:
    """Sockets on every port of a row; none when one of them is taken."""
    found: list[Listening] = []
    for port in range(start, start + count):
        sockets = _sockets(port)
        if not sockets:
            _close(found)
            return []
        found.append(Listening(port, sockets))
    return found


def _sockets(port: int) -> tuple[socket.socket, ...]:
    """Sockets on both loopback addresses; none when the port is taken on either."""
    with ExitStack() as opened:
        sockets = []
        for family, host in _LOOPBACK:
            try:
                sockets.append(opened.enter_context(socket.create_server((host, port), family=family)))
            except OSError as error:
                if error.errno not in _NOT_HERE:
                    return ()
        opened.pop_all()
        return tuple(sockets)


def _close(ports: list[Listening]) -> None:
    for one in ports:
        for opened in one.sockets:
            opened.close()
