"""The rules of a game, for somebody who wants to read them at the table.

Takes what is written; returns what the game is about and the sentences of `rules.yaml` by topic: what stands under one
name there, and else rules whose ids follow each other. What a card does is told by `cards`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType

from ..telling.plain_words import called
from .sources import Sources

ALL = "all"


Topic = tuple[str, list[str]]  # what it is called, if it has a name, and the ids of its rules
Settled = Mapping[str, int]  # the options of a table, each with what was chosen


def rules_lines(sources: Sources, words: str, settled: Settled = MappingProxyType({})) -> list[str]:
    """Without words what the game is about, what was settled before it, and its topics; else the topic of a rule or of that
    name, or topics and rules that have the words."""
    topics = list(topics_of(sources))
    if not words:
        return [*_head(sources, settled), *_topics(sources, topics)]
    wanted = words.casefold()
    if wanted == ALL:
        return [line for topic in topics for line in (*_told(sources, topic), "")][:-1] or _none()
    for topic in topics:
        if wanted in (topic[0].casefold(), *(rule.casefold() for rule in topic[1])):
            return _told(sources, topic)
    named = [topic for topic in topics if wanted in topic[0].casefold()]
    told = [line for topic in named for line in _told(sources, topic)]
    told += [line for line in rules_with(sources, words) if line not in told]
    return told or [f'No rule speaks of "{words}".']


def rules_with(sources: Sources, words: str) -> list[str]:
    """Every rule that has these words."""
    wanted = words.casefold()
    return _told(sources, ("", [rule for rule, sentence in sources.rules.items() if wanted in sentence.casefold()]))


def topics_of(sources: Sources) -> Iterator[Topic]:
    """Rules that stand under a name, and of the others those together that are numbered without a gap."""
    for name, rules in sources.topics:
        yield from [(name, [*rules])] if name else [("", topic) for topic in _by_number(rules)]


def _by_number(rules: Iterable[str]) -> Iterator[list[str]]:
    topic: list[str] = []
    for rule in rules:
        if topic and _place(rule) != _after(_place(topic[-1])):
            yield topic
            topic = []
        topic.append(rule)
    if topic:
        yield topic


def _place(rule: str) -> tuple[str, int]:
    parts = re.fullmatch(r"(.*?)(\d*)", rule)
    assert parts is not None
    return parts[1], int(parts[2] or 0)


def _after(topic: tuple[str, int]) -> tuple[str, int]:
    return topic[0], topic[1] + 1


def _head(sources: Sources, settled: Settled) -> list[str]:
    definition = sources.game.definition
    lines = [f"{definition.name}, for {definition.counts(' to ')} players", *([definition.about] if definition.about else [])]
    chosen = {one.name: one.written(settled[one.name]) for one in definition.options if one.name in settled}
    told = {name: f" ({called({'true': 'yes', 'false': 'no'}.get(value, value))})" for name, value in chosen.items()}
    return [*lines, *(f"  {called(one.name)}{told.get(one.name, '')}: {one.about}" for one in definition.options if one.about)]


def _topics(sources: Sources, topics: list[Topic]) -> list[str]:
    if not topics:
        return _none()
    lines = [f"  {_range(rules)}: {name or sources.rules[rules[0]]}" for name, rules in topics if rules]
    first = topics[0][0].lower() or topics[0][1][0]
    return [*lines, f"rules {first} tells the rules of a topic, rules WORD those with a word, rules all everything."]


def _range(topic: list[str]) -> str:
    return topic[0] if len(topic) == 1 else f"{topic[0]} … {topic[-1]}"


def _told(sources: Sources, topic: Topic) -> list[str]:
    name, rules = topic
    return [*([f"{name}:"] if name else []), *(f"  {rule}: {sources.rules[rule]}" for rule in rules)]


def _none() -> list[str]:
    return ["No rules are written down beside the game; ? NAME tells what a card does."]
