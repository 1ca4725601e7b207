"""Faults in files as such: lost, strange, cut, empty, of another build, in another encoding, with another content.

Knows names and bytes. Refuses to read what a file says.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from gpuguide.proof.faults.edits import ending, pages, tried
from gpuguide.proof.faults.scene import Change, Kind, Scene

ASSETS = ("assets/",)


def any_file(path: str) -> bool:
    """Every file of a site."""
    return bool(path)


def assets(path: str) -> bool:
    """The styles, scripts and pictures."""
    return path.startswith(ASSETS)


def _missing(scene: Scene, path: str, chance: Random) -> Change:
    return Change({path: None}, path, "the file", "gone")


def _bytes(describe: str, change: Callable[[bytes, Random], bytes]) -> Callable[[Scene, str, Random], Change | None]:
    """A file with other bytes."""

    def make(scene: Scene, path: str, chance: Random) -> Change | None:
        content = change(scene.files[path], chance)
        return None if content == scene.files[path] else Change({path: content}, path, "its bytes", describe)

    return make


def _cut(content: bytes, chance: Random) -> bytes:
    return content[: len(content) * chance.randrange(10, 90) // 100]


def _one_byte(content: bytes, chance: Random) -> bytes:
    at = chance.randrange(len(content)) if content else 0
    return content[:at] + bytes([content[at] ^ 1]) + content[at + 1 :] if content else b"x"


def _other_encoding(content: bytes, chance: Random) -> bytes:
    return content.decode("utf-8").encode(chance.choice(("utf-16", "utf-8-sig")))


def _stray(name: Callable[[str, Random], str]) -> Callable[[Scene, str, Random], Change | None]:
    """A file that no page knows, with the content of one that is known."""

    def make(scene: Scene, path: str, chance: Random) -> Change | None:
        other = name(path, chance)
        return None if other in scene.files else Change({other: scene.files[path]}, other, "no file", f"a copy of {path}")

    return make


def _beside(path: str, chance: Random) -> str:
    folder, _, name = path.rpartition("/")
    return f"{folder}/{chance.choice(('old-', 'copy-of-', 'x'))}{name}".lstrip("/")


def _old_page(path: str, chance: Random) -> str:
    """A page whose source was taken away."""
    parts = path.split("/")
    return "/".join([*parts[:-2], f"{parts[-2]}-{chance.choice(('old', 'before', 'draft'))}", parts[-1]])


def _of_another(scene: Scene, path: str, chance: Random) -> Change | None:
    """A file with the content of another file of its kind."""
    kind = path.rpartition(".")[2]
    others = [one for one in scene.files if one.endswith(f".{kind}") and scene.files[one] != scene.files[path]]
    if not others:
        return None
    other = chance.choice(sorted(others))
    return Change({path: scene.files[other]}, path, path, f"the content of {other}")


def _two(scene: Scene, path: str, chance: Random) -> Change | None:
    change = _of_another(scene, path, chance)
    if change is None:
        return None
    other = change.after.removeprefix("the content of ")
    return Change({path: scene.files[other], other: scene.files[path]}, path, path, other)


_TEXTS = ending(".html", ".csv", ".json", ".xml", ".txt")
KINDS: Mapping[str, Kind] = {
    "file missing": tried(any_file, _missing),
    "page missing": tried(pages, _missing),
    "asset missing": tried(assets, _missing),
    "file cut": tried(any_file, _bytes("cut", _cut)),
    "file empty": tried(any_file, _bytes("empty", lambda content, chance: b"")),
    "one byte of an asset": tried(assets, _bytes("with one bit turned", _one_byte)),
    "file in another encoding": tried(_TEXTS, _bytes("in another encoding", _other_encoding)),
    "zero byte in a text": tried(
        _TEXTS, _bytes("with a zero byte", lambda content, chance: content[:-20] + b"\0" + content[-20:])
    ),
    "stray file": tried(any_file, _stray(_beside)),
    "stray page": tried(pages, _stray(_old_page)),
    "stray asset": tried(assets, _stray(_beside)),
    "content of another file": tried(any_file, _of_another),
    "two files swapped": tried(_TEXTS, _two),
}
