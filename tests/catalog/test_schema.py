"""The JSON Schemas of data files: one source with the types that validate, and the same judgement of a file's shape."""

from __future__ import annotations

import copy
import datetime
import functools
import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from pydantic import TypeAdapter, ValidationError

from gpuguide.authoring.schemas import schema_texts
from gpuguide.catalog.files import SITE
from gpuguide.catalog.reader import read_yaml
from gpuguide.catalog.schema import file_schema
from gpuguide.catalog.schema_kinds import SCHEMAS, Kind, kinds, modeline
from gpuguide.catalog.schema_words import KEYS
from gpuguide.catalog.schema_words_fields import FIELDS

ROOT = Path(__file__).resolve().parents[2]
KINDS = {kind.name: kind for kind in kinds()}
FILES = sorted((path.relative_to(ROOT).as_posix(), kind.name) for kind in kinds() for path in ROOT.glob(kind.path))


@functools.cache
def written(file: str) -> Any:
    return read_yaml(ROOT / file, file).plain()


@functools.cache
def schemas_of_the_project() -> dict[str, str]:
    return schema_texts(ROOT)


@functools.cache
def bare(name: str) -> Draft202012Validator:
    """The schema of a kind without the ids of any project."""
    schema = file_schema(KINDS[name], {})
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


@functools.cache
def adapters(name: str) -> dict[str, TypeAdapter[Any]]:
    return {key: TypeAdapter(type_) for key, type_ in KINDS[name].types}


def adapter_of(kind: Kind, key: str) -> TypeAdapter[Any] | None:
    """The type of a top-level key; None for a key that the file cannot have."""
    known = not kind.free or key in SITE["scales.yaml"]
    return adapters(kind.name).get("*" if kind.free else key) if known else None


def as_json(value: Any) -> Any:
    """What an editor program reads in the file: it has no days and no exact decimals."""
    if isinstance(value, dict):
        return {key: as_json(item) for key, item in value.items()}
    if isinstance(value, list):
        return [as_json(item) for item in value]
    return value.isoformat() if isinstance(value, datetime.date) else float(value) if isinstance(value, Decimal) else value


def shape_faults(kind: Kind, value: Any) -> list[str]:
    """What the types of the loader refuse about the shape of a file: checks of whole records left out."""
    parts = {next(iter(adapters(kind.name))): value} if kind.whole else value
    found = [f"the key {key} is missing" for key in kind.required if key not in parts]
    for key, part in parts.items():
        adapter = adapter_of(kind, key)
        if adapter is None:
            found.append(f"unknown key {key}")
            continue
        try:
            adapter.validate_python(part)
        except ValidationError as error:
            found += [one["msg"] for one in error.errors() if one["type"] != "field" or one["msg"].startswith("expected ")]
    return found


def refused(kind: Kind, value: Any) -> bool:
    """Whether the types of the loader refuse a file for any reason."""
    parts = {next(iter(adapters(kind.name))): value} if kind.whole else value
    for key, part in parts.items():
        adapter = adapter_of(kind, key)
        try:
            if adapter is None or adapter.validate_python(part) is None:
                return True
        except ValidationError:
            return True
    return any(key not in parts for key in kind.required)


@pytest.mark.parametrize(("file", "name"), FILES)
def test_the_schemas_accept_all_of_data(file, name):
    """Every file of both sites passes its schema, with the ids that the project has."""
    site = f"{file.split('/')[2]}/" if KINDS[name].of_a_site else ""
    schema = json.loads(schemas_of_the_project()[f"{site}{name}.json"])
    faults = [
        f"{'.'.join(map(str, error.path))}: {error.message}"
        for error in Draft202012Validator(schema).iter_errors(as_json(written(file)))
    ]
    assert not faults


@pytest.mark.parametrize(("file", "name"), FILES)
def test_every_file_names_its_schema(file, name):
    """The modeline leads from the file to a schema that is there; other editor programs than one find it so."""
    first = (ROOT / file).read_text(encoding="utf-8").splitlines(keepends=True)[0]
    assert first == modeline(file)
    target = first.strip().split("$schema=")[1]
    assert ((ROOT / file).parent / target).resolve().is_file()


