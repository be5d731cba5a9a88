"""What a message makes of what is known of a board."""

from dataclasses import replace

import pytest

from jadoube.hall.exchange.board_fold import (
    FRESH_MS,
    BoardState,
    Dated,
    Folded,
    News,
    Payload,
    fold,
    heard,
    unheard,
)
from jadoube.hall.troubles import Kind as Trouble
from jadoube.mqtt.payloads import About, Alarm, Call, ClockState, PlayedGame, Presence, Seating, State
from jadoube.mqtt.topics import Kind

NOON = 1_790_000_000_000
"""An instant of the day, in ms since 1970."""

KINDS = {
    Presence: Kind.ONLINE,
    About: Kind.ABOUT,
    PlayedGame: Kind.GAME,
    ClockState: Kind.CLOCK,
    Alarm: Kind.ALARM,
    Seating: Kind.TABLE,
}


def _after(
    *values: Payload, state: BoardState | None = None, retained: bool = False, now_ms: int = 5000
) -> Folded:
    """What these messages make of a board, in their order; the words are those of all."""
    found = Folded(state or BoardState("b1"))
    said: list[str] = []
    asks = False
    for value in values:
        found = fold(found.state, News(KINDS[type(value)], value, retained, now_ms, NOON))
        said += [words["en"] for words in found.said]
        asks = found.asks
    return Folded(found.state, tuple({"en": line} for line in said), asks)


def _kinds(found: Folded) -> set[Trouble]:
    return {each.kind for each in found.state.troubles}


def _lines(found: Folded) -> list[str]:
    return [words["en"] for words in found.said]


def _game(seq: int, *san: str, game_id: str = "g1") -> PlayedGame:
    return PlayedGame(game_id, seq, NOON, san=san)


def test_a_will_of_an_earlier_start_says_nothing() -> None:
    """It may come after the board has come back."""
    found = _after(Presence(State.ON, 5), Presence(State.LOST, 4))
    assert found.state.is_on
    assert _kinds(found) == set()


def test_lost_and_back_are_told_once_each() -> None:
    """However often the broker says it."""
    on, lost = Presence(State.ON, 5), Presence(State.LOST, 5)
    found = _after(on, lost, lost, Presence(State.ON, 6), Presence(State.ON, 6))
    assert _lines(found) == ["Board b1 was lost: nothing is heard of it.", "Board b1 is back."]
    assert _kinds(found) == set()


def test_one_that_was_lost_before_we_came_is_told() -> None:
    """What is retained says so."""
    found = _after(Presence(State.LOST, 5), retained=True)
    assert _kinds(found) == {Trouble.LOST}


def test_a_board_that_comes_is_asked_for_its_games() -> None:
    """At each start, and not when it says the same again."""
    on = Presence(State.ON, 5)
    assert _after(on).asks
    assert not _after(on, on).asks
    assert _after(on, Presence(State.LOST, 5), on).asks


def test_of_two_states_the_one_of_higher_seq_stays() -> None:
    """A lower one of the same game is dropped, told, and the game is asked for."""
    found = _after(_game(7, "e4", "e5"), _game(5, "e4"))
    assert found.state.game == _game(7, "e4", "e5")
    assert _kinds(found) == {Trouble.WENT_BACK}
    assert found.asks
    assert _kinds(_after(_game(8, "e4", "e5", "f4"), state=found.state)) == set()


def test_the_same_state_again_is_nothing() -> None:
    """Also where it was published at another instant; another one of the same number is dropped."""
    first = _game(7, "e4")
    assert _after(first, replace(first, at=first.at + 9)) == _after(first)
    assert _kinds(_after(first, _game(7, "d4"))) == {Trouble.WENT_BACK}


def test_a_late_state_of_the_game_before_changes_nothing() -> None:
    """The game that is played now stays."""
    found = _after(_game(7, "e4"), _game(9, game_id="g2"), _game(8, "e4", "e5"))
    assert found.state.game == _game(9, game_id="g2")
    assert _kinds(found) == set()


