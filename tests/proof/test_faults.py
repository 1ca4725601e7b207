"""The generator of faults: each kind changes what it says, a seed gives the same faults again, and a deaf judge is found out."""

from __future__ import annotations

import shutil
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest

from gpuguide.checks import Finding
from gpuguide.figures import compute
from gpuguide.proof.faults import ENGINE, OUTPUTS, SOURCES, seeding
from gpuguide.proof.faults.copies import ProjectCopy
from gpuguide.proof.faults.jury import FolderJury
from gpuguide.proof.faults.patching import swapped_in
from gpuguide.proof.faults.scene import Changed, Scene, Tongue
from gpuguide.proof.faults.trial import Outcome, Verdict, try_engine, try_output, try_source
from gpuguide.quantities import round_to_step
from tests.site.guide import write_guide

EXAMPLE = Path(__file__).parent.parent / "checks/example"
TONGUES = {
    "en": Tongue("en", "en", "en", ".", ","),
    "zh": Tongue("zh", "zh", "zh-Hans", ".", ","),
}
PAGE = "en/guide/index.html"


def example() -> Scene:
    """The clean site of the judge's tests."""
    folder = EXAMPLE / "built"
    files = {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    return Scene(files, TONGUES)


def made(kind: str, text: str, seed: int = 1) -> str:
    """What a kind makes of a page that holds only this text."""
    change = OUTPUTS[kind](Scene({PAGE: text.encode()}, TONGUES), Random(seed))
    assert change is not None, f"{kind} finds no place in {text}"
    return (change.files[PAGE] or b"").decode()


@pytest.fixture
def jury(tmp_path: Path) -> FolderJury:
    for part in ("data", "locales", "templates"):
        shutil.copytree(EXAMPLE / part, tmp_path / part)
    return FolderJury(tmp_path, tmp_path / "dist", "tiny", example().files)


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory, project_root: Path) -> ProjectCopy:
    """The made-up guide of the tests, whose page has everything a page can have; not to be changed."""
    root = write_guide(tmp_path_factory.mktemp("faults") / "guide", project_root)
    return ProjectCopy(root, "tiny", root.with_name("copy"))


class TestKinds:
    def test_there_are_many_kinds_in_four_families(self) -> None:
        """At least forty kinds; outputs, sources and the engine, files among the outputs."""
        assert len(OUTPUTS) + len(SOURCES) + len(ENGINE) >= 40
        assert len({*OUTPUTS, *SOURCES, *ENGINE}) == len(OUTPUTS) + len(SOURCES) + len(ENGINE), "two kinds share a name"

    @pytest.mark.parametrize("kind", OUTPUTS)
    @pytest.mark.parametrize("seed", [1, 2, 3])
    def test_a_fault_changes_bytes(self, kind: str, seed: int) -> None:
        """A fault that leaves every byte as it was is none."""
        scene = example()
        change = OUTPUTS[kind](scene, Random(seed))
        if change is not None:
            assert change.files
            assert all(scene.files.get(path) != content for path, content in change.files.items())

    @pytest.mark.parametrize("kind", OUTPUTS)
    def test_a_seed_gives_the_same_fault_again(self, kind: str) -> None:
        assert OUTPUTS[kind](example(), Random(7)) == OUTPUTS[kind](example(), Random(7))

    def test_another_seed_gives_another_fault(self) -> None:
        found = {str(OUTPUTS["digit changed in the text of a page"](example(), Random(seed))) for seed in range(20)}
        assert len(found) > 5


class TestWhatKindsDo:
    def test_a_changed_digit_is_another_digit_at_one_place(self) -> None:
        text = made("digit changed in the text of a page", "<p>75 GB</p>")
        assert text != "<p>75 GB</p>"
        assert sum(one != other for one, other in zip(text, "<p>75 GB</p>", strict=True)) == 1

    def test_a_dropped_digit_is_gone(self) -> None:
        assert made("digit dropped in the text of a page", "<p>7 GB</p>") == "<p> GB</p>"

    def test_numbers_are_swapped_whole(self) -> None:
        one, two = '<data value="1" data-figure="a">1</data>', '<data value="2" data-figure="b">2</data>'
        assert made("two numbers swapped", f"{one} and {two}") == f"{two} and {one}"

    def test_rows_are_swapped_within_a_table(self) -> None:
        """The head stays where it is."""
        one, two = '<tr><th scope="row">A</th><td>1</td></tr>', '<tr><th scope="row">B</th><td>2</td></tr>'
        head = '<thead><tr><th scope="col">x</th></tr></thead>'
        assert made("two rows swapped", f"{head}<tbody>{one}{two}</tbody>") == f"{head}<tbody>{two}{one}</tbody>"

    def test_a_unit_becomes_one_that_it_is_confused_with(self) -> None:
        """The only unit that TFLOPS is taken for is TOPS."""
        number = '<data value="1" data-figure="a" data-unit="TFLOPS">1 {}</data>'
        assert made("unit of another kind", number.format("TFLOPS")) == number.format("TOPS")

    def test_signs_change_places(self) -> None:
        number = '<data value="1690.5" data-figure="a">{}</data>'
        assert made("signs of another locale", number.format("1,690.5")) == number.format("1.690,5")

    def test_rounding_another_way_gives_another_neighbour(self) -> None:
        """74.5 shown as 75 can only become 74: down, or half to even."""
        number = '<data value="74.5" data-figure="a">{} GB</data>'
        assert made("rounded another way", number.format(75)) == number.format(74)

    def test_a_bar_gets_another_length(self) -> None:
        bar = '<rect data-bar="a" data-of="b" width="{}%" height="1"/>'
        assert made("length of a bar", bar.format("66.7")) not in (bar.format("66.7"), "")

    def test_a_block_is_dropped_with_its_guard(self) -> None:
        assert made("guarded block dropped", 'x<p data-claim="a">It fits.</p>y') == "xy"

    def test_a_wrong_number_is_recorded_as_it_stands(self) -> None:
        """The page and its record agree, and both are wrong."""
        change = OUTPUTS["wrong digit, recorded"](example(), Random(3))
        assert change is not None
        assert sorted(change.files) == sorted({change.place.partition(" ")[0], "records.json"})

    def test_a_paragraph_comes_from_the_same_page_in_another_language(self) -> None:
        change = OUTPUTS["paragraph of another language"](example(), Random(1))
        assert change is not None
        path = change.place
        (other,) = example().siblings(path)
        assert change.after in example().text(other)


