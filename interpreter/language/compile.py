"""From a folder of YAML to a Definition.

Takes the path of a game; returns its Definition, or raises DefinitionError with every Diagnostic, in file order.
Reads only files inside the folder, runs nothing of them.
"""

from __future__ import annotations

import hashlib
from collections import deque
from dataclasses import dataclass, replace
from pathlib import Path

from .. import ir
from ..model.definition import Definition, Grouping
from .check.acknowledging import acknowledgements, unanswered
from .check.loose_ends import check_declared, check_definition, check_sections
from .check.nobody import Judge
from .check.references import needed_first
from .check.secrecy import keep_secrets
from .declare.names import Defined, Vocabulary
from .declare.scope import Scope
from .declare.sections import Declarations
from .declare.sizes import check_amounts, check_sizes, check_start
from .diagnostics import Complaints, Diagnostic, Span, in_file_order
from .lower.abilities import collect, lower_abilities, lower_lasting, reserve
from .lower.actions import note_actions
from .lower.checks import lower_checks, reserve_checks
from .lower.draft import Draft
from .lower.flow import lower_block
from .lower.groupings import lower_groupings
from .lower.programs import lower_formulas, lower_programs, reserve_formulas
from .lower.result import lower_result
from .lower.texts import lower_text
from .lower.types import describe, fits
from .lower.values import lower_expr
from .lower.wants import WHOSE
from .parse import syntax as S
from .read.documents import all_words, merge, read_files
from .read.files import Files, gather
from .read.nodes import Mapping, Node, Sequence, Text, text_of


@dataclass(frozen=True)
class Compiled:
    """A definition, the vocabulary it was written in (scenarios are read with it), and what it is warned of."""

    definition: Definition
    draft: Draft
    warnings: tuple[Diagnostic, ...] = ()


def compile_folder(folder: Path) -> Compiled:
    """The definition in a folder."""
    complaints = Complaints()
    return compile_files(gather(folder, complaints), complaints)


def compile_files(files: Files, complaints: Complaints) -> Compiled:
    """The definition that the files of a folder make; they may have been gathered with complaints."""
    documents = read_files(files, complaints)
    complaints.stop_if_any()
    check_sections(documents, complaints)
    compiled = compile_documents(files.id, documents, complaints)
    return replace(compiled, warnings=unanswered(compiled.warnings, acknowledgements(files)))


def compile_documents(id: str, documents: list[tuple[str, Mapping]], complaints: Complaints) -> Compiled:
    root, lists = merge(documents, complaints)
    whole_text = "\n".join(all_words(node) for _, node in documents)
    check_sizes(documents, root, complaints)
    complaints.stop_if_any()
    words = Declarations(root, complaints, whole_text).read()
    draft = Draft(words, complaints, [file for file, _ in documents])
    _find_steps(documents, words)
    note_actions(draft, root.get("actions"), [node for _, node in documents])
    check_declared(documents, words, complaints)
    definition = _Compiler(draft, root, lists).compile(id, whole_text)
    if not complaints.found:
        check_amounts(definition, words, root, complaints)
    if not complaints.found:
        check_definition(definition, words, documents, complaints)
    complaints.stop_if_any()
    return Compiled(definition, draft, in_file_order(complaints.warnings))


def _find_steps(documents: list[tuple[str, Mapping]], words: Vocabulary) -> None:
    """Every `step` that is written anywhere: abilities and `until end of` may name it before it is lowered."""
    waiting: deque[Node] = deque(node for _, node in documents)
    while waiting:
        node = waiting.popleft()
        if isinstance(node, Sequence):
            waiting += node.items
        elif isinstance(node, Mapping):
            step = node.get("step")
            if isinstance(step, Text):
                words.steps.setdefault(step.words, step.span)
            waiting += node.items.values()


