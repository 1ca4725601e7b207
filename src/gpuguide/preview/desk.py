"""Answers requests for one site from its files as they are: pages, downloads, assets, what stands around them, or what is wrong.

Knows every path that a built site has. Refuses paths to anything else: an answer is looked up, no path is ever opened. Not safe
for threads: one at a time may ask.
"""

from __future__ import annotations

import difflib
import hashlib
import mimetypes
from collections.abc import Iterator
from dataclasses import dataclass, replace
from html import escape

from gpuguide.errors import GuideError, Place, Problem
from gpuguide.preview.overlay import overlay, with_script
from gpuguide.preview.state import Shelf, State, read_state
from gpuguide.site.build import build_site, chooser
from gpuguide.site.counting import counted_press, tells_counts
from gpuguide.site.extras import extras
from gpuguide.site.page import Rendered, render_page

INDEX = "index.html"
MISSING = "404.html"
NEVER = frozenset({"_headers"})
"""Files of a built site that tell its host what to do, and that no host serves."""
_KINDS = {".md": "text/markdown", ".js": "text/javascript", ".svg": "image/svg+xml", ".csv": "text/csv", ".xml": "text/xml"}


@dataclass(frozen=True)
class Answer:
    """What is sent for a path."""

    status: int
    kind: str
    """The media type."""
    body: bytes
    version: str = ""
    """Tells a page from what it was before; empty for what is no page."""
    drafts: tuple[str, ...] = ()
    """The texts of the page that wait for a translation; they stand on it in the source language."""
    notes: tuple[str, ...] = ()
    """What else there is to say about the page."""
    location: str = ""