class _Deaf(FolderJury):
    """A judge with a rule switched off."""

    def __init__(self, jury: FolderJury, rule: str) -> None:
        self.__dict__.update(jury.__dict__)
        self.rule = rule

    def findings(self, changed: Changed) -> tuple[Finding, ...]:
        return tuple(one for one in super().findings(changed) if one.rule != self.rule)


class TestTrial:
    def test_a_clean_site_has_no_findings(self, jury: FolderJury) -> None:
        assert jury.findings({}) == ()

    def test_a_fault_in_a_page_is_killed(self, jury: FolderJury) -> None:
        outcome = try_output(OUTPUTS["digit of an exact value"], example(), jury, Random(1))
        assert outcome.verdict is Verdict.KILLED

    def test_the_site_is_clean_again_afterwards(self, jury: FolderJury) -> None:
        for kind in ("page missing", "stray file", "file cut"):
            try_output(OUTPUTS[kind], example(), jury, Random(1))
        assert jury.findings({}) == ()

    def test_a_deaf_judge_leaves_survivors(self, jury: FolderJury) -> None:
        """With the rule about exact values in figures.json switched off, a wrong one gets through."""
        kind = OUTPUTS["exact value in figures.json"]
        heard = try_output(kind, example(), jury, Random(1))
        unheard = try_output(kind, example(), _Deaf(jury, "figure-value"), Random(1))
        assert (heard.verdict, unheard.verdict) == (Verdict.KILLED, Verdict.SURVIVED)

    def test_a_survivor_lowers_the_kill_rate(self) -> None:
        """One of three got through: two thirds, rounded down, are 66 %."""
        outcomes = (Verdict.KILLED, Verdict.SURVIVED, Verdict.KILLED, Verdict.EQUIVALENT, Verdict.NOWHERE)
        found = [seeding.Seeded(at, "a kind", Outcome(verdict, "what")) for at, verdict in enumerate(outcomes)]
        report = seeding._report(5, found)
        assert (report.seeded, report.killed, report.equivalent, report.kill_rate) == (3, 2, 1, "66 %")
        assert report.survivors == ("a kind (seed 5, fault 1): what",)


class TestSourcesAndEngine:
    def test_a_fault_in_a_source_is_refused_or_judged(self, copy: ProjectCopy, tmp_path: Path) -> None:
        """A table that its page puts, and that the built page has not."""
        jury = FolderJury(copy.folder, tmp_path, "tiny", copy.files)
        assert try_source(SOURCES["table of a page dropped"], copy, jury, Random(1)).verdict is Verdict.KILLED

    def test_sources_are_as_they_were_afterwards(self, copy: ProjectCopy, tmp_path: Path) -> None:
        jury = FolderJury(copy.folder, tmp_path, "tiny", copy.files)
        try_source(SOURCES["digit of a fact"], copy, jury, Random(1))
        assert copy.build() == copy.files

    def test_the_engine_is_as_it_was_afterwards(self, copy: ProjectCopy) -> None:
        """Half of a step goes up again: 2.5 is 3, not 2."""
        with swapped_in(ENGINE["engine rounds half to even"](Random(1))):
            assert vars(compute)["round_to_step"](Fraction(5, 2), Fraction(1)) == 2
        assert vars(compute)["round_to_step"] is round_to_step
        assert round_to_step(Fraction(5, 2), Fraction(1)) == 3
        assert copy.build() == copy.files

    def test_a_fault_in_the_engine_is_judged(self, copy: ProjectCopy, tmp_path: Path) -> None:
        jury = FolderJury(copy.folder, tmp_path, "tiny", copy.files)
        assert try_engine(ENGINE["engine is one step off"], copy, jury, Random(1)).verdict is Verdict.KILLED
