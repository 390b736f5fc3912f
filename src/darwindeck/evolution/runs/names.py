"""Names for new games: invented words that one can say aloud."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from functools import cache

from darwindeck.evolution.grid import family_of
from darwindeck.evolution.kept import kept
from darwindeck.evolution.seeds import chance
from darwindeck.library import get_genome, get_seed_genomes, library_ids

_STARTS = (
    "Al Am Ar As Bal Bar Bel Ber Bor Bran Cal Cam Car Cas Cor Dal Dar Del Dor Dun El Em Er Fal Far "
    "Fen Fin Flor Gal Gar Gil Gran Hal Har Hel Il Is Jas Jor Kal Kel Kes Kir Lan Lar Len Lor Lun "
    "Mal Mar Mel Mer Mon Mor Nal Nar Nel Nor Ol Or Os Pal Par Pel Per Pol Quil Ral Ran Rem Ril Ros "
    "Sal San Sel Ser Sil Sol Tal Tam Tar Tel Ter Tor Tris Ul Val Van Vel Ver Vin Vol Wil Yar Zan "
    "Zel"
).split()
_MIDDLES = (
    "a a a a a e e e e i i i i o o o o ba be bi da de di do ga la le li lo ma me mi mo na ne ni no "
    "ra ri ro sa se ta te ti to va ve vi"
).split()
_ENDS = (
    "bo cco da dine do dor ga lane lado let lette lin line lis llo low mar mel mond mont na nado "
    "nel net nette nia no ra ran rel ren rette rin ris ro ron sco sel sette ska ta tine to ton tta "
    "va vel ven vo"
).split()
_REPEATED = ("aa", "ee", "ii", "oo", "lll", "rrr", "nnn", "mmm", "ttt", "sss", "llm", "rll")
"""What would be hard to read."""
_UNWANTED = (
    "anal anus arse bast bitch boob cock coon crap cunt damn dick fag fart gay hell hore jap kill "
    "lesb nazi negr nig paki penis piss poo porn rape rect semen sex shit slut spic suck tit turd "
    "vagin wank whor"
).split()
"""Letters that must not stand together in a name, whatever they were meant to be."""
_TAKEN = frozenset(
    "basset boston bouillotte bura calabresella casino "
    "cassino conquian ecarte faro kalooki kaluki klabberjass loo manille mariage marjolet "
    "matador napoleon ombre panguingue polignac primero quadrille reversis ronda sedma "
    "tarocchini tarocco tarock tressette vint watten".split()
)
"""Games that people know, beyond the library."""


def names_for(key: str) -> Iterator[str]:
    """Names for the game of a key, the first choice first, without end; see `name_for`."""
    dice = chance(0, "name", key)
    while True:
        name = dice.choice(_STARTS) + dice.choice(_MIDDLES) + dice.choice(_ENDS)
        if _is_pleasant(name.lower()):
            yield name


def name_for(key: str, taken: Container[str]) -> str:
    """The first choice among the names for a key that no other game of the run has."""
    return next(name for name in names_for(key) if genome_id_of(name) not in taken)


def genome_id_of(name: str) -> str:
    """The name as an identifier: in small letters, with hyphens."""
    return "-".join(name.lower().split())


@cache
def library_names() -> frozenset[str]:
    """The identifiers that belong to games of the library, by name or by `genome_id`."""
    return frozenset(kept("names", _names_of_the_library))


def _names_of_the_library() -> list[str]:
    games = get_seed_genomes()
    return sorted({genome_id_of(game.name) for game in games} | set(library_ids()))


_KINDS = {
    "tricks": "A trick-taking game",
    "play": "A game of playing cards in turn",
    "capture": "A capturing game",
    "melds": "A game of drawing and melding",
    "building": "A building game",
    "betting": "A betting game",
}
_NUMBERS = ("nobody", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_WORTH_NAMING = 0.2
"""The share from which on a forebear is named beside the main one."""


_MOSTLY_MADE_UP = 0.5
"""A game that descends from others by less than this was made up."""


def description_of(phase_kind: str, players: int, roots: Mapping[str, float]) -> str:
    """What a new game is, in a sentence that claims to be no other game."""
    kind = _KINDS.get(family_of(phase_kind), "A card game")
    number = _NUMBERS[players] if players < len(_NUMBERS) else str(players)
    named = [get_genome(root).name for root, share in roots.items() if share >= _WORTH_NAMING]
    if not roots:
        return f"{kind} for {number}, made up at random."
    first = named or [get_genome(root).name for root in list(roots)[:1]]
    if sum(roots.values()) < _MOSTLY_MADE_UP:
        something = " and ".join(first[:2])
        return f"{kind} for {number}, made up at random, with something of {something}."
    return f"{kind} for {number}, descended from {' and '.join(first[:2])}."


def _is_pleasant(word: str) -> bool:
    return (
        len(word) <= 10
        and word not in _TAKEN
        and not any(letters in word for letters in (*_REPEATED, *_UNWANTED))
    )