class Desk:
    """The answers of one site; each is made once for each state of the files."""

    def __init__(self, shelf: Shelf, site_id: str) -> None:
        """Nothing is read before it is asked for."""
        self.shelf, self.site_id = shelf, site_id
        self.counts: dict[str, int] = {}
        """What the last whole build counted; a page that tells it is shown with that."""
        self._state: State | GuideError | None = None
        self._answers: dict[str, Answer] = {}
        self._whole: dict[str, bytes] = {}

    def changed(self) -> None:
        """The files are not as they were: nothing that was made from them holds."""
        self._state, self._answers, self._whole = None, {}, {}

    def ready(self, path: str) -> Answer | None:
        """The answer, if it was made since the files changed; any thread may ask for that."""
        return self._answers.get(path)

    def answer(self, path: str) -> Answer:
        """The answer to a path without the stroke at its start."""
        found = self._answers.get(path)
        if found is None:
            found = self._answers[path] = self._made(path)
        return found

    def judge_claims(self) -> bool:
        """Judge every claim; whether one that must hold does not, which every page then shows."""
        if not isinstance(self._state, State):
            return False
        try:
            self._state.judge()
        except GuideError as error:
            self._state, self._answers = error, {}
            return True
        return False

    @property
    def broken(self) -> bool:
        """Whether the files as they are give no site."""
        return isinstance(self._state, GuideError)

    def tell_counts(self, counts: dict[str, int]) -> None:
        """Take what a whole build counted; the pages that tell it are made again."""
        if counts and counts != self.counts:
            self.counts, self._answers = counts, {}

    def _made(self, path: str) -> Answer:
        try:
            if self._state is None:
                self._state = _loaded(self.shelf, self.site_id)
            if isinstance(self._state, GuideError):
                raise self._state
            return self._found(self._state, path)
        except GuideError as error:
            return self._fault(error.problems)
        except Exception as error:  # a fault of ours must be seen, and must not end the preview
            where = f"{type(error).__name__}: {error}"
            hint = "this is a fault of gpuguide, not of your files; please report it"
            return self._fault([Problem(Place(path), where, hint)])

    def _fault(self, problems: list[Problem] | tuple[Problem, ...]) -> Answer:
        return _page(500, overlay(self.shelf.root, self.site_id, problems))

    def _found(self, state: State, path: str) -> Answer:
        target = path + INDEX if path.endswith("/") or not path else path
        if target in state.pages:
            return self._rendered(state, target)
        if f"{target}/{INDEX}" in state.pages:
            return Answer(308, "text/plain", b"", location=f"/{target}/")
        if target == INDEX:
            return _page(200, chooser(state.press))
        content = None if target in NEVER else self._file(state, target)
        if content is None:
            return _page(404, _with_near(self._around(state, MISSING), near(state, path)))
        if target.endswith(".html"):
            return _page(404 if target == MISSING else 200, content.decode("utf-8"))
        return Answer(200, kind_of(target), content)

    def _rendered(self, state: State, path: str) -> Answer:
        """A page, with what it lacks."""
        state.judge(state.pages[path][0].page)
        notes: dict[str, None] = {}
        page, drafts = self._page(state, path, notes)
        if state.aged:
            notes.setdefault(state.aged)
        if tells_counts(page):
            notes.setdefault("what this page counts is of the last whole build" if self.counts else "nothing is counted yet")
        return replace(_page(200, page.text), drafts=drafts, notes=tuple(notes))

    def _page(self, state: State, path: str, notes: dict[str, None]) -> tuple[Rendered, tuple[str, ...]]:
        """A page, and its texts without a translation; what is worth a notice goes to `notes`."""
        leaf, locale = state.pages[path]
        press = state.fresh_press(notes)
        page = render_page(press, leaf, locale, state.site.locales)
        if self.counts and tells_counts(page):
            page = render_page(counted_press(press, self.counts), leaf, locale, state.site.locales)
        return page, tuple(dict.fromkeys(map(str, press.texts[locale].missing)))

    def _file(self, state: State, path: str) -> bytes | None:
        """What stands around the pages: assets, downloads, feeds; None for what the site does not have."""
        if path in state.assets:
            return state.assets[path]
        folder = f"{path.rpartition('/')[0]}/{INDEX}".lstrip("/")
        if folder in state.pages and path.endswith((".csv", ".json")):
            files = {file.path: file.text for file in self._page(state, folder, {})[0].files}
            if path in files:
                return files[path].encode("utf-8")
        if path in ("robots.txt", MISSING) or path.endswith("/feed.xml"):
            return self._around(state, path).encode("utf-8") or None
        if path in ("sitemap.xml", "records.json", "figures.json") or path.endswith("/llms.txt"):
            return self._built(state, path)
        return None

    def _around(self, state: State, path: str) -> str:
        """A file beside the pages that needs none of them; empty when there is no such file."""
        return next((file.text for file in extras(state.press, []) if file.path == path), "")

    def _built(self, state: State, path: str) -> bytes | None:
        """A file that tells of every page, from a whole build."""
        if not self._whole:
            self._whole = build_site(self.shelf.root, state.site, strict=False).files
        return self._whole.get(path)

    def policy(self) -> str:
        """What the site's headers say about its content; what a page may load is tried out while it is edited."""
        if not isinstance(self._state, State):
            return "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'"
        lines = self._around(self._state, "_headers").splitlines()
        return next((line.partition(":")[2].strip() for line in lines if "Content-Security-Policy" in line), "")


def near(state: State, path: str) -> list[str]:
    """Paths of pages that look like one that is none."""
    known = [page.removesuffix(INDEX) for page in state.pages]
    return difflib.get_close_matches(path, known, n=5, cutoff=0.5)


def kind_of(path: str) -> str:
    """The media type of a file, the same on every system."""
    ending = f".{path.rpartition('.')[2]}"
    return _KINDS.get(ending) or mimetypes.guess_type(path)[0] or "application/octet-stream"


def _loaded(shelf: Shelf, site_id: str) -> State | GuideError:
    try:
        return read_state(shelf, site_id)
    except GuideError as error:
        return error


def _page(status: int, html: str) -> Answer:
    version = hashlib.sha256(html.encode("utf-8")).hexdigest()[:16]
    return Answer(status, "text/html", with_script(html, version).encode("utf-8"), version)


def _with_near(html: str, paths: list[str]) -> str:
    """The site's page for what is not there, and what was meant perhaps."""
    items = "".join(_link(paths))
    added = f'<section lang="en"><h2>Near this address</h2><ul>{items}</ul></section>\n' if items else ""
    return html.replace("</main>", f"{added}</main>", 1)


def _link(paths: list[str]) -> Iterator[str]:
    for path in paths:
        yield f'<li><a href="/{escape(path)}">/{escape(path)}</a></li>'
