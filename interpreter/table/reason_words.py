"""Tells a reason in one line: each kind in its own way, in the words of the game.

Takes a reason whose parts are told already; returns a sentence with its numbers. Looks at nothing but the reason.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from .known import Known
from .plain_words import key_name, listed, spoken, with_value
from .reasons import Kind, Reason

MOST_IN_FULL = 4  # candidates whose values are told with their parts
MOST_EARNED = 6  # of what a counter came from, how much is told one by one
NAMED = frozenset({Kind.KEPT, Kind.FOUND, Kind.DEFINED, Kind.CHANGED, Kind.PRINTED})
CONDITIONS = frozenset({Kind.COMPARED, Kind.ALL_OF, Kind.ONE_OF, Kind.NOT, Kind.SOME})
_BOUNDS = {">=": "{} at least", "<=": "{} at most", ">": "more than {}", "<": "less than {}"}
_SIGNS = {"div": "{} / {}, rounded down", "div_up": "{} / {}, rounded up", "mod": "the rest of {} / {}"}

# ---------------------------------------------------------------- one line


def line(reason: Reason) -> str:
    """What it is, and how it comes about."""
    told = phrase(reason) if _is_condition(reason) and not reason.words else _how(reason)
    is_named = told == reason.words or told.startswith(f"{reason.words}: ")
    return f"{reason.words}: {told}" if reason.words and not is_named else told


def _is_condition(reason: Reason) -> bool:
    return reason.inner.kind in CONDITIONS


def _how(reason: Reason) -> str:
    """The value with what makes it, in the way of its kind."""
    inner, value = reason.inner, spoken(reason.value)
    if inner.kind in CONDITIONS:
        return f"{value}: {phrase(inner)}"
    body = _body(inner)
    if inner.kind is Kind.PRINTED:
        return f"{value} printed"
    if not body:
        return value if inner is reason or not inner.words or inner.words == value else f"{value}, {inner.words}"
    if inner.kind is Kind.KEPT and len(inner.parts) == 1:
        return body
    if inner.kind is Kind.CHANGED:
        return body if len(inner.parts) == 1 or body == _start(inner) else f"{body} = {value}"
    between = _JOINED.get(inner.kind, " = ") if inner.parts and inner.sign != "unused" else ": "
    return f"{value}{between}{body}"


_JOINED = {Kind.COUNTED: ": ", Kind.HIGHEST: ", ", Kind.LOWEST: ", ", Kind.RANKED: ": ", Kind.RANK: ": ", Kind.CANDIDATE: ": "}


# ---------------------------------------------------------------- numbers


def _sum(reason: Reason) -> str:
    if not reason.parts:
        return _nothing(reason)
    told = [one for one in reason.parts if one.value is not None and (one.value or one.words)]
    if not told:
        return f"nothing from {listed(one.words for one in reason.parts if one.words)}".removesuffix(" from ")
    if len(told) == 1 and told[0].kind is Kind.NEGATED and told[0].inner is told[0] and _body(told[0].parts[0].inner):
        return f"− ({_body(told[0].parts[0].inner)})"
    terms = _alike([_term(one, reason) for one in told])
    words = "".join(f" {sign} {words}" for sign, words in terms)
    return words.removeprefix(" + ").strip()


def _alike(terms: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Terms that read alike are told once, with how many they are."""
    counted: dict[tuple[str, str], int] = {}
    for one in terms:
        counted[one] = counted.get(one, 0) + 1
    return [(sign, words if count == 1 else f"{count} × {words}") for (sign, words), count in counted.items()]


def _term(part: Reason, whole: Reason) -> tuple[str, str]:
    sign = "−" if part.kind is Kind.NEGATED else "+"
    inside = part.parts[0] if part.kind is Kind.NEGATED else part
    return sign, label(inside, [one.name for one in whole.parts].count(part.name) > 1)


