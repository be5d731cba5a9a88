"""Habits: what the hands of a kind of player do in a whole game, ply after ply and in between.

A habit is data: the way in which a ply is made, what happens between plies and how often, how two players'
hands meet, how levers are used, how fast. Each one but the last two isolates a single thing that real hands
do, so that what reads them can be judged by it; `club` and `blitz` mix them. The player draws and times; a
habit knows neither the game nor the seed.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from jadoube_sim.hands import between, ways
from jadoube_sim.hands.between import Deed
from jadoube_sim.hands.gestures import MANNERS, Capture, Castling, EnPassant, Manner, Promotion
from jadoube_sim.hands.steps import Motion, Pace
from jadoube_sim.hands.ways import Moment, Way

#: Calm players; the shortest thing they do lasts 80 ms.
CALM = Pace()
#: Half a minute on the clock: a ply in about a second, and nothing shorter than 40 ms.
HURRIED = Pace((80, 900), (50, 200), (60, 300), (40, 180), (40, 100))


@dataclass(frozen=True, slots=True)
class Habit:
    """What two players' hands do. Numbers are probabilities, by ply."""

    motion: str
    """The physical motion that it models, in words."""
    way: Way
    between: tuple[tuple[float, Deed], ...] = ()
    """What is done before a ply, with how often."""
    forgets: float = 0.0
    """The press is left out."""
    in_the_air: float = 0.0
    """The lever is pressed while the piece is still in the other hand."""
    replies_early: float = 0.0
    """The opponent has lifted his piece when the mover presses."""
    replies_whole: float = 0.0
    """The opponent has made his whole move when the mover presses."""
    crosses: float = 0.0
    """The opponent lifts his piece while the mover's is in the air."""
    unscanned: float = 0.0
    """This ply and the next happen between two scans, the first one's press with them."""
    sets_kings: bool = False
    """After a game that did not end by itself the kings are set on the centre, as its result says."""
    clears_up: bool = False
    """After the game the pieces are taken off, and the start position is set up."""
    levers_only: bool = False
    """Without levers it would be another habit."""
    pace: Pace = CALM
    by_the_clock: bool = False
    """Thinks as long as the game's clock times say, where the PGN has them."""


def mixed(*weighted: tuple[float, Way]) -> Way:
    """For each ply one of these ways, drawn by weight."""
    weights, choices = zip(*weighted, strict=True)

    def way(moment: Moment) -> list[Motion]:
        chosen: Way = moment.rng.choices(choices, weights)[0]
        return chosen(moment)

    return way


_PLAIN = ways.tidily(ways.PLAIN)

#: A way for each of the castlings that differ in kind; what does not castle is plain.
_CASTLINGS = {
    "rook-first": ("The rook is moved first, then the king.", Castling.ROOK_THEN_KING),
    "both-up-king-down": (
        "King and rook are taken up one after the other; the king lands first.",
        Castling.KING_UP_ROOK_UP_KING_DOWN,
    ),
    "both-up-rook-down": (
        "King and rook are taken up one after the other; the rook lands first.",
        Castling.KING_UP_ROOK_UP_ROOK_DOWN,
    ),
}
_PROMOTIONS = mixed(
    *((1, ways.tidily(Manner(take, promotion=promotes))) for take in Capture for promotes in Promotion)
)
_CASTLING_HABITS = {
    f"castling-{name}": Habit(motion, ways.tidily(Manner(Capture.MOVER_FIRST, order, EnPassant.AFTER)))
    for name, (motion, order) in _CASTLINGS.items()
}

_MADE = {
    "plain": Habit("Own piece first, then the victim; in castling the king first.", _PLAIN),
    "victim-first": Habit(
        "The victim is taken off before the own piece is lifted.", ways.tidily(ways.VICTIM_FIRST)
    ),
    "any-order": Habit("Each move in one of its clean orders, drawn by lot.", ways.any_order),
    "two-hands-one-scan": Habit("Both hands reach out together: two lifts in one scan.", ways.two_hands),
    **_CASTLING_HABITS,
    "slow-slide": Habit(
        "Pieces are pushed along the board; each square on the way is held.", ways.slow_slide
    ),
    "fast-slide": Habit("Pieces are swept along the board; squares on the way only glitch.", ways.fast_slide),
    "swap": Habit("The capturing piece pushes its victim off; that reed never opens.", ways.swap),
    "swap-glimpsed": Habit("The same, and the victim's reed opens for 3 to 14 ms.", ways.glimpsed_swap),
    "target-first": Habit("A strong magnet is pulled over: the target closes first.", ways.target_first),
    "final-frame": Habit("All edges of a ply at one instant: only its end is seen.", ways.final_frame),
    "promotions": Habit("Promotions in every order, the piece chosen on the panel.", _PROMOTIONS),
    "second-thoughts": Habit(
        "A piece is put on another legal square, and moved on before the press.", ways.second_thoughts
    ),
    "bumped": Habit("While a piece is in hand a neighbour is knocked up and put back.", ways.bumping),
    "brushed": Habit("While a piece is in hand a neighbour's reed opens for some ms.", ways.brushing),
}

