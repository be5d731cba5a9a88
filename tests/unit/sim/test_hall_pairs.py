"""Pairings of the hall on the desk: nobody meets anybody twice, and everybody plays in each round."""

from itertools import pairwise

from jadoube_sim.hall.desk_arbiter import pairing_list
from jadoube_sim.hall.swiss import Pair, next_pairs, pairs, points


def test_six_rounds_of_sixty_players() -> None:
    """Everybody plays in each round, nobody meets anybody twice, and who has won meets who has won."""
    played: list[tuple[Pair, str]] = []
    for number in range(6):
        found = next_pairs(60, played)
        assert sorted(player for pair in found for player in pair) == list(range(60))
        results = ("1-0", "0-1", "1/2-1/2")
        played += [(pair, results[(at + number) % 3]) for at, pair in enumerate(found)]
    met = [frozenset(pair) for pair, _ in played]
    assert len(set(met)) == len(met) == 180
    assert sum(points(60, played)) == 180
    first_of_round_two = played[30][0]
    assert [points(60, played[:30])[player] for player in first_of_round_two] == [1.0, 1.0]


def test_colours_in_turn() -> None:
    """Nobody has the same colour three times in a row, in a small field."""
    played: list[tuple[Pair, str]] = []
    for _ in range(3):
        played += [(pair, "1/2-1/2") for pair in next_pairs(8, played)]
    for player in range(8):
        colours = [pair.index(player) for pair, _ in played if player in pair]
        assert any(one != other for one, other in pairwise(colours))


def test_desk_list() -> None:
    """The list of the desk has others at each board in each round."""
    met = [pair for number in (1, 2, 3) for pair in map(frozenset, pairs(8, number))]
    assert len(set(met)) == len(met) == 24
    lines = pairing_list("Club", 1, pairs(2, 1)).splitlines()
    assert lines == [
        "Event,Round,Board,White,Black",
        '"Club",1,1,"Albers, Ina","Castaing, Rose"',
        '"Club",1,2,"Brandt, Ole","Duval, Remi"',
    ]
