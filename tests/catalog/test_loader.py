"""A project is loaded whole, or every problem of all its files is told at once."""

from __future__ import annotations

import datetime

import pytest

from gpuguide.catalog.files import REQUIRED
from gpuguide.catalog.loader import load_sites, site_ids
from gpuguide.errors import Exit, FactsError, Place, UsageError
from tests.projects import SHARED, SITE_FOLDER, replaced, tiny_project, with_offers, write_project

PROJECT = tiny_project()


def test_the_tiny_project_is_loaded(tiny):
    """Records by id, in the order of their files; declarations beside them."""
    assert (tiny.id, tiny.source_locale, tiny.spec.as_of) == ("tiny", "en", datetime.date(2026, 6, 1))
    assert list(tiny.facts.members("gpus")) == ["alpha", "beta"]
    assert list(tiny.figures) == ["bandwidth", "monthly", "weights"]
    assert (list(tiny.pages), list(tiny.claims), list(tiny.tables)) == (["guide"], ["alpha_is_faster"], ["speed"])
    assert tiny.short_names == {"weights_7b": "weights/7b/fp8"}
    assert [remark.text for remark in tiny.remarks] == ["no FP8"]
    assert [literal.text for literal in tiny.literals] == ["FP8"]
    assert list(tiny.locales) == ["en"]


def test_a_declaration_knows_its_place(tiny):
    """For the problems that are found later."""
    assert tiny.place("figures.yaml", "figures", "monthly") == Place(f"{SITE_FOLDER}/figures.yaml", 8, 3)
    assert tiny.place("picks.yaml", "picks", "small", "gpu").line == 2
    assert tiny.place("nothing.yaml", "x") == Place(f"{SITE_FOLDER}/nothing.yaml")


def test_sites_are_loaded_in_order_and_one_by_one(tmp_path):
    """All of them, or the one that was asked for."""
    other = {path.replace("/tiny/", "/other/"): text for path, text in PROJECT.items() if "/tiny/" in path}
    root = write_project(tmp_path, {**PROJECT, **other})
    assert site_ids(root) == ["other", "tiny"]
    assert [site.id for site in load_sites(root)] == ["other", "tiny"]
    assert [site.id for site in load_sites(root, "tiny")] == ["tiny"]


def test_a_site_that_does_not_exist_is_a_usage_error(tmp_path):
    """With the nearest one that does."""
    with pytest.raises(UsageError) as caught:
        load_sites(write_project(tmp_path, PROJECT), "tinny")
    assert str(caught.value) == "data/sites: there is no site tinny; did you mean tiny?"
    assert caught.value.exit_code == Exit.USAGE


@pytest.mark.parametrize("wanted", ["..", "../../etc", "", "tiny/", "Tiny"])
def test_a_path_is_no_site(tmp_path, wanted):
    """Nothing outside data/sites is read."""
    with pytest.raises(UsageError):
        load_sites(write_project(tmp_path, PROJECT), wanted)


def test_a_project_without_sites_is_told(tmp_path):
    """An empty folder, or the wrong one."""
    with pytest.raises(FactsError, match=r"^data/sites: there is no site in this project; add a folder with a site\.yaml$"):
        load_sites(tmp_path)


def test_problems_of_all_files_come_together_and_in_order(problems_of):
    """Five files, five slips, one report; by file, then by line."""
    files = replaced(PROJECT, "data/gpus/alpha.yaml", "memory_gb: 24\n", "memory_gb: 24GB\n")
    files = replaced(files, "data/sources.yaml", "kind: log", "kind: logg")
    files = replaced(files, f"{SITE_FOLDER}/prices.yaml", "monthly: 144", "monthly: -3")
    files = replaced(files, f"{SITE_FOLDER}/sizes.yaml", "models: [tiny-7b]", "models: [NO]")
    files = replaced(files, f"{SITE_FOLDER}/picks.yaml", "gpu: alpha", "gpu: alhpa")
    assert problems_of(files) == [
        'data/gpus/alpha.yaml:6:12: gpus.alpha.memory_gb: expected a number, got the text "24GB"; write 24',
        "data/sites/tiny/picks.yaml:2:50: picks.small.gpu: there is no alhpa in gpus; did you mean alpha?",
        "data/sites/tiny/prices.yaml:3:14: prices.alpha.monthly: expected a number above 0 to 1000000, got -3; "
        "the field is in USD/month",
        'data/sites/tiny/sizes.yaml:2:69: NO reads as yes or no in YAML; write true or false, or "NO" in quotes',
        "data/sources.yaml:3:55: sources.log.kind: expected one of datasheet, product-page, whitepaper, log, planner, benchmark, "
        'secondary, derived, site, got the text "logg"; did you mean log?',
    ]


