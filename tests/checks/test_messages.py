"""Translation catalogs: every fault of catalog_faults.yaml fires its rules, and right messages fire none."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import polib
import pytest

from gpuguide.checks.digits import Scanner
from gpuguide.checks.documents import Record, Value, read_yaml, read_yaml_list
from gpuguide.checks.findings import Docket
from gpuguide.checks.languages import Language
from gpuguide.checks.messages import judge_catalogs
from gpuguide.checks.shapes import record_at, text, texts

FAULTS = [case for case in read_yaml_list(Path(__file__).parent / "catalog_faults.yaml") if isinstance(case, Record)]


def language_of(identifier: str) -> Language:
    """A language of which only the id matters here."""
    return Language(
        identifier, identifier, identifier, identifier, identifier, ",", ".", "{n}x {name}", "—", (("mil", Fraction(1000)),)
    )


GLOSSARY = """\
terms:
  tensor-cores: {english: [tensor cores], pt: {write: [núcleos tensores]}}
  fine-tuning: {pt: {write: [ajuste fino], never: [afinação, "optimizador*"]}}
  card: {zh: {write: [显卡], never: [GPU卡]}}
spelling:
  pt: {ficheiro: arquivo}
same: {"*": [Total]}
genders:
  pt: {gpu: {never: [o, um], why: a placa is feminine}}
