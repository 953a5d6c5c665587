"""Writes a procedure out as a row of instructions, so that "where we are" is one number.

Takes structured statements; returns instructions with jumps, the range of every named block, and where each statement begins.
Changes no meaning: a statement that is not control flow is an instruction as it is.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

from .. import ir
from ..model.definition import Definition


@dataclass(frozen=True, slots=True)
class Jump:
    target: int


@dataclass(frozen=True, slots=True)
class Unless:
    condition: ir.Expr
    target: int
    line: int = 0


@dataclass(frozen=True, slots=True)
class BeginEach:
    node: ir.Each


@dataclass(frozen=True, slots=True)
class NextEach:
    node: ir.Each
    target: int


@dataclass(frozen=True, slots=True)
class BeginLoop:
    node: ir.Loop


@dataclass(frozen=True, slots=True)
class NextLoop:
    node: ir.Loop
    target: int


@dataclass(frozen=True, slots=True)
class NextAnswer:
    node: ir.Ask
    target: int


Instruction = ir.Stmt | Jump | Unless | BeginEach | NextEach | BeginLoop | NextLoop | NextAnswer


@dataclass(frozen=True, slots=True)
class Governed:
    """The instructions that are carried out, or left out, by what an instruction asks. `again` is a loop: it only asks whether
    there is one more round."""

    start: int
    end: int
    again: bool


@dataclass
class Code:
    """The instructions of one procedure. `slots` counts the places it needs, `starts` finds a statement by its identity,
    `governs` says of each instruction that asks something what hangs on it."""

    slots: int
    instructions: list[Instruction] = field(default_factory=list)
    blocks: list[tuple[int, int, int]] = field(default_factory=list)
    starts: dict[int, int] = field(default_factory=dict)
    governs: dict[int, Governed] = field(default_factory=dict)

    def add(self, instruction: Instruction) -> int:
        self.instructions.append(instruction)
        return len(self.instructions) - 1

    @property
    def here(self) -> int:
        return len(self.instructions)


def flatten(procedure: ir.Procedure) -> Code:
    code = Code(len(procedure.slots))
    _write(code, procedure.body)
    return code


@lru_cache(maxsize=64)
def codes_of(definition: Definition) -> tuple[Code, ...]:
    """The instructions of every procedure of a definition, written out once."""
    return tuple(flatten(procedure) for procedure in definition.procedures)


def _write(code: Code, statement: ir.Stmt) -> None:
    code.starts[id(statement)] = code.here
    if isinstance(statement, ir.Seq):
        for one in statement.body:
            _write(code, one)
    elif isinstance(statement, ir.If):
        _write_if(code, statement)
    elif isinstance(statement, ir.Block):
        start = code.here
        _write(code, statement.body)
        code.blocks.append((statement.label, start, code.here))
    elif isinstance(statement, ir.Each):
        _write_each(code, statement)
    elif isinstance(statement, ir.Loop):
        _write_loop(code, statement)
    elif isinstance(statement, ir.Ask):
        code.add(statement)
        head = code.add(statement)
        _write(code, statement.body)
        code.add(Jump(head))
        code.instructions[head] = NextAnswer(statement, code.here)
    else:
        code.add(statement)


def _write_if(code: Code, statement: ir.If) -> None:
    test = code.add(statement)
    _write(code, statement.then)
    if statement.otherwise == ir.NOTHING_TO_DO:
        code.instructions[test] = Unless(statement.condition, code.here, statement.line)
    else:
        over = code.add(statement)
        code.instructions[test] = Unless(statement.condition, code.here, statement.line)
        _write(code, statement.otherwise)
        code.instructions[over] = Jump(code.here)
    code.governs[test] = Governed(test + 1, code.here, again=False)


def _write_each(code: Code, statement: ir.Each) -> None:
    begin = code.add(BeginEach(statement))
    head = code.add(statement)
    _write(code, statement.body)
    last = code.add(Jump(head) if statement.until is None else Unless(statement.until, head, statement.line))
    code.instructions[head] = NextEach(statement, code.here)
    for asking in (begin, last) if statement.until is not None else (begin,):
        code.governs[asking] = Governed(begin + 1, code.here, again=True)


def _write_loop(code: Code, statement: ir.Loop) -> None:
    begin = code.add(BeginLoop(statement))
    head = code.add(statement)
    _write(code, statement.body)
    code.add(Jump(head))
    code.instructions[head] = NextLoop(statement, code.here)
    for asking in (begin, head):
        code.governs[asking] = Governed(begin + 1, code.here, again=True)
