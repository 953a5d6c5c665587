"""The whole text of a library: tables, what is fixed, functions, procedures, and its door.

Takes a world; returns C. A definition with something that cannot be written says so by name (`Unwritten`).
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from ... import ir
from ...ir.analysis.alike import is_countable
from ...ir.analysis.charges import STEP, charges_of
from ...ir.analysis.typing import Typing
from ...ir.limits import GROUPED, STEPS
from ..answering import choices_of
from ..flatten import codes_of
from ..grouped import TRIED_IN_A_STEP
from ..offering import choice_numbers
from ..world import World
from . import computing, dealing, effects, folds, lists, observing, tables, values
from .flow import NativeProcedure, looked
from .instructions import FLOW
from .owners import owner_folds
from .values import call, variable_at
from .whereabouts import gone_through
from .whole import Whole
from .writer import NativeScope, Rules, Unwritten, Writer

_HERE = Path(__file__).parent
_RUNTIME = ("runtime", "cards", "chance", "frames", "options", "by_chance")  # in the order in which each knows those before it
_INCLUDES = "#include <setjmp.h>\n#include <stddef.h>\n#include <stdint.h>\n#include <string.h>\n"


RULES = Rules(
    {**values.VALUES, **folds.VALUES}, {**lists.LISTS, **folds.LISTS}, lists.LOOPS, lists.OPERATIONS, gone_through,
    lists.members_of, FLOW,
)  # fmt: skip


def check(world: World) -> None:
    """Refuse what has no form in C."""
    for site, (node, _) in choices_of(world.definition).items():
        if not is_countable(world.definition, node):
            where = world.definition.sites[site]
            place = f"{world.definition.files[where.file]}:{where.line}"
            raise Unwritten(f"the options of the decision at {place} are only told apart by their words")


@lru_cache(maxsize=8)
def source_of(world: World) -> str:
    check(world)
    w = Writer(world, RULES)
    definition = world.definition
    functions = range(len(definition.functions))
    procedures = [NativeProcedure(w, number) for number in range(len(definition.procedures))]
    bodies = [computing.function(w, number) for number in functions]
    bodies.append(computing.live_text(w))
    bodies += [computing.computed(w, number) for number in range(len(definition.values))]
    bodies += [folds.grouping(w, number) for number in range(len(definition.groupings))]
    bodies.append(effects.endings(w))
    bodies += [one.begin() for one in procedures]
    bodies += [one.decisions() for one in procedures]
    bodies += [one.text() for one in procedures]
    bodies.append(_in_one_piece(w, procedures))
    doors = _doors(w, procedures)
    declared = [f"{computing.declared(w, number)};" for number in functions]
    declared += [f"static int c{number}(Run *R, State *S, int thing);" for number in range(len(definition.values))]
    group = "static L g{0}(Run *R, State *S, L cards, int player, int part, int which);"
    declared += [group.format(number) for number in range(len(definition.groupings))]
    declared += [f"static void expire{moment}(Run *R, State *S);" for moment in range(len(definition.moments))]
    declared += [f"{one.signature};" for one in procedures]
    memo = sum(things for _, things in computing.remembered(w).values()) + len(computing.of_players(w)) * world.players
    live = [len(world.cards_of_row[one.carrier]) for one in computing.live_lists(w) if one.carrier is not None]
    sizes = {
        "CARDS_THERE": world.cards, "MOST_REMEMBERED": max(1, memo), "OWNER_FOLDS": max(1, len(owner_folds(w))),
        "GROUPINGS": len(definition.groupings), "MOST_GROUPS_TRIED": GROUPED.most, "GROUPS_IN_A_STEP": TRIED_IN_A_STEP,
        "LIVE_LISTS": max(1, len(live)), "MOST_LIVE": max([1, *live]) + 1,
        "REMEMBERS": int(bool(memo or live or owner_folds(w))), "GAUGES": gauges_in(world),
        "CHOICES": max(1, choice_numbers(definition).count),
    }  # fmt: skip
    there = "".join(f"#define {name} {size}\n" for name, size in sizes.items())
    known = [_INCLUDES, there, tables.header(world, w.layout), *_fixed(*_RUNTIME), w.tables_text()]
    door = [tables.notes(w), *_fixed("library", "put"), _thinking(w), *_fixed("games")]
    observed = [observing.header(w), *_fixed("observe"), observing.picked(procedures)]
    return "\n".join((*known, *declared, *door, *observed, *_best_groupings(w), *bodies, doors))


def _fixed(*names: str) -> list[str]:
    """What is the same in every library."""
    return [(_HERE / f"{name}.h").read_text(encoding="utf-8") for name in names]


def _best_groupings(w: Writer) -> list[str]:
    """The search for the best grouping of cards, and what each grouping of the definition looks for."""
    problems = [folds.problem_text(w, number) for number in range(len(w.definition.groupings))]
    return [*_fixed("grouping", "best_grouping"), *problems] if problems else []


def gauges_in(world: World) -> int:
    """How many numbers of the game's own measures are read off a game."""
    return sum(world.players if one.of.is_player else 1 for one in world.definition.measures)


