"""Alias, class, function and word of a form are called alike, and everything else follows from their names."""

from __future__ import annotations

import re

import pytest
from rulewright.language.lower import forms
from rulewright.language.lower.slots import FORMS as READ
from rulewright.language.lower.slots import HEADS
from rulewright.language.parse import parser, syntax, syntax_verbs
from rulewright.language.parse.alike import classes_in, snake
from rulewright.language.parse.grammar import grammar_text
from rulewright.language.read.schemas import schema
from rulewright.language.words import find, verbs

OF_THE_GAME = "call"  # the verb that a game defines has no word of the language


def aliases(rule: str = r"\??\w+") -> dict[str, str]:
    """The aliases of some rules of the grammar, with what stands before each."""
    text = re.sub(r'//.*|"[()]"', "", grammar_text())
    while "(" in text.partition("FACE")[0]:
        text = re.sub(r"\([^()]*\)", "", text)
    body = "\n".join(re.findall(rf"^{rule}\s*:.*(?:\n\s+\|.*)*", text, re.M))
    return {alias: alternative for alternative, alias in re.findall(r"[:|]([^:|]*?)->\s*(\w+)", body)}


def rules() -> set[str]:
    return set(re.findall(r"^[?!]?([a-z_]+)\s*:", grammar_text(), re.M))


VERBS = aliases(r"\?verb")


def test_the_grammar_has_the_verbs_that_it_seems_to_have():
    assert len(VERBS) > 15 and {"move", "set_to", OF_THE_GAME} <= VERBS.keys()


@pytest.mark.parametrize("alias", VERBS)
def test_a_verb_has_its_class_its_function_and_its_word(alias):
    verb = classes_in(syntax_verbs, syntax_verbs.Verb).get(alias)
    assert verb is not None, f"write a class for {alias} in language/parse/syntax_verbs"
    assert forms.VERBS[verb].__name__ == f"lower_{alias}"
    word = re.match(r'\s*"(\w+)"', VERBS[alias])
    assert (word is None) == (alias == OF_THE_GAME)
    if word is not None:
        assert word[1] in verbs(), f"write an entry for {word[1]} in schema/words.yaml"
        assert alias == word[1] or alias.startswith(f"{word[1]}_"), "an alias begins with the word of its verb"


def test_no_class_of_a_verb_is_without_an_alias():
    assert classes_in(syntax_verbs, syntax_verbs.Verb).keys() == VERBS.keys()


@pytest.mark.parametrize("form", classes_in(syntax, syntax.Expression).values(), ids=lambda one: one.__name__)
def test_a_form_of_an_expression_has_its_function(form):
    assert forms.FORMS[form].__name__ == f"lower_{snake(form.__name__)}"


def test_everything_that_the_grammar_names_can_be_read_and_nothing_else():
    named = aliases().keys() | {rule for rule in rules() if f"?{rule}" not in grammar_text()}
    read = {name.removeprefix("read_") for name in dir(parser._TreeReader) if name.startswith("read_")}
    special = parser._PLAIN.keys() - classes_in(syntax, syntax.Syntax).keys() - classes_in(syntax_verbs, syntax.Syntax).keys()
    unread = [one for one in aliases() if one not in read | parser._PLAIN.keys()]
    assert not unread, "call a class of language/parse like it, or say in _PLAIN of language/parse/parser what becomes of it"
    assert special | read <= named


def test_a_head_has_its_slot_its_form_and_its_function():
    slots = schema("game")["definitions"]["statement"]["properties"]
    for head in HEADS:
        assert head in slots and find(head)
        if head != "then":
            assert head in READ and forms.HEADS[head].__name__ == f"lower_{head}"
    assert {form for form in READ if form in slots} == {*HEADS, "do"} - {"then"}
