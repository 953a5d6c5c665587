"""Cards that move at once, each to a place of its own, and players in the order of their pieces."""

import pytest
from written import game_in

ROUND = """
name: Round and Round
players: 3
components:
  dish: {starts in: kitchen, columns: {taste: number}, cross: {taste: [1, 2, 3, 4, 5, 6]}}
  cup: {per: player, starts in: seat_mat}
zones:
  kitchen: {form: pile, seen by: nobody}
  hand: {per: player, form: hand, seen by: owner}
  seat_mat: {per: player, room: 1, seen by: everyone}
  rack: {ids: [shelf, queue], seen by: everyone}
define: {goal: {of: cup, is: shelf if owner of this is (first player) else queue}}
counters: {points: {of: player}}
variables: {leader: {type: player}}
setup:
  - each: player
    do: draw 2 dishes from kitchen to hand
flow:
  - turns: player
    laps: 1
    do:
      - may: pass on
        do:
          - move every dish in hands to hand of player after owner of it
          - move every cup in seat_mats to seat_mat of player after owner of zone of it
  - move every cup in seat_mats to goal of it
  - turns: player in queue
    laps: 1
    do:
      - may: stand
        do:
          - gain (count of players in racks) points
          - if: player is in queue and (first player) is not in racks
            do: gain 9 points
          - if: player is in racks and (first player) is in shelf and leader is not in racks
            do: gain 1 point
result: {score: points, winner: best player by most score}
"""


@pytest.fixture(params=["reference", "python", pytest.param("native", marks=pytest.mark.needs("compiler"))])
def match(request, tmp_path):
    return game_in(tmp_path, ROUND).new_match(["Ada", "Bo", "Cy"], engine=request.param)


def lying(match, family):
    names = [one.name for one in match.definition.families]
    world = match.state.world
    zones = [zone for zone, one in enumerate(world.zones) if names[one.family] == family]
    return [[match.definition.rows[world.row[card]][1].id for card in match.state.zones[zone]] for zone in zones]


def owners(match, family):
    names = [one.name for one in match.definition.families]
    world = match.state.world
    return [
        [match.seats[world.owner[card]] for card in match.state.zones[zone]]
        for zone, one in enumerate(world.zones)
        if names[one.family] == family
    ]


def test_hands_go_round_at_once_and_zones_with_room_for_one_exchange_what_they_hold(match):
    assert lying(match, "hand") == [["dish_1", "dish_2"], ["dish_3", "dish_4"], ["dish_5", "dish_6"]]
    match.answer("pass on")
    assert lying(match, "hand") == [["dish_5", "dish_6"], ["dish_1", "dish_2"], ["dish_3", "dish_4"]]
    assert owners(match, "seat_mat") == [["Cy"], ["Ada"], ["Bo"]]


def test_players_are_in_the_order_of_their_pieces(match):
    match.answer("pass on")
    match.answer("decline")
    match.answer("decline")
    assert owners(match, "rack") == [["Ada"], ["Cy", "Bo"]]
    assert match.decisions[0].seat == "Cy"
    match.answer("stand")
    assert match.decisions[0].seat == "Bo"
    match.answer("decline")
    assert match.result is not None and dict(match.result.scores)["Cy"] == 4
