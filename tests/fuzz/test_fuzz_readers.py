"""Whatever stands in a page, a catalog, a feed, a template, a message or a config, its reader answers or says what is wrong.

Only our own error comes out, with a place and words for a person; a message never becomes an element that Markdown does not have.
"""

from __future__ import annotations

import datetime
import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gpuguide.catalog.families import Families, load_families
from gpuguide.catalog.importing import import_config
from gpuguide.catalog.offers import parse_offers
from gpuguide.errors import GuideError, Place
from gpuguide.l10n import Catalog
from gpuguide.site.layout import Layout
from gpuguide.site.source import read_source
from gpuguide.site.texts import Text
from tests.fuzz.grammar import WORDS, pieces, slips
from tests.projects import OFFERS
from tests.site.conftest import Desk, press_of
from tests.site.guide import MESSAGES, PAGE, guide_files, write_guide

FUZZ = settings(max_examples=150, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
FILES = guide_files()


def answers(read: Callable[[], object], file: str) -> None:
    """Read; a refusal names its file and says something."""
    try:
        read()
    except GuideError as error:
        assert error.problems
        assert all(problem.place.file.startswith(file) and problem.message for problem in error.problems), error.problems


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("fuzz")


@pytest.fixture(scope="module")
def new_desk(tmp_path_factory: pytest.TempPathFactory, project_root: Path) -> Callable[[], Desk]:
    """Opens an English page of the made-up project."""
    press = press_of(write_guide(tmp_path_factory.mktemp("press"), project_root))
    return lambda: Desk(press, "en")


def written(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    return path


SOURCE = (
    "---\n", "title: x\n", "description: y\n", "nav: z\n", "updated: 2026-01-01\n", "\n", "# Title\n", "## Part\n",
    "### Head\n", "@id a\n", "@label b\n", "@claim c\n", "@unless d\n", "@page e\n", "@faq\n", "@box yes\n", "@end\n",
    "@headline\n", "- item\n", "::table t\n", "::chart c\n", "::changes\n", "words ", "::",
)  # fmt: skip


@FUZZ
@given(st.one_of(pieces(*SOURCE), slips(FILES[PAGE])))
def test_any_page_source(folder: Path, text: str):
    """Front matter, blocks and lines with an at sign in any order."""
    answers(lambda: read_source(written(folder, "guide.md", text), PAGE), PAGE)


CATALOG = (
    'msgid ""\n', 'msgstr ""\n', 'msgid "Memory"\n', 'msgstr "M"\n', '"more"\n', "#, fuzzy\n", '#| msgid "old"\n',
    "#~ ", "#. note\n", 'msgid_plural "x"\n', 'msgstr[0] "a"\n', 'msgstr[9] "b"\n', 'msgstr[-1] "c"\n',
    'msgctxt "k"\n', '"Language: xx\\n"\n', "\n", '"Content-Type: text/plain; charset=klingon\\n"\n',
    '"Plural-Forms: nplurals=900; plural=(n;\\n"\n', '"', "\\x", "# c\n", '"POT-Creation-Date: never\\n"\n',
    '"Content-Type: ;=;\\n"\n', '"MIME-Version\\n"\n', '"Project-Id-Version: \\n"\n',
)  # fmt: skip


@FUZZ
@given(st.one_of(pieces(*CATALOG), slips(FILES[MESSAGES])))
def test_any_catalog(folder: Path, text: str):
    """Messages, plurals, contexts and headers of any form: read, translated, counted and brought up to date."""
    written(folder, "locales/pt/LC_MESSAGES/hub.po", text)

    def read() -> None:
        catalog = Catalog("pt", "pt", "hub", folder)
        assert catalog.translate("Memory") != ""
        assert catalog.place("Memory").file
        assert isinstance(catalog.entries(), dict)

    answers(read, "locales/pt/LC_MESSAGES/hub.po")


COLUMNS = (
    "alpha", "nope", ",", "\n", "\r\n", '"', "0.44", "-1", "1e5", "USD", "EUR", "2026-05-30T09:00Z",
    "2026-13-01T00:00Z", "9999-12-31T23:59Z", "0000-00-00T00:00Z", "0", "12", ",,,,,,,\n",
)  # fmt: skip
HEADER = OFFERS.split("\n")[0] + "\n"


@FUZZ
@given(st.one_of(pieces(*COLUMNS), pieces(*COLUMNS).map(HEADER.__add__), slips(OFFERS)))
def test_any_feed(text: str):
    """Columns of any number and kind."""
    answers(lambda: parse_offers(text, "offers.csv", datetime.date(2026, 6, 1), ["alpha"]), "offers.csv")


TEMPLATE = (
    "{{ site }}", "{{ site.name }}", "{{ site.__class__ }}", "{% if site %}", "{% endif %}", "{% for x in y %}",
    "{% endfor %}", "{% macro m() %}", "{% endmacro %}", "{% import 'page.html' as p %}", "{% include 'page.html' %}",
    "{% extends 'page.html' %}", "{% set x = site %}", "{{ _('word') }}", "{{ _(x) }}", "{{ _() }}", "{% raw %}",
    "{# c #}", "{{ 'a'|upper }}", "{{ x|nope }}", "{{ x is nope }}", "{{ [] [0] }}", "{{ site['name'] }}",
    "{{ lipsum() }}", "{{ cycler('a') }}", "{{ namespace() }}", "<p a=b>", "{% block b %}", "{% endblock %}",
    "{{ super() }}", "{{ self.b() }}", "{% call m() %}", "{{ range(x) }}", "{{ dict(a=b) }}",
)  # fmt: skip


@FUZZ
@given(pieces(*TEMPLATE))
def test_any_template(folder: Path, text: str):
    """Statements and expressions in any order, some that Jinja does not know, some that include themselves."""
    written(folder, "templates/page.html", text)
    context = {"site": {"name": "<b>"}, "x": ["a"]}
    answers(lambda: Layout(folder / "templates").render("page.html", context, "guide", "en"), "templates/page.html")


MESSAGE = (
    "{weights_7b}", "{gpu:alpha}", "{gpu:", "{date:site.updated}", "{list:by_price}", "{server:alpha/x8}",
    "{choice:cheapest/7b/fp8}", "{weights_7b|bare}", "{:}", "{/}", "{.}", "{a.b.c.d}", "{hour/gpu}",
    "[x](page:later)", "[x](to:account)", "[x](#cards)", "[x](javascript:alert())", "word ", "\n", "\n\n", "    ",
    "> ", "- ", "* ", "+ ", "# ", "***", "[a]: b", "<http://x>", "<x@y.z>", "\\*", "  \n", "[", "]", "(", ")", "!",
    "FP8 ",
)  # fmt: skip
ALLOWED = re.compile(r"</?(strong|em|code|data|span|time|a|br ?/?)\b")


@settings(FUZZ, max_examples=300)
@given(pieces(*MESSAGE))
def test_any_message(new_desk: Callable[[], Desk], text: str):
    """Placeholders, links and marks in any order become emphasis, code, links and numbers, or are refused."""
    place = Place(PAGE, 9)

    def render() -> None:
        html = new_desk().html(text)
        assert ALLOWED.sub("", html).count("<") == 0, html
        assert not re.search(r"""(?i)(href|src)=["']?\s*(javascript|data|vbscript):|\son\w+=["']""", html)
        new_desk().prose.plain(Text(text, text, place), "title")

    answers(render, PAGE)


KEYS = (
    "model_type", "architectures", "hidden_size", "num_hidden_layers", "num_attention_heads", "num_key_value_heads",
    "head_dim", "intermediate_size", "vocab_size", "max_position_embeddings", "sliding_window", "layer_types",
    "torch_dtype", "num_experts", "quantization_config", "text_config", "tie_word_embeddings", "rope_scaling",
)  # fmt: skip
TYPES = ("llama", "qwen3", "gemma3_text", "gpt_oss", "mixtral", "deepseek_v3", "bfloat16", "sliding_attention")
VALUES = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(-9, 10**12), st.floats(), st.sampled_from(TYPES), WORDS),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(st.sampled_from(KEYS), inner, max_size=4)),
    max_leaves=6,
)
CONFIG = {"model_type": "llama", "hidden_size": 64, "num_hidden_layers": 2, "num_attention_heads": 4, "num_key_value_heads": 2,
          "intermediate_size": 128, "vocab_size": 100, "max_position_embeddings": 64, "torch_dtype": "bfloat16"}  # fmt: skip


@pytest.fixture(scope="module")
def families(project_root: Path) -> Families:
    return load_families(project_root)


@settings(FUZZ, max_examples=300)
@given(st.one_of(st.dictionaries(st.sampled_from(KEYS), VALUES, max_size=4).map(lambda some: json.dumps({**CONFIG, **some})),
                 slips(json.dumps(CONFIG)), VALUES.map(json.dumps)))  # fmt: skip
def test_any_config(families: Families, text: str):
    """Keys that are missing or hold something else, JSON that is cut, numbers that are none."""
    answers(lambda: import_config(text, "config.json", "a-model", families), "config.json")
