"""What is offered, grouped and found again."""

import pytest
from rulewright.desk.offers import Group, PickedCard, groups_of, meant, offer_lines
from rulewright.engine.options import Option
from rulewright.table.match import Decision
from rulewright.terminal.plain import asked


def offer(*options):
    """A decision with these options: text, branch, values."""
    return Decision("Ada", "What?", tuple(Option(text, number, *rest) for number, (text, *rest) in enumerate(options)))


def test_options_that_differ_in_their_last_pick_share_their_first_words():
    decision = offer(("put owl in lane 1", 0, (7, 1)), ("put owl in lane 2", 0, (7, 2)), ("put fox in lane 1", 0, (8, 1)))
    assert groups_of(decision) == [Group("put owl in", ((1, "lane 1"), (2, "lane 2"))), Group("", ((3, "put fox in lane 1"),))]


@pytest.mark.parametrize(("first", "second"), [("3 for 2", "3 for 2"), ("3 for hay", "4 for hay")])
def test_what_a_number_does_not_belong_to_is_shared(first, second):
    (group,) = groups_of(offer((f"hire Fox {first}", 0, (1,)), (f"hire Owl {second}", 0, (2,))))
    price = first.partition(" ")[2]
    assert group == Group(f"hire … {price}", ((1, f"Fox {first[0]}"), (2, f"Owl {second[0]}")))


def test_options_that_end_alike_share_that_too():
    decision = offer(("take gold ring from the pile", 0, (1,)), ("take lute from the pile", 0, (2,)))
    assert groups_of(decision) == [Group("take … from the pile", ((1, "gold ring"), (2, "lute")))]


@pytest.mark.parametrize(
    ("first", "second", "shared"),
    [
        ("board Anchor 4", "board Skull 4", "board"),
        ("move kit for 2 GP", "move cub for 3 GP", "move"),
    ],
)
def test_a_number_stays_with_what_it_belongs_to(first, second, shared):
    (group,) = groups_of(offer((first, 0, (1,)), (second, 0, (2,))))
    assert group.shared == shared and [words for _, words in group.choices] == [
        one.removeprefix(f"{shared} ") for one in (first, second)
    ]


def test_options_of_different_kinds_stay_apart():
    decision = offer(("play owl", 0, (1,)), ("play nothing", -1, ()))
    assert groups_of(decision) == [Group("", ((1, "play owl"),)), Group("", ((2, "play nothing"),))]


def test_alike_options_keep_a_word_of_their_own():
    decision = offer(("pay", 0, (1,)), ("pay twice", 0, (2,)))
    assert groups_of(decision) == [Group("", ((1, "pay"), (2, "pay twice")))]


def test_a_wide_group_is_one_line_and_a_narrow_one_several():
    decision = offer(*((f"put owl in lane {number}", 0, (7, number)) for number in range(1, 5)), ("pass", -1))
    wide = ["  put owl in:   1  lane 1      2  lane 2      3  lane 3      4  lane 4", "   5  pass"]
    assert offer_lines(decision, 80) == wide
    half = ["  put owl in:", "   1  lane 1    2  lane 2", "   3  lane 3    4  lane 4", "   5  pass"]
    assert offer_lines(decision, 30) == half
    assert offer_lines(decision, 10) == ["  put owl in:", *(f"   {n}  lane {n}" for n in range(1, 5)), "   5  pass"]


def test_numbers_stand_beside_what_is_offered():
    """Behind each name, in whatever order things were picked; with the name, where the words do without it."""
    owl, fox = PickedCard("Owl", "3"), PickedCard("Fox", "2→4")
    grouped = offer(("put owl in lane 1", 0, (7, 1)), ("put owl in lane 2", 0, (7, 2)), ("pass", -1))
    beside = ((owl, None), (owl, None), ())
    assert offer_lines(grouped, 80, beside) == ["  put owl [3] in:   1  lane 1      2  lane 2", "   3  pass"]
    assert offer_lines(grouped, 30, beside) == ["  put owl [3] in:", "   1  lane 1    2  lane 2", "   3  pass"]
    single = offer(("take owl", 0, (1,)), ("take fox", 0, (2,)), ("take the growl", 0, (1,)))
    assert offer_lines(single, 80, ((owl,), (fox,), (owl,))) == [
        "  take:   1  owl [3]      2  fox [2→4]      3  the growl [Owl 3]"
    ]
    pair = offer(("swap fox, owl and owl", 0, (1, 2, 3)))
    assert offer_lines(pair, 80, ((owl, PickedCard("Owl", "5"), fox),)) == ["   1  swap fox [2→4], owl [3] and owl [5]"]
    assert [option.text for option in pair.options] == ["swap fox, owl and owl"]


def test_a_text_means_what_it_says_before_what_it_begins():
    decision = offer(("pay", 0, (1,)), ("pay twice", 0, (2,)), ("leave", -1))
    assert [one.text for one in meant(decision, "PAY ")] == ["pay"]
    assert [one.text for one in meant(decision, "p")] == ["pay", "pay twice"]
    assert [one.text for one in meant(decision, "l")] == ["leave"]
    assert meant(decision, "") == [] and meant(decision, "ay") == []


def test_a_line_can_be_what_stands_on_the_screen():
    """A space by column and row, the numbers beside a card, a card by a later part of its name; no line by its middle alone."""
    decision = offer(("lay the fork on c3r2 as NE", 0, (1,)), ("lay the fork on c3r2 as ES", 0, (2,)), ("hide King", 0, (3,)))
    aloud = lambda text: text.replace("c3r2", "column 3 row 2")  # noqa: E731
    (fork,) = meant(decision, "Lay the fork on column 3 row 2 as NE", aloud)
    assert fork.text == "lay the fork on c3r2 as NE"
    assert [one.text for one in meant(decision, "lay fork on c3r2 as ES")] == ["lay the fork on c3r2 as ES"]
    assert [one.text for one in meant(decision, "hide King [20→22]")] == ["hide King"]
    assert len(meant(decision, "lay the fork on column 3", aloud)) == 2
    assert meant(decision, "fork ES") == [] and meant(decision, "lay ES fork") == []


def test_brackets_are_not_shared_by_halves():
    decision = offer(("bury Ox (hand of Ada)", 0, (1,)), ("bury Owl (heap of Ada)", 0, (2,)))
    assert offer_lines(decision, 80) == ["  bury:   1  Ox (hand of Ada)      2  Owl (heap of Ada)"]
    decision = offer(("feed ox (field of Ada) 1", 0, (1,)), ("feed ox (field of Ada) 2", 0, (2,)))
    assert offer_lines(decision, 80) == ["  feed ox:   1  (field of Ada) 1      2  (field of Ada) 2"]


def test_a_decision_without_a_prompt_is_a_question_all_the_same():
    assert asked(Decision("Ada", "", (Option("sing", 0, 0),))) == "Ada: What do you do?"
    assert asked(offer(("sing", 0))) == "Ada: What?"
