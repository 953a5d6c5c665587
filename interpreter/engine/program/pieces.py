"""The pieces of a definition as functions of the small program: made one by one, when a back end first needs them.

Procedures come as run form `p`, step form `s` and resuming `r`, and these two again as `w` and `x`, which can be entered
anywhere; `o` is what is offered at a decision; `f` are functions; `c` computed values of a thing.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum

from ... import ir
from ...ir.analysis.none_ness import facts_of
from ...ir.walk import is_expression, walk
from ...model.definition import Definition
from ..flatten import codes_of
from . import loops, operations, zones  # noqa: F401  (they add what they lower)
from . import nodes as code
from .anywhere import Anywhere
from .computing import Computing
from .decisions import unpack
from .flow import Flow
from .scope import CodeScope
from .steps import StepForm
from .straightening import Straightening
from .unset_names import unset_names
from .values import Values


class Build(StrEnum):
    """What is written besides the rules themselves: nothing; the draw of an option where one is picked; a count of abilities
    that come into effect; a row of numbers for each effect; or that play stops before a stretch."""

    PLAIN = ""
    DRAWN = " drawn"
    COUNTING = " counting"
    ROWS = " with rows"
    STOPPING = " stopping"


class Pieces:
    def __init__(self, definition: Definition, build: Build = Build.PLAIN) -> None:
        self.definition = definition
        self.facts = facts_of(definition)
        self.build = build
        self.codes = codes_of(definition)
        self.entries: dict[str, frozenset[int]] = {}  # where step and resuming forms can be entered
        self.sites: dict[int, tuple[int, ir.Choose | ir.PickMany]] = {}
        for number, procedure in enumerate(definition.procedures):
            for node in walk(procedure.body, is_expression):
                if isinstance(node, ir.Choose | ir.PickMany):
                    self.sites[node.site] = (number, node)

    def names(self) -> list[str]:
        """The names of every piece, in order."""
        count = len(self.definition.procedures)
        named = [f"{letter}{number}" for letter in "psrwx" for number in range(count)]
        named += [f"o{site}" for site in sorted(self.sites)]
        named += [f"f{number}" for number in range(len(self.definition.functions))]
        return named + [f"c{number}" for number in range(len(self.definition.values))]

    def function(self, piece: str) -> code.Function:
        make: dict[str, Callable[[str, int], code.Function]] = {
            "p": self._run_form, "s": self._step_form, "r": self._step_form, "w": self._step_form,
            "x": self._step_form, "o": self._offers, "f": self._function,
            "c": self._computed,
        }  # fmt: skip
        return make[piece[0]](piece, int(piece[1:]))

    def _run_form(self, piece: str, number: int) -> code.Function:
        flow = self._flow(number)
        return _finished(flow.ask, piece, ("R", "S"), self._given(number), flow.whole())

    def _flow(self, number: int) -> Flow:
        build = self.build
        return Flow(self.facts, number, build is Build.DRAWN, build is Build.COUNTING, build is Build.ROWS)

    def _given(self, number: int) -> tuple[str, ...]:
        return tuple(f"v{slot}" for slot in range(self.definition.procedures[number].parameters))

    def _step_form(self, piece: str, number: int) -> code.Function:
        flow = self._flow(number)
        steps = StepForm(flow, self.codes[number], resumes=piece[0] in "rx")
        stops = self.build is Build.STOPPING and piece[0] == "s"
        body = Anywhere(steps, stops).whole() if stops or piece[0] in "wx" else steps.whole()
        self.entries[piece] = frozenset(steps.entries)
        given, frame = self._given(number), code.Name("places")
        taken = unpack(steps.places, frame)
        others = tuple(code.assign(name, code.NONE) for name in steps.places[len(given) :])
        first: code.Body = (code.If(code.is_there(frame), taken, others),) if steps.places else ()
        return _finished(flow.ask, piece, ("R", "S", "at", "places"), given, (*first, *body))

    def _offers(self, piece: str, site: int) -> code.Function:
        """What a decision offers: it gets every place of its procedure."""
        procedure, node = self.sites[site]
        flow = Flow(self.facts, procedure)
        asked = code.Name(f"v{self.facts.asked[site].items}") if site in self.facts.asked else None
        if isinstance(node, ir.Choose):
            body, result = flow.decisions.offered(node, flow.scope, asked)
        else:
            body, result = flow.decisions.picking(node, flow.scope)
        given = tuple(f"v{slot}" for slot in sorted(flow.scope.names))
        return _finished(flow.ask, piece, ("S", *given), (), (*body, code.Return(result)), rest=True)

    def _function(self, piece: str, number: int) -> code.Function:
        function = self.definition.functions[number]
        ask = Values(self.facts)
        ask.within = number
        given = tuple(f"v{slot}" for slot in range(len(function.slots)))
        scope = CodeScope({slot: code.Name(name) for slot, name in enumerate(given)}, self.facts.parameters[number], {})
        return _finished(ask, piece, ("S",), given, (code.Return(ask.value(function.value, scope)),))

    def _computed(self, piece: str, number: int) -> code.Function:
        ask = Values(self.facts)
        return _finished(ask, piece, ("S",), ("t",), Computing(ask, number).one())


def _finished(
    ask: Values, name: str, given: tuple[str, ...], optional: tuple[str, ...], body: code.Body, rest: bool = False
) -> code.Function:
    straight = Straightening(ask.fresh).whole(body)
    unset = tuple(unset_names(straight, (*given, *optional)))
    return code.Function(name, given, optional, straight, rest, unset)
