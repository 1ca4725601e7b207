"""Findings for programs: what each form says of a number that was changed on a page, and of data that cannot be read.

The made-up guide's price of 144 dollars stands on its page; the page comes from templates/pages/tiny/guide.md.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft7Validator

from gpuguide.checks import Finding
from gpuguide.checks.rules import RULES, rules_page
from gpuguide.cli.telling import Spot, annotation, spot
from tests.cli.conftest import Run
from tests.projects import SITE_FOLDER

Replace = Callable[[Path, str, str], None]
FINDINGS, USAGE, FACTS = 1, 2, 3
SOURCE = "templates/pages/tiny/guide.md"
BUILT = "dist/tiny/en/guide/index.html"

TEXT = {"type": "object", "required": ["text"], "properties": {"text": {"type": "string", "minLength": 1}}}
REGION = {
    "type": "object",
    "required": ["startLine"],
    "properties": {"startLine": {"type": "integer", "minimum": 1}, "startColumn": {"type": "integer", "minimum": 1}},
}
PLACE = {
    "type": "object",
    "required": ["artifactLocation"],
    "properties": {
        "artifactLocation": {"required": ["uri"], "properties": {"uri": {"type": "string", "pattern": "^[^:\\\\ ]+$"}}},
        "region": REGION,
    },
}
RESULT = {
    "type": "object",
    "required": ["message", "ruleId", "ruleIndex", "level", "locations"],
    "properties": {
        "message": TEXT,
        "level": {"enum": ["none", "note", "warning", "error"]},
        "locations": {"type": "array", "minItems": 1, "items": {"properties": {"physicalLocation": PLACE}}},
    },
}
RULE = {"type": "object", "required": ["id"], "properties": {"shortDescription": TEXT, "help": TEXT}}
DRIVER = {"type": "object", "required": ["name"], "properties": {"rules": {"type": "array", "items": RULE, "uniqueItems": True}}}
RUN = {
    "type": "object",
    "required": ["tool", "results"],
    "properties": {
        "tool": {"type": "object", "required": ["driver"], "properties": {"driver": DRIVER}},
        "columnKind": {"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
        "results": {"type": "array", "items": RESULT},
    },
}
SARIF = {
    "type": "object",
    "required": ["version", "runs"],
    "properties": {"version": {"const": "2.1.0"}, "runs": {"type": "array", "items": RUN}},
}
"""The part of the schema of SARIF 2.1.0 (OASIS) that a log of ours uses."""


def log_of(text: str) -> dict[str, Any]:
    """A SARIF log that keeps to the schema, its results each naming a rule that the log describes."""
    log = dict(json.loads(text))
    Draft7Validator(SARIF).validate(log)
    for result in log["runs"][0]["results"]:
        assert log["runs"][0]["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == result["ruleId"]
    return log


def test_an_annotation_stands_at_the_source_of_the_page(published: Path, change: Replace, run: Run):
    """GitHub shows it beside the page's source, which a change can touch, and it says where in the built page."""
    change(published / BUILT, ">$144<", ">$145<")
    ran = run("check", "--project", published, "--format", "github")
    assert ran.code == FINDINGS
    lines = [line for line in ran.out.splitlines() if line.startswith("::error ")]
    assert lines and all(line.startswith(f"::error file={SOURCE},title=") for line in lines)
    assert any("got $145" in line and f"%0Ain {BUILT}:" in line for line in lines)


def test_signs_that_end_an_annotation_are_escaped():
    """In GitHub's workflow commands a line end, a per cent sign, and in properties colon and comma are written as codes."""
    finding = Finding("a,b:1", "number-text", "50%\nof it")
    assert annotation(finding, Spot("a,b:c", 1, 2)) == "::error file=a%2Cb%3Ac,line=1,col=2,title=number-text::50%25%0Aof it"


def test_what_has_aged_is_a_warning():
    assert annotation(Finding("data/x.yaml:3", "aged", "old"), Spot("data/x.yaml", 3, None)).startswith(
        "::warning file=data/x.yaml,line=3,"
    )


