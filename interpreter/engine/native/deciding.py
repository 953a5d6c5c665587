"""Decisions: what can be picked, how many options that makes, their numbers, and what an answer writes down.

Takes a place of decision; returns the C functions of it. Options come in the order of the reference, and those that are alike
in everything are one.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from ... import ir
from ...ir.analysis.alike import are_alike, may_be_alike
from ..actions import action_numbers
from .choice_notes import ChoiceNote
from .counting import Counting, is_counted
from .owners import locals_in
from .writer import NativeScope, Writer

SIGNATURE = "Run *R, State *S, int *F, int seat"


@dataclass(frozen=True)
class DecisionPoint:
    """A place of decision in its procedure; `ask` is the question to several that it belongs to."""

    w: Writer
    scope: NativeScope
    node: ir.Choose | ir.PickMany
    ask: ir.Ask | None

    @property
    def site(self) -> int:
        return self.node.site

    @property
    def width(self) -> int:
        """The words of an option: its branch and its picks."""
        if isinstance(self.node, ir.PickMany):
            return 2
        return 1 + max((len(branch.picks) for branch in self.node.branches), default=0)

    @property
    def declines(self) -> int:
        return int(self.node.decline is not None)

    @property
    def is_blind(self) -> bool:
        return self.w.definition.sites[self.site].blind

    @property
    def chooser(self) -> str:
        """Who must see cards that are to be alike; nobody where all of them are seen."""
        return "seat" if self.is_blind else "NONE"

    @property
    def counting(self) -> Counting | None:
        """How its options are counted, if that takes no list of them."""
        if self.ask is not None or not is_counted(self.w, self.node):
            return None
        assert isinstance(self.node, ir.Choose)
        return Counting(self.w, self.scope, self.node)

    @property
    def note(self) -> ChoiceNote:
        return ChoiceNote(self.w, self.node, self.counting, self.width)

    def seat(self) -> str:
        seats = self.node.seats
        if isinstance(seats, ir.Op) and seats.sign is ir.Sign.LISTED:
            return self.w.value(seats.arguments[0], self.scope)
        return (
            f"({{ int *m_ = R->top; L l_ = {self.w.things(seats, self.scope)}; int s_ = l_.n ? l_.a[0] : NONE; R->top "
            f"= m_; s_; }})"
        )

    # ---- all functions of the place

    def functions(self) -> str:
        parts = [self._choices() if isinstance(self.node, ir.Choose) else self._picking()]
        parts += [] if self.counting is None else [self.counting.functions(SIGNATURE)]
        parts += [self.note.function(), self._count(), self._bind(), self._take(), self._numbers(), self._offered()]
        return "".join(parts) + (self._opened() if self.ask is not None else "")

    def _choices(self) -> str:
        """Every branch with every combination of picks, each in words from above; returns how many there are."""
        assert isinstance(self.node, ir.Choose)
        text = "".join(self._branch(number, branch) for number, branch in enumerate(self.node.branches))
        return f"static int o{self.site}({SIGNATURE}, int join) {{\n  int total = 0;\n{text}  return total;\n}}\n"

    def _branch(self, number: int, branch: ir.Branch) -> str:
        count = "n"
        names: list[str] = []
        body = self._combined(number, branch.picks, self.scope, names)
        if may_be_alike(self.w.definition, branch):
            cards = [0, *(int(type.sort == ir.TypeSort.CARD) for _, _, type in branch.picks)]
            mask = f"static const unsigned char mask[] = {{{', '.join(map(str, cards))}}};"
            own = len(branch.picks) + 1
            joined = f"joined(S, from - {self.width}, n, {self.width}, {own}, mask, {self.chooser})"
            body += f" if (join && n > 1) {{ {mask} n = {joined}; R->end = from - n * {self.width}; }}"
        inside = f"int {count} = 0, *from = R->end; (void)from; {body} total += n;"
        guard = self.w.test(branch.guard, self.scope)
        return f"  if ({guard}) {{ {inside} }}\n"

    def _combined(
        self, number: int, picks: tuple[tuple[int, ir.Expr, ir.Type], ...], scope: NativeScope, names: list[str]
    ) -> str:
        if not picks:
            words = "".join(f" e_[{at}] = {name};" for at, name in enumerate(names, 1))
            return (
                f"if (n++ >= MOST_OPTIONS) fail(R, MANY_OPTIONS); int *e_ = option(R, {self.width}); e_[0] = "
                f"{number};{words}"
            )
        (slot, source, type), *others = picks

        def each(item: str) -> str:
            is_number = type.sort == ir.TypeSort.NUMBER
            check = f"if ({item} > MOST_PICKED || {item} < -MOST_PICKED) fail(R, UNPICKABLE); " if is_number else ""
            inner = scope.with_place(slot, item, self.w.item_fact(source, scope))
            return check + self._combined(number, tuple(others), inner, [*names, item])

        head, loop = self.w.loop_of(source, scope, each)
        mark = self.w.fresh("m")
        return f"{{ int *{mark} = R->top; {head}{loop}R->top = {mark}; }}"

    def _picking(self) -> str:
        """The candidates and limits of a row of picks."""
        node, w = self.node, self.w
        assert isinstance(node, ir.PickMany)
        settled, scope = self._settled(node.source, node.low, node.high, *[one.item for one in node.limits])
        large = "ALL(k, l.n) if (l.a[k] > MOST_PICKED || l.a[k] < -MOST_PICKED) fail(R, UNPICKABLE);\n"
        check = large if node.type.sort == ir.TypeSort.NUMBER else ""
        high = "NONE" if node.high is None else w.value(node.high, scope)
        text = (
            f"{settled}  L l = {w.things(node.source, scope)};\n  {check}  begin_picking(R, P, l, {w.value(node.low, scope)}, "
            f"{high});\n"
        )
        for number, limit in enumerate(node.limits):
            bound = "0" if limit.bound is None else w.value(limit.bound, scope)
            inner = scope.with_place(limit.slot, "x", w.item_fact(node.source, scope))
            item = f"ALL(k, P->n) {{ int x = P->things[k]; own[k] = {w.value(limit.item, inner)}; }}"
            text += (
                f"  {{ int *own = room_for(R, P->n), bound = {bound}; Lim *m = &P->limit[{number}]; m->kind = "
                f"{str(limit.kind).upper()}; "
                f"m->reach = {int(limit.sign == ir.BoundSign.AT_LEAST)}; "
                f"m->bound = bound == NONE ? 0 : bound; m->item = own; {item} "
                f"P->limits++; }}\n"
            )
        return f"static void q{self.site}({SIGNATURE}, Picking *P) {{\n{text}  end_limits(R, P);\n}}\n"

    def _settled(self, *nodes: ir.Expr | None) -> tuple[str, NativeScope]:
        """The places of the frame that are asked for, read once: nothing that is listed changes them."""
        used = [slot for slot in sorted(locals_in(*nodes)) if slot in self.scope.names]
        text = "".join(f"  int u{slot} = {self.scope.names[slot]};\n" for slot in used)
        return text, replace(self.scope, names={**self.scope.names, **{slot: f"u{slot}" for slot in used}})

    def _row(self, picked: str) -> str:
        """What may be picked next in a row: its places in `out`, how many in `c`, after `n` picks."""
        return (
            f"Picking P; q{self.site}(R, S, F, seat, &P); int *p = room_for(R, P.n + 1), *out = room_for(R, P.n + 1); "
            f"L so_far = {picked}; int n = places_of(R, &P, or_nothing(so_far), p), c = next_candidates(R, &P, p, n, out);"
        )

    @property
    def _joined(self) -> str:
        assert isinstance(self.node, ir.PickMany)
        return f" c = distinct(S, &P, out, c, {self.chooser});" if are_alike(self.w.definition, self.node.type) else ""

    @property
    def _end(self) -> str:
        """Whether something comes after what can be picked: to decline, or that the row is done."""
        return (
            f"int end = (!n && !c && !is_whole(&P, p, 0)) ? 0 : !n && {self.declines} ? 1 : is_whole(&P, p, n) && (c "
            f"|| n || !{self.declines});"
        )

    def picked(self) -> str:
        """What has been picked so far in a row."""
        assert isinstance(self.node, ir.PickMany)
        if self.ask is None:
            words, room = self.scope.words[self.node.picked]
            return f"from_words(R, {words}, {room})"
        return f"from_words(R, answer_of(R, {self.answers()}, seat) + 3, MOST_ANSWERED)"

    def answers(self) -> str:
        assert self.ask is not None
        return self.scope.names[self.ask.answers]

    def _count(self) -> str:
        """How many options a seat has, whatever comes after what can be picked among them."""
        if self.counting is not None:
            body = f"int *m = R->top; {self.listed()} R->top = m; return n ? n + {self.declines} : 0;"
        elif isinstance(self.node, ir.Choose):
            body = f"int *e = R->end, n = o{self.site}(R, S, F, seat, 1); R->end = e; return n ? n + {self.declines} : 0;"
        else:
            body = f"int *m = R->top; {self._row(self.picked())}{self._joined} {self._end} R->top = m; return c + end;"
        return f"static int count{self.site}({SIGNATURE}) {{ {body} }}\n"

    def listed(self) -> str:
        """The options of a choice, in `n` how many: counted, or laid out from `e` on."""
        if self.counting is None:
            return f"int *e = R->end, n = o{self.site}(R, S, F, seat, 1);"
        return f"Among l[{self.counting.parts}]; int n = among{self.site}(R, S, F, seat, l);"

    def bound(self) -> str:
        """Writes the option at place `k` down."""
        if self.counting is None:
            return f"{self.note.of_listed()}bind{self.site}(F, k < n ? e - (k + 1) * {self.width} : 0);"
        chosen = f"int e[{self.width}]; if (k < n) nth{self.site}(S, l, k, e);"
        noted = self.note.of_counted("n", "k < n ? e : 0")
        return f"{{ {chosen} {noted}bind{self.site}(F, k < n ? e : 0); }}"

    def released(self) -> str:
        """Gives the room of the options back."""
        return "R->top = m;" if self.counting is not None else "R->end = e;"

    # ---- what an answer writes down

    def _bind(self) -> str:
        """The function that binds what was chosen."""
        if not isinstance(self.node, ir.Choose):
            return ""
        return f"static inline void bind{self.site}(int *F, const int *e) {{ {self.bindings()} }}\n"

    def bindings(self) -> str:
        """What a choice binds; without an option, that it was declined."""
        node = self.node
        assert isinstance(node, ir.Choose)
        names = self.scope.names
        cases = ""
        for number, branch in enumerate(node.branches):
            bound = " ".join(f"{names[slot]} = e[{at}];" for at, (slot, _, _) in enumerate(branch.picks, 1))
            cases += f" case {number}: {bound} break;"
        nothing = " ".join(f"{names[slot]} = NONE;" for branch in node.branches for slot, _, _ in branch.picks)
        result = names[node.result]
        return f"if (!e) {{ {result} = -1; {nothing} }} else {{ {result} = e[0]; switch (e[0]) {{{cases} }} }}"

    def _take(self) -> str:
        """Writes an answer down by its place among the options; says whether the decision is over."""
        if self.ask is not None:
            return self._take_among_others()
        if isinstance(self.node, ir.Choose):
            body = (
                f"int *m = R->top; (void)m; {self.listed()} if (k < 0 || !n || k >= n + {self.declines}) wrong(R); "
                f"{self.bound()} {self.released()} return 1;"
            )
        else:
            body = (
                f"int *m = R->top; {self._row(self.picked())}{self.counted_row()} if (k < 0 || k >= c + end) wrong(R); "
                f"{self.taken_in_row()} R->top = m; return over;"
            )
        return f"static int take{self.site}({SIGNATURE}, int k) {{ {body} }}\n"

    def counted_row(self) -> str:
        """What is alike becomes one, and what comes after what can be picked: `c + end` options."""
        return f"{self._joined} {self._end}"

    def taken_in_row(self) -> str:
        """The next pick of a row, or its end, by the place `k` among its options; `over` says which."""
        assert isinstance(self.node, ir.PickMany)
        words, room = self.scope.words[self.node.picked]
        result, most = self.scope.words[self.node.result]
        return (
            f"{self.note.of_row()}int *w = {words}, over = k >= c; "
            f"if (!over) {{ int at = length(so_far); if (at >= {room}) fail(R, NO_ROOM); "
            f"w[0] = at + 1; w[at + 1] = P.things[out[k]]; }} "
            f"else {{ if (!n && {self.declines}) ({result})[0] = -1; else keep(R, {result}, {most}, or_nothing(so_far)); "
            f"w[0] = -1; }}"
        )

    def _take_among_others(self) -> str:
        assert self.ask is not None
        own = f"int *own = answer_of(R, {self.answers()}, seat); if (!own[1]) wrong(R);"
        if isinstance(self.node, ir.Choose):
            sizes = ", ".join(str(len(branch.picks)) for branch in self.node.branches)
            body = (
                f"static const unsigned char sizes[] = {{{sizes}}}; int *e = R->end, n = o{self.site}(R, S, F, seat, 1); "
                f"if (k < 0 || k >= n + {self.declines}) wrong(R); {self.note.of_listed()}own[1] = 0; own[2] = -1; own[3] = 0; "
                f"if (k < n) {{ int *f = e - (k + 1) * {self.width}; own[2] = f[0]; own[3] = sizes[f[0]]; "
                f"ALL(i, own[3]) own[4 + i] = f[1 + i]; }} R->end = e;"
            )
        else:
            body = (
                f"int *m = R->top; {self._row(self.picked())}{self._joined} {self._end} if (k < 0 || k >= c + end) wrong(R); "
                f"{self.note.of_row()}if (k < c) {{ if ((unsigned)own[3] >= MOST_ANSWERED) fail(R, NO_ROOM); p[n] = out[k]; "
                f"own[4 + own[3]++] = P.things[out[k]]; own[2] = 0; own[1] = next_candidates(R, &P, p, n + 1, out) > 0; }} "
                f"else {{ own[1] = 0; own[2] = !n && {self.declines} ? -1 : -2; if (own[2] == -1) own[3] = 0; }} R->top = m;"
            )
        over = f"if (any_open(R, {self.answers()})) return 0; {self.scope.names[self.ask.index]} = -1; return 1;"
        return f"static int take{self.site}({SIGNATURE}, int k) {{ {own} {body} {over} }}\n"

    def _opened(self) -> str:
        """Opens a question to several: the seats, and for each whether it has something to answer."""
        assert self.ask is not None
        w, items, answers = self.w, self.scope.names[self.ask.items], self.answers()
        seats = w.things(self.node.seats, self.scope)
        if isinstance(self.node, ir.Choose):
            first = f"int *e = R->end; own[1] = o{self.site}(R, S, F, seat, 1) > 0; R->end = e; own[2] = -1;"
        else:
            first = (
                f"{self._row('(L){0, 0}')} own[1] = c > 0; own[2] = c > 0 || !end_of_row(&P, p, 0, {self.declines}) ? -1 : 0;"
            )
        return (
            f"static void opened{self.site}(Run *R, State *S, int *F) {{ int *m = R->top, kept = {items}; L seats = {seats}; "
            f"if (seats.n > PLAYERS) fail(R, NO_ROOM); ({answers})[0] = seats.n; ALL(at, seats.n) {{ int *top = R->top; "
            f"int *own = {answers} + 1 + at * ANSWER_WORDS, seat = {items} = seats.a[at]; own[0] = seat; own[3] = 0; "
            f"{first} R->top = top; }} "
            f"{items} = kept; R->top = m; }}\n"
        )

    # ---- numbers

    def _numbers(self) -> str:
        """The number of every option, for a seat."""
        numbers = action_numbers(self.w.definition)
        if isinstance(self.node, ir.Choose):
            picked = [tuple(type for _, _, type in branch.picks) for branch in self.node.branches]
            listing = (
                f"int *e = R->end, n = o{self.site}(R, S, F, seat, 1), w = {self.width}; int64_t ends = n ? "
                f"{numbers.decline(self.site)}ll : -1; int end = n && {self.declines};"
            )
            row = ""
        else:
            picked = [(self.node.type,)]
            listing = (
                f"int *e = R->end; {self._row(self.picked())}{self._joined} {self._end} int w = 2; "
                f"int64_t ends = !n && {self.declines} ? {numbers.decline(self.site)}ll : {numbers.done(self.site)}ll; n = c; "
                f"ALL(k, c) {{ int *f = option(R, 2); f[0] = 0; f[1] = P.things[out[k]]; }}"
            )
            row = "hidden_row(S, P.things, P.n, seat, hidden);"
        cases = "".join(self._number_of(number, types, row) for number, types in enumerate(picked))
        return (
            f"static int numbers{self.site}({SIGNATURE}, int64_t *found, int room) {{ int *m = R->top; {listing} "
            f"if (n + end > room) fail(R, NO_ROOM); int16_t hidden[CARDS]; (void)hidden;\n"
            f"  for (int from = 0; from < n;) {{ int b = (e - (from + 1) * w)[0], to = from; while (to < n && (e - (to "
            f"+ 1) * w)[0] == b) to++;\n"
            f"    int64_t *index = found + from; int count = to - from; (void)index; switch (b) {{\n{cases}    }}\n    "
            f"from = to; }}\n"
            f"  told_apart(found, n); if (end) found[n] = ends; R->top = m; R->end = e; return n + end; }}\n"
        )

    def _number_of(self, number: int, types: tuple[ir.Type, ...], row: str) -> str:
        numbers = action_numbers(self.w.definition)
        first = numbers.first[self.site][number]
        text = "ALL(k, count) index[k] = 0; "
        for at, type in enumerate(types, 1):
            size = numbers.answers.of(type, self.is_blind)
            column = f"(e - (from + k + 1) * w)[{at}]"
            if type.sort == ir.TypeSort.CARD:
                hidden = ""
                if self.is_blind:
                    each = f"ALL(k, count) hidden_one(S, {column}, seat, hidden, &next);"
                    hidden = row or f"memset(hidden, -1, sizeof hidden); int next = 0; {each}"
                place = f"card_number(S, {column}, seat, {'hidden' if self.is_blind else '0'}, {numbers.answers.faces})"
                text += f"{{ {hidden} ALL(k, count) index[k] = index[k] * {size}ll + {place}; }} "
                continue
            places = {
                "player": f"({column} - seat + PLAYERS) % PLAYERS", "zone": f"ZONE_NUMBER[seat][AT({column}, ZONES)]",
                "member": column,
            }.get(type.sort, f"{column} + MOST_PICKED")  # fmt: skip
            text += f"ALL(k, count) index[k] = index[k] * {size}ll + {places}; "
        copies = numbers.answers.copies if types else 1
        return f"      case {number}: {text}ALL(k, count) index[k] = {first}ll + index[k] * {copies}ll; break;\n"

    def _offered(self) -> str:
        """The cards among all that is offered, which are put in a fresh order if somebody cannot see them."""
        if isinstance(self.node, ir.PickMany):
            found = self.w.things(self.node.source, self.scope) if self.node.type.sort == ir.TypeSort.CARD else "(L){0, 0}"
            return f"static L offered{self.site}(Run *R, State *S, int *F) {{ return {found}; }}\n"
        masks = []
        for branch in self.node.branches:
            masks.append(sum(1 << at for at, (_, _, type) in enumerate(branch.picks, 1) if type.sort == ir.TypeSort.CARD))
        table = ", ".join(map(str, masks))
        return (
            f"static L offered{self.site}(Run *R, State *S, int *F) {{ static const int mask[] = {{{table}}}; "
            f"int *e = R->end, n = o{self.site}(R, S, F, NONE, 0); L l = {{0, R->top}}; "
            f"ALL(k, n) {{ int *f = e - (k + 1) * {self.width}; for (int at = 1; at < {self.width}; at++) "
            f"if (mask[f[0]] >> at & 1) {{ push(R, f[at]); l.n++; }} }} R->end = e; return l; }}\n"
        )
