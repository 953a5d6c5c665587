"""A game with the changes of one of its variants laid over it.

Takes the trees of a game, the last of which is the variant; returns the trees of the changed game. Whatever is changed keeps
the place where it is written, so that an error points at the variant's own line.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from ..diagnostics import Complaints, Span, did_you_mean, listed
from .nodes import Mapping, Node, Scalar, Sequence, texts_in

ADDED = ("rules", "checks")  # lists that a variant adds to; others it writes anew
Documents = list[tuple[str, Mapping]]


def with_changes(documents: Documents, complaints: Complaints) -> Documents:
    """The documents of a game, changed as the last of them says; what is new stands in that one."""
    *game, (file, changes) = documents
    variant = _Variant(game, Mapping(changes.span), complaints)
    for section, change in changes.items.items():
        variant.change(section, changes.keys[section], change)
    return [*variant.documents, (file, variant.new)]


@dataclass
class _Variant:
    documents: Documents
    new: Mapping
    complaints: Complaints

    def change(self, section: str, key: Span, change: Node) -> None:
        homes = [number for number, (_, root) in enumerate(self.documents) if section in root.items]
        if _is_nothing(change):
            for number in homes:
                self._put(number, self.documents[number][1].without(section))
            if not homes:
                self._complain(section, key, {one for _, root in self.documents for one in root.items})
        elif section == "flow" and isinstance(change, Mapping):
            for name, step in change.items.items():
                self._change_step(name, change.keys[name], step)
        elif not homes:
            _add(self.new, section, key, change)
        elif isinstance(change, Mapping):
            for name, entry in change.items.items():
                self._change_entry(section, key, homes, name, change.keys[name], entry)
        else:
            self._write(homes[0], section, key, change)

    def _write(self, home: int, section: str, key: Span, change: Node) -> None:
        """A list or a short text takes the place of the game's, or is added to it."""
        root = self.documents[home][1]
        before = root.items[section]
        if section in ADDED and isinstance(before, Sequence) and isinstance(change, Sequence):
            change = Sequence(before.span, [*before.items, *change.items])
        self._put(home, _with(root, section, key, change))

    def _change_entry(self, section: str, key: Span, homes: list[int], name: str, span: Span, entry: Node) -> None:
        """An entry of a section, in whichever file it stands."""
        for number in homes:
            root = self.documents[number][1]
            entries = root.items[section]
            if isinstance(entries, Mapping) and name in entries.items:
                self._put(number, _with(root, section, root.keys[section], self._changed_at(entries, name, span, entry)))
                return
        if _is_nothing(entry):
            every = [self.documents[number][1].items[section] for number in homes]
            self._complain(name, span, {one for entries in every if isinstance(entries, Mapping) for one in entries.items})
            return
        section_of_new = self.new.items.setdefault(section, Mapping(key))
        self.new.keys.setdefault(section, key)
        if isinstance(section_of_new, Mapping):
            _add(section_of_new, name, span, entry)

    def _change_step(self, name: str, key: Span, step: Node) -> None:
        known = {text.words for text in texts_in([root for _, root in self.documents], "step")}
        if name not in known or not (isinstance(step, Mapping) or _is_nothing(step)):
            self._complain(name, key, known)
            return

        def changed(node: Mapping) -> Node | None:
            written = node.get("step")
            if not isinstance(written, Scalar) or written.words != name:
                return node
            return None if _is_nothing(step) else self._changed(node, step)

        for number, (_, root) in enumerate(self.documents):
            self._put(number, _rebuilt(root, changed))

    def _changed(self, node: Node, change: Node) -> Node:
        """Names keep what the change does not mention; everything else is written anew."""
        if not (isinstance(node, Mapping) and isinstance(change, Mapping)):
            return change
        node = _with_named_cells(node, change)
        for name, entry in change.items.items():
            node = self._changed_at(node, name, change.keys[name], entry)
        return node

    def _changed_at(self, node: Mapping, name: str, key: Span, change: Node) -> Mapping:
        before = node.get(name)
        if _is_nothing(change):
            if before is None:
                self._complain(name, key, set(node.items))
            return node.without(name)
        if isinstance(before, Mapping) and isinstance(change, Mapping):
            return _with(node, name, node.keys[name], self._changed(before, change))
        return _with(node, name, key, change)

    def _put(self, number: int, root: Mapping) -> None:
        self.documents[number] = (self.documents[number][0], root)

    def _complain(self, name: str, span: Span, known: set[str]) -> None:
        notes = [f"there are: {listed(sorted(known), 20)}"] if known else []
        self.complaints.add(span, "nothing-to-change", hint=did_you_mean(name, sorted(known)), notes=notes, name=name)


def _is_nothing(node: Node) -> bool:
    """Whether nothing stands behind the colon: so an entry is taken out."""
    return isinstance(node, Scalar) and node.plain and node.value is None


def _add(section: Mapping, name: str, key: Span, node: Node) -> None:
    section.items[name], section.keys[name] = node, key


def _with(node: Mapping, name: str, key: Span, value: Node) -> Mapping:
    """The same mapping with one entry written anew, at the place where it stood."""
    return replace(node, items={**node.items, name: value}, keys={**node.keys, name: key})


def _with_named_cells(node: Mapping, change: Mapping) -> Mapping:
    """A table whose changed rows have their cells by name, as they can be changed one by one then."""
    columns, rows, changed = node.get("columns"), node.get("rows"), change.get("rows")
    if not (isinstance(columns, Mapping) and isinstance(rows, Mapping) and isinstance(changed, Mapping)):
        return node
    named = {
        id: Mapping(row.span, dict(zip(columns.items, row.items, strict=False)),
                    {name: cell.span for name, cell in zip(columns.items, row.items, strict=False)})
        for id, row in rows.items.items()
        if isinstance(row, Sequence) and isinstance(changed.get(id), Mapping)
    }  # fmt: skip
    return _with(node, "rows", node.keys["rows"], replace(rows, items={**rows.items, **named}))


def _rebuilt(node: Mapping, change: Callable[[Mapping], Node | None]) -> Mapping:
    """The same tree with every mapping inside it changed, or taken out of its list."""
    items = {name: _inside(one, change) for name, one in node.items.items()}
    return replace(node, items={name: one for name, one in items.items() if one is not None})


def _inside(node: Node, change: Callable[[Mapping], Node | None]) -> Node | None:
    if isinstance(node, Mapping):
        changed = change(node)
        return _rebuilt(changed, change) if changed is node else changed
    if isinstance(node, Sequence):
        items = [_inside(one, change) for one in node.items]
        return replace(node, items=[one for one in items if one is not None])
    return node
