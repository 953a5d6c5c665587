"""Says what a value is, and where it fits.

Takes types; answers whether one can stand where another is needed, and names them for people. Lowers nothing.
"""

from __future__ import annotations

from ... import ir
from ..declare.names import Vocabulary
from ..declare.scope import Wrong
from ..diagnostics import listed
from ..parse import syntax as S

TRUE, FALSE, NONE = ir.Const(1, ir.FLAG), ir.Const(0, ir.FLAG), ir.Const(None)


def need(type: ir.Type, sort: str, at: S.At, many_too: bool = False) -> None:
    """Complain unless a value of this type can stand where `sort` is needed."""
    if type.sort in (sort, ir.TypeSort.ANY, ir.TypeSort.NONE) and (many_too or not type.many):
        return
    raise Wrong(at, "wrong-type", needed=article(sort), found=describe(type))


def describe(type: ir.Type) -> str:
    names = {"flag": "condition", "member": " or ".join(type.names) or "member"}
    noun = names.get(type.sort, type.sort)
    if type.sort == ir.TypeSort.ZONE and type.names:
        noun = " or ".join(type.names)
    return f"a list of {noun}s" if type.many else article(noun)


def article(noun: str) -> str:
    noun = {"flag": "condition"}.get(noun, noun)
    return f"an {noun}" if noun[:1] in "aeiou" else f"a {noun}"


def only_card(words: Vocabulary, value: ir.Expr, type: ir.Type) -> tuple[ir.Expr, ir.Type] | None:
    """The card in a zone that has room for one."""
    if type.sort != ir.TypeSort.ZONE or type.many or not type.names:
        return None
    if any(words.families[name].room != 1 for name in type.names):
        return None
    kinds = [kind for name in type.names for kind in held_kinds(words, name)]
    return ir.Fold(ir.FoldKind.FIRST, 0, ir.Contents(value)), ir.Type(ir.TypeSort.CARD, tuple(dict.fromkeys(kinds)))


def held_kinds(words: Vocabulary, family: str) -> list[str]:
    names = list(words.kinds)
    return [names[number] for number in words.families[family].holds] or names


def kind_test(words: Vocabulary, value: ir.Expr, type: ir.Type, row: int | None) -> ir.Expr | None:
    if row is not None:
        return ir.Op(ir.Sign.IS, (ir.Feature(ir.FeatureName.ROW, value), ir.Const(row)))
    if type.sort == ir.TypeSort.CARD and len(type.names) < len(words.kinds):
        numbers = tuple(words.number_of("kinds", name) for name in type.names)
        tests = [ir.Op(ir.Sign.IS, (ir.Feature(ir.FeatureName.KIND, value), ir.Const(number))) for number in numbers]
        test: ir.Expr = tests[0]
        for more in tests[1:]:
            test = ir.Op(ir.Sign.OR, (test, more))
        return test
    return None


def negated(test: ir.Expr) -> ir.Expr:
    return ir.Op(ir.Sign.NOT, (test,))


def fits(given: ir.Type, wanted: ir.Type) -> bool:
    if given.sort in (ir.TypeSort.ANY, ir.TypeSort.NONE) or wanted.sort == ir.TypeSort.ANY:
        return True
    if given.sort != wanted.sort or given.many != wanted.many:
        return False
    return not given.names or not wanted.names or bool(set(given.names) & set(wanted.names))


Parameters = tuple[tuple[str, ir.Type], ...]


def wrong_count(at: S.At, name: str, parameters: Parameters, found: int, form: str = "{}({})") -> Wrong:
    """What is taken, and how that is written, where something else was given. `form` is how a name and what is given to it
    stand together."""
    wanted = listed(f"{each} ({describe(type)})" for each, type in parameters) or "nothing"
    given = ", ".join(each.upper() for each, _ in parameters)
    hint = f"say which: {form.format(name, given)}" if given and not found else ""
    here = "stands nothing" if not found else f"stand {found}" if found > 1 else "stands 1"
    return Wrong(at, "wrong-count", hint, name=name, wanted=wanted, found=here)


def check_arguments(
    at: S.At, name: str, parameters: Parameters, types: list[ir.Type], places: tuple[S.Syntax, ...] = (), form: str = "{}({})"
) -> None:
    if len(parameters) != len(types):
        raise wrong_count(at, name, parameters, len(types), form)
    for number, ((parameter, type), given) in enumerate(zip(parameters, types, strict=True)):
        if not fits(given, type):
            at = places[number].at if places else at
            raise Wrong(at, "wrong-argument", name=name, parameter=parameter, needed=describe(type), found=describe(given))