def test_problems_of_two_sites_come_together(problems_of):
    """The second site is read although the first has a problem."""
    other = {path.replace("/tiny/", "/other/"): text for path, text in PROJECT.items() if "/tiny/" in path}
    files = replaced({**PROJECT, **other}, f"{SITE_FOLDER}/prices.yaml", "monthly: 144", "monthly: 0")
    files = replaced(files, "data/sites/other/prices.yaml", "monthly: 144", "monthly: 0")
    assert [problem.split(":")[0] for problem in problems_of(files)] == [
        "data/sites/other/prices.yaml",
        "data/sites/tiny/prices.yaml",
    ]


@pytest.mark.parametrize(
    "broken",
    [
        ("data/vocabulary.yaml", "{name: Acme}", "{name: 5}"),
        ("data/vocabulary.yaml", "vendors: {", "vendors: {{"),
        ("data/sources.yaml", "title: Datasheet", "title: 5"),
        ("data/sources.yaml", "sources:", "sources: &x"),
        ("data/gpus/alpha.yaml", "name: Alpha", "name: [Alpha"),
        (f"{SITE_FOLDER}/sizes.yaml", "layers: 32", "layers: 0"),
        (f"{SITE_FOLDER}/site.yaml", "city: Reno", "city: 5"),
        (f"{SITE_FOLDER}/site.yaml", "nav: true", "nav: 5"),
    ],
)
def test_a_fault_is_told_once(problems_of, broken):
    """A vendor whose record is wrong is still the vendor that the cards name."""
    assert len(problems_of(replaced(PROJECT, *broken))) == 1


@pytest.mark.parametrize("path", sorted(path for path in PROJECT if path.removeprefix("data/") in REQUIRED))
def test_a_shared_file_cannot_be_missing(problems_of, path):
    """One problem, which says what to write."""
    files = {name: text for name, text in PROJECT.items() if name != path}
    keys = ", ".join(REQUIRED[path.removeprefix("data/")])
    assert problems_of(files) == [f"{path}: the file is missing; write it with the keys {keys}"]


@pytest.mark.parametrize("file", ["site.yaml", "figures.yaml"])
def test_a_site_has_its_own_two_files(problems_of, file):
    """A site without facts about itself, or without figures, says nothing."""
    files = {name: text for name, text in PROJECT.items() if name != f"{SITE_FOLDER}/{file}"}
    (problem,) = problems_of(files)
    assert problem.startswith(f"{SITE_FOLDER}/{file}: the file is missing; write it with the keys ")


@pytest.mark.parametrize("file", ["claims.yaml", "tables.yaml", "literals.yaml"])
def test_other_files_may_be_left_out(load, file):
    """A site without tables has none."""
    site = load({name: text for name, text in PROJECT.items() if name != f"{SITE_FOLDER}/{file}"})
    assert not getattr(site, file.removesuffix(".yaml"), ())


@pytest.mark.parametrize("path", [*SHARED, f"{SITE_FOLDER}/site.yaml", f"{SITE_FOLDER}/figures.yaml"])
def test_the_keys_of_a_required_file_cannot_be_missing(problems_of, path):
    """A file of another key than its own: the missing and the unknown one are told, and nothing breaks."""
    problems = problems_of({**PROJECT, path: "colour: red\n"})
    assert f"{path}:1:1: colour: unknown key colour" in "\n".join(problems)
    name = REQUIRED[path.removeprefix("data/").removeprefix("sites/tiny/")][0]
    assert f"{path}: {name}: the key {name} is missing; write {name}: …" in problems


@pytest.mark.parametrize(
    ("path", "problem"),
    [
        (f"{SITE_FOLDER}/price.yaml", "price.yaml is not a file of a site; did you mean prices.yaml?"),
        (f"{SITE_FOLDER}/prices.yml", "prices.yml is not a file of a site; did you mean prices.yaml?"),
        (f"{SITE_FOLDER}/notes.txt", "notes.txt is not a file of a site; "),
        ("data/gpus/gamma.yml", "gamma.yml is not the name of a card's file; name it after the card's id, as a-card.yaml"),
        ("data/gpus/Gamma.yaml", "Gamma.yaml is not the name of a card's file; name it"),
        ("data/gpus/gamma.YAML", "gamma.YAML is not the name of a card's file; name it"),
        ("data/gpus/gamma.json", "gamma.json is not the name of a card's file; name it"),
        ("data/gpus/gamma one.yaml", "gamma one.yaml is not the name of a card's file; name it"),
        ("data/gpus/con.yaml", "con.yaml is not the name of a card's file; name it"),
        (f"data/gpus/{'g' * 65}.yaml", f"{'g' * 65}.yaml is not the name of a card's file; name it"),
    ],
)
def test_a_file_that_nobody_would_read_is_told(problems_of, path, problem):
    """A misspelt name would lose a whole file without a word."""
    (said,) = problems_of({**PROJECT, path: "a: 1\n"})
    assert said.startswith(f"{path}: {problem}")


