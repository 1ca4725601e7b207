"""Asks the judge about a whole site, in a process of its own, which may take its time and be ended when the files change again.

Knows that a site is built as a draft and judged as `build` does. Refuses to publish: what it builds is gone when it ends.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from gpuguide.catalog.loader import load_sites
from gpuguide.checks import judge_site
from gpuguide.errors import GuideError
from gpuguide.site.build import build_site

DRAFTS = frozenset({"message-missing", "message-fuzzy", "message-empty"})
"""What a page tells of itself: a sentence that waits for its translation."""


@dataclass(frozen=True)
class Judgement:
    """What the judge found in each file of a site, and what the build counted on its pages."""

    findings: dict[str, list[str]] = field(default_factory=dict)
    counts: dict[str, int] = field(default_factory=dict)


def judge(root: Path, site_id: str) -> Judgement:
    """Build a site and judge it; nothing is found in one that cannot be built, which its pages say themselves."""
    try:
        built = build_site(root, load_sites(root, site_id)[0], strict=False)
    except GuideError:
        return Judgement()
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder).resolve()
        for path, content in built.files.items():
            target = out / site_id / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
        found = [finding for finding in judge_site(root, out, site_id).findings if finding.rule not in DRAFTS]
    shown, said = f"{(out / site_id).as_posix()}/", Judgement(counts=built.counts)
    for finding in found:
        where = finding.where.removeprefix(shown)
        said.findings.setdefault(where.partition(":")[0], []).append(str(finding).removeprefix(shown))
    return said


class Asked:
    """A judgement that is being made, in a process that may be ended."""

    def __init__(self, root: Path, site_id: str) -> None:
        """Begin; the process finds this package where this one did."""
        paths = [str(Path(__file__).parents[2]), os.environ.get("PYTHONPATH", "")]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths)), "PYTHONUTF8": "1"}
        command = [sys.executable, "-m", __name__, str(root.resolve()), site_id]
        quiet = subprocess.DEVNULL
        self._process = subprocess.Popen(  # noqa: S603 - our own module, no shell
            command, env=environment, stdin=quiet, stderr=quiet, stdout=subprocess.PIPE
        )

    def answer(self) -> Judgement | None:
        """Wait for the judgement; None when the process was ended."""
        written, _ = self._process.communicate()
        return Judgement(**json.loads(written)) if self._process.returncode == 0 else None

    def end(self) -> None:
        """Nobody wants to know any more."""
        self._process.kill()


def main() -> None:
    """Write a judgement as JSON to standard output: `python -m gpuguide.preview.judging ROOT SITE`."""
    if hasattr(os, "nice"):
        os.nice(10)  # the page that an editor waits for comes first
    said = judge(Path(sys.argv[1]), sys.argv[2])
    sys.stdout.write(json.dumps({"findings": said.findings, "counts": said.counts}))


if __name__ == "__main__":
    main()