def _thinking(w: Writer) -> str:
    """What bots need to think inside, where they can."""
    if dealing.why_not_thinking(w.definition):
        return (
            "typedef struct { int32_t kind; int64_t budget; } Player;\ntypedef void Thinker;\n"
            "typedef struct { int32_t seat, card, home, refill; } Withheld;\n"
            "typedef struct { const Player *players; const Withheld *withheld; int many; } Playing;\n"
            "static int play_between(Run *R, Thinker *T, State *S, const Playing *P, uint64_t *rngs) { return -WRONG; }\n"
        )
    return "\n".join((dealing.header(w.world), *_fixed("deal", "tree"), dealing.functions(w)))


def _in_one_piece(w: Writer, procedures: list[NativeProcedure]) -> str:
    """Procedures that can wait once more, for whole games, in libraries that are compiled well."""
    wholes = [Whole(w, one.number) for one in procedures if one.waits]
    cases = "".join(one.enter() for one in wholes)
    return "\n".join((
        "#ifdef WHOLE", *[f"{one.signature};" for one in wholes], *[one.text() for one in wholes],
        f"static int enter_whole(Run *R, State *S, int *F) {{\n  switch (F[0]) {{\n{cases}  }}\n  return enter(R, S, F);\n}}",
        "#endif\n",
    ))  # fmt: skip


def piece_of(world: World, name: str) -> str:
    """The C of one procedure (`p3`) or value (`c3`), and the functions of what changes that, for people to read."""
    w, number = Writer(world, RULES), int(name[1:])
    if name[0] == "p":
        return readable(NativeProcedure(w, number).text())
    value = world.definition.values[number]
    asked = {value.starts, *(one for each in (*value.holds, *value.gets) for one in (each.applies, each.amount))}
    functions = (f"{_told(world, one)}\n{computing.function(w, one)}" for one in sorted(asked))
    return readable("\n".join((*functions, computing.computed(w, number))))


def _told(world: World, number: int) -> str:
    """What a function is and where it is written, for people to read; no such word reaches a compiler."""
    function = world.definition.functions[number]
    place = f", {world.definition.files[function.file]}:{function.line}" if function.line else ""
    return f"/* {function.name}{place} */"


def readable(text: str) -> str:
    """C as it runs, without what only a debug build has, a statement on each line."""
    kept, is_debug, depth = [], False, 0
    for line in text.splitlines():
        is_debug = line == "#ifdef ROWS" or (is_debug and line != "#endif")
        if not is_debug and line not in ("#endif", ""):
            kept.append(line)
    lines = []
    for line in "\n".join(kept).replace("; ", ";\n").replace("{ ", "{\n").splitlines():
        own = line.strip()
        closing = len(own) - len(own.lstrip("}"))
        lines.append("  " * max(0, depth - closing) + own)
        depth = max(0, depth + own.count("{") - own.count("}"))
    return "\n".join(line for line in lines if line.strip()) + "\n"


def _doors(w: Writer, procedures: list[NativeProcedure]) -> str:
    """What the door asks by number: which decision a frame waits at, and the functions of each."""
    sites = choices_of(w.definition)
    cases = "".join(one.enter() for one in procedures)
    text = f"static int enter(Run *R, State *S, int *F) {{\n  switch (F[0]) {{\n{cases}  }}\n  wrong(R); return 0;\n}}\n"
    text += _site_at(w) + _asked(w)
    seats = "".join(
        f"    case {own.site}: return {own.seat()};\n"
        for one in procedures
        for node in one.code.instructions
        if isinstance(node, ir.Choose | ir.PickMany)
        for own in (one.deciding(node, node),)
    )
    text += (
        f"static int seat_at(Run *R, State *S, int *F, int site) {{\n  switch (site) {{\n{seats}  }}\n  wrong(R); "
        f"return 0;\n}}\n"
    )
    for name, given, passed in (
        ("count", "", ""), ("take", ", int k", ", k"), ("numbers", ", int64_t *out, int room", ", out, room"),
    ):  # fmt: skip
        own = "".join(f"    case {site}: return {name}{site}(R, S, F, seat{passed});\n" for site in sites)
        text += (
            f"static int {name}_at(Run *R, State *S, int *F, int site, int seat{given}) {{\n  switch (site) {{\n{own} "
            f" }}\n  wrong(R); return 0;\n}}\n"
        )
    return text + _results(w) + _groupings(w)


