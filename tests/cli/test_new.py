"""`new`: what it writes works at once, or once its blanks are filled; what cannot be is refused, and nothing is half written."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from gpuguide.catalog.models import load_models
from tests.cli.conftest import Ran, Run

CARD = {
    "product": "Acme Gamma 48GB",
    "vendor": "nvidia",
    "architecture": "ada",
    "compute_capability": '"8.9"',
    "memory_gb": "48",
    "memory_mib_reported": "unknown",
    "memory_type": "gddr6",
    "bandwidth_gb_s": "768",
    "bf16_dense_tflops": "180",
    "fp8_dense_tflops": "360",
    "fp4_dense_tflops": "none",
    "int8_dense_tops": "360",
    "fp8_tensor_cores": "true",
    "native_bf16": "true",
    "tdp_w": "300",
    "form_factor": "PCIe",
    "slots": "2",
    "pcie_gen": "4",
    "interconnect_gb_s": "none",
    "node_sizes": "[1]",
    "released": "2024",
    "ecc": "always",
    "smi_names": "[Acme Gamma]",
}
CITED = (
    "memory_gb",
    "memory_type",
    "bandwidth_gb_s",
    "bf16_dense_tflops",
    "fp8_dense_tflops",
    "fp8_tensor_cores",
    "tdp_w",
    "ecc",
)
MODEL = {
    "family": "llama",
    "repository": "acme/gamma",
    "licence": "mit",
    "hidden": "4096",
    "vocabulary": "32000",
    "tied_embeddings": "false",
    "max_context": "8192",
    "stored_as": "bf16",
    "    layers": "32",
    "    heads": "32",
    "    kv_heads": "8",
    "    key_dim": "128",
    "    value_dim": "128",
    "    width": "14336",
    "origin": "architecture facts",
    "verified": "false",
    "read_in": "memory",
    "unverified": "[licence]",
    "  - source": "from-memory",
}


def filled(text: str, values: dict[str, str]) -> str:
    """The form with each blank that has a value filled in."""
    for key, value in values.items():
        text = re.sub(rf"^({re.escape(key)}:)(?= *(#|$))", rf"\1 {value}", text, flags=re.MULTILINE)
    return text


@pytest.fixture(scope="module")
def started(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where a guide of a site in two languages was begun, by the command; not to be changed."""
    return tmp_path_factory.mktemp("started") / "guide"


@pytest.fixture
def own(started: Path, tmp_path: Path, run: Run) -> Path:
    """Such a guide, to be changed."""
    if not started.exists():
        assert begin(run, started, "en,pt_PT").code == 0
    return Path(shutil.copytree(started, tmp_path / "guide"))


def begin(run: Run, project: Path, locales: str, *more: str) -> Ran:
    return run("new", "site", "my-cards", "--name", "My Cards", "--locales", locales, "--project", str(project), *more)


def files(project: Path) -> dict[str, bytes]:
    return {path.relative_to(project).as_posix(): path.read_bytes() for path in sorted(project.rglob("*")) if path.is_file()}


@pytest.mark.parametrize("locales", ["en", "en,pt,zh,ja", "en,pt_PT"])
def test_a_site_works_at_once(run: Run, tmp_path: Path, locales: str):
    """In an empty folder, in every language that the engine speaks: built, judged, published, and the schemas are right."""
    ran = begin(run, tmp_path / "new", locales)
    assert ran.code == 0, ran.err
    assert "written  data/sites/my-cards/site.yaml" in ran.out
    assert f"gpuguide build --site my-cards --strict --project {tmp_path / 'new'}" in ran.out
    built = run("build", "--strict", "--project", str(tmp_path / "new"))
    assert built.code == 0, built.err
    assert f"{locales.count(',') + 1} languages" in built.out
    assert run("schema", "--check", "--project", str(tmp_path / "new")).code == 0
    page = (tmp_path / "new/dist/my-cards/en/index.html").read_text(encoding="utf-8")
    assert "provisional price" in page and "$0.28" in page  # 200 / 720


