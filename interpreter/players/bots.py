"""Players that are programs.

Takes a decision and the outlook of the seat that has it; returns one of its options. A bot has a generator of its own, so that
changing a bot never changes the deal, and it knows what its seat may know and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from ..engine import chance
from ..engine.options import Option, bound
from ..engine.protocol import BOTS_INSIDE, SeatedBots, Withheld
from ..engine.trouble import stop_if_endless
from ..engine.world import World
from ..errors import Misused
from ..ir.limits import Limit
from ..table.information_set import Outlook
from ..table.match import Decision, Match
from ..table.patience import rules_took
from ..table.withholding import withhold
from ..table.witness import Answered, PastStep
from .bot import Bot, does_look
from .own_bots import UnknownBot, own_bot, own_names


class RandomBot:
    """Every option equally likely."""

    looks = False

    def __init__(self, seed: int) -> None:
        self.rng = chance.seeded(seed)

    def choose(self, decision: Decision, outlook: Outlook | None = None) -> Option:
        self.rng, index = chance.below(self.rng, len(decision.options))
        return decision.options[index]


def _random(seed: int, budget: str = "") -> Bot:
    if budget:
        raise UnknownBot(f'"random:{budget}" is no bot: random needs no budget')
    return RandomBot(seed)


def _greedy(seed: int, budget: str = "") -> Bot:
    from .greedy import DEALS, GreedyBot

    return GreedyBot(seed, _number("greedy", budget, _DEALS) if budget else DEALS)


def _search(seed: int, budget: str = "") -> Bot:
    from .search import ITERATIONS, SearchBot

    if budget.endswith("s"):
        return SearchBot(seed, seconds=_number("search", budget[:-1], _EFFORT))
    return SearchBot(seed, _number("search", budget, _EFFORT) if budget else ITERATIONS)


_DEALS = "a number of deals, as in greedy:10"
_EFFORT = "iterations or seconds, as in search:500 or search:2s"


def _number(name: str, budget: str, takes: str) -> int:
    if not budget.isdecimal() or not int(budget):
        raise UnknownBot(f'"{budget}" is no budget of {name}, which takes {takes}')
    return int(budget)


def seated(world: World, bots: tuple[str, ...], rotates: bool = False) -> SeatedBots | None:
    """Bots of all seats as an engine knows them; None if one of them cannot play there."""
    from .rivalry import rivalry_of

    numbers = [known for bot in bots if (known := as_numbers(bot)) is not None]
    if len(numbers) < len(bots):
        return None
    rivalry = rivalry_of(world)
    return SeatedBots(tuple(numbers), rotates, rivalry.as_bits, rivalry.size)


def as_numbers(words: str) -> tuple[str, int] | None:
    """A bot that is called so as its name and its budget, 0 for none; None if no engine knows it, or it goes by the clock."""
    bot, name = new_bot(words, 0), words.partition(":")[0]
    if name not in BOTS_INSIDE or getattr(bot, "seconds", None) is not None:
        return None
    return name, getattr(bot, "iterations", getattr(bot, "deals", 0))


BOTS: dict[str, Callable[..., Bot]] = {"random": _random, "greedy": _greedy, "search": _search}


def bot_names() -> list[str]:
    """All bots there are, those of one's own among them."""
    return [*BOTS, *(name for name in own_names() if name not in BOTS)]


def new_bot(words: str, seed: int) -> Bot:
    """The bot that is called so: `greedy`, or with a budget `greedy:20`, `search:2000`, `search:2s`; or one of one's own."""
    name, _, budget = words.partition(":")
    if name in BOTS:
        return BOTS[name](seed, budget)
    own = own_bot(name, seed, budget)
    if own is None:
        raise _unknown(name)
    return own


def _unknown(name: str) -> UnknownBot:
    from ..language.diagnostics import did_you_mean

    hint = did_you_mean(name, bot_names())
    return UnknownBot(f'there is no bot "{name}"; ' + (f"{hint} " if hint else "") + f"there are: {', '.join(bot_names())}")


class Players:
    """Bots at the seats of a match, where those who look remember what has happened: of a watched one everything, else since
    they sat down. They give up a game that is not over after a while, or after the `most` answers."""

    def __init__(
        self, match: Match, bots: Mapping[str, Bot], withheld: Sequence[Withheld] = (), most: Limit | None = None
    ) -> None:
        self.match = match
        self.bots = bots
        self.withheld = withheld
        self.most = most
        self.answers = self.rules_took = 0
        self._steps: list[PastStep] | None = None
        if not match.watched and any(does_look(bot) for bot in bots.values()):
            self._steps = []
        self._withhold()

    def answer(self) -> Option:
        """Let whoever is first to decide do so; what the answer was."""
        match = self.match
        decision = match.decisions[0]
        option = self.bots[decision.seat].choose(decision, Outlook(match, decision.seat, steps=self._steps))
        if self._steps is not None:
            self._steps.append(PastStep(match.state.copy(), Answered(match.seats.index(decision.seat), *bound(option))))
        match.answer(option, decision.seat)
        self.answers, self.rules_took = self.answers + 1, self.rules_took + rules_took(match.runner)
        stop_if_endless(self.answers, self.rules_took, self.most)
        self._withhold()
        return option

    def _withhold(self) -> None:
        """Take away what a seat must not get, unless nothing could be answered without it."""
        if self.withheld and self.match.decisions:
            before = self.match.state
            state = withhold(before, self.withheld)
            if state is not before:
                self.match.stand_at(state)
                if not all(decision.options for decision in self.match.decisions):
                    self.match.stand_at(before)


def play_out(match: Match, bots: Mapping[str, Bot]) -> Match:
    """Let bots answer until the game is over."""
    for seat in match.seats:
        if not callable(getattr(bots.get(seat), "choose", None)):
            raise Misused(f"{seat} has no bot: play_out takes one for each seat, such as new_bot(\"greedy\", 1)")
    players = Players(match, bots)
    while match.decisions:
        players.answer()
    return match