def label(part: Reason, in_full: bool = False) -> str:
    """A part of something with its value: `Storm 9`, `plain score 12`, `10`, `6 (2 × 3)`."""
    value = spoken(part.value)
    if part.kind is Kind.GIVEN:
        return f"{part.words} {value}" if part.name else value
    if part.kind is Kind.FOUND and not part.name:
        return value
    name = part.words if in_full or not part.name else part.name
    if name:
        return with_value(name, value)
    body = _body(part.inner) or part.inner.words
    return f"{value} ({body})" if body and body != value else value


def _body(reason: Reason) -> str:
    return _BODIES[reason.kind](reason) if reason.kind in _BODIES else ""


def _product(reason: Reason) -> str:
    told = [one for one in reason.parts if (one.kind, one.value) != (Kind.GIVEN, 1)]
    return " × ".join(label(one) for one in told or reason.parts)


def _share(reason: Reason) -> str:
    return _SIGNS[reason.sign].format(*[label(one) for one in reason.parts])


def _extreme(reason: Reason) -> str:
    if not reason.parts:
        return _nothing(reason)
    return f"the {reason.kind} of {listed(label(one) for one in reason.parts)}"


def _kept(reason: Reason) -> str:
    """Of a counter `1 at first + 3 for harvest in round 2 (flow.yaml:8) − 2 from Fox in round 4 (cards.yaml:9)`."""
    by_size = sorted(reason.parts, key=lambda one: -abs(_number(one)))
    told = [one for one in reason.parts if len(by_size) <= MOST_EARNED + 1 or one in by_size[:MOST_EARNED]]
    terms = "".join(f" {'−' if _number(one) < 0 else '+'} {_earned(one)}" for one in told)
    rest = sum(map(_number, reason.parts)) - sum(map(_number, told))
    if len(told) < len(reason.parts):
        terms += f" {'−' if rest < 0 else '+'} {abs(rest)} from {len(reason.parts) - len(told)} others"
    return terms.removeprefix(" + ").strip()


def _earned(part: Reason) -> str:
    amount = f"{abs(_number(part))} {part.words}".strip()
    return f"{amount} ({part.place})" if part.place else amount


def _number(part: Reason) -> int:
    assert isinstance(part.value, int)
    return part.value


def _counted(reason: Reason) -> str:
    return listed(one.words for one in reason.parts) or _nothing(reason)


def _nothing(reason: Reason) -> str:
    """Why nothing counts: what there was to look at, and what keeps it out."""
    if not reason.others:
        return "there is nothing"
    near = [one for one in reason.others if one.kind is Kind.NEAR]
    if near:
        return "none; " + "; ".join(_near(near))
    told = next((one for one in reason.others if one.parts), None)
    if told is None:
        return f"none of {len(reason.others)}"
    which = f"not {told.words}" if len(reason.others) == 1 else f"none of {len(reason.others)}, such as {told.words}"
    return f"{which}: {phrase(told.parts[0])}"


def _near(members: Sequence[Reason]) -> Iterable[str]:
    """What would count but for one thing, place by place: `3 lie in ship of Ada: Fox is not kept`."""
    for place in dict.fromkeys(one.name for one in members):
        there = [one for one in members if one.name == place]
        lies = f"{len(there)} {'lies' if len(there) == 1 else 'lie'} in {place}"
        lies = lies if place else listed(one.words for one in there)
        yield f"{lies}: {phrase(there[0].parts[0])}"


def _changed(reason: Reason) -> str:
    """`12 printed − 2 for Fox, Owl`; what changes nothing is not told."""
    told = _start(reason)
    for one in reason.parts[1:]:
        told = f"{spoken(one.value)}{_by(one)} instead of {told}" if one.kind is Kind.HELD else told + _CHANGES[one.kind](one)
    return told


def _start(reason: Reason) -> str:
    start = reason.parts[0]
    return _how(start) if start.inner.kind is Kind.PRINTED else label(start.parts[0])


def _by(part: Reason) -> str:
    return f" from {part.words}" if part.words else ""


def _gained(part: Reason) -> str:
    if not isinstance(part.value, int) or not part.value:
        return ""
    counted = _counted_in(part)
    told = f" {'−' if part.value < 0 else '+'} {abs(part.value)}{_by(part)}"
    return f"{told} for {_counted(counted)}" if counted is not None and counted.parts else told


