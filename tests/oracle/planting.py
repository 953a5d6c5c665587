"""A fault is one word of the IR that means something else to one engine; how it is planted, and which words a definition has.

Every fault names its word (`operation +`, `feature owner`, `nearest above of card`, `fold count`, `Move`…): it is looked
for only where the word occurs, and a test can tell which words have none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, get_args

from lockstep import Fault
from rulewright import ir
from rulewright.engine.python.module import module_for, source_of
from rulewright.ir.features import FEATURES
from rulewright.ir.gathering import FOLDS, SORTS
from rulewright.ir.operations import OPERATIONS
from rulewright.ir.relations import RELATIONS
from rulewright.ir.walk import walk
from rulewright.model.definition import Definition

from .verdicts import Verdict, judge_definition

# What only people are told: no position and no decision hangs on it, and only the reference tells.
TOLD = {f"operation {ir.Sign.UNTOLD}", ir.Emit.__name__, ir.Say.__name__}
MADE_OF = {ir.Const, ir.Local, ir.Op, ir.Feature, ir.Fold, ir.Sort, ir.Beyond, ir.Spread}  # and what has words of its own


OPERATED = [sign for sign in ir.Sign if f"operation {sign}" not in TOLD]


def answer_of(sign: ir.Sign) -> ir.Type:
    """What an operation gives, as far as its entry tells without a game."""
    entry = OPERATIONS[sign]
    return entry.gives(*[ir.Type(one.sort or ir.TypeSort.CARD, (), one.many) for one in entry.takes])


@dataclass(frozen=True)
class Planted:
    """A fault in one engine. The reference has its fault only while it is asked, for others use some of its functions; what is
    written with a fault is written for one game only, so that nothing that was written without it hides it."""

    name: str
    word: str
    fault: Fault
    engine: str = "reference"

    def judge(self, definition: Definition, seed: int) -> Verdict:
        if self.engine == "reference":
            return judge_definition(definition, seed, fault=self.fault)
        with self.planted():
            return judge_definition(definition, seed, (self.engine,))

    @contextmanager
    def planted(self) -> Iterator[None]:
        with self.fault(), nothing_written():
            yield


@contextmanager
def nothing_written() -> Iterator[None]:
    """All source is written anew, and nothing of it is kept."""
    for kept in (source_of, module_for):
        kept.cache_clear()
    try:
        yield
    finally:
        for kept in (source_of, module_for):
            kept.cache_clear()


def exchanged(table: dict[Any, Any], key: Any, meaning: Any) -> Fault:
    @contextmanager
    def planted() -> Iterator[None]:
        before = table[key]
        table[key] = meaning
        try:
            yield
        finally:
            table[key] = before

    return planted


def replaced(module: Any, name: str, wrap: Callable[[Callable[..., Any]], Callable[..., Any]]) -> Fault:
    @contextmanager
    def planted() -> Iterator[None]:
        before = getattr(module, name)
        setattr(module, name, wrap(before))
        try:
            yield
        finally:
            setattr(module, name, before)

    return planted


def both(*faults: Fault) -> Fault:
    """Several changes that are one fault."""

    @contextmanager
    def planted() -> Iterator[None]:
        with ExitStack() as stack:
            for fault in faults:
                stack.enter_context(fault())
            yield

    return planted


# ---------------------------------------------------------------- words


def all_words() -> set[str]:
    """Everything that one engine could carry out in another way than the others."""
    found = {f"operation {sign}" for sign in OPERATIONS} | {f"feature {name}" for name in FEATURES}
    found |= {f"nearest {one} of {sort}" for (one, sort), entry in RELATIONS.items() if entry.nearest}
    found |= {f"every {one} of {sort}" for (one, sort), entry in RELATIONS.items() if entry.every}
    found |= {f"fold {kind}" for kind in FOLDS} | {f"sort {kind}" for kind in SORTS}
    found |= {one.__name__ for one in (*ir.EXPRESSIONS, *get_args(ir.Stmt)) if one not in MADE_OF}
    return found - TOLD


def word_of(node: Any) -> str:
    if isinstance(node, ir.Op):
        return f"operation {node.sign}"
    if isinstance(node, ir.Feature):
        return f"feature {node.name}"
    if isinstance(node, ir.Beyond):
        return f"nearest {node.relation} of {node.sort}"
    if isinstance(node, ir.Spread):
        return f"every {node.relation} of {node.sort}"
    if isinstance(node, ir.Fold | ir.Sort):
        return f"{type(node).__name__.lower()} {node.kind}"
    return type(node).__name__


@lru_cache(maxsize=256)
def words_in(definition: Definition) -> frozenset[str]:
    return frozenset(word_of(node) for node in walk((definition.functions, definition.procedures)))