def test_another_machine_brings_its_own_numbers() -> None:
    """After an exchange a game of the new machine counts, whatever its number is."""
    found = _after(About("b", "1", "m1"), _game(70, "e4"), About("b", "1", "m2"), _game(1, game_id="g2"))
    assert found.state.game == _game(1, game_id="g2")
    assert _kinds(found) == {Trouble.EXCHANGED}


def test_a_machine_that_comes_back_takes_turns_with_another() -> None:
    """That is one id at two machines, and no exchange."""
    found = _after(*(About("b", "1", machine) for machine in ("m1", "m2", "m1")))
    assert Trouble.TWO_MACHINES in _kinds(found)
    assert "Two machines say that they are board b1: switch one of them off." in _lines(found)


def test_games_that_take_turns_are_of_two_machines() -> None:
    """The same two games, twice each."""
    found = _after(*(_game(seq, game_id=f"g{seq % 2}") for seq in range(1, 5)))
    assert _kinds(found) == {Trouble.TWO_MACHINES}
    assert _kinds(_after(*(_game(seq, game_id=f"g{seq}") for seq in range(1, 5)))) == set()


@pytest.mark.parametrize(
    ("age_ms", "counted_from"), [(0, 5000), (40_000, -35_000), (FRESH_MS + 1, 5000), (-3000, 5000)]
)
def test_a_retained_clock_is_counted_on_from_its_age(age_ms: int, counted_from: int) -> None:
    """If that is believable: a clock is published each minute, and none comes from the future."""
    found = _after(ClockState(1000, 2000, "white", NOON - age_ms), retained=True)
    assert found.state.clock_ms == counted_from
    assert _kinds(found) == set()


def test_a_date_is_compared_and_moves_no_clock() -> None:
    """What comes as it is published is counted on from now."""
    found = _after(ClockState(1000, 2000, "white", NOON + 10**10))
    assert found.state.clock_ms == 5000
    assert found.state.dated == Dated(10**10, NOON - 5000)
    assert _kinds(found) == set()


@pytest.mark.parametrize("value", [PlayedGame("g1", 7, NOON - 10**6), ClockState(1, 2, "", NOON - 10**6)])
def test_what_is_told_once_more_says_nothing_of_the_date(value: PlayedGame | ClockState) -> None:
    """A broker that has lost it is told again; somebody may think for an hour meanwhile."""
    before = _after(value, retained=True).state
    assert _after(value, state=before).state.dated is None
    dated = _after(replace(value, at=NOON), _game(8, "e4"), state=before).state.dated
    assert dated == Dated(0, NOON - 5000)


def test_what_is_deleted_is_gone_and_a_board_without_anything_is_empty() -> None:
    """A board that has left deletes all that it has retained."""
    values = (Presence(State.OFF, 1), About("b", "1", "m"), _game(1), ClockState(1, 1, "", NOON))
    state = _after(*values, Alarm((Call("flag"),)), Seating("s")).state
    assert not state.is_empty
    for kind in Kind:
        state = fold(state, News(kind, None, False, 0, NOON)).state
    assert state.is_empty


def test_a_board_of_which_nothing_is_heard_is_lost_until_it_speaks() -> None:
    """What is retained says that it is there: the broker has lost its power with it, and told no will."""
    on = Presence(State.ON, 5)
    lost = unheard(_after(on, _game(7, "e4"), retained=True).state)
    assert not lost.state.is_on
    assert _kinds(lost) == {Trouble.LOST}
    again = _after(on, state=lost.state, retained=True)
    assert not again.state.is_on
    assert again.asks
    for spoken in (
        _after(_game(8, "e4", "e5"), state=lost.state),
        heard(lost.state),
        _after(on, state=lost.state),
    ):
        assert spoken.state.is_on
        assert spoken.asks
        assert [words["en"] for words in spoken.said] == ["Board b1 is back."]
        assert _kinds(spoken) == set()
    assert _after(Seating("s"), state=lost.state).state.presence == Presence(State.LOST, 5)
    assert heard(spoken.state).state is spoken.state