def test_a_third_site_beside_others(run: Run, guide: Path):
    """In a project that has its parts, they stay as they are, and so do its sites."""
    before = files(guide)
    ran = begin(run, guide, "en,zh", "--cards", "beta,alpha")
    assert ran.code == 0, ran.err
    after = files(guide)
    assert {name for name in before if after[name] != before[name]} == set()
    assert run("build", "--site", "my-cards", "--strict", "--project", str(guide)).code == 0


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--locales", "en,xx"), "there is no language xx"),
        (("--locales", "pt,en"), "begin with en"),
        (("--locales", "en,en"), "name each once"),
        (("--locales", "en,pt,pt_PT"), "pt_PT has the segment of pt"),
        (("--cards", "l4"), "a site starts with two cards"),
        (("--cards", "l4,l5"), "there is no card l5; known here: "),
    ],
)
def test_a_site_that_cannot_be_is_not_begun(run: Run, tmp_path: Path, words: tuple[str, ...], told: str):
    ran = run("new", "site", "my-cards", "--name", "My Cards", "--project", str(tmp_path / "new"), *words)
    assert ran.code in (2, 3)
    assert told in ran.err
    assert not (tmp_path / "new").exists()


def test_nobody_is_asked_where_there_is_no_terminal(run: Run, tmp_path: Path):
    ran = run("new", "site", "my-cards", "--project", str(tmp_path / "new"))
    assert ran.code == 2
    assert "--name: it is not given; write --name" in ran.err


def test_a_card_loads_once_its_blanks_are_filled(run: Run, own: Path):
    assert run("new", "gpu", "gamma", "--name", "Gamma", "--project", str(own)).code == 0
    path = own / "data/gpus/gamma.yaml"
    blank = run("build", "--project", str(own))
    assert blank.code == 3
    assert blank.err.count("data/gpus/gamma.yaml:") == len(CARD) + len(CITED)
    text = filled(path.read_text(encoding="utf-8"), CARD)
    path.write_text(filled(text, {f"  {field}": "[nvidia-l4-datasheet]" for field in CITED}), encoding="utf-8")
    built = run("build", "--strict", "--project", str(own))
    assert built.code == 0, built.err


def test_a_card_says_what_each_field_means(run: Run, own: Path):
    """Meaning, unit, example, and the words that it may be."""
    run("new", "gpu", "gamma", "--name", "Gamma: 48", "--project", str(own))
    text = (own / "data/gpus/gamma.yaml").read_text(encoding="utf-8")
    assert 'name: "Gamma: 48"\n' in text
    assert re.search(r"^bandwidth_gb_s: +# Peak memory bandwidth; .* Unit: GB/s; such as 3350$", text, re.MULTILINE)
    assert re.search(r"^vendor: +# The maker; one of amd, intel, nvidia$", text, re.MULTILINE)
    assert text.startswith("# yaml-language-server: $schema=../../.vscode/schemas/gpu.json\n")


def test_a_model_loads_once_its_blanks_are_filled(run: Run, project_root: Path, tmp_path: Path):
    for name in ("data", ".vscode"):
        shutil.copytree(project_root / name, tmp_path / name)
    assert run("new", "model", "gamma-8b", "--name", "Gamma 8B", "--project", str(tmp_path)).code == 0
    path = tmp_path / "data/models/gamma-8b.yaml"
    path.write_text(filled(path.read_text(encoding="utf-8"), MODEL), encoding="utf-8")
    assert load_models(tmp_path)["gamma-8b"].model.name == "Gamma 8B"


def test_a_page_stands_in_every_language_and_waits_for_its_words(run: Run, own: Path):
    words = "--title", "Who are we?", "--description", 'We rent "cards".'
    ran = run("new", "page", "my-cards", "about", *words, "--project", str(own))
    assert ran.code == 0, ran.err
    assert "  about: {nav: true}\n" in (own / "data/sites/my-cards/site.yaml").read_text(encoding="utf-8")
    waiting = run("build", "--strict", "--project", str(own))
    assert waiting.code == 1 and "no translation of" in waiting.err
    catalog = own / "locales/pt_PT/LC_MESSAGES/my-cards.po"
    text = catalog.read_text(encoding="utf-8")
    for source, said in (("Who are we?", "Quem somos?"), ('We rent \\"cards\\".', "Alugamos «placas».")):
        assert text.count(f'msgid "{source}"\nmsgstr ""\n') == 1
        text = text.replace(f'msgid "{source}"\nmsgstr ""\n', f'msgid "{source}"\nmsgstr "{said}"\n')
    catalog.write_text(text, encoding="utf-8")
    built = run("build", "--strict", "--project", str(own))
    assert built.code == 0, built.err
    assert "Quem somos?" in (own / "dist/my-cards/pt/about/index.html").read_text(encoding="utf-8")