def _counted_in(reason: Reason) -> Reason | None:
    """What something is gained for each of."""
    inner = reason.inner
    if inner.kind is Kind.COUNTED:
        return inner
    inside = inner.parts if inner.kind in (Kind.SUM, Kind.NEGATED, Kind.PRODUCT) else ()
    return next((found for one in inside if (found := _counted_in(one)) is not None), None)


_CHANGES: dict[Kind, Callable[[Reason], str]] = {
    Kind.GAINED: _gained,
    Kind.AT_LEAST: lambda part: f", at least {spoken(part.value)}",
    Kind.AT_MOST: lambda part: f", at most {spoken(part.value)}",
}


# ---------------------------------------------------------------- conditions


def phrase(reason: Reason) -> str:
    """The facts that decide a condition, with their numbers, whether it is so or not."""
    return " and ".join(dict.fromkeys(_fact(one) for one in decisive(reason)))


def decisive(reason: Reason) -> list[Reason]:
    """What makes a condition what it is: of what must all be so, the parts that are not; of what is enough, the part that is. A
    condition with a name that hangs on several things is told by its name."""
    inner = reason.inner
    if inner.kind is Kind.NOT:
        return decisive(inner.parts[0])
    if inner.kind not in (Kind.ALL_OF, Kind.ONE_OF):
        return [inner if inner.kind is Kind.COMPARED else reason]
    settled = [one for one in inner.parts if bool(one.value) is (inner.kind is Kind.ONE_OF)]
    found = [leaf for one in (settled or inner.parts) for leaf in decisive(one)]
    return [reason] if reason.words and len(found) > 1 else found


def facts(reason: Reason, within: Reason | None = None) -> list[tuple[str, Reason | None]]:
    """Everything that makes a condition what it is, each with the definition that it stands in, if it is one."""
    if reason.kind is Kind.DEFINED and reason.inner.kind in (Kind.COMPARED, Kind.ALL_OF, Kind.ONE_OF, Kind.NOT, *_FLAGS):
        return facts(reason.parts[-1], reason)
    if reason.kind in (Kind.CHOSEN, Kind.NOT):
        return facts(reason.parts[-1], within)
    if reason.kind not in (Kind.ALL_OF, Kind.ONE_OF):
        return [(_fact(reason), within)]
    settled = [one for one in reason.parts if bool(one.value) is (reason.kind is Kind.ONE_OF)]
    return [one for part in (settled or reason.parts) for one in facts(part, within)]


_FLAGS = (Kind.KEPT, Kind.PRINTED, Kind.FOUND, Kind.SOME)


def _fact(reason: Reason) -> str:
    inner, holds = reason.inner, bool(reason.value)
    if inner.kind is Kind.COMPARED:
        return _compared(inner)
    if inner.kind is Kind.SOME:
        return _there(inner.parts[-1]) if holds and inner.parts else _nothing(inner)
    words = reason.words or inner.words
    if " is " in words:
        return words if holds else words.replace(" is ", " is not ", 1)
    return f"{words} is {'so' if holds else 'not so'}"


def _there(member: Reason) -> str:
    """The one that makes it so, with what is so of it."""
    return f"{member.words} ({phrase(member.parts[0])})" if member.parts else f"there is {member.words}"


def _compared(reason: Reason) -> str:
    left, *others = reason.parts
    subject, value = _subject(left), spoken(left.value)
    if left.name == "zone" and reason.sign in ("is", "one_of"):
        lies = f"{left.words.removeprefix('zone of ')} lies in {value}"
        return lies if reason.value else f"{lies}, not in {spoken(others[0].value)}"
    if reason.sign == "is_none":
        return f"{subject} is none" if reason.value else f"{subject} is {value}, not none"
    if reason.sign in _BOUNDS:
        return f"{subject} is {value}, {_bound(others[0], _BOUNDS[reason.sign])}"
    if left.kind is Kind.COUNTED and left.words and others[0].value == 0:
        return f"{left.words.removeprefix('cards in ')} is {'empty' if reason.value else 'not empty'}"
    right = _bound(others[0])
    between = "one of " if reason.sign == "one_of" else ""
    if reason.value:
        return f"{subject} is {between}{right}"
    return f"{subject} is {value}, not {between}{right}" if subject != value else f"{subject} is not {between}{right}"


