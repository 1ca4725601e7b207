"""Keeps the browsers that look at one site up to date: who waits for which page, and what is judged meanwhile.

Knows the order: the page first, then the claims of all pages, then the judge's word on the whole site. Refuses to let a browser
wait for a judgement, and to tell of files that are still being written.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Executor
from pathlib import Path
from typing import TypeVar

from gpuguide.preview.desk import INDEX, Answer, Desk
from gpuguide.preview.judging import Asked, Judgement

_T = TypeVar("_T")

SETTLE_S = 0.2
"""How long a file that is empty or gone may take to be whole: some editors write so."""
CLAIMS_AFTER_S = 0.3
JUDGE_AFTER_S = 1.5
"""How long the files must have been left alone before a whole build is judged."""
STILL_HERE_S = 15


class Live:
    """One site and the browsers that look at it; its desk is asked by one worker, one question at a time."""

    def __init__(self, root: Path, desk: Desk, worker: Executor, judges: bool = True) -> None:
        """Nobody looks yet; without `judges` the claims are judged, but no whole build is."""
        self.root, self.desk = root, desk
        self.judgement = Judgement()
        self._worker, self._judges = worker, judges
        self._turn = asyncio.Event()
        self._closing = False
        self._meanwhile: asyncio.Task[None] | None = None

    async def answer(self, path: str) -> Answer:
        """The answer to a path, made now if it was not made since the files changed."""
        found = self.desk.ready(path)
        if found is None:
            found = await self._work(lambda: self.desk.answer(path))
        if self._meanwhile is None and not self._closing:
            self._meanwhile = asyncio.create_task(self._judge())
        return found

    async def events(self, path: str, version: str) -> AsyncIterator[str]:
        """What a browser that shows a version of a page is told, as server-sent events, until one side goes."""
        said = ""
        while not self._closing:
            turn, now = self._turn, await self.answer(path)
            if now.version != version:
                version = now.version
                yield "event: page\ndata: \n\n"
            badge = self._badge(path, now)
            if badge != said:
                said = badge
                yield f"event: badge\ndata: {badge}\n\n"
            try:
                await asyncio.wait_for(turn.wait(), STILL_HERE_S)
            except TimeoutError:
                yield ": still here\n\n"

    async def changed(self, names: set[str]) -> None:
        """Some files changed: what was made from them goes, and the browsers are told once the files are whole."""
        self._stop_judging()
        await self._work(lambda: self._forget(names))
        if any(map(self._half_written, names)) and await self._work(self._is_broken):
            await asyncio.sleep(SETTLE_S)
            await self._work(lambda: self._forget(names))
        self._tell()

    def close(self) -> None:
        """Let every browser go."""
        self._closing = True
        self._stop_judging()
        self._tell()

    async def _judge(self) -> None:
        """Judge what nobody waits for, the quick first."""
        await asyncio.sleep(CLAIMS_AFTER_S)
        if await self._work(self.desk.judge_claims):
            self._tell()
        await asyncio.sleep(JUDGE_AFTER_S)
        if not self._judges or self.desk.broken:
            return
        asked = Asked(self.root, self.desk.site_id)
        try:
            said = await asyncio.to_thread(asked.answer)
        finally:
            asked.end()
        if said is not None:
            self.judgement = said
            await self._work(lambda: self.desk.tell_counts(said.counts))
            self._tell()

    def _badge(self, path: str, shown: Answer) -> str:
        """What there is to say about a page: findings on it first, then how many stand elsewhere, then notes."""
        file = path + INDEX if path.endswith("/") or not path else path
        own = self.judgement.findings.get(file, [])
        others = sum(map(len, self.judgement.findings.values())) - len(own)
        elsewhere = [f"{others} on other pages and files: gpuguide build says which"] if others else []
        counted = {"finding": len(own) + others, "draft": len(shown.drafts), "note": len(shown.notes)}
        title = ", ".join(f"{count} {word}{'' if count == 1 else 's'}" for word, count in counted.items() if count)
        return json.dumps({"title": title, "findings": [*own, *elsewhere], "notes": [*shown.drafts, *shown.notes]})

    def _forget(self, names: set[str]) -> None:
        for name in names:
            self.desk.shelf.forget(name)
        self.desk.changed()

    def _half_written(self, name: str) -> bool:
        path = self.root / name
        return not path.exists() or (path.is_file() and not path.stat().st_size)

    def _is_broken(self) -> bool:
        self.desk.answer("")
        return self.desk.broken

    def _stop_judging(self) -> None:
        if self._meanwhile is not None:
            self._meanwhile.cancel()
            self._meanwhile = None

    def _tell(self) -> None:
        turn, self._turn = self._turn, asyncio.Event()
        turn.set()

    async def _work(self, question: Callable[[], _T]) -> _T:
        return await asyncio.get_running_loop().run_in_executor(self._worker, question)
