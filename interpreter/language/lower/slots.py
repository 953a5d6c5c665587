"""Which slots each form of a statement reads.

Takes the slots of a statement, an option or an ability; complains of every slot that its form does not read, so that nothing
that is written there is silently left out. This table is the only place that knows: the manual and the tests follow it.
"""

from __future__ import annotations

from typing import Any

from ..diagnostics import Complaints, listed
from ..parse.parser import Misread, parse
from ..read.nodes import Mapping, Scalar

BESIDE = ("if", "by", "for")  # what every statement reads
SEVERAL, OPEN, BY_CHOICE, AGAIN, RANDOM = "several things", "1 to 3 things", "by choice", "again", "random things"
_PICK = ("choose", "option", "prompt", "decline", "do", "tell", "else", "secret")
_LATER = ("option", "if", "choose", "cost", "once", "do", "tell")

HEADS = (
    "choose", "window", "offer", "may", "ask", "each", "repeat", "let", "step", "turns", "rounds", "say", "together", "then",
)  # fmt: skip

FORMS: dict[str, tuple[str, ...]] = {
    "do": ("do", "tell"),
    "if with then": ("then", "else"),
    "choose": (*_PICK, "once"),
    f"choose of {SEVERAL}": (*_PICK, "once", "such that"),
    f"choose of {OPEN}": (*_PICK, "once", "such that", "done"),
    f"choose of {RANDOM}": ("choose", "do", "tell", "else", "secret"),
    "ask": ("ask", *_PICK),
    f"ask with choose of {SEVERAL}": ("ask", *_PICK, "such that"),
    f"ask with choose of {OPEN}": ("ask", *_PICK, "such that", "done"),
    "offer": ("offer", "window", "again", "prompt", "decline", "else", "secret"),
    f"offer … {AGAIN}": ("offer", "window", "again", "until", "prompt", "decline", "else", "secret"),
    "window": ("window", "until", "prompt", "decline", "else", "secret"),
    "may": ("may", "once", "prompt", "decline", "do", "tell", "else", "secret"),
    "each": ("each", "until", "do", "tell"),
    f"each … {BY_CHOICE}": ("each", "until", "do", "tell", "option", "prompt"),
    "repeat": ("repeat", "until", "do", "tell"),
    "let": ("let",),
    "say": ("say",),
    "together": ("together",),
    "step": ("step", "among", "do", "tell"),
    "step with each": ("step", "among", "each", "until", "do", "tell"),
    f"step with each … {BY_CHOICE}": ("step", "among", "each", "until", "do", "tell", "option", "prompt"),
    "turns": ("turns", "until", "skip", "laps", "do"),
    "step with turns": ("step", "turns", "until", "skip", "laps", "do"),
    "rounds": ("rounds", "until", "do"),
    "step with rounds": ("step", "rounds", "until", "do"),
}
OPTIONS: dict[str, tuple[str, ...]] = {
    "an option": _LATER,
    f"an option with choose of {SEVERAL}": (*_LATER, "such that", "prompt"),
    f"an option with choose of {OPEN}": (*_LATER, "such that", "prompt", "done"),
}
LASTING: dict[str, tuple[str, ...]] = {"always": ("always", "if", "rule")}
NEEDED = {"each": "do", "step with each": "do", "repeat": "do", "turns": "do", "rounds": "do", "ask": "choose",
          "step with turns": "do", "step with rounds": "do"}  # fmt: skip
# heads that go together
PAIRS = ({"each", "step"}, {"turns", "step"}, {"rounds", "step"}, {"choose", "ask"}, {"window", "offer"})
REPLACING = ("do", "choose", "may")  # what can stand in the place of an event


def check_statement(node: Mapping, heads: list[str], complaints: Complaints) -> None:
    """Every slot of a statement with these heads is read, and none is missing."""
    form = _form(node, heads)
    _refuse_unread(node, form, (*FORMS[form], *BESIDE), complaints)
    needed = NEEDED.get(form.partition(" …")[0].partition(" with choose")[0], "")
    if needed and needed not in node.items:
        head = "each" if "each" in heads else heads[-1]
        complaints.add(node.keys.get(head, node.span), "missing-key", what=f"a statement with {head}", keys=needed)
    if "if" in node.items and "else" in node.items and "else" in FORMS[form] and heads[-1] != "then":
        complaints.add(node.keys["else"], "else-of-choice", head=heads[-1])
    if "by" in node.items and "for" in node.items:
        complaints.add(node.keys["for"], "two-heads", first="by", second="for", hint="keep one: both say whom it is about")


