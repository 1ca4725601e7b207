"""The locales and unit patterns of the project's data, and a writer for each locale."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from gpuguide.catalog.files import SHARED
from gpuguide.catalog.reader import read_yaml
from gpuguide.catalog.validation import validate
from gpuguide.errors import Problems
from gpuguide.l10n import Writer


@pytest.fixture(scope="session")
def writer(project_root: Path) -> Callable[[str], Writer]:
    """Call it with a locale's id."""
    locales, units = (records(project_root, file) for file in ("locales", "units"))
    writers = {locale: Writer(locale, record, units) for locale, record in locales.items()}
    return writers.__getitem__


def records(root: Path, name: str) -> Mapping[str, Any]:
    problems = Problems()
    top = read_yaml(root / f"data/{name}.yaml", f"data/{name}.yaml").value
    assert isinstance(top, dict)
    node = top[name]
    found = validate(SHARED[f"{name}.yaml"][name], node, (name,), problems)
    problems.stop_if_any()
    return dict(found)
