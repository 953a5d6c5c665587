"""The files of a definition as trees, and all of them as one.

Takes the files of a folder; returns a tree for each, checked for its shape, and what they say together: the entries of a
section may be spread over several files, a list or a short text stands in one only.
"""

from __future__ import annotations

from ...ir.limits import ALL_NODES
from ..diagnostics import Complaints
from .files import Files
from .nodes import Mapping, Node, Scalar, Sequence, count_of
from .schemas import check_shape
from .source import read_raw
from .variants import with_changes

LISTS = ("setup", "flow", "rules", "checks")


def read_files(files: Files, complaints: Complaints) -> list[tuple[str, Mapping]]:
    """The trees of the files."""
    documents, left = [], ALL_NODES.most
    for shown, raw in files.contents:
        node = read_raw(raw, shown, complaints, left)
        left -= 0 if node is None else count_of(node)
        if isinstance(node, Mapping):
            documents.append((shown, node))
        elif node is not None:
            complaints.add(node.span, "mapping-expected", what="a definition", hint="begin with name, players, components …")
    return documents


def changed(files: Files, documents: list[tuple[str, Mapping]], complaints: Complaints) -> list[tuple[str, Mapping]]:
    """The trees as they count, with the changes of the variant, checked for their shape."""
    if files.variant and not complaints.errors:
        documents = with_changes(documents, complaints)
    for _, node in documents:
        check_shape(node, "game", complaints)
    return documents


def merge(documents: list[tuple[str, Mapping]], complaints: Complaints) -> tuple[dict[str, Mapping], dict[str, Node]]:
    """One mapping per section, whichever files its entries stand in."""
    root: dict[str, Mapping] = {}
    singles: dict[str, Node] = {}
    for _, document in documents:
        for key, node in document.items.items():
            if key in LISTS or not isinstance(node, Mapping):
                if key in singles:
                    first = singles[key].span
                    note = f"the first is at {first.file}:{first.line}"
                    complaints.add(document.keys[key], "duplicate-name", name=key, notes=[note])
                singles[key] = node
                continue
            section = root.setdefault(key, Mapping(node.span))
            for name, value in node.items.items():
                if name in section.items:
                    first = section.keys[name]
                    note = f"the first is at {first.file}:{first.line}"
                    complaints.add(node.keys[name], "duplicate-name", name=name, notes=[note])
                section.items[name] = value
                section.keys[name] = node.keys[name]
    return root, singles


def all_words(node: Node) -> str:
    if isinstance(node, Scalar):
        return node.words
    if isinstance(node, Sequence):
        return "\n".join(all_words(item) for item in node.items)
    return "\n".join(f"{key} {all_words(value)}" for key, value in node.items.items())
