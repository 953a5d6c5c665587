"""Games of one table, each with everything that is counted of it: what every study is made of.

Takes a game, a plan and the numbers of games; yields what came of them. A game hangs on the plan and its own number only, so
that any stretch of games can be played at any time, by any engine and however many at once, and be put together with others.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from ..engine.choice import WholeGames
from ..engine.trouble import RuleError
from ..engine.worlds import world_for
from ..errors import Misused
from ..game import Game
from ..ir.limits import ANSWERS
from ..players.bots import as_numbers
from .cluster import Cluster
from .crew import Crew
from .hiring import Workers, as_many_as, hired
from .measuring import measured
from .one_game import play_one
from .parts_left import Stretch, stretches
from .plan import Plan, Seating, is_by_chance, new_plan
from .remote_crew import RemoteCrew
from .results import GameResult
from .rush import MANY, SOME, rushed
from .tally import GameTally

PARTS = 50  # how many parts a process gets, about
LARGEST_PART = 100

Failure = tuple[str, tuple[str, ...]]  # what went wrong, and the lines that led there


@dataclass(frozen=True)
class TalliedGames:
    """Games that were played from the first on: their tally and, where somebody wants to know, what came of each."""

    first: int
    tally: GameTally
    results: Sequence[GameResult] = ()


def play_games(
    game: Game,
    games: range | int,
    seats: Sequence[str] | int | None = None,
    bots: str | Sequence[str] = "random",
    seed: int = 0,
    options: Mapping[str, str | int | bool] | None = None,
    rotate: bool = False,
    engine: str | None = None,
    workers: Workers | None = None,
) -> Iterator[GameResult]:
    """What came of each of these games, in their order; 500 are `range(500)`, and `range(500, 600)` goes on where they ended.
    Raises RuleError for the first game in which a rule fails."""
    game, numbers = measured(game), range(games) if isinstance(games, int) else games
    if numbers.step != 1 or numbers.start < 0:
        raise Misused(f"games follow one another from some number on, as in range(100, 200), not {numbers}")
    return played_by(game, new_plan(game, Seating(seats, bots, seed, options or {}), rotate, engine), numbers, workers)


def played_by(game: Game, plan: Plan, games: range, workers: Workers | None = None) -> Iterator[GameResult]:
    """The same, by a plan."""
    waiting: dict[int, Sequence[GameResult]] = {}
    next_game = games.start
    for played in parts_of(game, plan, games, as_many_as(workers), keeps=True):
        waiting[played.first] = played.results
        while next_game in waiting:
            results = waiting.pop(next_game)
            next_game += len(results)
            yield from results


def parts_of(
    game: Game, plan: Plan, games: range, workers: Workers, patience: float | None = None, keeps: bool = False
) -> Generator[TalliedGames, None, None]:
    """Parts that add up to all games, in any order; `keeps` says whether each single game is told, too. Raises RuleError for
    the first game in which a rule fails.

    With patience, nothing takes longer than that, in seconds: then a part of no games comes in between."""
    if isinstance(workers, Cluster):
        crew = hired(game, partial(_play_far_away, plan, keeps, len(games)), workers)
        yield from _by_crew(crew, crew.parts(games, 1), plan)
        return
    whole = _whole_games(game, plan, len(games)) if patience is None else None
    if whole is not None:
        yield from _rushing(game, plan, games, workers, whole, keeps)
    else:
        parts = _parts(plan, games, workers if patience is None else len(games))
        yield from _one_by_one(game, plan, parts, workers, patience, keeps)


def get_ready(game: Game, plan: Plan, games: int, workers: Workers) -> None:
    """Have a library made meanwhile, if that is worth while for so many games in however small parts."""
    if not isinstance(workers, Cluster):
        whole = _whole_games(game, plan, games)
        if whole is not None and not whole.is_ready:
            whole.prepare()


def _whole_games(game: Game, plan: Plan, count: int) -> WholeGames | None:
    """What plays whole games inside a library, if that is worth while or somebody wants it."""
    if plan.engine not in (None, "native"):
        return None
    whole = WholeGames(world_for(game.definition, len(plan.seats), plan.options, plan.absent))
    if plan.withheld is not None and whole.why_not_thinking:
        return None
    if is_by_chance(plan.bots):
        is_worth_while = count >= MANY or whole.is_ready
    elif why_not := _why_not_thinking(plan, whole):
        if plan.engine is not None:
            raise Misused(f'the engine "native" cannot play this: bots cannot think inside a library: {why_not}')
        return None
    else:
        is_worth_while = count >= SOME or whole.is_ready
    if plan.engine is not None:
        whole.demand()
    return whole if plan.engine is not None or is_worth_while else None


def _why_not_thinking(plan: Plan, whole: WholeGames) -> str:
    """Why the bots of a plan cannot think inside a library; nothing, if they can."""
    timed = [bot for bot in plan.bots if as_numbers(bot) is None]
    return f"{timed[0]} thinks in Python only" if timed else whole.why_not_thinking


def _rushing(
    game: Game, plan: Plan, games: range, workers: int, whole: WholeGames, keeps: bool
) -> Generator[TalliedGames, None, None]:
    """Games one by one until a library is there, and all others inside it."""
    next_game = games.start

    def until_ready() -> Iterator[Stretch]:
        nonlocal next_game
        for part in _parts(plan, games, workers):
            if whole.is_ready:
                return
            next_game = part[1]
            yield part

    if not whole.is_ready:
        whole.prepare()
        yield from _one_by_one(game, plan, until_ready(), workers, None, keeps)
    if next_game < games.stop:
        rest = range(next_game, games.stop)
        for first, tally, results in rushed(whole, plan, rest, workers, ANSWERS.most + 1, partial(_alone, game, plan), keeps):
            yield TalliedGames(first, tally, results)


def _alone(game: Game, plan: Plan, number: int) -> GameResult:
    return _sure(play_part(replace(plan, engine=None), True, game, (number, number + 1))).results[0]


def _one_by_one(
    game: Game, plan: Plan, parts: Iterator[Stretch], workers: int, patience: float | None, keeps: bool
) -> Generator[TalliedGames, None, None]:
    if workers == 1 and patience is None:
        for part in parts:
            yield _sure(play_part(plan, keeps, game, part))
        return
    yield from _by_crew(hired(game, partial(play_part, plan, keeps), workers), parts, plan, patience)


def _by_crew(
    crew: Crew | RemoteCrew, parts: Iterator[Stretch], plan: Plan, patience: float | None = None
) -> Generator[TalliedGames, None, None]:
    failed: dict[Stretch, Failure] = {}
    for finished in crew.work(parts, patience):
        part, done = finished or ((0, 0), TalliedGames(0, GameTally(len(plan.seats), plan.bots)))
        if isinstance(done, TalliedGames):
            yield done
        else:
            # What fails first in time is not what is told: with other processes that would be another game.
            failed[part] = done
            crew.left.leave_out_after(part)
    if failed:
        raise RuleError(*failed[min(failed)])


def _sure(done: TalliedGames | Failure) -> TalliedGames:
    if not isinstance(done, TalliedGames):
        raise RuleError(*done)
    return done


def _parts(plan: Plan, games: range, workers: int) -> Iterator[Stretch]:
    """Games that are played before anything is told of them; of bots that look ahead, one."""
    size = max(1, min(LARGEST_PART, len(games) // (workers * PARTS))) if is_by_chance(plan.bots) else 1
    return stretches(games, size)


def _play_far_away(plan: Plan, keeps: bool, count: int, game: Game, part: Stretch) -> TalliedGames | Failure:
    """Some of `count` games on a worker of a cluster: inside a library, as soon as one is made on that machine."""
    whole = _whole_games(game, plan, count)
    if whole is None or not whole.is_ready:
        if whole is not None:
            whole.prepare()
        return play_part(plan, keeps, game, part)
    total, every = GameTally(len(plan.seats), plan.bots), list[GameResult]()
    try:
        for _, tally, results in rushed(whole, plan, range(*part), 1, ANSWERS.most + 1, partial(_alone, game, plan), keeps):
            total.add(tally)
            every += results
    except RuleError as problem:
        return problem.message, problem.trace
    return TalliedGames(part[0], total, every)


def play_part(plan: Plan, keeps: bool, game: Game, part: Stretch) -> TalliedGames | Failure:
    """Some games in Python; or, if a rule fails, the message and the lines that led there."""
    tally, results = GameTally(len(plan.seats), plan.bots), []
    for number in range(*part):
        try:
            result = play_one(game, plan, number)
        except RuleError as problem:
            return f"{problem.message} (in game {number + 1}, seed {plan.seed_of(number)})", problem.trace
        tally.count(result)
        if keeps:
            results.append(result)
    return TalliedGames(part[0], tally, results)