def test_a_hidden_file_is_left_alone(load):
    """Editors and systems put such files everywhere."""
    assert load({**PROJECT, f"{SITE_FOLDER}/.prices.yaml.swp": "x", "data/gpus/.DS_Store": "x"}).id == "tiny"


@pytest.mark.parametrize("name", ["Tiny", "my_site", "con", "a--b"])
def test_a_site_folder_has_an_id_for_a_name(problems_of, name):
    """It becomes a folder of the output."""
    files = {path.replace("/tiny/", f"/{name}/"): text for path, text in PROJECT.items()}
    assert problems_of(files) == [f"data/sites/{name}: {name} is not a site id; use lower-case letters, digits and hyphens"]


def test_an_unknown_key_of_a_file_is_told_with_the_nearest(problems_of):
    """A collection by another name would be lost."""
    files = replaced(PROJECT, f"{SITE_FOLDER}/sizes.yaml", "listed_models:", "models:")
    assert "data/sites/tiny/sizes.yaml:7:1: models: unknown key models; did you mean listed_models?" in problems_of(files)


@pytest.mark.parametrize("collection", ["gpus", "sources", "prices", "site", "policy"])
def test_a_scale_does_not_take_the_place_of_another_collection(problems_of, collection):
    """A site names its scales itself, but not as something that is there."""
    files = {**PROJECT, f"{SITE_FOLDER}/scales.yaml": f"{collection}:\n  low: {{name: Low, value: 1, unit: token}}\n"}
    assert any(f"{SITE_FOLDER}/scales.yaml:1:1: {collection}: " in problem for problem in problems_of(files))


def test_a_scale_is_a_collection(load):
    """Its steps are facts with a unit."""
    files = {**PROJECT, f"{SITE_FOLDER}/scales.yaml": "loads:\n  low: {name: Low, value: 1, unit: token}\n"}
    assert load(files).facts.get("loads.low.value").place == Place(f"{SITE_FOLDER}/scales.yaml", 2, 27)


def test_a_step_of_a_scale_names_its_source(load, problems_of):
    """Somebody else's number is cited, and the source has to be there."""
    step = "loads:\n  low: {{name: Low, value: 1, unit: token, source: {source}}}\n"
    files = {**PROJECT, f"{SITE_FOLDER}/scales.yaml": step.format(source="log")}
    assert load(files).facts.get("loads.low.value").sources == ("log",)
    files = {**PROJECT, f"{SITE_FOLDER}/scales.yaml": step.format(source="logs")}
    assert any("loads.low.source: there is no logs in sources" in problem for problem in problems_of(files))


def test_links_are_not_followed(tmp_path, problems_of):
    """Neither a file nor a folder of the data is a symbolic link."""
    write_project(tmp_path / "elsewhere", {"alpha.yaml": PROJECT["data/gpus/alpha.yaml"]})
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "gpus").symlink_to(tmp_path / "elsewhere")
    problems = problems_of({path: text for path, text in PROJECT.items() if "gpus" not in path})
    assert problems[0] == "data/gpus/alpha.yaml: this is a symbolic link, or in one; put the file itself here"


def test_stock_by_region_must_add_up(problems_of):
    """3 and 2 are not 6; told at the card."""
    assert problems_of(replaced(PROJECT, f"{SITE_FOLDER}/prices.yaml", "stock: 5", "stock: 6")) == [
        "data/sites/tiny/prices.yaml:2:3: prices.alpha: the regions hold 5 cards, stock says 6; make them agree"
    ]


def test_a_feed_stands_beside_the_price_list(load):
    """And its problems are told with the others."""
    site = load(with_offers(PROJECT))
    assert list(site.facts.members("offers")) == ["alpha"]


def test_problems_of_a_feed_come_with_the_others(problems_of):
    """The feed's line and the price list's."""
    files = with_offers(replaced(PROJECT, f"{SITE_FOLDER}/prices.yaml", "monthly: 144", "monthly: 0"), "gpu,price\n")
    assert [problem.split(":")[0] for problem in problems_of(files)] == [
        f"{SITE_FOLDER}/offers.csv",
        f"{SITE_FOLDER}/prices.yaml",
    ]


def test_a_feed_that_leads_nowhere_is_told(tmp_path, problems_of):
    """A dangling link is not the absence of a feed."""
    write_project(tmp_path, PROJECT)
    (tmp_path / SITE_FOLDER / "offers.csv").symlink_to(tmp_path / "nowhere.csv")
    assert problems_of(PROJECT) == [f"{SITE_FOLDER}/offers.csv: this is a symbolic link, or in one; put the file itself here"]
