"""Rules about the code itself that no linter knows. (Which layer may import which: pyproject.toml, import-linter.)"""

import ast
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parent.parent
SOURCES = sorted((ROOT / "src").rglob("*.py"))
LONGEST_MODULE = 250
LONGEST_FUNCTION = 50


def source_name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


each_source = pytest.mark.parametrize("path", SOURCES, ids=source_name)


@each_source
def test_module_is_short(path: Path):
    lines = path.read_text(encoding="utf-8").count("\n")
    assert lines <= LONGEST_MODULE, "a module this long is two"


@each_source
def test_functions_are_short(path: Path):
    functions = [node for node in ast.walk(parsed(path)) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    assert [node.name for node in functions if lines_of(node) > LONGEST_FUNCTION] == []


@each_source
def test_module_says_what_it_is_for(path: Path):
    assert ast.get_docstring(parsed(path))


@each_source
def test_engine_names_no_site_card_or_model(path: Path):
    """A third company is a new folder of data and no Python."""
    text = path.read_text(encoding="utf-8")
    assert sorted(set(found_names(text))) == []


def test_names_would_be_found():
    """A check that has never failed is not a check."""
    some_name = NAMES[0]
    assert list(found_names(f'if gpu == "{some_name.upper()}":')) == [some_name.lower()]


def test_every_layer_is_a_package():
    layers = [folder for folder in (ROOT / "src/gpuguide").iterdir() if folder.is_dir() and folder.name != "__pycache__"]
    assert [folder.name for folder in layers if not (folder / "__init__.py").is_file()] == []


def test_nothing_outside_the_checkout_is_named():
    """What works here must work in a checkout anywhere."""
    outside = "../" + "shared"
    listed = subprocess.run(["git", "grep", "-lF", "-e", outside], cwd=ROOT, capture_output=True, text=True, check=False)
    assert listed.stdout.split() == []


def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), filename=str(path))


def lines_of(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    return (node.end_lineno or node.lineno) - node.lineno + 1


def names_in_the_data() -> Iterator[str]:
    """Ids and printed names of the sites, cards and models, and the sites' addresses."""
    data = ROOT / "data"
    for path in sorted([*data.glob("gpus/*.yaml"), *data.glob("models/*.yaml")]):
        yield path.stem
        yield yaml.safe_load(path.read_text(encoding="utf-8"))["name"]
    for folder in sorted(path for path in data.glob("sites/*") if path.is_dir()):
        yield folder.name
        site = yaml.safe_load((folder / "site.yaml").read_text(encoding="utf-8"))["site"]
        yield from (site["name"], site["origin"].removeprefix("https://"))


NAMES = sorted(set(names_in_the_data()), key=len, reverse=True)  # the longest that matches is the one to report
PATTERN = re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, NAMES))})(?![\w-])", re.IGNORECASE)


def found_names(text: str) -> Iterator[str]:
    return (match.group().lower() for match in PATTERN.finditer(text))
