"""The rules of a game, for somebody who wants to read them at the table.

Takes what is written; returns what the game is about and the sentences of `rules.yaml` by topic: rules whose ids follow each
other belong together. What a card does is told by `cards`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from .sources import Sources

ALL = "all"


def rules_lines(sources: Sources, words: str) -> list[str]:
    """Without words what the game is about and its topics; else the topic of a rule, or every rule that has the words."""
    if not words:
        return [*_head(sources), *_topics(sources)]
    topics = list(topics_of(sources.rules))
    wanted = words.casefold()
    if wanted == ALL:
        return [line for topic in topics for line in (*_told(sources, topic), "")][:-1] or _none()
    for topic in topics:
        if any(rule.casefold() == wanted for rule in topic):
            return _told(sources, topic)
    return rules_with(sources, words) or [f'No rule speaks of "{words}".']


def rules_with(sources: Sources, words: str) -> list[str]:
    """Every rule that has these words."""
    wanted = words.casefold()
    return _told(sources, [rule for rule, sentence in sources.rules.items() if wanted in sentence.casefold()])


def topics_of(rules: dict[str, str]) -> Iterator[list[str]]:
    """The ids of rules, those together that are numbered without a gap."""
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


def _head(sources: Sources) -> list[str]:
    definition = sources.game.definition
    lines = [f"{definition.name}, for {definition.counts(' to ')} players", *([definition.about] if definition.about else [])]
    return [*lines, *(f"  {one.name.replace('_', ' ')}: {one.about}" for one in definition.options if one.about)]


def _topics(sources: Sources) -> list[str]:
    topics = list(topics_of(sources.rules))
    if not topics:
        return _none()
    lines = [f"  {_range(topic)}: {sources.rules[topic[0]]}" for topic in topics]
    return [*lines, f"rules {topics[0][0]} tells the rules of a topic, rules WORD those with a word, rules all everything."]


def _range(topic: list[str]) -> str:
    return topic[0] if len(topic) == 1 else f"{topic[0]} … {topic[-1]}"


def _told(sources: Sources, rules: list[str]) -> list[str]:
    return [f"  {rule}: {sources.rules[rule]}" for rule in rules]


def _none() -> list[str]:
    return ["No rules are written down beside the game; ? NAME tells what a card does."]