def test_written_schemas_are_those_of_the_types():
    """`gpuguide schema` was run after the last change of a type; ids that were added since do not count here."""
    for name, text in schemas_of_the_project().items():
        assert without_ids(json.loads((ROOT / SCHEMAS / name).read_text(encoding="utf-8"))) == without_ids(json.loads(text)), (
            f"{name}: run gpuguide schema"
        )


def without_ids(shape: Any) -> Any:
    if isinstance(shape, list):
        return [without_ids(item) for item in shape]
    if not isinstance(shape, dict):
        return shape
    return {key: without_ids(value) for key, value in shape.items() if not ("x-ids" in shape and key == "enum")}


def test_every_description_is_used():
    """A description of a field or a key that no type has is one that was forgotten."""
    fields, keys = set(), set()
    for kind in kinds():
        for record, shape in file_schema(kind, {})["$defs"].items():
            fields |= {f"{record}.{field}" if f"{record}.{field}" in FIELDS else field for field in shape["properties"]}
        keys |= set() if kind.whole or kind.free else {key for key, _ in kind.types}
    assert set(FIELDS) == fields
    assert set(KEYS) == keys


FAULTS = [
    ("gpu", ("memory_gb",), "80"),
    ("gpu", ("memory_gb",), True),
    ("gpu", ("memory_gb",), 0),
    ("gpu", ("memory_gb",), 5000),
    ("gpu", ("memory_gb",), None),
    ("gpu", ("memory_gb",), "unknown"),
    ("gpu", ("bf16_dense_tflops",), "no_offer"),
    ("gpu", ("fp8_tensor_cores",), "true"),
    ("gpu", ("fp8_tensor_cores",), 1),
    ("gpu", ("ecc",), "sometimes"),
    ("gpu", ("vendor",), "NVIDIA"),
    ("gpu", ("node_sizes",), 8),
    ("gpu", ("node_sizes", 0), Decimal("1.5")),
    ("gpu", ("smi_names",), "a name"),
    ("gpu", ("cites", "memory_gb"), "a-source"),
    ("gpu", ("cites", "memory_gb"), []),
    ("gpu", ("collor",), "blue"),
    ("gpu", ("name",), 100),
    ("gpu", ("name",), " A card"),
    ("model", ("hidden",), Decimal("2880.5")),
    ("model", ("attention", 0, "kind"), "attentive"),
    ("model", ("attention", 0, "layers"), 0),
    ("sources", ("sources", "nvidia-l4-datasheet", "kind"), "rumour"),
    ("sources", ("sources", "nvidia-l4-datasheet", "url"), "http://example.com"),
    ("sources", ("sources", "nvidia-l4-datasheet", "recorded"), "yesterday"),
    ("vocabulary", ("vendors", "nvidia"), "NVIDIA"),
    ("vocabulary", ("vendor",), {}),
    ("vocabulary", ("vendors",), None),
    ("locales", ("locales", "en", "group"), ";"),
    ("locales", ("locales", "en", "marks", "gap"), "     "),
    ("sizing-precisions", ("precisions", "bf16", "bytes_per_parameter"), 9),
    ("sizing-formats", ("block_types",), []),
    ("sizing-engines", ("classes",), None),
    ("sizing-bands", ("bands",), None),
    ("sizing-measured", ("cases", 0, "kind"), "guess"),
    ("sizing-families", ("families", "llama", "windows"), "some"),
    ("site", ("site", "as_of"), 2026),
    ("site", ("site", "origin"), "https://example.com/path"),
    ("site", ("pages", "home", "nav"), "yes"),
    ("prices", ("prices", "h100-sxm", "monthly"), -3),
    ("prices", ("prices", "h100-sxm", "monthly"), "1650"),
    ("prices", ("prices", "h100-sxm", "monthly"), []),
    ("prices", ("prices", "h100-sxm", "monthly"), [{"form": 1, "value": 2}]),
    ("prices", ("prices", "h100-sxm", "monthly"), [{"value": "2"}]),
    ("prices", ("prices", "h100-sxm", "stock_by_region"), {"dfw-1": -1}),
    ("prices", ("prices", "h100-sxm", "node"), None),
    ("prices", ("counts", "x8", "discount_percent"), 100),
    ("sizes", ("sizes", "7b", "parameters"), 0),
    ("policy", ("policy", "overhead", "value"), "2"),
    ("picks", ("picks", "production-70b", "gpu"), 1),
    ("figures", ("figures", "memory", "over"), "size"),
    ("figures", ("figures", "memory", "print", "step"), 0),
    ("figures", ("figures", "memory", "print", "round"), "up-ish"),
    ("figures", ("figures", "Memory"), {}),
    ("figures", ("figures", "memory", "lable"), "a"),
    ("claims", ("claims", "picks_fit", "otherwise"), "warn"),
    ("claims", ("claims", "picks_fit", "holds"), True),
    ("tables", ("tables", "vram", "columns"), {}),
    ("tables", ("tables", "vram", "columns", 0, "filter"), "some"),
    ("charts", ("charts", "memory_by_term", "kind"), "pie"),
    ("changes", ("changes", 0, "pages"), "home"),
    ("changes", ("changes", 0, "price"), {"card": "a", "term": "daily", "old": 1, "new": 2}),
    ("changes", ("changes", 0, "price"), {"card": "a", "term": "weekly", "old": 1, "new": "unknown"}),
    ("scales", ("Loads",), {}),
    ("scales", ("gpus",), {}),
    ("site-literals", ("literals", 0, "reason"), None),
]


