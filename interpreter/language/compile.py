"""From a folder of YAML to a Definition.

Takes the path of a game; returns its Definition, or raises DefinitionError with every Diagnostic, in file order.
Reads only files inside the folder, runs nothing of them.
"""

from __future__ import annotations

import hashlib
from dataclasses import replace
from pathlib import Path

from .. import ir
from ..model.definition import Definition, Grouping
from .check.acknowledging import acknowledgements, unanswered
from .check.amounts import check_amounts
from .check.citing import citations
from .check.loose_ends import check_declared, check_definition, check_sections
from .check.nobody import Judge
from .check.nones import check_nones
from .check.secrecy import keep_secrets
from .declare.emptying import add_emptying
from .declare.look import read_look
from .declare.renamed import read_renamed
from .declare.scope import Scope
from .declare.sizes import check_sizes
from .declare.telling import read_wordings
from .diagnostics import Complaints, Span, in_file_order
from .lower.abilities import collect, lower_abilities, lower_lasting, reserve
from .lower.checks import reserve_checks
from .lower.context import Context
from .lower.definitions import define_value, define_verb, infer_types, reserve_definitions
from .lower.groupings import lower_groupings
from .lower.measures import lower_measures
from .lower.programs import lower_formulas, lower_programs, reserve_formulas
from .lower.settling import settled
from .lower.starts import slot_of, with_drawings, with_starts_of_values, with_starts_of_variables, with_zone_counts
from .lower.statements import lower_block
from .lower.whenever import lower_checks
from .lower.winning import lower_result
from .read.documents import changed, merge, read_files
from .read.files import Files, gather
from .read.nodes import Mapping, Node, Scalar, text_of
from .vocabulary import Compiled, Declared, declared


def compile_folder(folder: Path) -> Compiled:
    """The definition in a folder."""
    complaints = Complaints()
    return compile_files(gather(folder, complaints), complaints)


def compile_files(files: Files, complaints: Complaints) -> Compiled:
    """The definition that the files of a folder make; they may have been gathered with complaints."""
    written = read_files(files, complaints)
    documents = changed(files, written, complaints)
    complaints.stop_if_any()
    check_sections(documents, complaints)
    compiled = compile_documents(files.id, documents, complaints)
    definition = replace(compiled.definition, citations=citations(files, written))
    if files.variant:
        own_name = "name" in written[-1][1].items
        name = definition.name if own_name else f"{definition.name}, {files.variant.replace('_', ' ')}"
        definition = replace(definition, name=name, variant=files.variant)
    return replace(compiled, definition=definition, warnings=unanswered(compiled.warnings, acknowledgements(files)))


def compile_documents(id: str, documents: list[tuple[str, Mapping]], complaints: Complaints) -> Compiled:
    root, singles = merge(documents, complaints)
    check_sizes(documents, root, complaints)
    add_emptying(root)
    complaints.stop_if_any()
    written = declared(documents, root, singles, complaints)
    check_declared(written.documents, written.context.words, complaints)
    definition, context = _Compiler(written).compile(id)
    names = {row.id: row.name for _, row in definition.rows}
    definition = replace(
        definition,
        look=read_look(written.beside["look"], context.words, complaints),
        wordings=read_wordings(written.beside["tell"], complaints),
        renamed=read_renamed(written.beside["renamed"], context.words, names, complaints),
    )
    if not complaints.errors:
        definition = settled(definition, complaints)
    if not complaints.errors:
        check_amounts(definition, context.words, root, complaints)
    if not complaints.errors:
        check_definition(definition, context.words, context.notes.drawn, written.documents, complaints)
        check_nones(definition, context.made, complaints)
    complaints.stop_if_any()
    return Compiled(definition, context, in_file_order(complaints.warnings))


