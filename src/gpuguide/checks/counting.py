"""Finds numbers that are written as words, from two upward: two cards, 两张, duas GPUs, half, twice, 三倍.

Knows the numerals of a few languages and what they count here. Refuses to count one, um and 一: they are articles as well. A text
that means such a word declares it as a literal.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

NUMBER_WORD = "a placeholder, or a declared literal"

_EN_NUMBERS = """
two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen
twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million billion trillion dozen
"""
_EN_NOUNS = """
cards? gpus? gb gib tb mb bytes? bits? tokens? requests? models? parameters? layers? heads? nodes? servers? regions? times?
hours? days? weeks? months? years? minutes? seconds? dollars? cents? percent watts? users? offers? sizes? slots? links?
cores? fold pages? sources? precisions? formats? cases? engines? sequences? replicas? copies
"""
_EN_BETWEEN = "more other such same small large different whole full"
_EN_ALONE = """
half halves halved quarters? quartered thirds twice thrice double[sd]? doubling triple[sd]? quadruple[sd]? twofold
threefold tenfold
"""
_PT_NUMBERS = """
dois duas três quatro cinco seis sete oito nove dez onze doze treze catorze quatorze quinze dezasseis dezesseis dezassete
dezessete dezoito dezanove dezenove vinte trinta quarenta cinquenta sessenta setenta oitenta noventa cem cento duzentos
duzentas mil milhão milhões bilhão bilhões dúzia
"""
_PT_NOUNS = """
placas? gpus? gb gib tb mb bytes? bits? tokens? requisições pedidos? modelos? parâmetros? camadas? cabeças? nós servidores
regiões vezes horas? dias? semanas? meses anos? minutos? segundos? dólares cêntimos centavos watts? usuários utilizadores
ofertas? tamanhos? slots? núcleos? páginas? fontes? precisões formatos? casos? motores sequências réplicas? cópias?
"""
_PT_BETWEEN = "outras? outros? mesmas? mesmos?"
_PT_ALONE = r"metade dobro dobra[mr]? triplo quádruplo duplic\w+ meia meio-\w+ um\s+quarto um\s+terço terços"
_HAN_NUMBERS = "[二两兩三四五六七八九十百千万亿億]+"
_ZH_COUNTERS = """
张 台 块 个 种 家 款 卡 倍 小时 天 周 月 年 次 层 头 字节 位 元 成 分之 节点 套 条 处 页 分钟 秒 步 项 档
"""
_ZH_ALONE = "一半 减半 翻倍 加倍 双倍 半价 成倍"
_JA_COUNTERS = """
枚 台 基 個 つ 種類 社 倍 時間 日 週間 か月 カ月 ヶ月 年 回 層 ヘッド バイト ビット 円 割 分の ノード 件 ページ 分間 秒 段階 項目
"""
_JA_ALONE = "半分 半額 半減 倍増 倍に 二重 倍の"


def number_words(text: str, base: str) -> list[str]:
    """The numbers written as words in a text of a language."""
    pattern = _pattern(base)
    if pattern is None:
        return []
    return [match[0] for match in pattern.finditer(text if text.isascii() else unicodedata.normalize("NFKC", text))]


@lru_cache(maxsize=16)
def _pattern(base: str) -> re.Pattern[str] | None:
    """What finds the numbers of a language; None for a language that is not known here."""
    if base == "en":
        return _spaced(_EN_NUMBERS, _EN_BETWEEN, _EN_NOUNS, f"{_EN_ALONE} a[ ]third[ ]of")
    if base == "pt":
        return _spaced(_PT_NUMBERS, _PT_BETWEEN, _PT_NOUNS, _PT_ALONE)
    if base in ("zh", "ja"):
        counters, alone = (_ZH_COUNTERS, _ZH_ALONE) if base == "zh" else (_JA_COUNTERS, _JA_ALONE)
        return re.compile(f"{_HAN_NUMBERS}(?:多|余)?(?:{_any(counters)})|{_any(alone)}")
    return None


def _spaced(numbers: str, between: str, nouns: str, alone: str) -> re.Pattern[str]:
    """A numeral before a noun, with at most one word between, or a word that is a number by itself."""
    gap = "[ \u00a0-]+"
    counted = rf"\b(?:{_any(numbers)})(?:{gap}(?:{_any(between)}))?{gap}(?:{_any(nouns)})\b"
    return re.compile(rf"{counted}|\b(?:{_any(alone)})\b", re.IGNORECASE)


def _any(words: str) -> str:
    return "|".join(words.split())
