"""Reads scenarios: tests that designers write in the words of their game.

Takes a YAML file and the compiled game; returns Scenarios with every phrase resolved, or complains of each that names
something unknown. Plays nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import chain, zip_longest
from pathlib import Path

from ... import ir
from ...ir.limits import ENTRIES
from ...model import scenario as script
from ...model.definition import NAMES, Definition
from ...model.renaming import Renaming
from ..check.nobody import Judge
from ..declare.scope import Scope
from ..declare.sizes import tell_beyond
from ..diagnostics import Complaints, DefinitionError, Span, did_you_mean
from ..lower.context import Context
from ..lower.settling import settled
from ..lower.statements import lower_block
from ..read.files import shown_path
from ..read.nodes import Mapping, Node, Scalar, Sequence, text_of
from ..read.schemas import check_shape
from ..read.source import read_file
from ..vocabulary import Compiled
from .expect import expectations_of
from .given import given_of, step_name
from .phrases import Phrases, items_of, where_of, whole_of
from .readback import Readback
from .zone_contents import zone_is

_BESIDE = ("expect", "chance", "run", "until")  # what may stand between answers


def read_scenarios(
    path: Path, game_in: Callable[[str], Compiled | None], complaints: Complaints, inside: Path | None = None
) -> tuple[list[script.Scenario], list[script.Unread]]:
    """The scenarios of a file, which is one mapping or a list of them, and those that could not be read. `game_in` tells the
    game in a variant, or nothing if its scenarios are to be passed over."""
    before = len(complaints.errors)
    node = read_file(path, complaints, shown_path(path), inside)
    if node is None:
        return [], [script.Unread(shown_path(path), ())]
    slips = [one.span.line for one in complaints.errors[before:]]
    unread: list[script.Unread] = []
    readers: dict[str, _FileReader | None] = {}
    nodes = node.items if isinstance(node, Sequence) else [node]
    for one, following in zip_longest(nodes, nodes[1:]):
        if any(one.span.line <= line and (following is None or line < following.span.line) for line in slips):
            unread.append(_as_far_as_read(one))
            continue
        try:
            reader = _reader_for(one, game_in, readers)
        except DefinitionError as problem:
            unread.append(_as_far_as_read(one))
            complaints.errors += problem.diagnostics
            continue
        if reader is not None and not reader.read(one, complaints):
            unread.append(_as_far_as_read(one))
    return [one for reader in readers.values() if reader is not None for one in reader.extended(complaints)], unread


def _reader_for(
    node: Node, game_in: Callable[[str], Compiled | None], readers: dict[str, _FileReader | None]
) -> _FileReader | None:
    """What reads the scenarios of one variant of the game; raises DefinitionError if there is none."""
    variant = text_of(node.get("variant")) if isinstance(node, Mapping) else ""
    if variant not in readers:
        game = game_in(variant)
        readers[variant] = None if game is None else _FileReader(game, variant)
    return readers[variant]


class _FileReader:
    """Reads the scenarios of a file that belong to one game, or to one variant of it."""

    def __init__(self, game: Compiled, variant: str) -> None:
        self.game, self.variant = game, variant
        self.shared = replace(game.context, made=game.context.made.continued())
        self.judge = Judge(self.shared.made.wants, self.shared.made.procedures, game.definition.groupings)
        self.scenarios: list[script.Scenario] = []

    def read(self, node: Node, complaints: Complaints) -> bool:
        """Whether it could be read."""
        own, today = Complaints(), _in_words_of_today(node, self.game.definition)
        scenario = _read_one(today, self.game, replace(self.shared, complaints=own), self.judge)
        if scenario is None:
            complaints.errors += own.errors or own.echoes[:1]
            return False
        self.scenarios.append(replace(scenario, variant=self.variant))
        return True

    def extended(self, complaints: Complaints) -> list[script.Scenario]:
        known = len(self.game.context.made.procedures)
        return _extended(self.scenarios, self.game.definition, replace(self.shared, complaints=complaints), known)


def _in_words_of_today(node: Node, definition: Definition) -> Node:
    """A scenario in the words that the game has now; its title, its rules and the names of its players are nobody's words."""
    renaming = Renaming(definition.renamed)
    if not renaming or not isinstance(node, Mapping):
        return node
    own = ("title", "rules", "variant", "players", "seed")
    items = {key: item if key in own else _of_today(item, renaming, key) for key, item in node.items.items()}
    return replace(node, items=items)


def _of_today(node: Node, renaming: Renaming, slot: str) -> Node:
    """What stands in a slot: the texts of options and of the log are what people read, all else is written as rules are."""
    if isinstance(node, Scalar):
        texts = _texts_of_today(node, renaming, slot)
        return texts[0] if len(texts) == 1 else Sequence(node.span, texts)
    if isinstance(node, Sequence):
        return replace(node, items=[*chain.from_iterable(_entries_of_today(item, renaming, slot) for item in node.items)])
    is_answer = slot == "play"
    items = {
        renaming.written(key): _of_today(item, renaming, slot if is_answer and key not in _BESIDE else key)
        for key, item in node.items.items()
    }
    return replace(node, items=items, keys={renaming.written(key): span for key, span in node.keys.items()})