"""


def judged(project: Path, identifier: str) -> Docket:
    """What the judge says about the catalogs of a project whose source is English."""
    docket = Docket()
    languages = {"en": language_of("en"), identifier: language_of(identifier)}
    judge_catalogs(project, "tiny", languages, Scanner(["FP8"]), docket)
    return docket


def write_catalog(project: Path, identifier: str, domain: str, entries: list[polib.POEntry], language: str = "") -> Path:
    """Write a catalog; without a language, its header names the right one."""
    catalog = polib.POFile()
    catalog.metadata = {"Language": language or identifier, "Content-Type": "text/plain; charset=UTF-8"}
    catalog.extend(entries)
    path = project / f"locales/{identifier}/LC_MESSAGES/{domain}.po"
    path.parent.mkdir(parents=True, exist_ok=True)
    catalog.save(str(path))
    return path


def write_glossary(project: Path, content: str) -> None:
    """Put the words of the guides beside the catalogs."""
    (project / "data").mkdir(exist_ok=True)
    (project / "data/glossary.yaml").write_text(content, encoding="utf-8")


def entry_of(case: Record) -> polib.POEntry:
    """The message of a case."""
    written: Value = case["msgstr"]
    flags = list(texts(case, "flags"))
    if isinstance(written, list):
        forms = dict(enumerate(map(str, written)))
        plural = text(case, "msgid_plural")
        return polib.POEntry(msgid=text(case, "msgid"), msgid_plural=plural, msgstr_plural=forms, flags=flags)
    return polib.POEntry(msgid=text(case, "msgid"), msgstr=str(written), flags=flags)


@pytest.mark.parametrize("case", [pytest.param(case, id=text(case, "id")) for case in FAULTS])
def test_a_fault_of_a_message_fires_its_rules(tmp_path: Path, case: Record) -> None:
    """Exactly the rules that a case names fire, each with the line of the message."""
    identifier = text(case, "language", "pt")
    write_glossary(tmp_path, GLOSSARY)
    write_catalog(tmp_path, identifier, "tiny", [entry_of(case)])
    write_catalog(tmp_path, identifier, "engine", [])
    findings = judged(tmp_path, identifier).report().findings
    assert {finding.rule for finding in findings} == set(texts(case, "must"))
    assert all(finding.where.startswith(f"locales/{identifier}/LC_MESSAGES/tiny.po:") for finding in findings)


def test_a_catalog_of_another_language_is_found(tmp_path: Path) -> None:
    """The header names the language of the folder."""
    write_catalog(tmp_path, "pt", "tiny", [], language="es")
    write_catalog(tmp_path, "pt", "engine", [])
    assert [finding.rule for finding in judged(tmp_path, "pt").report().findings] == ["catalog-language"]


@pytest.mark.parametrize("content", [b"msgid \xff\xfe", b'msgid\n"', b"this is no catalog", b'msgid "a"\nmsgstr[x] "b"\n'])
def test_a_catalog_that_cannot_be_read_is_found(tmp_path: Path, content: bytes) -> None:
    """A broken file is a finding, not a crash."""
    write_catalog(tmp_path, "pt", "engine", [])
    write_catalog(tmp_path, "pt", "tiny", []).write_bytes(content)
    assert "catalog-unreadable" in {finding.rule for finding in judged(tmp_path, "pt").report().findings}


def test_a_message_that_another_language_has_is_missed(tmp_path: Path) -> None:
    """All languages of a site translate the same messages."""
    entry = polib.POEntry(msgid="Price", msgstr="Preço")
    for identifier in ("pt", "ja"):
        write_catalog(tmp_path, identifier, "tiny", [entry] if identifier == "pt" else [])
        write_catalog(tmp_path, identifier, "engine", [])
    docket = Docket()
    judge_catalogs(tmp_path, "tiny", {one: language_of(one) for one in ("en", "pt", "ja")}, Scanner([]), docket)
    missing = [(finding.where, finding.rule) for finding in docket.report().findings]
    assert missing == [("locales/ja/LC_MESSAGES/tiny.po", "message-missing")]


def test_a_message_twice_is_found(tmp_path: Path) -> None:
    """One message has one translation."""
    entry = polib.POEntry(msgid="Price", msgstr="Preço")
    write_catalog(tmp_path, "pt", "tiny", [entry, polib.POEntry(msgid="Price", msgstr="Valor")])
    write_catalog(tmp_path, "pt", "engine", [])
    assert [finding.rule for finding in judged(tmp_path, "pt").report().findings] == ["message-duplicate"]


def test_a_finding_names_the_word_to_write(tmp_path: Path) -> None:
    """Whoever reads it knows at once what to change, on which line, and into what."""
    write_glossary(tmp_path, GLOSSARY)
    write_catalog(tmp_path, "pt", "tiny", [polib.POEntry(msgid="Cut it", msgstr="Os Ficheiro")])
    write_catalog(tmp_path, "pt", "engine", [])
    (finding,) = judged(tmp_path, "pt").report().findings
    assert (finding.where, finding.expected, finding.actual) == ("locales/pt/LC_MESSAGES/tiny.po:7", "arquivo", "Ficheiro")


@pytest.mark.parametrize(
    ("content", "rule", "line"),
    [
        ("terms: [a, b]\n", "glossary-shape", ":1"),
        ("same: {}\nterms:\n  card: {pt: {never: [x]}}\n", "glossary-shape", ":3"),
        ("same: {}\nspelling:\n  pt: {a: [b]}\n", "glossary-shape", ":3"),
        ("terms: {a\n", "data-unreadable", ":2"),
    ],
)
def test_a_glossary_of_another_shape_is_found(tmp_path: Path, content: str, rule: str, line: str) -> None:
    """A rule that cannot be read must not be a rule that nobody breaks."""
    write_glossary(tmp_path, content)
    write_catalog(tmp_path, "pt", "tiny", [])
    write_catalog(tmp_path, "pt", "engine", [])
    assert [(one.where, one.rule) for one in judged(tmp_path, "pt").report().findings] == [(f"data/glossary.yaml{line}", rule)]


def test_every_message_that_may_stay_english_is_one(project_root: Path) -> None:
    """The list of exceptions shrinks with the pages."""
    same = record_at(read_yaml(project_root / "data/glossary.yaml", "glossary"), "same")
    for locale in same:
        files = project_root.glob(f"locales/{locale}/LC_MESSAGES/*.po")
        kept = {entry.msgid for file in files for entry in polib.pofile(str(file)) if entry.msgid == entry.msgstr}
        assert set(texts(same, locale)) <= kept


def test_the_glossary_for_people_has_the_words_that_the_judge_wants(project_root: Path) -> None:
    """What stands first in `write` can be looked up in docs/glossary.md."""
    shown = (project_root / "docs/glossary.md").read_text(encoding="utf-8")
    terms = record_at(read_yaml(project_root / "data/glossary.yaml", "glossary"), "terms")
    first = {
        texts(record_at(record_at(terms, name), locale), "write")[0]
        for name in terms
        for locale in ("pt", "zh", "ja")
        if locale in record_at(terms, name)
    }
    assert [word for word in sorted(first) if "*" not in word and word not in shown] == []
