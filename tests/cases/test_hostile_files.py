"""Files that are no files, and names that would leave their folder: each is refused at its place, before anything is written."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from gpuguide.catalog.loader import load_sites
from gpuguide.errors import GuideError
from gpuguide.l10n import Catalog
from gpuguide.site.assets import make_assets
from gpuguide.site.layout import Layout
from gpuguide.site.source import read_source
from tests.cases.conftest import Fit
from tests.projects import SITE_FOLDER, Files, replaced, tiny_project, write_project
from tests.site.guide import MESSAGES, PAGE, guide_files, write_guide

Read = Callable[[Path], object]
SITE = f"{SITE_FOLDER}/site.yaml"


def assets(root: Path) -> object:
    return make_assets(root, load_sites(root)[0])


FILES: dict[str, Read] = {
    "templates/layouts/guide.html": lambda root: Layout(root / "templates"),
    "templates/components/table.html": lambda root: Layout(root / "templates"),
    "templates/assets/brands/tiny.css": assets,
    "templates/assets/styles/00-tokens.css": assets,
    "templates/assets/scripts/tables.js": assets,
    PAGE: lambda root: read_source(root / PAGE, PAGE),
    MESSAGES: lambda root: Catalog("zh", "zh_Hans", "tiny", root),
    "data/locales.yaml": load_sites,
    "data/gpus/alpha.yaml": load_sites,
    f"{SITE_FOLDER}/claims.yaml": load_sites,
}
"""Every kind of file that a build reads, and what reads it."""


def _link(path: Path) -> None:
    elsewhere = path.parents[len(path.parents) - 5] / "elsewhere"
    path.replace(elsewhere)
    path.symlink_to(elsewhere)


def _dangling(path: Path) -> None:
    path.unlink()
    path.symlink_to("/nowhere/at/all")


def _loop(path: Path) -> None:
    path.unlink()
    path.symlink_to(path)


def _folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def _linked_folder(path: Path) -> None:
    elsewhere = path.parent.with_name("elsewhere")
    path.parent.replace(elsewhere)
    path.parent.symlink_to(elsewhere)


def _huge(path: Path) -> None:
    with path.open("ab") as file:
        file.truncate(200_000_000)  # a hole: nothing is written


def _with(change: Callable[[bytes], bytes]) -> Callable[[Path], object]:
    return lambda path: path.write_bytes(change(path.read_bytes()))


HARMS: dict[str, Callable[[Path], object]] = {
    "a link": _link,
    "a dangling link": _dangling,
    "a link to itself": _loop,
    "a folder": _folder,
    "in a linked folder": _linked_folder,
    "200 MB": _huge,
    "Latin-1": _with(lambda raw: raw + "é".encode("latin-1")),
    "UTF-16": _with(lambda raw: raw.decode().encode("utf-16")),
    "UTF-8 with a mark": _with(lambda raw: b"\xef\xbb\xbf" + raw),
    "NUL": _with(lambda raw: raw + b"\x00"),
    "CR only": _with(lambda raw: raw.replace(b"\n", b"\r")),
    "half a surrogate pair": _with(lambda raw: raw + b"\xed\xa0\x80"),
}


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory, project_root: Path) -> Path:
    """The made-up guide as it should be."""
    return write_guide(tmp_path_factory.mktemp("sound") / "guide", project_root)


@pytest.mark.parametrize("name", FILES)
def test_a_sound_file_is_read(sound: Path, name: str):
    """So that what is refused below is refused for its fault."""
    FILES[name](sound)


@pytest.mark.parametrize("harm", HARMS)
@pytest.mark.parametrize("name", FILES)
def test_a_file_that_nobody_saved_from_an_editor_is_refused(sound: Path, tmp_path: Path, name: str, harm: str):
    """With its own name and what to do; a link is refused whether or not it leads to something that could be read."""
    root = tmp_path / "guide"
    shutil.copytree(sound, root)
    HARMS[harm](root / name)
    with pytest.raises(GuideError) as caught:
        FILES[name](root)
    place = name.rpartition("/")[0] if harm == "in a linked folder" else name
    told = [problem for problem in caught.value.problems if problem.place.file.startswith(place)]
    assert told
    assert all(problem.hint for problem in told)


# --- names that would leave their folder, or that some system cannot hold ---

WORDS = "../../x /etc/passwd .. . a/b a\\b a. CON con nul com1 A a--b -a é e\u0301 ａ a\u200b ~ %2e%2e a?b a#b index.html"
NAMES = [*WORDS.split(), "", "a ", " a", "a" * 65, "a" * 300, "a\x00b"]
PLACES: dict[str, Callable[[str], Files]] = {
    "a page": lambda name: replaced(tiny_project(), SITE, "pages: {guide: {nav: true}}", f"pages: {{guide: {{}}, {name}: {{}}}}"),
    "a path": lambda name: replaced(tiny_project(), SITE, "{nav: true}", f"{{nav: true, path: {name}}}"),
    "a brand": lambda name: replaced(tiny_project(), SITE, "brand: tiny", f"brand: {name}"),
    "a card": lambda name: replaced(tiny_project(), f"{SITE_FOLDER}/prices.yaml", "  alpha:\n", f"  {name}:\n"),
    "a segment": lambda name: replaced(tiny_project(), "data/locales.yaml", "segment: en", f"segment: {name}"),
    "a language": lambda name: replaced(tiny_project(), "data/locales.yaml", "  en:\n", f"  {name}:\n"),
    "a table": lambda name: replaced(tiny_project(), f"{SITE_FOLDER}/tables.yaml", "  speed:\n", f"  {name}:\n"),
}


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("name", NAMES)
def test_a_name_that_would_leave_its_folder_is_refused(tmp_path: Path, place: str, name: str):
    """Wherever a name becomes a file or a part of an address."""
    quoted = '"' + name.replace("\\", "\\\\").replace("\x00", "\\0") + '"'
    if place == "a path" and name == "":
        return  # the root of the language
    with pytest.raises(GuideError) as caught:
        load_sites(write_project(tmp_path, PLACES[place](quoted)))
    assert all(problem.hint for problem in caught.value.problems)


@pytest.mark.parametrize("name", ["Alpha.yaml", "alpha2.YAML", "a b.yaml", "con.yaml", "é.yaml", "x.yml", "x.yaml.bak", "..yaml"])
def test_a_card_file_with_another_name_is_refused(tmp_path: Path, name: str):
    """Another case of a name that is there, a reserved one, a copy that an editor left."""
    root = write_project(tmp_path, {**tiny_project(), f"data/gpus/{name}": "a: 1\n"})
    if name.startswith("."):
        assert load_sites(root)  # hidden files are nobody's business
        return
    with pytest.raises(GuideError, match="is not the name of a card's file"):
        load_sites(root)


def test_two_pages_never_stand_at_one_address(fit: Fit):
    """The second would be written over the first; both are named."""
    files = replaced(guide_files(), SITE, "later: {nav: true}", "later: {path: guide}")
    files["templates/pages/tiny/later.md"] = "---\ntitle: Later\ndescription: More\n---\n\n# Later\n"
    with pytest.raises(GuideError, match="later and guide both stand at /guide/; give one of them another path"):
        fit(files)


def test_a_page_below_one_that_is_not_there_is_refused(tmp_path: Path):
    """Breadcrumbs would leave it out without a word."""
    files = replaced(tiny_project(), SITE, "{nav: true}", "{nav: true, under: guides}")
    with pytest.raises(GuideError, match="there is no guides in pages; did you mean guide"):
        load_sites(write_project(tmp_path, files))


@pytest.mark.parametrize("origin", ["http://tiny.example", "https://", "https://a/b", "javascript:alert()", "//tiny.example",
                                    "https://tiny.example/", "https://a b", "https://a\\\\b", "https://user:secret@tiny.example",
                                    "https://tiny.example?x", "https://tiny.example#x", "file:///etc"])  # fmt: skip
def test_an_origin_is_a_scheme_and_a_host(tmp_path: Path, origin: str):
    """It begins every address that leaves the site."""
    files = replaced(tiny_project(), SITE, "https://tiny.example\n", f'"{origin}"\n')
    with pytest.raises(GuideError, match=r"site\.origin"):
        load_sites(write_project(tmp_path, files))
