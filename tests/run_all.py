"""Run every check of the project, all of them even if one fails: `python3 build.py test` ends here.

Linters, types and layer contracts first, pytest last; then one table, and pytest's counts on a plain line.
"""

import os
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

ROOT = Path(__file__).resolve().parent.parent

BROWSERS = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "C:/Program Files/Google/Chrome/Application/chrome.exe",
)


class Outcome(NamedTuple):
    """How one check ended."""

    name: str
    result: str  # passed, failed or skipped
    seconds: float


def main(pytest_arguments: Sequence[str]) -> int:
    outcomes = [provide_browser()]
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "pytest.xml"
        for name, command in commands(pytest_arguments, report).items():
            outcomes.append(run_step(name, command, loud=name == "pytest"))
        print_summary(outcomes)
        print(counts(report))
    return 1 if any(outcome.result == "failed" for outcome in outcomes) else 0


def commands(pytest_arguments: Sequence[str], report: Path) -> dict[str, list[str]]:
    """The checks in the order in which they run."""
    pytest = [sys.executable, "-m", "pytest", "-n", "auto", f"--junit-xml={report}"]
    return {
        "ruff check": [tool("ruff"), "check", "."],
        "ruff format": [tool("ruff"), "format", "--check", "."],
        "mypy": [sys.executable, "-m", "mypy"],
        "lint-imports": [tool("lint-imports"), "--no-logo"],
        "pytest": [*pytest, *pytest_arguments],
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


def counts(report: Path) -> str:
    """Pytest's counts on one plain line; a pytest that never reported counts as one failure."""
    try:
        suites = ElementTree.parse(report).getroot().iter("testsuite")
    except (OSError, ElementTree.ParseError):
        return "0 passed, 1 failed"
    total = Counter[str]()
    for suite in suites:
        total.update({name: int(suite.get(name, 0)) for name in ("tests", "failures", "errors", "skipped")})
    failed, skipped = total["failures"] + total["errors"], total["skipped"]
    return f"{total['tests'] - failed - skipped} passed, {failed} failed, {skipped} skipped"


# --- the browser ---


def provide_browser() -> Outcome:
    """Look for Chromium; on Debian, as root, install what is missing."""
    started = time.monotonic()
    if missing := missing_debian_packages():
        install_debian_packages(missing)
    if chromium_path():
        result = "passed"
    elif in_ci():
        say("No Chromium found, and CI must not skip the browser tests: install chromium")
        result = "failed"
    else:
        say("No Chromium found: the browser tests will be skipped")
        result = "skipped"
    return Outcome("browser", result, time.monotonic() - started)


def chromium_path() -> str | None:
    return next((path for path in map(shutil.which, BROWSERS) if path), None)


def in_ci() -> bool:
    return os.environ.get("CI", "").lower() not in ("", "0", "false")


def missing_debian_packages() -> list[str]:
    """What apt-get may install here: nothing unless this is Debian and root."""
    if sys.platform != "linux" or os.geteuid() != 0 or not is_debian():
        return []
    fonts = subprocess.run(["dpkg-query", "-W", "fonts-noto-cjk"], capture_output=True, check=False)
    return ([] if chromium_path() else ["chromium"]) + (["fonts-noto-cjk"] if fonts.returncode else [])


def is_debian() -> bool:
    """Debian itself: Ubuntu's package of that name only points to a snap."""
    try:
        return "ID=debian" in Path("/etc/os-release").read_text(encoding="utf-8").splitlines()
    except OSError:
        return False


def install_debian_packages(packages: Sequence[str]) -> None:
    say(f"Installing {' and '.join(packages)} with apt-get")
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    apt = ["apt-get", "-qq", "-o", "DPkg::Lock::Timeout=300"]
    for step in (["update"], ["install", "--yes", "--no-install-recommends", *packages]):
        done = subprocess.run([*apt, *step], env=environment, capture_output=True, text=True, check=False)
        if done.returncode:
            say(f"apt-get {step[0]} failed:\n{done.stdout}{done.stderr}")
            return


def say(line: str) -> None:
    print(line, flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