class _Compiler:
    """Lowers one part of a definition after the other; each finds in the context what was lowered before it."""

    def __init__(self, written: Declared) -> None:
        self.context = written.context
        self.root = written.root
        self.singles = written.singles
        self.measures = written.beside["measures"]
        self.fingerprint = hashlib.sha256(written.text.encode()).hexdigest()[:16]

    def lower(self) -> tuple[Grouping, ...]:
        """Everything but the frame: values first, then what is done, so that each finds what it names."""
        root, singles = self.root, self.singles
        context = reserve_definitions(self.context)
        context, formulas = reserve_formulas(context)
        context = infer_types(context)
        abilities = collect(context, root, singles.get("rules"))
        context, listeners = reserve(context, abilities)
        context = with_zone_counts(context, root)
        context = with_starts_of_variables(context, root)
        context = with_starts_of_values(context, root)
        context = with_drawings(context, root)
        context = lower_lasting(context, abilities)
        for function in context.words.functions.values():
            define_value(context, function)
        lower_formulas(context, formulas)
        groupings = lower_groupings(context, root.get("groupings"))
        summed = text_of(root["teams"].get("scores")) == "summed" if "teams" in root else False
        self.result = lower_result(context, root.get("result"), summed)
        context = replace(context, checking=reserve_checks(context, singles.get("checks"), self.result[0], groupings))
        context = lower_programs(context)
        for verb in context.words.verbs.values():
            define_verb(context, verb)
        lower_abilities(context, abilities, listeners)
        lower_checks(context, singles.get("checks"))
        self.context = context
        return groupings

    def compile(self, id: str) -> tuple[Definition, Context]:
        groupings = self.lower()
        context, words = self.context, self.context.words
        setup = self._procedure("setup", self.singles.get("setup"))
        flow = self._procedure("flow", self.singles.get("flow"))
        measures = lower_measures(context, self.measures)
        procedures, sites = keep_secrets(context.made.procedures, context.made.sites, words)
        score, hint, winner = self.result
        Judge(context.made.wants, context.made.procedures, groupings).complain(context.complaints)
        low, high = self._players()
        definition = Definition(
            id=id,
            name=text_of(self.singles.get("name")) or id.replace("_", " "),
            about=text_of(self.singles.get("about")),
            fewest=low,
            most=high,
            files=tuple(context.made.files),
            options=tuple(words.options.values()),
            types=tuple(words.types.values()),
            kinds=tuple(words.kinds.values()),
            families=tuple(words.families.values()),
            variables=tuple(words.variables.values()),
            columns=tuple(words.columns.values()),
            texts=tuple(words.texts),
            values=tuple(words.values.values()),
            functions=tuple(one for one in context.made.functions if one is not None),
            procedures=procedures,
            sites=sites,
            steps=tuple(words.steps),
            stretches=tuple(context.made.stretches),
            setup=setup,
            flow=flow,
            score=score,
            winner=winner,
            hint=hint,
            mute=words.number_of("variables", "mute") if "mute" in words.variables else None,
            fingerprint=self.fingerprint,
            groupings=groupings,
            teams=words.teams,
            together="result" in self.root and "won" in self.root["result"].items,
            measures=measures,
            tables=tuple(words.tables.items()),
        )
        return definition, context

    def _players(self) -> tuple[int, int]:
        node = self.singles.get("players")
        if isinstance(node, Scalar) and node.words.isdigit():
            low = high = int(node.words)
        else:
            low, high = self.context.attempt(node, "range", lambda tree: (tree.low, tree.high), (1, 1))
        if node is not None and not 1 <= low <= high <= 12:
            self.context.complaints.add(node.span, "bad-range")
        teams = self.context.words.teams
        if "teams" in self.root and (teams < 2 or any(count % teams for count in range(low, high + 1))):
            self.context.complaints.add(self.root["teams"].span, "uneven-teams", teams=teams, low=low, high=high)
        for name, option in self.context.words.options.items():
            default = slot_of(self.root, "options", name, "default")
            if default is not None and option.type.sort == ir.TypeSort.PLAYER and option.default >= low:
                self.context.complaints.add(default.span, "bad-default", found=text_of(default), known=f"1 to {low}, none")
        return low, high

    # ---- the frame

    def _procedure(self, name: str, node: Node | None) -> int:
        scope = Scope.function(None, has_player=False)
        span = node.span if node is not None else Span("")
        body = ir.Block(ir.GAME, lower_block(self.context, node, scope), span.line)
        number = self.context.made.new_procedure(name, scope, 2, body, span)
        self.context.made.wants.about_nobody["procedure", number] = ""
        return number
