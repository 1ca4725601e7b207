"""Places, problems and hints: what a person reads when something is wrong."""

from __future__ import annotations

import pickle

import pytest

from gpuguide.errors import ClaimError, Exit, FactsError, GuideError, Place, Problem, Problems, UsageError, nearest


@pytest.mark.parametrize(
    ("place", "text"),
    [
        (Place("data/a.yaml", 4, 12), "data/a.yaml:4:12"),
        (Place("data/a.yaml", 4), "data/a.yaml:4"),
        (Place("data/a.yaml"), "data/a.yaml"),
    ],
)
def test_place_is_written_as_editors_open_it(place, text):
    """File, line and column, each only when it is known."""
    assert str(place) == text


@pytest.mark.parametrize(
    ("problem", "text"),
    [
        (Problem(Place("a.yaml", 4, 12), "got -3", "write 3", "cards.x.price"), "a.yaml:4:12: cards.x.price: got -3; write 3"),
        (Problem(Place("a.yaml", 4, 12), "got -3", "write 3"), "a.yaml:4:12: got -3; write 3"),
        (Problem(Place("a.yaml"), "the file is missing"), "a.yaml: the file is missing"),
    ],
)
def test_problem_is_one_sentence_with_its_way_out(problem, text):
    """Place, key, what was seen, what to write."""
    assert str(problem) == text


def test_problems_are_told_in_the_order_of_the_files():
    """By file, then line, then column; what concerns a whole file stands before its lines."""
    places = [Place("b.yaml"), Place("a.yaml", 10, 1), Place("a.yaml", 9, 7), Place("a.yaml", 9, 2), Place("a.yaml")]
    error = FactsError(Problem(place, "wrong") for place in places)
    assert [str(problem.place) for problem in error.problems] == ["a.yaml", "a.yaml:9:2", "a.yaml:9:7", "a.yaml:10:1", "b.yaml"]


def test_a_problem_found_twice_is_told_once():
    """The same sentence at the same place is one problem."""
    twice = Problem(Place("a.yaml", 1), "wrong")
    assert FactsError([twice, twice]).problems == (twice,)


def test_an_error_reads_as_its_problems():
    """One line a problem."""
    error = FactsError([Problem(Place("b.yaml", 2), "second"), Problem(Place("a.yaml", 1), "first")])
    assert str(error) == "a.yaml:1: first\nb.yaml:2: second"


@pytest.mark.parametrize(("kind", "code"), [(GuideError, 1), (ClaimError, 1), (UsageError, 2), (FactsError, 3)], ids=str)
def test_exit_code_says_what_kind_of_failure(kind, code):
    """1 findings, 2 usage, 3 facts."""
    assert kind.at(Place("a"), "wrong").exit_code == code


def test_an_error_may_name_another_exit_code():
    """The caller knows better in a few places."""
    assert GuideError([], Exit.FACTS).exit_code == 3
    assert GuideError([]).exit_code == 1


def test_problems_of_a_run_are_raised_together():
    """Noted here and taken from an error below, all in one."""
    problems = Problems()
    problems.add(Place("b.yaml", 1), "second", "mend it")
    problems.take(FactsError.at(Place("a.yaml", 1), "first"))
    with pytest.raises(FactsError) as caught:
        problems.stop_if_any()
    assert [problem.message for problem in caught.value.problems] == ["first", "second"]


def test_no_problem_stops_nothing():
    """A clean run goes on."""
    Problems().stop_if_any()


def test_problems_raise_the_kind_they_were_made_for():
    """Usage problems end as a usage error."""
    problems = Problems(UsageError)
    problems.add(Place("a"), "wrong")
    with pytest.raises(UsageError):
        problems.stop_if_any()


@pytest.mark.parametrize(
    ("name", "known", "hint"),
    [
        ("memry", ["memory", "bandwidth"], "did you mean memory?"),
        ("xyz", ["memory", "bandwidth"], "known here: bandwidth, memory"),
        ("xyz", [f"n{number}" for number in range(9)], "known here: n0, n1, n2, n3, n4, n5, n6, n7, …"),
        ("xyz", [], "nothing is defined here yet"),
    ],
)
def test_the_nearest_name_is_offered(name, known, hint):
    """A near name, else the first eight, else that there is none."""
    assert nearest(name, known) == hint


def test_an_error_of_another_process_is_whole():
    """Its kind, its problems and its exit code come with it."""
    error = UsageError([Problem(Place("a.yaml", 2, 1), "wrong", "write it right"), Problem(Place("b.yaml"), "too")], Exit.FACTS)
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is UsageError
    assert (again.problems, again.exit_code, str(again)) == (error.problems, Exit.FACTS, str(error))