def _entries_of_today(node: Node, renaming: Renaming, slot: str) -> list[Node]:
    """What an entry of a list is today; a sentence can have become several."""
    return _texts_of_today(node, renaming, slot) if isinstance(node, Scalar) else [_of_today(node, renaming, slot)]


def _texts_of_today(node: Scalar, renaming: Renaming, slot: str) -> list[Node]:
    is_said = slot in ("play", "refused") or "offered to " in slot or slot.endswith("happened")
    today = [renaming.said(node.words)] if is_said else renaming.carried_out(node.words)
    return [replace(node, words=words) for words in today]


def _read_one(node: Node, game: Compiled, context: Context, judge: Judge) -> script.Scenario | None:
    """A scenario; None after a complaint, and then it has added nothing."""
    if not isinstance(node, Mapping):
        context.complaints.add(node.span, "mapping-expected", what="a scenario", hint="begin with title, play, expect")
        return None
    check_shape(node, "scenario", context.complaints)
    if context.complaints.errors:
        return None
    known = len(context.made.procedures), len(context.made.sites)
    scenario = _ScenarioReader(node, game, context, judge).read()
    if not (context.complaints.errors or context.complaints.echoes):
        return scenario
    del context.made.procedures[known[0] :], context.made.sites[known[1] :]
    return None


def _as_far_as_read(node: Node) -> script.Unread:
    if not isinstance(node, Mapping):
        return script.Unread("", ())
    return script.Unread(text_of(node.get("title")), tuple(text_of(item) for item in items_of(node.get("rules"))))


def _extended(scenarios: list[script.Scenario], definition: Definition, context: Context, known: int) -> list[script.Scenario]:
    """What is run is written into one definition for all scenarios of a file, as each definition costs time to write out."""
    added = tuple(one for one in context.made.procedures[known:] if one is not None)
    if not added:
        return scenarios
    made = context.made
    procedures = (*definition.procedures, *added)
    sites, files, stretches = tuple(made.sites), tuple(made.files), tuple(made.stretches)
    whole = replace(definition, procedures=procedures, sites=sites, files=files, stretches=stretches)
    extended = settled(whole, context.complaints)
    runs = [any(isinstance(step, script.ScenarioRun) for step in one.steps) for one in scenarios]
    return [replace(one, extended=extended) if run else one for one, run in zip(scenarios, runs, strict=True)]


