"""A folder served by nginx with the configuration that the project ships, only its servers replaced by one on a free port.

The port is opened here and handed over, so there is no moment in which it is free for somebody else, and none to wait for.
"""

from __future__ import annotations

import os
import re
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

DEPLOY = Path(__file__).resolve().parent.parent / "deploy"
SERVER = re.compile(r"^ +server \{.*\}\n", re.MULTILINE)


@contextmanager
def serving(nginx: str, folder: Path, own: Path) -> Iterator[str]:
    """Serve a folder until the end of the block, with `own` as the server's folder; the address, without a slash at the end."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
        configuration = own / "nginx.conf"
        configuration.write_text(configured(f"127.0.0.1:{port}", folder), encoding="utf-8")
        handed = {**os.environ, "NGINX": f"{listening.fileno()};"}  # nginx takes over a socket that is open already
        command = [nginx, "-p", str(own), "-c", str(configuration), "-e", str(own / "errors.log")]
        server = subprocess.Popen(command, env=handed, pass_fds=[listening.fileno()], stderr=subprocess.DEVNULL)
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        server.terminate()
        server.wait()


def configured(listen: str, folder: Path) -> str:
    """The shipped configuration with one server in place of those in it."""
    shipped = (DEPLOY / "nginx.conf").read_text(encoding="utf-8").replace("error_log stderr", "error_log errors.log")
    one = f'    server {{ listen {listen}; root "{folder}"; include "{DEPLOY / "site.conf"}"; }}\n'
    if os.geteuid() == 0:  # else its worker were "nobody", who may not read what pytest keeps for its user alone
        shipped += "user root;\n"
    first = SERVER.search(shipped)
    assert first, "deploy/nginx.conf has no server of one line"
    return SERVER.sub("", shipped[: first.start()]) + one + SERVER.sub("", shipped[first.end() :])
