"""Games that are killed at any moment, and texts that are cut at every byte: no answer is lost, nothing is half read."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import rulewright
from judging import Fault
from rulewright.desk.keeping import Keeper, kept_folder, last_kept
from texts import SMALL, game, position, refused, replayed

PLAYER = """
import sys
import rulewright
from rulewright.desk.keeping import Keeper
name, seed = sys.argv[1], int(sys.argv[2])
game = rulewright.load(name)
while True:
    match = game.new_match(seed=seed)
    keeper = Keeper(match.definition.id)
    while match.decisions:
        match.answer(match.decisions[0].options[0], match.decisions[0].seat)
        keeper.keep(match.save() if match.decisions else None)
        if keeper.trouble:
            sys.exit(keeper.trouble)
        print(len(match.answers) if match.decisions else 0, flush=True)
    keeper.forget()
"""


def judge_kill(number: int) -> str:
    """A program that keeps a game after every answer is killed; the game is there as it was told, or one answer further."""
    dice = random.Random(f"kill {number}")
    name = SMALL[number % len(SMALL)]
    with tempfile.TemporaryDirectory() as home:
        environment = {**os.environ, "HOME": home, "XDG_STATE_HOME": f"{home}/state"}
        arguments = [sys.executable, "-c", PLAYER, name, str(number)]
        with subprocess.Popen(arguments, env=environment, stdout=subprocess.PIPE, text=True) as player:
            assert player.stdout is not None
            told = [player.stdout.readline() for _ in range(1 + dice.randrange(3))]
            try:
                player.wait(dice.random() * 0.05)
            except subprocess.TimeoutExpired:
                player.send_signal(signal.SIGKILL)
            told += player.stdout.readlines()
        answers = [int(line) for line in told if line.strip()]
        return _found_again(game(name), answers[-1], home)


def _found_again(played: rulewright.Game, told: int, home: str) -> str:
    before = os.environ.get("XDG_STATE_HOME")
    os.environ["XDG_STATE_HOME"] = f"{home}/state"
    try:
        path = last_kept(played.definition.id)
        kept = len(played.resume(path.read_text(encoding="utf-8")).answers) if path else 0
        Keeper(played.definition.id)
        folder = kept_folder()
        left = [one.name for one in folder.iterdir() if not one.name.endswith(".save")] if folder else []
    finally:
        os.environ.pop("XDG_STATE_HOME")
        os.environ.update({"XDG_STATE_HOME": before} if before is not None else {})
    if told and kept not in (0, told, told + 1):
        raise Fault(f"{told} answers were told, {kept} are kept")
    if told and not kept and path:
        raise Fault(f"{told} answers were told, none is kept")
    if left:
        raise Fault(f"left behind: {left}")
    return "found again" if kept else "over, or begun anew"


def judge_cut(number: int) -> str:
    """A save and a record of one game, cut at one byte after the other."""
    played, match = position(7)
    save, record = match.save().encode(), match.record().encode()
    if number < len(save):
        if not refused(played, save[:number].decode("utf-8", "replace")):
            raise Fault(f"a save that was cut at {number} resumes")
        return "refused"
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "record.yaml"
        path.write_bytes(record[: number - len(save)])
        return replayed(played, path)


def cuts() -> int:
    """How many bytes there are to cut at."""
    _, match = position(7)
    return len(match.save().encode()) + len(match.record().encode())