@dataclass
class _ScenarioReader:
    node: Mapping
    game: Compiled
    shared: Context
    judge: Judge

    @property
    def complaints(self) -> Complaints:
        return self.shared.complaints

    def read(self) -> script.Scenario:
        if "refused" in self.node.items:
            return self._refused(self.node.items["refused"])
        self.seats = self._seats()
        self.context = self.shared.with_words(seats=self.seats)
        self.phrases = Phrases(self.seats, self.context, self.judge)
        node = self.node
        steps: list[script.Step] = []
        steps += self._chance(node.get("chance"))
        given = given_of(self.phrases, node.get("given"))
        steps += self._play(node.get("play"))
        steps += self._run(node.get("run"))
        steps += expectations_of(self.phrases, node.get("expect"))
        self._check_that_it_tests(given, steps)
        return script.Scenario(
            title=text_of(node.get("title")),
            rules=tuple(text_of(item) for item in items_of(node.get("rules"))),
            seats=self.seats,
            options=self._options(node.get("options")),
            seed=whole_of(node.get("seed"), 1),
            given=given,
            steps=tuple(steps),
            where=where_of(node.get("title") or node),
        )

    def _refused(self, refused: Node) -> script.Scenario:
        """A table that the game must refuse: nothing can be played or looked at there."""
        node, players, options = self.node, self.node.get("players"), self.node.get("options")
        for key in node.items:
            if key not in ("title", "rules", "variant", "players", "options", "refused"):
                self.complaints.add(node.keys[key], "refused-table", name=key)
        names = tuple(text_of(item) for item in players.items) if isinstance(players, Sequence) else None
        seats = names if names is not None else whole_of(players, self.game.definition.fewest)
        chosen = [(name, text_of(value)) for name, value in options.items.items()] if isinstance(options, Mapping) else []
        refusal = script.Refusal(seats, tuple(chosen), text_of(refused), where_of(refused))
        rules = tuple(text_of(item) for item in items_of(node.get("rules")))
        where = where_of(node.get("title") or node)
        return script.Scenario(text_of(node.get("title")), rules, names or (), (), 1, None, (), where, refusal=refusal)

    def _check_that_it_tests(self, given: script.Given | None, steps: list[script.Step]) -> None:
        """A scenario that could not fail whatever the rules are is none."""
        if self.complaints.errors or self.complaints.echoes:
            return
        span = (self.node.get("title") or self.node).span
        if not any(step for step in steps if not isinstance(step, script.Forced)):
            self.complaints.add(span, "tests-nothing")
        elif given is not None:
            numbers = self.game.definition.variable_numbers
            readback = Readback(given, (numbers["active"], numbers["round"]))
            if all(readback.only_reads(step) for step in steps):
                self.complaints.add(span, "reads-given-back")

    # ---- the table

    def _seats(self) -> tuple[str, ...]:
        node = self.node.get("players")
        definition = self.game.definition
        if isinstance(node, Sequence):
            names = tuple(text_of(item) for item in node.items)
        else:
            names = NAMES[: whole_of(node, definition.fewest)]
        if not definition.fewest <= len(names) <= definition.most:
            span = node.span if node else self.node.span
            self.complaints.add(span, "wrong-players", found=len(names), known=definition.counts(" to "))
        return names or NAMES[: definition.fewest]

    def _options(self, node: Node | None) -> tuple[tuple[str, int], ...]:
        options = []
        for name, value in node.items.items() if isinstance(node, Mapping) else ():
            text, known = text_of(value), self.context.words.options
            option = known.get(name)
            number = option.value_of(text, self.seats) if option else None
            if option is None:
                self.complaints.add(value.span, "unknown-option", hint=did_you_mean(name, known), name=name)
            elif number is None:
                self.complaints.add(value.span, "bad-option", name=name, found=text, known=option.values(len(self.seats)))
            else:
                options.append((name, number))
        return tuple(options)

    # ---- what is played

    def _play(self, node: Node | None) -> list[script.Step]:
        steps: list[script.Step] = []
        for item in items_of(node):
            if not isinstance(item, Mapping):
                self.complaints.add(item.span, "mapping-expected", what="a step", hint="begin with a seat, as in Ada: pass")
                continue
            for step in self._played(item):
                last = steps[-1] if steps else None
                if isinstance(step, script.Until) and isinstance(last, script.ScenarioAnswer) and last.refused is None:
                    steps[-1] = replace(step, answer=last)  # the answer goes no further than that
                else:
                    steps.append(step)
        return steps

    def _played(self, item: Mapping) -> list[script.Step]:
        alone = next((key for key in ("expect", "chance", "run") if key in item.items), None)
        if alone is not None:
            for key in item.items:
                if key != alone:
                    self.complaints.add(item.keys[key], "entry-of-its-own", name=alone)
        if alone == "expect":
            return expectations_of(self.phrases, item.get("expect"))
        if alone is not None:
            return self._chance(item.get("chance")) if alone == "chance" else self._run(item.get("run"))
        return self._answers(item)

    def _answers(self, item: Mapping) -> list[script.Step]:
        """Answers by seat, and where the game stops after them."""
        refused = text_of(item.get("refused")) if "refused" in item.items else None
        steps: list[script.Step] = []
        for name, value in item.items.items():
            if name in ("refused", "until"):
                continue
            seat = self.phrases.seat(name, item.keys[name])
            if not isinstance(value, Scalar):
                self.complaints.add(value.span, "no-answer")
            elif seat is not None:
                steps.append(script.ScenarioAnswer(seat, text_of(value), refused, where_of(value)))
        until = item.get("until")
        if refused is not None and (until is not None or not steps):
            self.complaints.add(item.keys["refused"], "refused-what")
        elif until is not None:
            step = step_name(self.phrases, text_of(until), until.span, ("turn", "round"))
            steps.append(script.Until(step, where_of(until)))
        return steps

    def _chance(self, node: Node | None) -> list[script.Step]:
        steps: list[script.Step] = []
        for item in items_of(node):
            roll, pick = re.match(r"roll (\d+)$", text_of(item)), re.match(r"random (.+)$", text_of(item))
            if roll:
                steps.append(script.Forced(roll=int(roll[1])))
            elif pick:
                asked = self._picked(pick[1], item.span.part(pick.start(1), len(pick[1])))
                steps += [script.Forced(pick=asked)] if asked else []
            elif isinstance(item, Mapping):
                for key, value in item.items.items():
                    asked = self.phrases.phrase(key, item.keys[key])
                    if asked and asked[1].sort == ir.TypeSort.ZONE:
                        top = zone_is(self.phrases, key, item.keys[key], asked[0], asked[1], value)
                        steps.append(script.Forced(top=top))
            else:
                self.complaints.add(item.span, "unknown-chance")
        return steps

    def _picked(self, words: str, span: Span) -> tuple[ir.Expr, ir.Type] | None:
        """What chance picks: a seat, or anything else by its name."""
        if words in self.phrases.seats:
            return ir.Const(self.phrases.seats.index(words), ir.PLAYER_TYPE), ir.PLAYER_TYPE
        return self.phrases.phrase(words, span)

    def _run(self, node: Node | None) -> list[script.Step]:
        """Sentences or statements, carried out on the position for whoever's turn it is."""
        if node is None:
            return []
        if isinstance(node, Sequence) and tell_beyond(self.complaints, node.span, ENTRIES, len(node.items)):
            return []
        scope = Scope.function(None)
        body = lower_block(self.context, self.phrases.node_in_language(node), scope)
        number = self.context.made.new_procedure(ir.INSERTED, scope, 2, body, node.span)
        return [script.ScenarioRun(number, self.judge.need_of(("procedure", number)) is not None, where_of(node))]
