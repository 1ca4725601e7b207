"""Judges what stands once for all languages: robots.txt, _headers and the assets.

Knows the exact text of the small files. Refuses to accept a weaker policy or a longer cache than is written here.
"""

from __future__ import annotations

import hashlib
import re
import struct
import zlib

from gpuguide.checks.bench import Bench
from gpuguide.checks.documents import UnreadableError, read_text

ROBOTS = "User-agent: *\nAllow: /\n\nSitemap: {origin}/sitemap.xml\n"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
# A file is kept for a year only where its name changes with its content. A header stands in one rule: hosts join two values.
HEADERS = f"""\
/*
  Content-Security-Policy: {POLICY}
  Cross-Origin-Opener-Policy: same-origin
  Permissions-Policy: camera=(), geolocation=(), microphone=(), payment=(), usb=()
  Referrer-Policy: strict-origin-when-cross-origin
  X-Content-Type-Options: nosniff
/assets/*
  Cache-Control: public, max-age=31536000, immutable
"""
_HASHED = re.compile(r"assets/[a-z][a-z0-9-]*\.([0-9a-f]{12})\.(?:css|js|svg|png)")
_ADDRESS = re.compile(r"assets/[A-Za-z0-9._-]+")
_PNG = b"\x89PNG\r\n\x1a\n"
PICTURE_SIZE = (1200, 630)


def judge_plain(bench: Bench, files: frozenset[str]) -> None:
    """The two files that servers and crawlers read have exactly their text."""
    for path, due in (("robots.txt", ROBOTS.format(origin=bench.site.origin)), ("_headers", HEADERS)):
        if path in files and (found := _text(bench, path)) != due:
            lines = found.splitlines()
            lost = [line for line in due.splitlines() if line not in lines]
            more = [line for line in lines if line not in due.splitlines()]
            where = f"{bench.shown}/{path}"
            shown = "; ".join(lost) or "its lines in order, each once", "; ".join(more)
            bench.docket.add(where, "exact-file", "the file has not exactly its text", *shown)


def _text(bench: Bench, path: str) -> str:
    try:
        return read_text(bench.folder / path)
    except UnreadableError as error:
        return str(error)


# --- Assets ---


def judge_assets(bench: Bench, files: frozenset[str]) -> None:
    """Each asset is named by its content and used by a page; the picture that links show is one."""
    used = {match for page in bench.pages.values() for link in page.links for match in _ADDRESS.findall(link.address)}
    for path in sorted(file for file in files if file.startswith("assets/")):
        where = f"{bench.shown}/{path}"
        bench.docket.counts["assets"] += 1
        hashed = _HASHED.fullmatch(path)
        due = hashlib.sha256((bench.folder / path).read_bytes()).hexdigest()[:12]
        if hashed is None or hashed[1] != due:
            bench.docket.add(where, "asset-name", "the name is not that of its content", due, hashed[1] if hashed else path)
        if path not in used:
            bench.docket.add(where, "asset-unused", "no page names this file")
    _judge_pictures(bench, files)


def _judge_pictures(bench: Bench, files: frozenset[str]) -> None:
    """Every picture that a page is shared with is a PNG of the size that such pictures have."""
    shared = {link.address for page in bench.pages.values() for link in page.links if link.rel == "og:image"}
    for address in sorted(shared):
        path = address.removeprefix(f"{bench.site.origin}/")
        if path in files:
            size = png_size((bench.folder / path).read_bytes())
            if size != PICTURE_SIZE:
                shown = f"a PNG of {size[0]} x {size[1]}" if size else "no PNG"
                due = f"a PNG of {PICTURE_SIZE[0]} x {PICTURE_SIZE[1]}"
                bench.docket.add(f"{bench.shown}/{path}", "picture", "the shared picture is not as it must be", due, shown)


def png_size(content: bytes) -> tuple[int, int] | None:
    """Width and height of a PNG whose chunks have their checksums and reach exactly to its end; None for anything else."""
    if not content.startswith(_PNG) or content[12:16] != b"IHDR":
        return None
    place = len(_PNG)
    while place + 12 <= len(content):
        length, kind = struct.unpack(">I4s", content[place : place + 8])
        checked = content[place + 4 : place + 8 + length]
        place += 12 + length
        if zlib.crc32(checked).to_bytes(4, "big") != content[place - 4 : place]:
            return None
        if kind == b"IEND":
            width, height = struct.unpack(">II", content[16:24])
            return (width, height) if place == len(content) else None
    return None