def _groupings(w: Writer) -> str:
    """The entry for the best grouping of cards that a caller lays out."""
    numbers = range(len(w.definition.groupings))
    cases = "".join(f"    case {one}: return {folds.group_here(w, one, 'hand')};\n" for one in numbers)
    return (
        "int rw_group(Run *R, int number, int part, int which, int words, const int *hand, int *found) {\n"
        f"  ENTRY(TROUBLE) switch (number) {{\n{cases}  }}\n  return -1;\n}}\n"
    )


def _site_at(w: Writer) -> str:
    cases = ""
    for number, code in enumerate(codes_of(w.definition)):
        for point, node in enumerate(code.instructions):
            if isinstance(node, ir.Choose | ir.PickMany | ir.Ask):
                site = node.choice.site if isinstance(node, ir.Ask) else node.site
                cases += f"  if (procedure == {number} && point == {point}) return {site};\n"
    return f"static int site_at(int procedure, int point) {{\n{cases}  return -1;\n}}\n"


def _asked(w: Writer) -> str:
    items, answers = "", ""
    for number, code in enumerate(codes_of(w.definition)):
        places = w.layout.frames[number].places
        for node in code.instructions:
            if isinstance(node, ir.Ask):
                items += f"    case {node.choice.site}: return {places[node.items].offset};\n"
                answers += f"    case {node.choice.site}: return {places[node.answers].offset};\n"
    return "".join(
        f"static int ask_{name}(int site) {{\n  switch (site) {{\n{cases}    default: return -1;\n  }}\n}}\n"
        for name, cases in (("items", items), ("answers", answers))
    )


def _results(w: Writer) -> str:
    """Scores, hints, winners and the round. A score that is none is left to whoever can say why."""
    definition = w.definition
    text = ""
    for name, function in (("scores", definition.score), ("hints", definition.hint)):
        asked = "0" if function is None else call(w, function, ("p", "p"))
        text += (
            f"static int {name}(Run *R, State *S, int *out) {{ ALL(p, PLAYERS) {{ {_charged(w, function)}out[p] = {asked}; "
            f"if (out[p] == NONE) "
            f"fail(R, WRONG); }} "
            f"return 0; }}\n"
        )
    text += f"static int measures(Run *R, State *S, int *out) {{ int v; {_measures(w)} return 0; }}\n"
    if definition.winner is None:
        text += "static int winners(Run *R, State *S) { return 0; }\n"
    else:
        node = ir.Apply(definition.winner, (ir.Const(None), ir.Const(None)))
        found = w.things(node, NativeScope(Typing(definition, ()), {}))
        text += (
            f"static int winners(Run *R, State *S) {{ {_charged(w, definition.winner)}"
            f"L l = {found}; int mask = 0; ALL(k, l.n) mask |= 1 << AT(l.a[k], "
            f"PLAYERS); "
            f"return mask; }}\n"
        )
    current = definition.variable_numbers.get("round")
    asked = "0" if current is None else variable_at(w, current, None)
    return text + f"static int round_of(State *S) {{ int r = {asked}; return r == NONE ? 0 : r; }}\n"


def _charged(w: Writer, function: int | None) -> str:
    """What asking for a function counts, if so many players could ask for more than there is time for."""
    if function is None:
        return ""
    charges = charges_of(w.definition)
    cost = charges.effort.function(function)
    return looked(w, cost.terms) if w.world.players * cost.at(charges.full) > STEPS.most * STEP else ""


def _measures(w: Writer) -> str:
    """Two words for every gauge: what was found at all times together, and how often."""
    text = ""
    for one in w.definition.measures:
        whose = "p" if one.of.is_player else None
        if one.samples is None:
            take = _charged(w, one.function)
            take += f"v = {call(w, one.function, (whose or 'NONE',) * 2)}; *out++ = v == NONE ? 0 : v; *out++ = v != NONE;"
        else:
            parts = [variable_at(w, one.samples + part, whose) for part in range(2)]
            take = f"*out++ = {parts[0]}; *out++ = {parts[1]};"
        text += f"ALL(p, PLAYERS) {{ {take} }} " if one.of.is_player else take
    return text
