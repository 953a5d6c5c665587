"""The words that a game declares, and the context in which its sentences are lowered.

Takes the trees of a definition; returns its vocabulary before any sentence was lowered. Of a game that was compiled before,
what the vocabulary learns from lowering is taken from its definition: a question is read without compiling anything again.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, replace

from ..model.definition import Definition
from .declare.copies import seats_in
from .declare.emptying import add_emptying
from .declare.names import Vocabulary
from .declare.sections import Declarations, Steps
from .diagnostics import Complaints, Diagnostic, Span
from .lower.actions import actions_by_window
from .lower.context import Context
from .lower.definitions import reserve_definitions
from .lower.forms import FORMS, HEADS, VERBS
from .lower.made import Made
from .lower.programs import reserve_formulas
from .lower.wants import Want, Wants, wanted_in
from .read.documents import all_words, changed, merge, read_files
from .read.files import Files
from .read.nodes import Mapping, Node, Scalar, Sequence

# a game is the same whatever it looks like, in whatever words it is told, whatever it said before and what is counted of it
BESIDE = ("look", "tell", "renamed", "measures")


@dataclass(frozen=True)
class Compiled:
    """A definition, what it was lowered with (scenarios are read with it), and what it is warned of."""

    definition: Definition
    context: Context
    warnings: tuple[Diagnostic, ...] = ()


@dataclass(frozen=True)
class Declared:
    """A definition as written, section by section, with its words: `beside` are the sections that are no rules, and `text` is
    all that the others say."""

    documents: list[tuple[str, Mapping]]
    root: dict[str, Mapping]
    singles: dict[str, Node]
    beside: dict[str, Mapping | None]
    text: str
    context: Context


def declared(
    documents: list[tuple[str, Mapping]], root: dict[str, Mapping], singles: dict[str, Node], complaints: Complaints
) -> Declared:
    """What documents declare that were merged to these sections."""
    beside = {section: root.pop(section, None) for section in BESIDE}
    documents = [(file, node.without(*BESIDE)) for file, node in documents]
    nodes = [node for _, node in documents]
    text = "\n".join(all_words(node) for node in nodes if node.items)
    words = Declarations(root, complaints, seats_in(singles.get("players")), text, _steps_in(nodes)).read()
    made = Made(words, [file for file, _ in documents])
    actions = actions_by_window(root, words, nodes, complaints)
    context = Context(words, complaints, made, FORMS, VERBS, HEADS, actions=actions)
    return Declared(documents, root, singles, beside, text, context)


def _steps_in(documents: list[Mapping]) -> Steps:
    """Every `step` that is written anywhere: abilities and `until end of` may name it before it is lowered."""
    waiting: deque[Node] = deque(documents)
    steps: Steps = {}
    while waiting:
        node = waiting.popleft()
        if isinstance(node, Sequence):
            waiting += node.items
        elif isinstance(node, Mapping):
            step = node.get("step")
            if isinstance(step, Scalar):
                steps.setdefault(step.words, (step.span, "rounds" in node.items or "turns" in node.items))
            waiting += node.items.values()
    return steps


# ---------------------------------------------------------------- of a game that was compiled before


def spoken_again(files: Files, definition: Definition) -> Compiled:
    """A definition that was made of these files, with the words in which questions about it are asked."""
    complaints = Complaints()
    documents = changed(files, read_files(files, complaints), complaints)
    root, singles = merge(documents, complaints)
    add_emptying(root)
    context = reserve_definitions(declared(documents, root, singles, complaints).context)
    context, _ = reserve_formulas(context)
    words = _as_lowered(context.words, definition)
    made = Made(words, list(definition.files), [*definition.functions], [*definition.procedures], [*definition.sites])
    return Compiled(definition, replace(context, words=words, made=replace(made, wants=_wants(definition))))


def _as_lowered(words: Vocabulary, definition: Definition) -> Vocabulary:
    """The words with what sentences ask of them after lowering: what a definition gives, and how many zones there are."""
    functions = {
        name: replace(one, type=definition.functions[one.number].type.without_extent) for name, one in words.functions.items()
    }
    return replace(words, functions=functions, families={one.name: one for one in definition.families})


def _wants(definition: Definition) -> Wants:
    """In which functions somebody is meant by `player`; no question carries out a procedure."""
    of = {}
    for number, one in enumerate(definition.functions):
        where = Span(definition.files[one.file], one.line)
        of["function", number] = [Want(where, one.name, callee) for callee in wanted_in(one.value, frozenset())]
    return Wants(of=of)
