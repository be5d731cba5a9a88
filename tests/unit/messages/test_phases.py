"""The phases of a game: every way there is, and no other."""

import pytest

from jadoube.core.messages.phases import TRANSITIONS, Cause, Phase, follow

NO_WAYS = [(phase, cause) for phase in Phase for cause in Cause if (phase, cause) not in TRANSITIONS]


def test_a_game_goes_from_set_up_to_its_end_and_back() -> None:
    """The plain course of a game with a pause."""
    phase = Phase.SETTING_UP
    course = [Cause.CLOCK_STARTED, Cause.PAUSED, Cause.RESUMED, Cause.ENDED, Cause.SET_UP_AGAIN]
    seen = [phase := follow(phase, cause) for cause in course]
    assert seen == [Phase.PLAYING, Phase.PAUSED, Phase.PLAYING, Phase.OVER, Phase.SETTING_UP]


def test_a_result_is_only_left_by_setting_up_or_reopening() -> None:
    """Nothing that happens on the board makes a finished game go on: only the arbiter does."""
    reopened = [Cause.REOPENED, Cause.REOPENED_UNTIMED, Cause.REOPENED_UNPLAYED]
    assert [cause for phase, cause in TRANSITIONS if phase is Phase.OVER] == [Cause.SET_UP_AGAIN, *reopened]


def test_every_phase_can_be_reached_and_left() -> None:
    """No phase is a trap, and none is out of reach."""
    assert {phase for phase, _ in TRANSITIONS} == set(Phase)
    assert set(TRANSITIONS.values()) == set(Phase)


@pytest.mark.parametrize(("phase", "cause"), NO_WAYS)
def test_a_cause_that_means_nothing_is_refused(phase: Phase, cause: Cause) -> None:
    """The refusal names the phase and the cause."""
    with pytest.raises(ValueError, match=f"a game that is {phase} cannot be moved by: {cause}"):
        follow(phase, cause)
