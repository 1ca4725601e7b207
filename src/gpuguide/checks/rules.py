"""Every rule of the judge: what a finding of it means, and how it is mended.

Knows rules by their names. Refuses to judge: a rule is applied where its subject is known. `docs/rules.md` shows this table.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Rule:
    """One rule, in words for the person who gets a finding of it."""

    means: str
    mend: str


_BUILD = "build again; if it comes back, the engine and the judge disagree: compare `gpuguide explain KEY` with what was expected"
_TYPED = "use a placeholder, or declare a literal"
_DATA = "correct the file at the place"
_FORMAT = "build again with this release; nothing but a build writes this file"

_GROUPS: Mapping[str, Mapping[str, tuple[str, str]]] = {
    "Numbers": {
        "number-value": ("A number's exact value is not what the data gives.", _BUILD),
        "number-text": ("A number is written otherwise than its value, rounding and language say.", _BUILD),
        "number-unit": ("A number stands in another unit than its figure is printed in.", _BUILD),
        "number-form": ("A number is recorded in a form that does not exist.", _FORMAT),
        "number-missing": ("A number stands where the data has none.", _BUILD),
        "absent-kind": ("A word for a missing value says another kind of missing.", _BUILD),
        "absent-text": ("A value is missing, and no word says so.", _BUILD),
        "constant": ("A constant of a page is written otherwise than its key says.", _BUILD),
        "unrecorded-digit": ("A digit stands that no figure, name, date or literal accounts for.", _TYPED),
        "source-number-word": ("A number is written as a word in a source text.", _TYPED),
        "literal-count": ("A declared literal stands more or less often than it is recorded.", _BUILD),
        "literal-unknown": ("A text is recorded as a literal that no file declares.", "declare it in literals.yaml"),
        "literal-unused": ("A declared literal stands in no message.", "take it out of literals.yaml"),
        "engine-words": ("A word of the engine that a file needs is missing or another.", _BUILD),
    },
    "Names, dates, flags": {
        "name-text": ("A card, model, size or other thing is called otherwise than the data calls it.", _BUILD),
        "date": ("A date is not that of the data.", _BUILD),
        "date-text": ("A date is not written as the language writes it.", _BUILD),
        "flag": ("A yes or no is not that of the data.", _BUILD),
        "flag-text": ("One word stands for a yes and for something else.", "translate the two differently"),
        "choice": ("A page names another pick than the data's rules make.", _BUILD),
        "list-members": ("A list has other members, or another order, than its rule.", _BUILD),
        "unknown-figure": ("A figure is named that cannot be computed.", _DATA),
        "unknown-name": ("A name is used that no collection has.", _DATA),
        "unknown-claim": ("A claim is named that cannot be judged.", _DATA),
        "unknown-choice": ("A choice is named that cannot be decided.", _DATA),
        "unknown-formula": ("A formula is named that the judge does not know.", "give the judge the formula too"),
    },
    "Claims and guarded blocks": {
        "claim-stop": ("A sentence's claim no longer holds, and the claim says to stop.", "rewrite the sentence"),
        "claim-value": ("A claim is recorded as true or false, and the data says otherwise.", _BUILD),
        "claim-block": ("A block stands although its claim does not hold.", _BUILD),
        "block-lost": ("A block is missing although its claims hold.", _BUILD),
    },
    "Tables, charts, derivations, calculators": {
        "table-rows": ("A table has other rows or cells than its declaration.", _BUILD),
        "row-mismatch": ("A number stands in the row of another member.", _BUILD),
        "row-header": ("A row of a table does not begin with its header cell.", _BUILD),
        "head-unit": ("The head of a column states another unit than the cells.", _BUILD),
        "chart-lost": ("A chart does not stand where the page puts it.", _BUILD),
        "chart-unknown": ("A chart stands that no file declares.", _BUILD),
        "chart-order": ("The marks of a chart are not those of the data, or not in their order.", _BUILD),
        "chart-place": ("A mark of a chart is not where its number belongs.", _BUILD),
        "chart-unsound": ("A chart cannot be worked out.", _DATA),
        "derivation": ("A derivation says something else than the data.", _BUILD),
        "derivation-lost": ("A number of a page has no derivation there.", _BUILD),
        "derivation-extra": ("A derivation stands on a page that has no such number.", _BUILD),
        "derivation-order": ("The derivations of a page are not in their order.", _BUILD),
        "calculator": ("The file of a calculator has other terms, rows or words than the data gives.", _BUILD),
        "commands": ("A block of commands is another than declared.", _BUILD),
    },
    "Words of pages": {
        "text": ("A text on a page is not the message that belongs there.", _BUILD),
        "text-lost": ("A message does not stand where it belongs.", _BUILD),
        "head-text": ("A title, description or other text of the head is not its message.", _BUILD),
        "attribute-text": ("A text in an attribute is no message.", _BUILD),
        "word-meaning": ("One word of a language stands for two different things.", "translate the two differently"),
        "leftover": ("A placeholder or markup was left in the text.", "write the placeholder as docs/formats.md says"),
        "leading": ("The chooser of languages or the error page is not as it must be.", _BUILD),
        "language": ("A page or passage is not in its language.", "translate it"),
        "lang": ("The language that a page states is not its own.", _BUILD),
        "typed-space": ("A space is typed beside Han or kana.", "take the space out of the translation"),
        "misnamed": ("An element is named by something that is not in it.", _BUILD),
    },
    "Structure of pages": {
        "element": ("An element or attribute stands that is in no template.", _BUILD),
        "element-unrecorded": ("A number, name or date stands that the records do not have.", _BUILD),
        "nested-carrier": ("A number, name or date stands inside another.", _BUILD),
        "duplicate-id": ("An id stands more than once on a page.", "give the part another id"),
        "title": ("A page has no title, or several.", _BUILD),
        "heading": ("A page has no first heading, or several, or skips a level.", "write one `#` heading a page"),
        "menu": ("The menu, the crumbs or the contents are not in order.", _BUILD),
        "menu-languages": ("The languages of a page are not linked in order.", _BUILD),
        "link-broken": ("A link leads to no file.", "correct the page's id in the link"),
        "link-target": ("A link leads elsewhere than its words say.", _BUILD),
        "link-scheme": ("An address is of a kind that no page needs.", "use an https address or a page's id"),
        "anchor-broken": ("A link leads to an anchor that its page does not have.", "correct the anchor"),
        "canonical": ("The canonical address is not the page's own.", _BUILD),
        "hreflang": ("The alternates of a page are not all its languages.", _BUILD),
        "og-locale": ("The locale for sharing is not the page's.", _BUILD),
        "hook": ("What a script holds on to is not what the tables declare.", _BUILD),
        "resource": ("A page asks for something that is not its own.", _BUILD),
        "structured-data": ("The structured data says something else than the page.", _BUILD),
        "picture": ("The shared picture is not as it must be.", _BUILD),
        "locale-missing": ("A page is not built in a language of the site.", "translate its messages"),
        "locale-elements": ("Two languages of a page do not have the same elements.", _BUILD),
        "locale-figures": ("Two languages of a page do not have the same figures.", "use the same placeholders"),
        "locale-names": ("Two languages of a page do not have the same names.", "use the same placeholders"),
        "locale-dates": ("Two languages of a page do not have the same dates.", "use the same placeholders"),
        "locale-claims": ("Two languages of a page do not lean on the same claims.", _BUILD),
    },
    "Files": {
        "file-missing": ("A file that is due is not there.", _BUILD),
        "file-stray": ("A file is there that no rule accounts for.", "build again: a build leaves nothing else behind"),
        "file-unreadable": ("A file cannot be read.", _BUILD),
        "file-language": ("A file is not in the language of its record.", _BUILD),
        "exact-file": ("A file has not exactly the text that it must have.", _BUILD),
        "download": ("A CSV or JSON file says something else than its table.", _BUILD),
        "feed": ("A feed says something else than the changes.", _BUILD),
        "sitemap": ("The sitemap does not list just the pages.", _BUILD),
        "llms": ("llms.txt says something else than the pages.", _BUILD),
        "asset-name": ("The name of an asset is not that of its content.", _BUILD),
        "asset-unused": ("No page names this asset.", _BUILD),
        "page-missing": ("A page is recorded that is not there.", _BUILD),
        "page-path": ("A page stands at another place than its id and language say.", _BUILD),
        "page-unreadable": ("A page is no HTML document.", _BUILD),
        "page-unrecorded": ("A page or file is not in the records.", _BUILD),
        "no-pages": ("A site has no page to judge.", "run gpuguide build"),
        "records-missing": ("records.json is missing or cannot be read.", "run gpuguide build"),
        "record-shape": ("An entry of records.json is not of the format.", _FORMAT),
        "record-not-found": ("Something is recorded that does not stand on the page.", _BUILD),
        "record-stray": ("Something is recorded of a file that no rule accounts for.", _FORMAT),
        "figures-missing": ("figures.json is missing or cannot be read.", "run gpuguide build"),
        "figures-shape": ("figures.json is not of the format.", _FORMAT),
        "figures-site": ("figures.json is of another site or day.", "build the site again"),
        "figure-unit": ("A figure in figures.json is in another unit.", _BUILD),
        "figure-unlisted": ("A figure that a page uses is not in figures.json.", _BUILD),
        "figure-stray": ("A figure in figures.json that nothing in the site rests on.", _BUILD),
    },
    "Data and sources": {
        "data-shape": ("A data file is not of the format.", _DATA),
        "data-unreadable": ("A data file cannot be read.", _DATA),
        "offer-refused": ("A line of an offers feed is refused.", _DATA),
        "source": ("A page's source cannot be judged.", _DATA),
        "glossary-shape": ("The glossary is not of the format.", _DATA),
        "aged": ("A fact or offer is older than it may be on the day asked about.", "look at the source again, record the day"),
        "refused": ("The engine refused to build: data, page or catalog at the place cannot be used.", _DATA),
    },
    "Translations": {
        "catalog-unreadable": ("A catalog cannot be read.", _DATA),
        "catalog-language": ("The header of a catalog names another language.", "correct its Language line"),
        "message-missing": ("A message has no translation.", "run gpuguide messages update, then translate it"),
        "message-fuzzy": ("A translation is marked fuzzy.", "compare it with the sentence, then take the mark away"),
        "message-empty": ("A translation is empty.", "translate it"),
        "message-duplicate": ("A message stands twice in a catalog.", "keep one"),
        "message-placeholders": ("A translation has not the placeholders of its source.", "use each as often as the source"),
        "message-links": ("A translation has not the links of its source.", "use each as often as the source"),
        "message-html": ("A translation has other HTML tags than its source.", "keep the tags of the source"),
        "message-markup": ("Stars or other markup do not stand in pairs as in the source.", "close what is opened"),
        "message-digit": ("A digit is typed in a message.", _TYPED),
        "message-number-word": ("A number is written as a word in a message.", _TYPED),
        "message-currency": ("A currency sign is typed in a message.", "use a placeholder: the sign comes with the number"),
        "message-per-cent": ("A translation has not as many signs of per cent as its source.", "keep them"),
        "message-literal": ("A literal of the source is lost in the translation.", "write it as in the source"),
        "message-spaces": ("A translation begins, ends or is spaced otherwise than its source.", "correct the spaces"),
        "message-punctuation": ("A sign of punctuation is not the language's own.", "write the language's sign"),
        "message-ending": ("The closing sign is lost, or one too many.", "end the translation as the source ends"),
        "message-brackets": ("Brackets do not stand in pairs.", "close what is opened"),
        "message-quotes": ("A quotation mark is not the language's own.", "write the language's marks"),
        "message-sign": ("A character is not the one that the language writes.", "write the expected character"),
        "message-script": ("A character is of another script than the language's.", "write it in the language's script"),
        "message-capital": ("The first letter is not capital or small as in the source.", "begin as the source begins"),
        "message-doubled": ("A word stands twice in a row.", "take one out"),
        "message-gender": ("The article before a name has the wrong gender.", "write the expected article"),
        "message-term": ("A word is not the one that the glossary has.", "write the glossary's word"),
        "message-untranslated": ("A translation is its source, word for word.", "translate it, or list it where the hint says"),
    },
}  # fmt: skip

RULES: Mapping[str, Rule] = {name: Rule(*words) for group in _GROUPS.values() for name, words in group.items()}
"""The rules by name."""


def rules_page() -> str:
    """The text of docs/rules.md."""
    lines = [
        "# Rules of the judge",
        "",
        "Every finding of `gpuguide build` and `gpuguide check` names one of these rules. This page is what `rules_page()` in",
        "`src/gpuguide/checks/rules.py` writes; a test holds the two together, and another looks for every rule in the code.",
    ]
    for group, rules in _GROUPS.items():
        lines += ["", f"## {group}", "", "| Rule | What it means | What to do |", "| --- | --- | --- |"]
        lines += [f"| `{name}` | {means} | {mend[:1].upper()}{mend[1:]}. |" for name, (means, mend) in rules.items()]
    return "\n".join(lines) + "\n"