class _Compiler:
    def __init__(self, draft: Draft, root: dict[str, Mapping], singles: dict[str, Node]) -> None:
        self.draft = draft
        self.words = draft.words
        self.root = root
        self.singles = singles

    def lower(self) -> tuple[Grouping, ...]:
        """Everything but the frame: values first, then what is done, so that each finds what it names."""
        draft, words = self.draft, self.words
        self._reserve_definitions()
        formulas = reserve_formulas(draft, self.root)
        self._infer_types()
        words.broken |= {name for name, one in words.functions.items() if one.type.sort == "any"}
        abilities = collect(draft, self.root, self.singles.get("rules"))
        listeners = reserve(draft, abilities)
        self._zone_counts()
        self._starts_of_variables()
        self._starts_of_values()
        self._drawings()
        lower_lasting(draft, abilities)
        for function in words.functions.values():
            self._define_value(function)
        lower_formulas(draft, formulas)
        groupings = lower_groupings(draft, self.root.get("groupings"))
        self.result = lower_result(draft, self.root.get("result"))
        reserve_checks(draft, self.singles.get("checks"), self.result[0], groupings)
        lower_programs(draft, self.root)
        for verb in words.verbs.values():
            self._define_verb(verb)
        lower_abilities(draft, abilities, listeners)
        lower_checks(draft, self.singles.get("checks"))
        return groupings

    def compile(self, id: str, whole_text: str) -> Definition:
        draft, words = self.draft, self.words
        groupings = self.lower()
        setup = self._procedure("setup", self.singles.get("setup"))
        flow = self._procedure("flow", self.singles.get("flow"))
        procedures, sites = keep_secrets(draft.procedures, draft.sites, words)
        score, hint, winner = self.result
        Judge(draft.wants, draft.procedures, groupings).complain(draft.complaints)
        low, high = self._players()
        return Definition(
            id=id,
            name=text_of(self.singles.get("name")) or id.replace("_", " "),
            about=text_of(self.singles.get("about")),
            fewest=low,
            most=high,
            files=tuple(draft.files),
            options=tuple(words.options.values()),
            types=tuple(words.types.values()),
            kinds=tuple(words.kinds.values()),
            families=tuple(words.families.values()),
            variables=tuple(words.variables.values()),
            columns=tuple(words.columns.values()),
            texts=tuple(words.texts),
            values=tuple(words.values.values()),
            functions=tuple(one for one in draft.functions if one is not None),
            procedures=procedures,
            sites=sites,
            steps=tuple(words.steps),
            setup=setup,
            flow=flow,
            score=score,
            winner=winner,
            hint=hint,
            mute=words.number_of("variables", "mute") if "mute" in words.variables else None,
            fingerprint=hashlib.sha256(whole_text.encode()).hexdigest()[:16],
            groupings=groupings,
        )

    def _players(self) -> tuple[int, int]:
        node = self.singles.get("players")
        if isinstance(node, Text) and node.words.isdigit():
            low = high = int(node.words)
        else:
            low, high = self.draft.attempt(node, "range", lambda tree: (tree.low, tree.high), (1, 1))
        if node is not None and not 1 <= low <= high <= 12:
            self.draft.complaints.add(node.span, "bad-range")
        for name, option in self.words.options.items():
            default = self._slot("options", name, "default")
            if default is not None and option.type.sort == "player" and option.default >= low:
                self.draft.complaints.add(default.span, "bad-default", found=text_of(default), known=f"1 to {low}, none")
        return low, high

    # ---- definitions

    def _reserve_definitions(self) -> None:
        for function in self.words.functions.values():
            function.number = self.draft.reserve_function()
        for verb in self.words.verbs.values():
            verb.number = self.draft.reserve_procedure()

    def _infer_types(self) -> None:
        """What a defined value is follows from its `is`; definitions may use each other in any order."""
        functions = needed_first(self.words.functions)
        for _ in range(len(functions) + 1):
            settled = True
            for function in functions:
                if function.type.sort == "any":
                    function.type = self._guess(function)
                    settled = settled and function.type.sort == "any"
            if settled:
                return

    def _guess(self, function: Defined) -> ir.Type:
        quiet = self.draft.silent()

        def build(tree: S.Syntax) -> ir.Type:
            return lower_expr(self.words, tree, self._scope(function))[1]

        found: ir.Type = quiet.attempt(function.node.get("is"), "condition", build, ir.ANY)
        return found

    def _scope(self, defined: Defined) -> Scope:
        scope = Scope.function(self._this(defined.of))
        for name, type in defined.parameters:
            scope.bind(name, type)
        return scope

    def _this(self, of: str) -> ir.Type | None:
        words = self.words
        if of == "player":
            return ir.PLAYER_TYPE
        if of == "card":
            return ir.Type(ir.TypeSort.CARD, tuple(words.kinds))
        return words.type_of_owner(of)

    def _define_verb(self, verb: Defined) -> None:
        scope = self._scope(verb)
        body = ir.Block(verb.name, lower_block(self.draft, verb.node.get("do"), scope.inner()), verb.span.line)
        self.draft.fill_procedure(verb.number, verb.name, scope, 2 + len(verb.parameters), body, verb.span)

    def _define_value(self, function: Defined) -> None:
        scope = self._scope(function)
        self.words.operands.clear()
        value = self._expr(function.node.get("is"), scope, ir.Const(None))
        terms = self.draft.terms_of(function.node.get("is"), value)
        for sign, slot in ((ir.Sign.MAX, "at least"), (ir.Sign.MIN, "at most")):
            limit = function.node.get(slot)
            if limit is not None and function.type.sort == "flag":
                self.draft.complaints.add(function.node.keys[slot], "limit-of-condition", name=function.name, slot=slot)
            elif limit is not None:
                value = ir.Op(sign, (value, self._expr(limit, scope, ir.Const(0))))
        self.draft.fill_function(function.number, function.name, scope, value, function.span, terms)

    def _expr(self, node: Node | None, scope: Scope, default: ir.Expr) -> ir.Expr:
        return self._typed(node, scope, default)[0]

    def _typed(self, node: Node | None, scope: Scope, default: ir.Expr) -> tuple[ir.Expr, ir.Type]:
        found: tuple[ir.Expr, ir.Type] = self.draft.attempt(
            node, "condition", lambda tree: lower_expr(self.words, tree, scope), (default, ir.ANY)
        )
        return found

    def _check_start(self, node: Node | None, found: ir.Type, needed: ir.Type) -> None:
        if node is not None and not fits(found, needed):
            self.draft.complaints.add(node.span, "wrong-type", needed=describe(needed), found=describe(found))

    # ---- starts

    def _game_expr(self, node: Node | None, default: ir.Expr) -> tuple[ir.Expr, ir.Type, int]:
        """A value of the game itself, with its type and the number of places that working it out needs."""
        scope = Scope.function(None, has_player=False)
        value, type = self._typed(node, scope, default)
        return value, type, len(scope.places.types)

    def _zone_counts(self) -> None:
        for name, family in self.words.families.items():
            node = self._slot("zones", name, "count")
            if node is None:
                continue
            value, type, slots = self._game_expr(node, ir.Const(1))
            if type.many:
                value = ir.Op(ir.Sign.LENGTH, (value,))
            self.words.families[name] = replace(family, count=value, count_slots=slots)
        self.draft.wants.belong_to_nobody()

    def _starts_of_variables(self) -> None:
        for name, variable in self.words.variables.items():
            node = self._slot("counters" if name in self.words.counters else "variables", name, "starts")
            if node is not None:
                value, type, slots = self._game_expr(node, variable.starts)
                self._check_start(node, type, variable.type)
                check_start(self.draft.complaints, node, value, variable)
                self.words.variables[name] = replace(variable, starts=value, start_slots=slots)
        self.draft.wants.belong_to_nobody()

    def _starts_of_values(self) -> None:
        for name, value in self.words.values.items():
            scope = Scope.function(self._this(value.of))
            node = self._slot("values", name, "starts")
            start, type = self._typed(node, scope, ir.Const(0))
            self._check_start(node, type, value.type)
            span = self.words.places.get(name, Span(""))
            number = self.draft.fill_function(self.draft.reserve_function(), name, scope, start, span)
            self.draft.wants.about_nobody["function", number] = WHOSE
            self.words.values[name] = replace(value, starts=number)

    def _drawings(self) -> None:
        """How the cards of a kind read on a map."""
        for name, kind in self.words.kinds.items():
            node = self._slot("components", name, "drawn as")
            if node is not None:
                scope = Scope.function(ir.Type(ir.TypeSort.CARD, (name,)), has_player=False)
                text = lower_text(self.draft, node, scope, ir.Text(()))
                self.words.kinds[name] = replace(kind, drawn_as=text, drawn_slots=len(scope.places.types))
        self.draft.wants.belong_to_nobody()

    def _slot(self, section: str, name: str, slot: str) -> Node | None:
        mapping = self.root.get(section)
        node = mapping.items.get(name) if mapping else None
        return node.get(slot) if isinstance(node, Mapping) else None

    # ---- the frame

    def _procedure(self, name: str, node: Node | None) -> int:
        scope = Scope.function(None, has_player=False)
        span = node.span if node is not None else Span("")
        body = ir.Block("game", lower_block(self.draft, node, scope), span.line)
        number = self.draft.fill_procedure(self.draft.reserve_procedure(), name, scope, 2, body, span)
        self.draft.wants.about_nobody["procedure", number] = ""
        return number
