"""The server: requests from this machine to a site's port, answered by the site's desk.

Knows HTTP. Refuses requests whose Host is not this machine: a page elsewhere could lead a browser here by its own name.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from importlib.resources import files
from pathlib import Path

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

from gpuguide.preview.desk import Desk, kind_of
from gpuguide.preview.live import Live
from gpuguide.preview.ports import Listening
from gpuguide.preview.state import Shelf
from gpuguide.preview.watching import changes

OWN = ("reload.js", "preview.css", "icon.svg")
"""The server's own files, below `/-/`, where no page of a site can be."""
_ALWAYS = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff", "Referrer-Policy": "same-origin"}


class Preview:
    """The sites of a project, each on a port of its own, until it is stopped."""

    def __init__(self, root: Path, sites: dict[str, Listening], judges: bool = True) -> None:
        """Take the sites' ids and where each is to be heard."""
        self.root = root.resolve()
        self.worker = ThreadPoolExecutor(1, "preview")
        shelf = Shelf(self.root)
        self.lives = {one.port: Live(self.root, Desk(shelf, site), self.worker, judges) for site, one in sites.items()}
        self.sockets: list[socket.socket] = [opened for one in sites.values() for opened in one.sockets]
        self._stop = asyncio.Event()
        self._server = _Server(self)

    async def run(self) -> None:
        """Serve until the process is told to end, or `stop` is called."""
        watcher = asyncio.create_task(self._watch())
        await asyncio.sleep(0)  # it watches before anybody is answered
        try:
            await self._server.serve(self.sockets)
        finally:
            self.close()
            await watcher
            self.worker.shutdown(wait=False, cancel_futures=True)

    def stop(self) -> None:
        """End `run`, from within its loop."""
        self._server.should_exit = True

    def close(self) -> None:
        """Let every browser go, and watch no longer."""
        self._stop.set()
        for live in self.lives.values():
            live.close()

    def app(self) -> Starlette:
        """What answers requests."""
        own = [Route(f"/-/{name}", _own_file(name)) for name in OWN]
        return Starlette(routes=[*own, Route("/-/events", self._events), Route("/{path:path}", self._page)])

    async def _watch(self) -> None:
        async for names in changes(self.root, self._stop):
            for live in self.lives.values():
                await live.changed(names)

    async def _page(self, request: Request) -> Response:
        live = self._live(request)
        if live is None:
            return _refused()
        found = await live.answer(request.path_params["path"])
        headers = {**_ALWAYS, "Content-Security-Policy": live.desk.policy()}
        if found.location:
            headers["Location"] = found.location
        return Response(found.body, found.status, headers, found.kind)

    async def _events(self, request: Request) -> Response:
        live = self._live(request)
        if live is None:
            return _refused()
        path, version = (request.query_params.get(name, "") for name in ("path", "version"))
        stream = live.events(path.removeprefix("/"), version)
        return StreamingResponse(stream, media_type="text/event-stream", headers=_ALWAYS)

    def _live(self, request: Request) -> Live | None:
        """The site that is heard on the port; None when the request names another machine."""
        port = request.scope["server"][1]
        hosts = {f"{name}:{port}" for name in ("127.0.0.1", "localhost", "[::1]")}
        return self.lives[port] if request.headers.get("host", "").lower() in hosts else None


class _Server(uvicorn.Server):
    """A server that lets waiting browsers go before it waits for them."""

    def __init__(self, preview: Preview) -> None:
        self.preview = preview
        super().__init__(
            uvicorn.Config(
                preview.app(),
                log_config=None,
                access_log=False,
                lifespan="off",
                ws="none",
                server_header=False,
                timeout_graceful_shutdown=2,
            )
        )

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.preview.close()
        await super().shutdown(sockets)


def addresses(sites: dict[str, Listening]) -> Iterable[tuple[str, str]]:
    """Each site with the address that a browser opens."""
    return ((site, f"http://127.0.0.1:{one.port}/") for site, one in sites.items())


def _own_file(name: str) -> Callable[[Request], Awaitable[Response]]:
    content = files("gpuguide.preview").joinpath("files", name).read_bytes()

    async def own(request: Request) -> Response:
        return Response(content, headers=_ALWAYS, media_type=kind_of(name))

    return own


def _refused() -> Response:
    return PlainTextResponse("only for this machine: open http://127.0.0.1 with the port", 403)
