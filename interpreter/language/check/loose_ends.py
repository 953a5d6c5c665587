"""Finds what is knowable about a definition that can be read: names nobody uses, endless definitions, steps named twice.

Takes a definition without other errors, its vocabulary and its YAML; adds complaints.
Never changes what a definition means, and never complains of what could still be right.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ... import ir
from ...ir.limits import BELONGING
from ...model.definition import Definition
from ..declare.declaring import is_name
from ..declare.names import Vocabulary, singulars
from ..declare.sizes import tell_beyond
from ..declare.sorting import check_sorting
from ..diagnostics import Complaints, Span, did_you_mean, listed, on_line
from ..read.nodes import Mapping, Node, Scalar, Sequence, text_of, texts_in
from .dear import check_effort
from .idle import check_idle
from .references import Reference, References, references_of
from .unsayable import check_answers

NEEDED = ("players", "flow")
MOMENTS = ("turn", "round", "game")


def check_sections(documents: list[tuple[str, Mapping]], complaints: Complaints) -> None:
    """Every game has players and a flow."""
    written = {key for _, document in documents for key in document.items}
    missing = [key for key in NEEDED if key not in written]
    if missing:
        file = next((name for name, _ in documents if name.endswith("game.yaml")), documents[0][0])
        complaints.add(Span(file), "missing-key", what="a game definition", keys=listed(missing))


def check_declared(documents: list[tuple[str, Mapping]], words: Vocabulary, complaints: Complaints) -> None:
    """What can be told from the declarations alone, before any sentence is lowered."""
    nodes = [document for _, document in documents]
    _check_steps(nodes, complaints)
    for document in nodes:
        _check_lifetimes(document.get("variables"), words, complaints)
        _check_refills(document.get("zones"), words, complaints)
        _check_counts(document.get("zones"), complaints)
        _check_belonging(document.get("zones"), words, complaints)
        check_sorting(document.get("zones"), words, complaints)
        _check_rows(document.get("components"), words, complaints)
        check_idle(document, words, complaints)
        check_answers(document, complaints)


def check_definition(
    definition: Definition,
    words: Vocabulary,
    drawn: set[str],
    documents: list[tuple[str, Mapping]],
    complaints: Complaints,
) -> None:
    """What can be told when every sentence is lowered."""
    references = references_of(definition)
    _check_cycles(definition, words, references, complaints)
    complaints.stop_if_any()
    check_effort(definition, words, complaints)
    complaints.stop_if_any()
    _check_unread(definition, words, references, complaints)
    _check_unmentioned(words, [document for _, document in documents], complaints)
    _check_undrawn(drawn, [document for _, document in documents], complaints)


# ---------------------------------------------------------------- declarations


def _check_steps(nodes: list[Mapping], complaints: Complaints) -> None:
    """A step has one place in the flow: abilities and scenarios find it by its name."""
    first: dict[str, Span] = {}
    for step in texts_in(nodes, "step"):
        if step.words in first:
            note = f"the first is at {first[step.words].file}:{first[step.words].line}"
            complaints.add(step.span, "step-twice", name=step.words, notes=[note])
        first.setdefault(step.words, step.span)
        if not is_name(step.words):
            complaints.add(step.span, "bad-name", name=step.words)
        elif step.words in MOMENTS:
            complaints.add(step.span, "reserved-word", word=step.words)


def _entries(section: Node | None) -> Iterator[tuple[str, Mapping]]:
    if isinstance(section, Mapping):
        for name, node in section.items.items():
            if isinstance(node, Mapping):
                yield name, node


def _check_lifetimes(section: Node | None, words: Vocabulary, complaints: Complaints) -> None:
    known = [*MOMENTS, *words.steps]
    for _, node in _entries(section):
        lasts = node.get("lasts")
        text = text_of(lasts)
        if lasts is not None and text not in known:
            complaints.add(lasts.span, "unknown-step", hint=did_you_mean(text, known), name=text, steps=listed(known))


def _check_refills(section: Node | None, words: Vocabulary, complaints: Complaints) -> None:
    """A zone can be refilled from a common zone, or from one that belongs to the same owner."""
    for name, node in _entries(section):
        refill = node.get("refill")
        source = words.families.get(text_of(refill))
        if refill is None or source is None or name in words.broken:
            continue
        if source.name == name or source.per not in (ir.OF_GAME, words.families[name].per):
            complaints.add(refill.span, "refill-owner", zone=name, source=source.name)


def _check_belonging(section: Node | None, words: Vocabulary, complaints: Complaints) -> None:
    """What a zone belongs to does not belong to it in turn."""
    for name, node in _entries(section):
        way = [name]
        while (owner := words.owner_name(words.families[way[-1]].per)) in words.families and owner not in way:
            way.append(owner)
        if owner == name and "per" in node.items:
            complaints.add(node.items["per"].span, "zone-of-itself", zone=name, way=" → ".join([*way, name]))
        elif len(way) == BELONGING.most + 1 and "per" in node.items:  # what belongs to it in turn is told with it
            tell_beyond(complaints, node.items["per"].span, BELONGING, len(way))


def _check_counts(section: Node | None, complaints: Complaints) -> None:
    for name, node in _entries(section):
        count = node.get("count")
        if isinstance(count, Scalar) and isinstance(count.value, int) and count.value < 1:
            complaints.add(count.span, "no-rows", name=name)


def _check_rows(section: Node | None, words: Vocabulary, complaints: Complaints) -> None:
    for name, node in _entries(section):
        table = "rows" if "rows" in node.items else "cross"
        kind = words.kinds.get(name)
        if kind is None or name in words.broken:
            continue
        if table in node.items and len(kind.rows) == 1 and kind.rows[0].id == name:
            complaints.add(node.keys[table], "no-rows", name=name)
        for row, slots in [(name, node), *_entries(node.get("rows"))]:
            copies = slots.get("copies")
            if isinstance(copies, Scalar) and words.numbers.get(copies.words, copies.value) == 0:
                complaints.add(copies.span, "no-copies", name=row)


# ---------------------------------------------------------------- definitions


def _check_cycles(definition: Definition, words: Vocabulary, references: References, complaints: Complaints) -> None:
    """A defined value may not need itself; only `always` may go from card to card."""
    names = {one.number: name for name, one in words.functions.items()}
    names |= {value.starts: value.name for value in definition.values}
    if definition.score is not None:
        names[definition.score] = "score"
    told: set[int] = set()
    for path in _circles(list(names), definition, references):
        if told & set(path):
            continue
        told |= set(path)
        number = next((one for one in names if one in path), path[0])
        start = path.index(number)
        way = " → ".join(names.get(one, "…") for one in (*path[start:], *path[:start], number))
        name = names.get(number, "…")
        span = words.places.get(name) or on_line(definition.files[0], definition.functions[number].line)
        hint = "write what it is made of, such as counters and cards" if name == "score" else ""
        complaints.add(span, "needs-itself", hint=hint, name=name, way=way)


def _circles(starts: list[int], definition: Definition, references: References) -> Iterator[tuple[int, ...]]:
    """Functions that lead back to themselves: each circle that is met while everything is looked at once."""
    done: set[int] = set()
    for start in starts:
        path: dict[int, Iterator[int]] = {}
        waiting = [start]
        while waiting:
            number = waiting.pop()
            if number not in done and number not in path:
                path[number] = iter(_needed_by(number, definition, references))
            while path and not waiting:
                last = next(reversed(path))
                following = next(path[last], None)
                if following is None:
                    done.add(path.popitem()[0])
                elif following in path:
                    every = list(path)
                    yield tuple(every[every.index(following) :])
                elif following not in done:
                    waiting.append(following)


def _needed_by(function: int, definition: Definition, references: References) -> list[int]:
    """The functions that must be known before this one."""
    functions = []
    for kind, number in sorted(references.get(("function", function), set())):
        if kind == "function":
            functions.append(number)
        elif kind == "value":
            functions.append(definition.values[number].starts)
        elif kind == "grouping":
            functions += definition.groupings[number].functions
        elif kind == "score" and definition.score is not None:
            functions.append(definition.score)
    return functions


def _check_unread(definition: Definition, words: Vocabulary, references: References, complaints: Complaints) -> None:
    """What is declared is read somewhere else than in itself; a variable that is only written is not read."""
    tables: list[tuple[str, str, dict[str, Reference]]] = [
        ("variable", "asks for it", {name: ("variable", n) for n, name in enumerate(words.variables)}),
        ("value", "asks for it", {name: ("value", n) for n, name in enumerate(words.values)}),
        ("option", "asks for it", {name: ("option", n) for n, name in enumerate(words.options)}),
        ("definition", "uses it", {name: ("function", one.number) for name, one in words.functions.items()}),
        ("grouping", "asks for it", {name: ("grouping", n) for name, n in words.groupings.items()}),
        ("verb", "calls it", {name: ("procedure", one.number) for name, one in words.verbs.items()}),
    ]
    readers: dict[Reference, set[Reference]] = {}
    for user, used in references.items():
        for thing in used:
            readers.setdefault(thing, set()).add(user)
    for what, missing, table in tables:
        for name, thing in table.items():
            span = words.places.get(name)
            if span is not None and not readers.get(thing, set()) - _itself(thing, definition):
                complaints.add(span, "unread", name=name, what=what, missing=missing)


def _itself(thing: Reference, definition: Definition) -> set[Reference]:
    return {thing, ("function", definition.values[thing[1]].starts)} if thing[0] == "value" else {thing}


def _check_unmentioned(words: Vocabulary, nodes: list[Mapping], complaints: Complaints) -> None:
    """Numbers and zones are used by being named; a zone that is only moved to is used as well."""
    said = _mentioned(nodes)
    for name in words.numbers:
        if name not in said:
            complaints.add(words.places[name], "unread", name=name, what="number", missing="uses it")
    for name, family in words.families.items():
        if family.pairs is None and name not in said and not any(id in said for id in family.ids):
            complaints.add(words.places[name], "unread", name=name, what="zone", missing="uses it")


def _check_undrawn(drawn: set[str], nodes: list[Mapping], complaints: Complaints) -> None:
    """A zone is refilled when something is drawn from it; an action is offered in a window."""
    for document in nodes:
        for name, node in _entries(document.get("zones")):
            if "refill" in node.items and name not in drawn:
                complaints.add(node.keys["refill"], "unread", name=name, what="refill of", missing="is drawn from it")
        for name, node in _entries(document.get("actions")):
            windows = node.get("in")
            if isinstance(windows, Sequence) and not windows.items:
                complaints.add(node.keys["in"], "unread", name=name, what="action", missing="offers it")


def _mentioned(nodes: list[Mapping]) -> set[str]:
    """Every word of every text, with what it may be the plural of; names that are declared are keys, and do not count."""
    mentioned: set[str] = set()
    waiting: list[Node] = list(nodes)
    while waiting:
        node = waiting.pop()
        if isinstance(node, Scalar):
            for word in set(re.findall(r"\w+", node.words)):
                mentioned.update(singulars(word))
        else:
            waiting += node.items if isinstance(node, Sequence) else node.items.values()
    return mentioned
