"""What `agreement` does: writes what the engine level says into the files that pages read, or says that one is stale.

Knows which files these are. Refuses to compute. It is imported when the command runs: a site's build does not pay for it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from gpuguide.catalog.loader import site_ids
from gpuguide.errors import Exit
from gpuguide.figures.agreement_rows import FILE, agreement_text
from gpuguide.figures.answered import answers_file, answers_text
from gpuguide.figures.measured import load_cases
from gpuguide.figures.sized import Desk


def agreement(project: Path, check: bool) -> int:
    """Write the files, or only compare them; the exit code."""
    stale = False
    for path, text in due_files(project):
        if path.is_file() and path.read_text(encoding="utf-8") == text:
            continue
        stale = True
        name = path.relative_to(project).as_posix()
        if check:
            print(f"{name} is not what the calculator says; run gpuguide agreement")
        else:
            path.write_text(text, encoding="utf-8")
            print(f"wrote {name}")
    return int(Exit.FINDINGS if stale and check else Exit.OK)


def due_files(project: Path) -> Iterator[tuple[Path, str]]:
    """Every file that the calculator writes, with its text as it is due."""
    desk = Desk(project)
    yield project / FILE, agreement_text(load_cases(desk))
    for site in site_ids(project):
        if answers_file(project, site).is_file():
            yield answers_file(project, site), answers_text(desk, site)