def test_sarif_of_a_changed_page(published: Path, change: Replace, run: Run):
    """One result for each finding, at the page's source; nothing else stands on standard output."""
    change(published / BUILT, ">$144<", ">$145<")
    ran = run("check", "--project", published, "--format", "sarif")
    results = log_of(ran.out)["runs"][0]["results"]
    assert ran.code == FINDINGS
    assert {result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for result in results} == {SOURCE}
    assert any("got $145" in result["message"]["text"] for result in results)


def test_sarif_of_a_sound_site_is_empty(published: Path, run: Run):
    ran = run("check", "--project", published, "--format", "sarif")
    assert ran.code == 0
    assert log_of(ran.out)["runs"][0]["results"] == []


def test_data_that_cannot_be_read_is_told_at_its_line(guide: Path, change: Replace, run: Run):
    """The engine's refusals are findings too, with line and column, and the exit code stays 3."""
    change(guide / f"{SITE_FOLDER}/prices.yaml", "monthly: 144", "monthly: -3")
    ran = run("build", "--project", guide, "--format", "sarif")
    (result,) = log_of(ran.out)["runs"][0]["results"]
    place = result["locations"][0]["physicalLocation"]
    assert (ran.code, result["ruleId"]) == (FACTS, "refused")
    assert place["artifactLocation"]["uri"] == f"{SITE_FOLDER}/prices.yaml"
    assert place["region"]["startLine"] == 2


def test_a_catalog_is_its_own_source(tmp_path: Path):
    """A place in the sources stays what it is, with its line."""
    at = spot(Finding("locales/pt/LC_MESSAGES/a.po:12:3", "message-digit", "…"), tmp_path, tmp_path / "dist")
    assert at == Spot("locales/pt/LC_MESSAGES/a.po", 12, 3)


def test_a_file_of_no_page_belongs_to_the_settings_of_its_site(tmp_path: Path):
    """A sitemap has no source of its own; what decides about it is site.yaml."""
    at = spot(Finding("dist/tiny/sitemap.xml:4 page x", "sitemap", "…"), tmp_path, tmp_path / "dist")
    assert at == Spot(f"{SITE_FOLDER}/site.yaml", None, None, "dist/tiny/sitemap.xml:4 page x")


def test_a_form_that_is_not_there_names_the_nearest(guide: Path, run: Run):
    ran = run("build", "--project", guide, "--format", "gitub")
    assert ran.code == USAGE
    assert "there is no format gitub; did you mean github?" in ran.err


# --- rules ---


LIKE_A_RULE = re.compile(r"(message|locale|menu)-[a-z-]+")


def named_in_code(root: Path) -> set[str]:
    """Every text of the code that stands where a rule is named, or looks like the rule of a translation or language."""
    paths = [path for path in (root / "src/gpuguide/checks").rglob("*.py") if path.name != "rules.py"]
    nodes = [node for path in paths for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))]
    calls = [node for node in nodes if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)]
    added = [node.args[1] for node in calls if node.func.attr == "add" and len(node.args) > 2]  # type: ignore[attr-defined]
    return {*texts_of(added), *(text for text in texts_of(nodes) if LIKE_A_RULE.fullmatch(text))}


def texts_of(nodes: Iterable[ast.AST]) -> list[str]:
    return [node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)]


def test_every_rule_of_the_code_is_described(project_root: Path):
    """A finding whose rule nobody explains would leave its reader alone."""
    assert named_in_code(project_root) - set(RULES) == set()


@pytest.mark.parametrize("rule", sorted(RULES))
def test_every_described_rule_is_in_the_code(project_root: Path, rule: str):
    """A rule that is no more is not described any more."""
    sources = [*(project_root / "src/gpuguide/checks").rglob("*.py"), *(project_root / "src/gpuguide/cli").glob("*.py")]
    assert any(f'"{rule}"' in path.read_text(encoding="utf-8") for path in sources if path.name != "rules.py")


def test_the_page_of_rules_is_current(project_root: Path):
    """docs/rules.md is what the table says."""
    assert (project_root / "docs/rules.md").read_text(encoding="utf-8") == rules_page()
