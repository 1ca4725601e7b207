"""The made-up project of tests/site/guide.py, served from real files on a real port."""

from __future__ import annotations

import asyncio
import http.client
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from gpuguide.preview.ports import listen
from gpuguide.preview.server import Preview
from tests.projects import SITE
from tests.site.guide import write_guide


@dataclass(frozen=True)
class Got:
    """What the server answered."""

    status: int
    headers: Mapping[str, str]
    text: str


@dataclass(frozen=True)
class Served:
    """A project and the port on which its site is heard."""

    root: Path
    port: int

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def get(self, path: str, host: str = "") -> Got:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        connection.request("GET", path, headers={"Host": host or f"127.0.0.1:{self.port}"})
        answer = connection.getresponse()
        got = Got(answer.status, dict(answer.getheaders()), answer.read().decode("utf-8", "replace"))
        connection.close()
        return got

    @contextmanager
    def told(self, path: str, version: str) -> Iterator[Callable[[], str]]:
        """A browser that shows a version of a page; call what is given for the name of the next thing it is told."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        connection.request("GET", f"/-/events?path={path}&version={version}")
        answer = connection.getresponse()

        def following() -> str:
            while True:
                line = answer.readline().decode("utf-8").strip()
                if line.startswith("event: "):
                    return line.removeprefix("event: ")

        yield following
        connection.close()

    def change(self, path: str, old: str, new: str) -> None:
        file = self.root / path
        text = file.read_text(encoding="utf-8")
        assert old in text, f"{path} has no {old!r}"
        file.write_text(text.replace(old, new, 1), encoding="utf-8")


@contextmanager
def serving(root: Path, judges: bool = False) -> Iterator[Served]:
    """Serve the project's one site in a thread."""
    ports = listen(1, None)
    preview = Preview(root, {SITE: ports[0]}, judges)
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=lambda: loop.run_until_complete(preview.run()))
    thread.start()
    try:
        yield Served(root, ports[0].port)
    finally:
        loop.call_soon_threadsafe(preview.stop)
        thread.join()
        loop.close()


@pytest.fixture
def root(tmp_path: Path, project_root: Path) -> Path:
    return write_guide(tmp_path / "guide", project_root)


@pytest.fixture
def served(root: Path) -> Iterator[Served]:
    with serving(root) as one:
        yield one