_BETWEEN = {
    "adjusting": Habit(
        "Before 30 % of plies a piece of either side, or two at once, is adjusted.",
        ways.any_order,
        between=((0.3, between.adjusts),),
    ),
    "wrong-piece": Habit(
        "Before 30 % of plies a wrong own piece is lifted, held and put back.",
        ways.any_order,
        between=((0.3, between.touches_wrong_piece),),
    ),
    "illegal-tries": Habit(
        "Before 10 % of plies an illegal move is set, sometimes pressed, and put right.",
        ways.any_order,
        between=((0.1, between.tries_illegal_move),),
    ),
    "takebacks": Habit(
        "Before 8 % of plies another is made and taken back, now and then two or three.",
        ways.any_order,
        between=((0.08, between.takes_back),),
    ),
    "knocked-over": Habit(
        "Before 3 % of plies several pieces fall and are set up again.",
        ways.any_order,
        between=((0.03, between.knocks_over),),
    ),
    "clearing-up": Habit(
        "After the game the pieces are swept off or pushed home, and set up.", ways.any_order, clears_up=True
    ),
    "kings-on-centre": Habit(
        "The players agree, and set the kings on the centre by the result; then they clear up.",
        ways.any_order,
        sets_kings=True,
        clears_up=True,
    ),
}

_TWO_PLAYERS = {
    "replies-early": Habit(
        "The opponent lifts his piece before the mover presses, or has replied whole.",
        ways.any_order,
        replies_early=0.4,
        replies_whole=0.1,
        levers_only=True,
    ),
    "forgotten-presses": Habit(
        "One press in ten is forgotten.", ways.any_order, forgets=0.1, levers_only=True
    ),
    "press-in-the-air": Habit(
        "With two hands, the lever goes down before the piece does.",
        ways.any_order,
        in_the_air=0.4,
        levers_only=True,
    ),
    "overlapping-flights": Habit(
        "The opponent's piece is in the air before the mover's has landed.", ways.any_order, crosses=0.4
    ),
    "two-plies-one-scan": Habit(
        "Now and then the board is not scanned while two plies are made.", ways.any_order, unscanned=0.1
    ),
}

_MIXTURES = {
    "club": Habit(
        "A club evening: mostly clean, some of everything.",
        mixed(
            (62, ways.any_order),
            (4, ways.two_hands),
            (10, ways.slow_slide),
            (6, ways.fast_slide),
            (2, ways.swap),
            (3, ways.glimpsed_swap),
            (4, ways.target_first),
            (3, ways.second_thoughts),
            (3, ways.bumping),
            (3, ways.brushing),
        ),
        between=(
            (0.06, between.adjusts),
            (0.02, between.touches_wrong_piece),
            (0.005, between.tries_illegal_move),
            (0.005, between.takes_back),
            (0.002, between.knocks_over),
        ),
        forgets=0.015,
        in_the_air=0.005,
        replies_early=0.04,
        replies_whole=0.005,
        crosses=0.005,
        clears_up=True,
        by_the_clock=True,
    ),
    "blitz": Habit(
        "Half a minute left: fast, sliding, pushing victims off, replying before the press.",
        mixed(
            (36, ways.any_order),
            (4, ways.two_hands),
            (6, ways.slow_slide),
            (26, ways.fast_slide),
            (3, ways.swap),
            (9, ways.glimpsed_swap),
            (6, ways.target_first),
            (2, ways.second_thoughts),
            (3, ways.bumping),
            (5, ways.brushing),
        ),
        between=(
            (0.03, between.adjusts),
            (0.01, between.touches_wrong_piece),
            (0.005, between.tries_illegal_move),
            (0.001, between.knocks_over),
        ),
        forgets=0.03,
        in_the_air=0.03,
        replies_early=0.15,
        replies_whole=0.03,
        crosses=0.03,
        clears_up=True,
        pace=HURRIED,
        by_the_clock=True,
    ),
}

#: Every habit by its name; the tidy hand's manners are among them.
HABITS: Mapping[str, Habit] = {
    **_MADE,
    **{
        f"manner-{name}": Habit(f"The tidy hand's manner `{name}`.", ways.tidily(manner))
        for name, manner in MANNERS.items()
    },
    **_BETWEEN,
    **_TWO_PLAYERS,
    **_MIXTURES,
}