def _subject(reason: Reason) -> str:
    if reason.words:
        return reason.words
    body = (_body(reason.inner) or reason.inner.words) if reason.inner.parts or not reason.parts else ""
    counted = "count" if reason.inner.kind is Kind.COUNTED else str(reason.inner.kind)
    return f"{counted} ({body})" if body else counted


def _bound(reason: Reason, pattern: str = "{}") -> str:
    """What something is compared with, and what that is where it is no plain number."""
    value = spoken(reason.value)
    told = pattern.format(value)
    return told if not reason.words or reason.words == value else f"{told} ({reason.words})"


# ---------------------------------------------------------------- rankings


def ranked(reason: Reason, in_full: bool = False) -> str:
    """`most claim: Ada 17, Bo 15`; level ones with the key that settles it."""
    candidates = reason.parts[int(reason.kind is Kind.RANK) :]
    if len(candidates) < 2:
        return _only(reason, candidates[0]) if candidates else "there is nothing"
    told, level = [], list(candidates)
    for number, by in enumerate(reason.by):
        if any(one.parts[number].kind is Kind.HIDDEN for one in level):
            told.append("what is hidden")
            break
        is_full = in_full and number == 0 and len(level) <= MOST_IN_FULL
        told.append(f"{by}: {_in_full(level) if is_full else _standings(level, number)}")
        best = _best([one.parts[number].value for one in level], by.startswith("most"))
        level = [one for one in level if one.parts[number].value == best]
        if len(level) == 1:
            break
    else:
        if reason.kind is Kind.RANKED and not isinstance(reason.value, tuple):
            told.append("the first of them")
    return "; level, then ".join(told)


def _in_full(level: list[Reason]) -> str:
    return ", ".join(standing(one, one.parts[0]) for one in level)


def standing(candidate: Reason, key: Reason) -> str:
    """A candidate with what it has, and what that is made of."""
    if not key.comes_apart or key.inner.kind is Kind.KEPT:
        return with_value(candidate.words, spoken(key.value))
    if key.inner.kind is Kind.CHANGED:
        return f"{candidate.words} {spoken(key.value)} = {_body(key.inner)}"
    return f"{candidate.words} {_how(key)}"


def _standings(level: list[Reason], number: int) -> str:
    return listed(with_value(one.words, spoken(one.parts[number].value)) for one in level)


def _only(reason: Reason, candidate: Reason) -> str:
    """The only one that is asked, and what makes it so."""
    asked = next((phrase(one.parts[0]) for one in reason.others if one.words == candidate.words and one.parts), "")
    return f"only {candidate.words}" + (f", as {asked}" if asked else "")


def _best(values: list[Known], most: bool) -> Known:
    numbers = [one for one in values if isinstance(one, int)]
    return (max(numbers) if most else min(numbers)) if numbers else None


def _candidate(reason: Reason) -> str:
    return ", ".join(f"{key_name(one)} {_how(one)}" for one in reason.parts)


def _grouped(reason: Reason) -> str:
    """`8 (Fox, Owl, Crow) + 4 (Hen, Hare)`; of cards that are left over, which."""
    if reason.sign == "unused":
        return listed(one.words for one in reason.others)
    return " + ".join(f"{spoken(one.value)} ({one.words})" for one in reason.parts)


_BODIES: dict[Kind, Callable[[Reason], str]] = {
    Kind.SUM: _sum,
    Kind.KEPT: _kept,
    Kind.PRODUCT: _product,
    Kind.SHARE: _share,
    Kind.HIGHEST: _extreme,
    Kind.LOWEST: _extreme,
    Kind.COUNTED: _counted,
    Kind.CHANGED: _changed,
    Kind.RANKED: ranked,
    Kind.RANK: ranked,
    Kind.CANDIDATE: _candidate,
    Kind.GROUPED: _grouped,
}