def test_a_language_that_the_project_knows(run: Run, own: Path):
    """Japanese: the engine's words come with it, those of the site wait."""
    assert run("new", "locale", "ja", "--site", "my-cards", "--project", str(own)).code == 0
    assert "  locales: [en, pt_PT, ja]\n" in (own / "data/sites/my-cards/site.yaml").read_text(encoding="utf-8")
    assert run("build", "--project", str(own)).code == 0
    todo = run("messages", "status", "--todo", "ja", "--project", str(own))
    assert todo.code == 1 and "engine" in todo.out


def test_a_language_that_the_project_does_not_know(run: Run, own: Path):
    """German: CLDR drafts its entry; a unit that nobody wrote stops the build instead of a bare number; then it goes on."""
    ask = "new", "locale", "de", "--site", "my-cards", "--project", str(own)
    assert "fill in what stands empty in data/units.yaml" in run(*ask).out
    assert '  de:    # drafted from CLDR: correct it\n    babel: "de"\n    tag: "de"\n    og: "de_DE"\n' in (
        own / "data/locales.yaml"
    ).read_text(encoding="utf-8")
    assert run("build", "--project", str(own)).err.count("data/units.yaml:") > 10
    units = own / "data/units.yaml"
    text = re.sub(r"^( +)de:$", r'\1de: "{n} ?"', units.read_text(encoding="utf-8"), flags=re.MULTILINE)
    units.write_text(re.sub(r", de: }$", ', de: "{n} ?"}', text, flags=re.MULTILINE), encoding="utf-8")
    again = run(*ask)
    assert again.code == 0, again.err
    assert run("build", "--project", str(own)).code == 0


def test_a_unit_without_a_language_of_the_site_is_refused(run: Run, own: Path):
    """A price would stand as a bare number."""
    units = own / "data/units.yaml"
    text = units.read_text(encoding="utf-8")
    units.write_text(re.sub(r'(?m)^(  USD/h: .*), pt_PT: "[^"]*"', r"\1", text), encoding="utf-8")
    ran = run("build", "--project", str(own))
    assert ran.code == 3
    assert "USD/h does not say how pt_PT writes it; add pt_PT:" in ran.err


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("gpu", "l4", "--name", "L4"), "there is such a file already"),
        (("gpu", "L4", "--name", "L4"), "L4 is no id"),
        (("gpu", "../l4", "--name", "L4"), "../l4 is no id"),
        (("page", "my-cards", "home", "--title", "T", "--description", "D"), "has a page home already"),
        (("page", "no-cards", "about", "--title", "T", "--description", "D"), "there is no site no-cards"),
        (("page", "my-cards", "about", "--title", "T\n", "--description", "D\x07"), "it is no line of text"),
        (("page", "my-cards", "about", "--title", "At {hour/l5}", "--description", "D"), "there is no gpu l5"),
        (("locale", "pt_PT", "--site", "my-cards"), "has pt_PT already"),
        (("locale", "xx", "--site", "my-cards"), "there is no language xx"),
        (("locale", "pt", "--site", "my-cards"), "has the segment of pt"),
        (("site", "my-cards", "--name", "Mine"), "there is a site my-cards already"),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_changes(run: Run, own: Path, words: tuple[str, ...], told: str):
    before = files(own)
    ran = run("new", *words, "--project", str(own))
    assert ran.code in (1, 2, 3)
    assert told in ran.err
    assert files(own) == before


def test_a_file_in_the_place_of_a_folder_leaves_all_as_it_was(run: Run, own: Path):
    (own / "locales/ja").write_text("no folder\n", encoding="utf-8")
    before = files(own)
    assert run("new", "locale", "ja", "--site", "my-cards", "--project", str(own)).code in (2, 3)
    assert files(own) == before


def test_parts_that_were_deleted_come_back_and_others_stay(run: Run, own: Path):
    before = files(own)
    shutil.rmtree(own / "templates/components")
    (own / "data/units.yaml").write_text("changed\n", encoding="utf-8")
    assert run("new", "parts", "--project", str(own)).code == 0
    assert files(own) == {**before, "data/units.yaml": b"changed\n"}