def heads_agree(node: Mapping, heads: list[str], complaints: Complaints) -> bool:
    """Whether a statement has one head, or two that go together; the one that is written too much is pointed at."""
    kept: list[str] = []
    for slot in [one for one in node.items if one in heads]:
        if kept and not any({*kept, slot} <= pair for pair in PAIRS):
            complaints.add(node.keys.get(slot, node.span), "two-heads", first=kept[-1], second=slot)
            return False
        kept.append(slot)
    return True


def is_decision(node: Mapping, heads: list[str]) -> bool:
    """Whether the player whom a statement is about decides something in it."""
    if heads[-1:] == ["choose"]:
        return not is_by_chance(node)
    return heads[-1:] in (["offer"], ["window"], ["may"]) or ("each" in heads and _is_by_choice(node, False))


def is_by_chance(node: Mapping) -> bool:
    """Whether chance picks what a statement chooses, first of all."""
    tree = _parsed(node, "choose", "choice")
    return tree is not None and bool(tree.chosen[0].by_chance)


def check_option(node: Mapping, complaints: Complaints) -> None:
    """Every slot of an option of an offer is read."""
    quantity = _quantity(node)
    form = f"an option with choose of {quantity}" if quantity else "an option"
    _refuse_unread(node, form, (*OPTIONS[form], "in", "rule"), complaints)


def check_lasting(node: Mapping, complaints: Complaints) -> None:
    """Every slot beside `always` is read."""
    _refuse_unread(node, "always", LASTING["always"], complaints)


def check_replacing(node: Mapping, complaints: Complaints) -> None:
    """What replaces an event is its `do`, once: nothing else ends there."""
    other = next((slot for slot in node.items if slot in FORMS and slot not in REPLACING), None)
    if other is not None:
        complaints.add(node.keys.get(other, node.span), "instead-of-what", slot=other)
    elif "do" not in node.items:
        complaints.add(node.keys["instead"], "missing-key", what="an ability with instead", keys="do")


def _form(node: Mapping, heads: list[str]) -> str:
    head = heads[-1] if heads else "do"
    if head == "then":
        return "if with then"
    if head == "choose" and is_by_chance(node):
        return f"choose of {RANDOM}"
    if head in ("choose", "ask"):
        quantity = _quantity(node)
        spoken = "ask with choose" if head == "ask" else head
        return f"{spoken} of {quantity}" if quantity else head
    if head == "offer" and "again" in node.items:
        return f"offer … {AGAIN}"
    if head in ("turns", "rounds") and "step" in heads:
        return f"step with {head}"
    if "each" in heads:
        form = "step with each" if head == "step" else head
        return f"{form} … {BY_CHOICE}" if _is_by_choice(node) else form
    return head


def _quantity(node: Mapping) -> str:
    """Whether several things are chosen, and whether it is open how many; what cannot be read may be anything."""
    if "choose" not in node.items:
        return ""
    tree = _parsed(node, "choose", "choice")
    if tree is None:
        return OPEN
    several = [one.quantity for one in tree.chosen if not one.quantity.single]
    if not several:
        return ""
    return SEVERAL if all(one.high is one.low for one in several) else OPEN


def _is_by_choice(node: Mapping, unclear: bool = True) -> bool:
    """Whether somebody picks what comes next; if it cannot be read, what is said for that."""
    tree = _parsed(node, "each", "every")
    return unclear if tree is None else bool(tree.order and tree.order.kind == "choice")


def _parsed(node: Mapping, slot: str, start: str) -> Any:
    """What stands in a slot; nothing if it cannot be read, of which is complained elsewhere."""
    text = node.get(slot)
    if not isinstance(text, Scalar):
        return None
    try:
        return parse(text.words, start)
    except Misread:
        return None


def _refuse_unread(node: Mapping, form: str, read: tuple[str, ...], complaints: Complaints) -> None:
    for slot in node.items:
        if slot not in read:
            hint = f"{slot} goes with: {listed(readers(slot), 20)}"
            complaints.add(node.keys.get(slot, node.span), "slot-not-read", hint=hint, slot=slot, form=form)


def readers(slot: str) -> list[str]:
    """The forms that read a slot, without those that only say more of a form that does."""
    forms = [form for table in (FORMS, OPTIONS, LASTING) for form, read in table.items() if slot in read]
    said = [form for form in forms if form.replace(OPEN, SEVERAL) == form or form.replace(OPEN, SEVERAL) not in forms]
    return [form for form in said if not any(form.startswith(f"{one} ") or form.endswith(f" with {one}") for one in said)]
