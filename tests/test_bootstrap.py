"""build.py: what it decides. (That it works on a bare machine, only a bare machine shows: .ci/run starts with it.)"""

import re
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser

import build
from tests import run_all

FIRST = {"python": "3.11.7", "root": "/here", "requirements.lock": "aa"}
BOTH = {**FIRST, "requirements-dev.lock": "bb"}


def test_no_arguments_build_every_site():
    assert build.route([]) == (build.RUN_LOCKS, ["-m", "gpuguide", "build"])


def test_arguments_go_to_gpuguide_as_they_are():
    assert build.route(["explain", "memory/70b"]) == (build.RUN_LOCKS, ["-m", "gpuguide", "explain", "memory/70b"])


def test_test_goes_to_the_checks_with_its_own_arguments():
    assert build.route(["test", "-k", "bootstrap"]) == (build.TEST_LOCKS, ["-m", "tests.run_all", "-k", "bootstrap"])


@pytest.mark.parametrize(
    ("found", "wanted", "todo"),
    [
        pytest.param(FIRST, FIRST, "nothing", id="finished"),
        pytest.param(BOTH, FIRST, "nothing", id="finished, with more than is needed"),
        pytest.param(FIRST, BOTH, "add", id="the tests need more"),
        pytest.param({}, FIRST, "rebuild", id="never finished"),
        pytest.param(FIRST | {"requirements.lock": "cc"}, FIRST, "rebuild", id="lock changed"),
        pytest.param(BOTH | {"requirements-dev.lock": "cc"}, BOTH, "rebuild", id="lock of the tests changed"),
        pytest.param(FIRST | {"python": "3.10.1"}, FIRST, "rebuild", id="another Python"),
        pytest.param(FIRST | {"root": "/there"}, FIRST, "rebuild", id="folder moved"),
    ],
)
def test_what_the_stamp_says_decides_what_is_done(found: dict[str, str], wanted: dict[str, str], todo: str):
    assert build.what_to_do(found, wanted) == todo


def test_stamp_reads_back_as_it_was_written(tmp_path: Path):
    build.write_stamp(tmp_path / "stamp.json", FIRST)
    assert build.read_stamp(tmp_path / "stamp.json") == FIRST


@pytest.mark.parametrize("text", ["", "{", "[]"])
def test_broken_stamp_counts_as_none(tmp_path: Path, text: str):
    (tmp_path / "stamp.json").write_text(text)
    assert build.read_stamp(tmp_path / "stamp.json") == {}


def test_stamp_follows_the_content_of_the_lock(tmp_path: Path):
    lock = tmp_path / "requirements.lock"
    lock.write_text("a==1\n")
    before = build.wanted_stamp(tmp_path, build.RUN_LOCKS)
    lock.write_text("a==2\n")
    assert build.wanted_stamp(tmp_path, build.RUN_LOCKS) != before


def test_second_build_waits_for_the_first(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """Two at once would install into one folder."""
    order: list[str] = []

    def second() -> None:
        with build.only_one(tmp_path / "lock"):
            order.append("second")

    with build.only_one(tmp_path / "lock"):
        thread = threading.Thread(target=second)
        thread.start()
        thread.join(timeout=0.1)
        order.append("first")
    thread.join()
    assert order == ["first", "second"]
    assert "Waiting" in capsys.readouterr().out


def test_venv_of_another_checkout_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Making a linked .venv anew would empty the folder that the link leads to."""
    theirs = tmp_path / "theirs"
    theirs.mkdir()
    (theirs / "stamp.json").write_text("{}")
    monkeypatch.setattr(build, "VENV", tmp_path / ".venv")
    build.VENV.symlink_to(theirs)
    monkeypatch.setattr(build, "installed", dict)
    with pytest.raises(build.SetupError, match=r"is a link to .*theirs"):
        build.set_up(build.RUN_LOCKS)
    assert [path.name for path in theirs.iterdir()] == ["stamp.json"]


def test_missing_venv_module_is_said_in_a_sentence(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(build.SetupError, match="apt-get install python3-venv"):
        build.make_venv()


def test_old_python_is_said_in_a_sentence(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    monkeypatch.setattr(sys, "version_info", (3, 9, 2))
    assert build.main([]) == 1
    assert "needs Python 3.11 or newer" in capsys.readouterr().err


def test_failing_program_is_quoted():
    with pytest.raises(build.SetupError, match=r"(?s)cannot do it.*no such thing"):
        build.run_quietly([sys.executable, "-c", "print('no such thing'); raise SystemExit(3)"], "cannot do it")


def test_succeeding_program_is_silent(capfd: pytest.CaptureFixture[str]):
    build.run_quietly([sys.executable, "-c", "print('noise')"], "cannot do it")
    assert capfd.readouterr().out == ""


def test_build_runs_on_a_python_that_has_nothing(project_root: Path):
    """-I -S: no site-packages, no environment."""
    command = [sys.executable, "-I", "-S", "-c", "import runpy; runpy.run_path('build.py')"]
    subprocess.run(command, cwd=project_root, check=True)


def test_every_pin_of_the_run_is_a_pin_of_the_tests(project_root: Path):
    """Else `build.py test` would test other versions than it publishes with."""
    run, tests = (pins(project_root / lock) for lock in build.TEST_LOCKS)
    assert run <= tests


def pins(lock: Path) -> set[str]:
    return set(re.findall(r"^\S+==.*?(?= \\$)", lock.read_text(), re.MULTILINE))


def test_counts_are_printed_in_one_plain_line(tmp_path: Path):
    report = tmp_path / "pytest.xml"
    report.write_text('<testsuites><testsuite tests="10" failures="1" errors="1" skipped="3"></testsuite></testsuites>')
    assert run_all.counts([report]) == "5 passed, 2 failed, 3 skipped"


def test_pytest_that_never_reported_counts_as_a_failure(tmp_path: Path):
    """Two runs, of which one left a report."""
    report = tmp_path / "many.xml"
    report.write_text('<testsuites><testsuite tests="10" failures="0" errors="0" skipped="3"></testsuite></testsuites>')
    assert run_all.counts([tmp_path / "alone.xml"]) == "0 passed, 1 failed, 0 skipped"
    assert run_all.counts([report, tmp_path / "alone.xml"]) == "7 passed, 1 failed, 3 skipped"


def test_step_that_fails_shows_its_output(capsys: pytest.CaptureFixture[str]):
    outcome = run_all.run_step("check", [sys.executable, "-c", "print('found'); raise SystemExit(1)"], loud=False)
    assert outcome.result == "failed"
    assert "found" in capsys.readouterr().out


@pytest.mark.web
def test_browser_opens_a_served_page(browser: Browser, site_server: Callable[[Path], str], tmp_path: Path):
    (tmp_path / "index.html").write_text("<!doctype html><title>Served</title>")
    page = browser.new_page()
    page.goto(site_server(tmp_path))
    assert page.title() == "Served"
    page.close()
