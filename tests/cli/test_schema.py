"""`gpuguide schema` as a person runs it."""

from __future__ import annotations

import json

from tests.projects import tiny_project, write_project

SETTINGS = ".vscode/settings.json"


def test_schemas_are_written_once_and_found_stale(tmp_path, run):
    """Writing twice changes nothing; a card more makes them stale; writing again mends it."""
    root = write_project(tmp_path, tiny_project())
    assert run("schema", "--project", root).code == 0
    assert run("schema", "--check", "--project", root).code == 0
    cards = json.loads((root / ".vscode/schemas/tiny/prices.json").read_text())["properties"]["prices"]["propertyNames"]["enum"]
    assert cards == ["alpha", "beta"]
    (root / "data/gpus/gamma.yaml").write_text((root / "data/gpus/beta.yaml").read_text().replace("Beta", "Gamma"))
    stale = run("schema", "--check", "--project", root)
    assert stale.code == 1
    assert ".vscode/schemas/tiny/prices.json: stale; run gpuguide schema" in stale.err
    assert run("schema", "--project", root).code == 0
    assert run("schema", "--check", "--project", root).code == 0


def test_other_settings_stay(tmp_path, run):
    """An editor's own settings are kept, and settings with comments are refused before anything is written."""
    root = write_project(tmp_path, {**tiny_project(), SETTINGS: '{"editor.rulers": [100], "yaml.schemas": {"a.json": "b.yaml"}}'})
    assert run("schema", "--project", root).code == 0
    settings = json.loads((root / SETTINGS).read_text())
    assert settings["editor.rulers"] == [100]
    assert settings["yaml.schemas"]["a.json"] == "b.yaml"
    assert settings["yaml.schemas"]["./.vscode/schemas/tiny/prices.json"] == "data/sites/tiny/prices.yaml"
    (root / SETTINGS).write_text("{} // mine")
    refused = run("schema", "--project", root)
    assert refused.code == 2
    assert "the settings are not plain JSON" in refused.err


def test_a_site_that_went_takes_its_schemas_along(tmp_path, run):
    """A schema of no site is deleted, so that nobody follows it."""
    root = write_project(tmp_path, {**tiny_project(), ".vscode/schemas/gone/prices.json": "{}"})
    assert run("schema", "--check", "--project", root).code == 1
    assert run("schema", "--project", root).code == 0
    assert not (root / ".vscode/schemas/gone/prices.json").exists()
