"""How much a game may have of anything: every limit, with what it counts.

All of them are far beyond what lies on a table, so that whatever goes past one is a slip and is told where it is written,
before anything large is built. `docs/limits.md` lists them for designers; a test compares the two.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limit:
    """At most so many; `what` says of what, in the plural."""

    most: int
    what: str


NUMBER = Limit(1_000_000_000, "the largest whole number; the smallest is its negative")

SEATS = Limit(12, "players at a table")
CARDS = Limit(2_000, "cards, dice and pieces at the largest table")
COPIES = Limit(1_000, "copies of one card, die or piece")
ZONES = Limit(2_000, "zones at the largest table, cells of grids among them")
BELONGING = Limit(10, "zones that belong to each other, one after the other")
ROOM = Limit(2_000, "cards in a zone that says how much room it has")
ROWS = Limit(1_000, "rows of one table, crossed ones counted out")
COLUMNS = Limit(60, "columns of one table")
MEMBERS = Limit(1_000, "members of one type")
FACES = Limit(1_000, "faces of a die")
CELL_LIST = Limit(99, "entries of a list in one cell")
ENTRIES = Limit(1_000, "entries of one section, of one list of names and of a row under tables")

NAME_LETTERS = Limit(60, "letters of a name")
TEXT_LETTERS = Limit(2_000, "letters of a text that players read")
SENTENCE_LETTERS = Limit(400, "letters of a sentence")
NESTING = Limit(40, "levels of nesting in a file")
NODES = Limit(100_000, "entries in one file")
FILES = Limit(100, "files of one game")
BYTES = Limit(2_000_000, "bytes of one file")
LINES = Limit(100_000, "lines of one file, comments and empty ones among them")
ALL_NODES = Limit(50_000, "entries in all files of one game")
ALL_BYTES = Limit(4_000_000, "bytes of all files of one game")
ALL_LETTERS = Limit(300_000, "letters of all sentences and texts of one game")
SENTENCES = Limit(10_000, "sentences and formulas of one game")
WORDS = Limit(50_000, "words, numbers and signs in all sentences and formulas of one game")
PARTS = Limit(200_000, "parts that all sentences and formulas of one game come to, each counted as often as it is asked for")

ROUNDS = Limit(1_000_000, "rounds, laps or repetitions of one loop")
NUMBERS = Limit(10_000, "numbers between the two ends of a range that a rule goes through")
PICKED_NUMBER = Limit(10_000, "the largest number that can be chosen; the smallest is its negative")
OPTIONS = Limit(10_000, "options of one decision")
OFFERED = Limit(100, "options that are written in one offer")
ACTIONS = Limit(1_000_000_000_000, "numbers for everything that can ever be answered in a game")
TRIED = Limit(300_000, "things in sets of picks that are tried out to see which pick can come next")
GROUPED = Limit(300_000, "things that are tried out to find the best grouping of some cards")
EFFORT = Limit(1_000_000_000, "things that one value or condition may have to look at, at worst")
CHAIN = Limit(100, "definitions that use each other, one after the other")
WRITTEN_OUT = Limit(1_000_000, "parts of one formula, or steps of one verb, with all that it calls written out")
PLACES = Limit(1_000, "names, loops and sets in one verb, ability, set-up or flow")
KEPT = Limit(30_000, "names, loops and sets that are kept at all decisions of one verb, ability, set-up or flow")
STEPS = Limit(100_000, "steps that rules take without a decision")
LOOKS = Limit(50, "things that a statement may have to look at for each step that it counts")
ANSWERS = Limit(100_000, "answers of one game that bots play to be counted")
GAME_STEPS = Limit(2_000_000, "steps that the rules of one game take that bots play to be counted")
KEPT_STEPS = Limit(1_000_000, "steps of rules, options and things told, of one game in coverage, or since a person answered")
KEPT_ANSWERS = Limit(5_000, "answers of one game at a table, in a record, in coverage and where choices are weighed")
DEPTH = Limit(400, "abilities, and verbs that call themselves, one inside the other")
NEEDED = Limit(10, "times that a value may need itself on the way to one answer, beside one for each card that makes it so")

LIMITS = {name.lower(): limit for name, limit in list(globals().items()) if isinstance(limit, Limit)}
