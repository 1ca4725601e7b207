"""Run every check of the project, all of them even if one fails: `python3 build.py test` ends here.

Linters, types and layer contracts first, pytest last; then one table, and pytest's counts on a plain line.
"""

import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

from tests import needs

ROOT = Path(__file__).resolve().parent.parent
REPORT = "--junit-xml="


class Outcome(NamedTuple):
    """How one check ended."""

    name: str
    result: str  # passed, failed or skipped
    seconds: float


def main(pytest_arguments: Sequence[str]) -> int:
    outcomes = provide_needs()
    with tempfile.TemporaryDirectory() as folder:
        steps = commands(pytest_arguments, Path(folder))
        for name, command in steps.items():
            outcomes.append(run_step(name, command, loud=name.startswith("pytest")))
        print_summary(outcomes)
        print(counts([Path(word.removeprefix(REPORT)) for step in steps.values() for word in step if word.startswith(REPORT)]))
    return 1 if any(outcome.result == "failed" for outcome in outcomes) else 0


def commands(pytest_arguments: Sequence[str], reports: Path) -> dict[str, list[str]]:
    """The checks in the order in which they run; pytest twice, unless its arguments say which tests are wanted."""
    pytest = [sys.executable, "-m", "pytest"]
    whole = [*pytest, "-n", "auto", f"{REPORT}{reports / 'many.xml'}", *pytest_arguments]
    alone = [*pytest, f"{REPORT}{reports / 'alone.xml'}", "-m", "alone"]
    return {
        "ruff check": [tool("ruff"), "check", "."],
        "ruff format": [tool("ruff"), "format", "--check", "."],
        "mypy": [sys.executable, "-m", "mypy"],
        "lint-imports": [tool("lint-imports"), "--no-logo"],
        **({"pytest": whole} if pytest_arguments else {"pytest": [*whole, "-m", "not alone"], "pytest alone": alone}),
    }


def tool(name: str) -> str:
    """The program beside this Python, not one of the same name elsewhere on the machine."""
    folder = Path(sys.executable).parent
    return shutil.which(name, path=str(folder)) or str(folder / name)


def run_step(name: str, command: Sequence[str], *, loud: bool) -> Outcome:
    """Run a check to its end; a quiet one shows what it printed only if it failed."""
    say(f"Running {name}")
    started = time.monotonic()
    output = None if loud else subprocess.PIPE
    done = subprocess.run(command, cwd=ROOT, stdout=output, stderr=output and subprocess.STDOUT, check=False)
    if done.returncode and done.stdout:
        say(done.stdout.decode("utf-8", "replace"))
    return Outcome(name, "failed" if done.returncode else "passed", time.monotonic() - started)


def print_summary(outcomes: Sequence[Outcome]) -> None:
    print()
    for outcome in outcomes:
        print(f"  {outcome.name:<14}{outcome.result:<9}{outcome.seconds:7.1f} s")
    print()


def counts(reports: Sequence[Path]) -> str:
    """Pytest's counts on one plain line; a pytest that never reported counts as one failure."""
    total = Counter[str]()
    for report in reports:
        try:
            suites = list(ElementTree.parse(report).getroot().iter("testsuite"))
        except (OSError, ElementTree.ParseError):
            suites = []
        if not suites:
            total.update({"tests": 1, "failures": 1})
        for suite in suites:
            total.update({name: int(suite.get(name, 0)) for name in ("tests", "failures", "errors", "skipped")})
    failed, skipped = total["failures"] + total["errors"], total["skipped"]
    return f"{total['tests'] - failed - skipped} passed, {failed} failed, {skipped} skipped"


def provide_needs() -> list[Outcome]:
    """Install what is missing; what is still missing afterwards has its tests skipped, or fails CI."""
    started = time.monotonic()
    needs.provide()
    seconds = time.monotonic() - started
    outcomes = []
    for need in needs.NEEDS:
        result = "passed" if need.found() else "failed" if needs.in_ci() else "skipped"
        if result == "failed":
            say(f"No {need.name}, and CI must not skip the tests that need it: {need.remedy}")
        elif result == "skipped":
            say(f"No {need.name}: the tests that need it will be skipped; {need.remedy} to run them")
        outcomes.append(Outcome(need.name, result, seconds))
        seconds = 0.0
    return outcomes


def say(line: str) -> None:
    print(line, flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
