"""What tuning found, for people and for programs.

Takes a `Tuning`; returns a table of what was tried, the best first, and in a sentence what to make of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import isfinite
from typing import Any

from .goals import WishedFigure
from .sequences import RunningMean
from .statistics import six_places
from .tune import Trial, Tuning

CELL = 26


def to_text(tuning: Tuning) -> str:
    return "\n".join([*_head(tuning), "", *_table(tuning), "", *_verdict(tuning)])


def _head(tuning: Tuning) -> Iterator[str]:
    bots = ", ".join(dict.fromkeys(tuning.bots))
    varied = ", ".join(f"{one.name} {one.low} to {one.high}" for one in tuning.knobs)
    yield f"{tuning.game.name}: {varied}; {len(tuning.seats)} seats, {bots}, seed {tuning.seed}."


def sorted_trials(tuning: Tuning) -> list[Trial]:
    """The front first, then what is left, then what was given up; within each, the nearest to the first goal first."""
    goal = tuning.goals[0]
    return sorted(tuning.trials, key=lambda one: (not one.is_on_front, bool(one.given_up), goal.loss(one.means[0])))


def _table(tuning: Tuning) -> Iterator[str]:
    width = max(len(_settings(tuning, one)) for one in tuning.trials) + 2
    yield f"{'':<{width}}{'games':>6}  " + "".join(f"{goal.words:<{CELL}}" for goal in tuning.goals).rstrip()
    for one in sorted_trials(tuning):
        cells = "".join(f"{_cell(goal, mean):<{CELL}}" for goal, mean in zip(tuning.goals, one.means, strict=True))
        yield f"{_settings(tuning, one):<{width}}{one.games:>6,}  {cells}{_remark(tuning, one)}".rstrip()


def _settings(tuning: Tuning, trial: Trial) -> str:
    return ", ".join(f"{knob.name} {value}" for knob, value in zip(tuning.knobs, trial.settings, strict=True))


def _cell(goal: WishedFigure, mean: RunningMean) -> str:
    if not mean.count:
        return ""
    scale, digits, unit = (100, 1, " %") if goal.is_share else (1, 2, "")
    low, high = mean.interval()
    between = f" ({scale * low:z.{digits}f} to {scale * high:z.{digits}f})" if isfinite(low) else ""
    return f"{scale * mean.mean:z.{digits}f}{unit}{between}"


def _remark(tuning: Tuning, trial: Trial) -> str:
    told = ["as it is"] if trial is tuning.usual else []
    if trial.given_up:
        told.append(trial.given_up)
    elif trial.is_on_front and len(tuning.goals) > 1:
        told.append("no other is better in everything")
    return "; ".join(told)


def _verdict(tuning: Tuning) -> Iterator[str]:
    best, usual = tuning.best, tuning.usual
    if best is None:
        yield "None of these settings can be played."
        return
    left = [one for one in tuning.left() if one is not best]
    yield f"Best for {tuning.goals[0].words}: {_settings(tuning, best)}."
    if left:
        others = f"{len(left)} others that are" if len(left) > 1 else "one other that is"
        yield f"Chance may be all that sets it apart from {others} left."
    if usual is not None and usual is not best:
        sure = "more than chance" if is_sure(tuning) else "not certain yet: more games would tell"
        yield f"That it is better than what is there is {sure}."
    if len(tuning.goals) > 1 and len(tuning.front()) > 1:
        yield f"{len(tuning.front())} settings trade one goal for another: none of them is better in everything."
    yield "Intervals hold for 95 %, however often one looks; all settings play the same seeds."


def is_sure(tuning: Tuning) -> bool:
    """Whether the best setting is surely better than what is written now, in the first goal."""
    best, usual = tuning.best, tuning.usual
    return best is not None and usual is not None and best is not usual and tuning.is_surely_worse(usual, best, 0)


def to_json(tuning: Tuning) -> dict[str, Any]:
    return {
        "game": tuning.game.definition.id,
        **tuning.lineup_json(),
        "vary": [{"name": one.name, "low": one.low, "high": one.high, "now": one.now} for one in tuning.knobs],
        "goals": [goal.words for goal in tuning.goals],
        "better than now": is_sure(tuning),
        "trials": [_trial_json(tuning, one) for one in sorted_trials(tuning)],
    }


def _trial_json(tuning: Tuning, trial: Trial) -> dict[str, Any]:
    return {
        "settings": dict(zip([knob.name for knob in tuning.knobs], trial.settings, strict=True)),
        "games": trial.games,
        "goals": [_mean_json(mean) for mean in trial.means],
        "front": trial.is_on_front,
        "given up": trial.given_up or None,
    }


def _mean_json(mean: RunningMean) -> dict[str, Any] | None:
    low, high = mean.interval()
    if not mean.count:
        return None
    ends = (six_places(low), six_places(high)) if isfinite(low) else (None, None)
    return {"mean": six_places(mean.mean), "low": ends[0], "high": ends[1]}
