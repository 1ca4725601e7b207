"""What the web tests need of a machine besides Python: a browser with fonts, a web server, Java, and packages of npm.

Debian installs what is missing, as root; npm installs what tests/web/package-lock.json pins. Elsewhere what is missing is named,
and its tests are skipped; CI skips none.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

WEB = Path(__file__).resolve().parent / "web"
MODULES = WEB / "node_modules"
VALIDATOR = MODULES / "vnu-jar/build/dist/vnu.jar"
AXE = MODULES / "axe-core/axe.min.js"
FONTS = Path("/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc")

BROWSERS = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "C:/Program Files/Google/Chrome/Application/chrome.exe",
)


class Need(NamedTuple):
    """One thing, where it stands, and the packages of Debian that bring it."""

    name: str
    found: Callable[[], str | None]
    packages: Sequence[str]
    remedy: str


def chromium_path() -> str | None:
    return next((path for path in map(shutil.which, BROWSERS) if path), None)


def nginx_path() -> str | None:
    """Debian keeps nginx where only root looks."""
    return shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin:/usr/local/sbin")


def java_path() -> str | None:
    return shutil.which("java")


def modules_path() -> str | None:
    """The packages of npm, if they are those that the lock names."""
    return str(MODULES) if _stamp().is_file() and _stamp().read_bytes() == _lock().read_bytes() else None


BROWSER = Need("browser", chromium_path, ("chromium", "fonts-noto-cjk"), "install chromium")
SERVER = Need("web server", nginx_path, ("nginx",), "install nginx")
JAVA = Need("Java", java_path, ("default-jre-headless",), "install a Java runtime")
PACKAGES = Need("npm packages", modules_path, (), "install Node 20 with npm and run `python3 build.py test`")
NEEDS = (BROWSER, SERVER, JAVA, PACKAGES)


def in_ci() -> bool:
    return os.environ.get("CI", "").lower() not in ("", "0", "false")


def provide() -> None:
    """Install what is missing, where that is possible; what could not be installed is still missing afterwards."""
    missing = [package for need in NEEDS if not need.found() for package in need.packages]
    if BROWSER.found() and not FONTS.is_file():
        missing.append("fonts-noto-cjk")
    if missing and sys.platform == "linux" and os.geteuid() == 0 and is_debian():
        install_debian_packages(missing)
    if not modules_path() and shutil.which("npm"):
        install_npm_packages()


def is_debian() -> bool:
    """Debian itself: Ubuntu's package of Chromium only points to a snap."""
    try:
        return "ID=debian" in Path("/etc/os-release").read_text(encoding="utf-8").splitlines()
    except OSError:
        return False


def install_debian_packages(packages: Sequence[str]) -> None:
    """Install them, and start no service of theirs: the tests run nginx themselves, on a port of their own."""
    say(f"Installing {', '.join(packages)} with apt-get")
    with tempfile.TemporaryDirectory() as stub:
        for name in ("invoke-rc.d", "deb-systemd-invoke"):
            path = Path(stub) / name
            path.write_text("#!/bin/sh\nexit 0\n", encoding="ascii")
            path.chmod(0o755)
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        apt = ["apt-get", "-qq", "-o", "DPkg::Lock::Timeout=300", "-o", f"DPkg::Path={stub}:/usr/sbin:/usr/bin:/sbin:/bin"]
        for step in (["update"], ["install", "--yes", "--no-install-recommends", *packages]):
            done = subprocess.run([*apt, *step], env=environment, capture_output=True, text=True, check=False)
            if done.returncode:
                say(f"apt-get {step[0]} failed:\n{done.stdout}{done.stderr}")
                return


def install_npm_packages() -> None:
    say("Installing tests/web/package-lock.json with npm")
    npm = [str(shutil.which("npm")), "ci", "--ignore-scripts", "--no-audit", "--no-fund"]
    done = subprocess.run(npm, cwd=WEB, capture_output=True, text=True, check=False)
    if done.returncode:
        say(f"npm ci failed:\n{done.stdout}{done.stderr}")
    else:
        _stamp().write_bytes(_lock().read_bytes())


def _lock() -> Path:
    return WEB / "package-lock.json"


def _stamp() -> Path:
    return MODULES / ".installed-from.json"


def say(line: str) -> None:
    print(line, flush=True)