@pytest.mark.parametrize(("name", "path", "value"), FAULTS)
def test_a_fault_of_shape_is_refused_by_both(name, path, value):
    """A wrong type, an unknown or missing key, a number out of range or in quotes, a yes for a number: None leaves a key out."""
    file = next(file for file, kind in FILES if kind == name and "everxcloud" not in file)
    faulty = changed(written(file), path, value)
    assert refused(KINDS[name], faulty)
    assert not bare(name).is_valid(as_json(faulty))


def test_an_id_that_leads_nowhere_is_refused():
    """The ids of a schema are those of the project: a card that it has not is none to be priced."""
    schema = json.loads(schemas_of_the_project()["gpu-rent-hub/prices.json"])
    file = "data/sites/gpu-rent-hub/prices.yaml"
    stranger = changed(written(file), ("prices", "a-stranger"), written(file)["prices"]["h100-sxm"])
    assert not Draft202012Validator(schema).is_valid(as_json(stranger))


def changed(value: Any, path: tuple[str | int, ...], new: Any) -> Any:
    """A copy with another value at a path, or with the key left out."""
    whole = copy.deepcopy(value)
    *above, last = path
    parent = functools.reduce(lambda inner, step: inner[step], above, whole)
    if new is None:
        del parent[last]
    else:
        parent[last] = new
    return whole


NEW = [None, True, "12", "text", "Not An Id", -1, 0, Decimal("1.5"), 10**18, [], {}, {"key": 1}, [1], ["a"]]


@st.composite
def mutations(draw):
    """A real file with one value somewhere changed or left out."""
    file, name = draw(st.sampled_from(FILES))
    value, path = written(file), list[str | int]()
    while isinstance(value, dict | list) and value and (not path or draw(st.booleans()) or draw(st.booleans())):
        step = draw(st.sampled_from(list(value) if isinstance(value, dict) else range(len(value))))
        path.append(step)
        value = value[step]
    new = draw(
        st.sampled_from([None, True, "12", "text", "Not An Id", -1, 0, Decimal("1.5"), 10**18, [], {}, {"key": 1}, [1], ["a"]])
    )
    return name, changed(written(file), tuple(path), new), (file, path, new)


@settings(max_examples=300, deadline=None)
@given(mutations())
def test_schema_and_loader_judge_shapes_alike(mutation):
    """What the loader refuses for its shape, the schema refuses; and it refuses nothing that the loader takes."""
    name, value, what = mutation
    accepted = bare(name).is_valid(as_json(value))
    faults = shape_faults(KINDS[name], value)
    assert not (accepted and faults), f"{what}: the loader says {faults}, the schema nothing"
    assert accepted or refused(KINDS[name], value), f"{what}: the schema refuses what the loader takes"
