"""English: articles, plurals, numbers, lists, verbs and sentences."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

STRONG_ON = "\x02"
STRONG_OFF = "\x03"
"""Between these marks, words are to be set in strong letters."""

_NUMBERS = "zero one two three four five six seven eight nine ten eleven twelve".split()
_ORDINALS = (
    "zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth"
).split()


def number_word(n: int) -> str:
    """A count as it is written in a sentence: words up to twelve, then figures."""
    if 0 <= n < len(_NUMBERS):
        return _NUMBERS[n]
    return figure(n)


def figure(n: int) -> str:
    """A number in figures, with separators."""
    return f"{n:,}" if n >= 0 else f"minus {-n:,}"


def ordinal(n: int) -> str:
    if 0 < n < len(_ORDINALS):
        return _ORDINALS[n]
    ending = "th" if 10 <= n % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(n % 10, "th")
    return f"{n}{ending}"


def times(n: int) -> str:
    return {1: "once", 2: "twice"}.get(n, f"{number_word(n)} times")


_SILENT_H = ("hour", "honour", "honor", "honest", "heir")
_YOU_SOUND = ("uni", "use", "usual", "eu", "one", "once", "ute", "uti")
_AN_FIGURE = re.compile(r"8|11(?!\d)|18(?!\d)")


def article(noun: str) -> str:
    """ "a" or "an", as the noun sounds."""
    word = noun.lstrip(STRONG_ON + "“(").lower()
    if word[:1].isdigit():
        return "an" if _AN_FIGURE.match(word) else "a"
    if word.startswith(_SILENT_H):
        return "an"
    if word.startswith(_YOU_SOUND):
        return "a"
    return "an" if word[:1] in "aeiou" and word[:1] else "a"


def a(noun: str) -> str:
    return f"{article(noun)} {noun}"


_HEAD_ENDS = re.compile(
    r" (of|that|in|on|with|without|who|which|to|from|for|at|won|lost|owed|taken|bid|led|"
    r"other than|worth|out|"
    r"drawn|thrown|laid|shown|put|not|made|below|above|over|under|by|left|beyond|as|kept|"
    r"(?!red\b)\w{3,}ed)\b"
)
_IRREGULAR = {
    "die": "dice",
    "person": "people",
    "half": "halves",
    "knife": "knives",
    "life": "lives",
    "wife": "wives",
    "knave": "knaves",
    "penny": "pennies",
    "each": "each",
}
_INVARIANT = {"chips", "sevens", "trumps", "abnat", "pips", "series"}


@lru_cache(maxsize=4096)
def _split_head(noun: str) -> tuple[str, str, str]:
    """The words before the head noun, the head noun, and what follows it."""
    match = _HEAD_ENDS.search(noun)
    cut = match.start() if match and match.start() > 0 else len(noun)
    before, _, head = noun[:cut].rpartition(" ")
    return (before + " " if before else ""), head, noun[cut:]


def is_plural(noun: str) -> bool:
    """Whether a label is a plural already ("overtricks", "tricks won")."""
    head = _split_head(noun)[1].lower()
    return head in _INVARIANT or (
        head.endswith("s") and not head.endswith(("ss", "us", "is")) and len(head) > 2
    )


def plural(noun: str) -> str:
    """The plural of a noun phrase without article; one that is plural stays."""
    if " or " in noun:
        *first, last = noun.split(" or ")
        alternatives = [part for text in first for part in text.split(", ")]
        return f"{', '.join(plural(part) for part in alternatives)} or {plural(last)}"
    if is_plural(noun):
        return noun
    if " and " in noun:
        return " and ".join(plural(part) for part in noun.split(" and "))
    before, head, after = _split_head(noun)
    return f"{before}{_plural_word(head)}{after}"


def _plural_word(word: str) -> str:
    lower = word.lower()
    if lower in _IRREGULAR:
        return _IRREGULAR[lower]
    if lower.endswith(("s", "x", "z", "ch", "sh")):
        return f"{word}es"
    if lower.endswith("y") and lower[-2:-1] not in tuple("aeiou") and len(word) > 1:
        return f"{word[:-1]}ies"
    return f"{word}s"


def singular(noun: str) -> str:
    """The singular of a plural label: "overtricks" gives "overtrick"."""
    if not is_plural(noun):
        return noun
    before, head, after = _split_head(noun)
    if head.endswith("ies") and len(head) > 4:
        head = f"{head[:-3]}y"
    elif head.endswith(("sses", "nuses", "xes", "zes", "ches", "shes")):
        head = head[:-2]
    else:
        head = head[:-1]
    return f"{before}{head}{after}"


def done_things(label: str) -> tuple[str, str] | None:
    """The things of a label that says what is done with them, and that: "tricks bid" gives "tricks"
    and "bid". None if it is another label."""
    before, head, after = _split_head(label)
    done = after.split()[:1]
    if not is_plural(label) or before or not done or not is_participle(done[0]):
        return None
    return head, after.strip()


def counted(n: int, noun: str, many: str | None = None) -> str:
    """So many of something: "one card", "three cards"."""
    return f"{number_word(n)} {noun if n == 1 else (many or plural(noun))}"


def figured(n: int, noun: str) -> str:
    """So many in figures, as scores are written: "1 point", "13 points"."""
    return f"{figure(n)} {noun if abs(n) == 1 else plural(noun)}"


def one_noun(labels: Sequence[str]) -> str:
    """Things that begin with the same words, these said once.

    The number of eggs in the box and that in the pan: "the numbers of eggs in the box and the pan".
    """
    split = [label.split() for label in labels]
    same = 0
    while all(len(words) > same + 1 for words in split) and len({w[same] for w in split}) == 1:
        same += 1
    start = split[0][:same]
    if len(start) < 2 or start[1] not in ("of", "on", "for"):
        return join([f"the {label}" for label in labels])
    if start[-1] == "the":
        start = start[:-1]
    rest = [" ".join(words[len(start) :]) for words in split]
    noun = start[0] if is_plural(start[0]) else plural(start[0])
    return f"the {' '.join([noun, *start[1:]])} {join(rest)}"


def join(items: Sequence[str], word: str = "and") -> str:
    """ "a, b and c". Items that hold commas themselves are set apart by semicolons."""
    if not items:
        return ""
    if len(items) == 1:
        return items[0]
    if len(items) > 2 and any("," in item for item in items):
        return "; ".join(items[:-1]) + f"; {word} {items[-1]}"
    if len(items) == 2 and any(", " in item or f" {word} " in item for item in items):
        return f"{items[0]}, {word} {items[1]}"
    return ", ".join(items[:-1]) + f" {word} {items[-1]}"


def is_long(noun: str) -> bool:
    """Whether a noun phrase is too long for a possessive: "the player who …"."""
    return bool(re.search(r" (who|whose|of|to|after|before|opposite|but|by|for) ", noun))


def possessive(noun: str) -> str:
    """The possessive of a noun phrase: "the dealer's", "the players'"."""
    return f"{noun}'" if noun.endswith("s") and is_plural(noun) else f"{noun}'s"


_THIRD = {"be": "is", "have": "has", "do": "does", "go": "goes"}
_MODALS = {"may", "must", "can", "cannot", "will", "is", "are", "was"}
_AND_DEED = re.compile(
    r"\band (ask|bid|call|discard|double|draw|exchange|give|keep|lay|lead|leave|look|meld|name"
    r"|offer|pass|pay|pick|play|put|show|sit|skip|stop|take|throw|turn)\b"
)
"""A second thing that is done: "order it up and play alone"."""


def third_person(phrase: str) -> str:
    """A verb phrase in the infinitive as somebody does it: "pass the deal" → "passes the deal"."""
    verb, space, rest = phrase.partition(" ")
    lower = verb.lower()
    if lower in _MODALS:
        return phrase
    if lower == "not":
        return f"does {phrase}"
    rest = _AND_DEED.sub(lambda found: f"and {third_person(found[1])}", rest)
    if lower in _THIRD:
        verb = _THIRD[lower]
    elif lower.endswith(("s", "x", "z", "ch", "sh", "o")):
        verb = f"{verb}es"
    elif lower.endswith("y") and lower[-2:-1] not in tuple("aeiou"):
        verb = f"{verb[:-1]}ies"
    else:
        verb = f"{verb}s"
    return f"{verb}{space}{rest}"


def second_person(verb: str) -> str:
    """What somebody does as one says it to "you": "wins" → "win"."""
    if verb == "is":
        return "are"
    for plain, third in _THIRD.items():
        if verb == third:
            return plain
    if verb.endswith("ies") and len(verb) > len("lies"):
        return f"{verb[:-3]}y"
    if verb.endswith(("sses", "shes", "ches", "xes")):
        return verb[:-2]
    return verb.removesuffix("s")


_PARTICIPLES = {
    "be": "been",
    "beat": "beaten",
    "bet": "bet",
    "bid": "bid",
    "break": "broken",
    "build": "built",
    "buy": "bought",
    "choose": "chosen",
    "cut": "cut",
    "deal": "dealt",
    "do": "done",
    "draw": "drawn",
    "get": "got",
    "give": "given",
    "go": "gone",
    "have": "had",
    "hit": "hit",
    "hold": "held",
    "keep": "kept",
    "lay": "laid",
    "lead": "led",
    "leave": "left",
    "lose": "lost",
    "make": "made",
    "meet": "met",
    "pay": "paid",
    "put": "put",
    "run": "run",
    "say": "said",
    "see": "seen",
    "set": "set",
    "show": "shown",
    "sit": "sat",
    "speak": "spoken",
    "stand": "stood",
    "take": "taken",
    "tell": "told",
    "throw": "thrown",
    "win": "won",
}
_DOUBLING = {
    "beg": "begged",
    "stop": "stopped",
    "drop": "dropped",
    "rob": "robbed",
    "swap": "swapped",
    "trim": "trimmed",
}


def participle(phrase: str) -> str:
    """A verb phrase after "have": "take the card" → "taken the card"."""
    verb, space, rest = phrase.partition(" ")
    lower = verb.lower()
    known = _PARTICIPLES.get(lower) or _DOUBLING.get(lower)
    if known is None:
        if lower.endswith("e"):
            known = f"{verb}d"
        elif lower.endswith("y") and lower[-2:-1] not in tuple("aeiou"):
            known = f"{verb[:-1]}ied"
        else:
            known = f"{verb}ed"
    return f"{known}{space}{rest}"


def is_participle(word: str) -> bool:
    """Whether a word is what follows "have": "taken", "played"."""
    return word.endswith("ed") or word in {*_PARTICIPLES.values(), *_DOUBLING.values()}


_VERBS = (
    "accept add announce answer ask attack beat begin bet bid break bring build burn bury buy "
    "call capture challenge change choose claim close collect combine come compare complete "
    "connect count cover cut deal decide declare decline defend discard double draw drop end "
    "exchange extend fill finish flip fold follow free freeze fulfil gather get give go guess "
    "hit hold join keep kill knock lay lead leave let lift lock look lose make match meld move "
    "name offer open order pair pass pay peek pick pile place play put raise redouble refuse "
    "remove replace return reveal reverse rob say score sell send separate set share shoot show "
    "shuffle sing sit skip sort split stack stake stand start stay steal stop surrender swap "
    "sweep take throw trade triple trump turn unlock use win write"
).split()
_DOUBLING_IN_GERUND = (
    "begin bet bid cut drop flip fulfil get hit let put rob set sit skip split stop swap win"
).split()


def _gerund(verb: str) -> str:
    if verb in _DOUBLING_IN_GERUND:
        return f"{verb}{verb[-1]}ing"
    return f"{verb.removesuffix('e')}ing"


_OF_GERUND = {_gerund(verb): verb for verb in _VERBS}


def infinitive(heading: str) -> str:
    """What a heading says one does: "Turning the pile over" → "turn the pile over".

    Empty if the heading does not begin with such a verb.
    """
    first, space, rest = heading.partition(" ")
    verb = _OF_GERUND.get(first.lower(), "")
    if not verb:
        return ""
    later = re.compile(r"\b(and|or) (\w+ing)\b")
    rest = later.sub(lambda m: f"{m[1]} {_OF_GERUND.get(m[2].lower(), m[2])}", rest)
    return f"{verb}{space}{rest}"


def capitalised(text: str) -> str:
    """The text with its first letter in upper case, whatever marks stand before it."""
    for index, letter in enumerate(text):
        if letter.isalpha():
            return text[:index] + letter.upper() + text[index + 1 :]
        if letter not in STRONG_ON + "“(*":
            return text
    return text


def uncapitalised(text: str) -> str:
    """The text with its first letter in lower case."""
    return text[:1].lower() + text[1:]


def sentence(text: str) -> str:
    """A clause as a whole sentence: a capital, a stop, single spaces."""
    text = tidy(text)
    if not text:
        return text
    end = text.rstrip(STRONG_OFF)[-1:]
    return capitalised(text) + ("" if end in ".!?:" else ".")


def tidy(text: str) -> str:
    text = re.sub(r"\s+", " ", text).strip()
    text = re.sub(r" ([,.;:])", r"\1", text)
    text = re.sub(r",\s*([.;:])", r"\1", text)
    return re.sub(r",(,)+", ",", text)
