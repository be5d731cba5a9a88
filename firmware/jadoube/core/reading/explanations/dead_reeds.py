"""Plies through a reed that is not believed: dead all game long, stuck since some instant, or lying.

The law: such a ply begins or ends on a reed, or is made beside one, that the reading does not believe
already, or stops believing now, at its price (`distrust.py`).

A ply through a bad reed is found in these ways:

- The board shows the start position except for one or two squares, and the first ply is made on the rest.
  With one, the ply may go through another dead reed, and the reply to it has landed.
- A ply is called for, and a legal one explains the board except for one square. It did not change: a piece
  was lifted and landed nowhere, or it landed and had left nowhere. Or it changed beside the ply, by itself;
  a reply may have landed by then.
- One of the opponent's pieces was lifted and put back. It looks the same when a piece captures it and the
  reed of the capturing piece stays closed. He may have lifted pieces for his reply by then.
- A piece was lifted, and one stands that was lifted nowhere. It looks the same when the first one captures,
  nobody sees its victim leave, and another reed closes by itself meanwhile.
- A piece lands that was lifted nowhere while the opponent holds his reply. Or he pulls his reply over: its
  target has closed just before its source opens. Then the piece too many is his, or one of two is.
- A ply is called for, and the best reading fits. But a piece of the opponent was lifted and put back in the
  gesture, so it may have been captured, and the square where the piece seems to stand has changed by itself.

What a reading has paid since its last ply because the board did not fit (`Hypothesis.paid`) is taken off the
price where that reed explains it. The same is taken off where a piece seemed to be in the air, if all else
fits and nothing stood meanwhile on a square that should be empty.

A second reed, and up to four, are found in the same ways, if the best reading, or one nearly as good, does
not believe the first. In other near ones it is sought only when none of these explains the board, and the
opponent lifts a piece while one stands that should not. Two reeds are blamed at once if two pieces too many
stand on a board that rests, or at a press: one reed has stuck closed under no piece, another as its piece
left. A ply from a reed that is not believed to another that has gone bad shows nothing; a press or the reply
tells of it.

This search is a last resort. It is never made while a hand may hold the missing piece: after a press not
before the board has rested, and after a lift by the opponent not before he has set that piece down. But if
the opponent presses and owes no press, he has replied: then no hand holds the missing piece. What is found
after a press pays nothing for that press: its ply was made by then.

This file does not compare readings (`tracker.py`).
"""

from collections.abc import Iterator, Sequence

import chess

from jadoube.core.reading import weights
from jadoube.core.reading.explanations import distrust
from jadoube.core.reading.explanations.hidden_plies import as_guesses
from jadoube.core.reading.explanations.unseen_captures import assume_ply, captures_unseen
from jadoube.core.reading.hypotheses import Hypothesis, is_swept, may_hold_piece, put_back
from jadoube.core.reading.prior.attraction import oddness
from jadoube.core.reading.seen_plies import en_passant_pawn, plies_seen, rank_if_sliding
from jadoube.core.reading.settle_order import SettleOrder
from jadoube.core.rules.game_line import MOST_FLIPPED, distinct_moves, ends_of
from jadoube.core.squares import Occupancy, squares

YOUNG = 4
"""Before so many plies no reply is sought beside a reed that has worked: it had hardly time to go bad, and
what reads so is mostly the other way round (`orientation.py` reads a young game both ways)."""

MOST_OF_REPLY = 2
"""The most squares astray that a reply may explain beside a reed that has worked: it is one gesture."""


def has_left_square(hypothesis: Hypothesis) -> bool:
    """Whether the last ply's piece left a trusted reed; a piece that is being set up leaves none."""
    move = hypothesis.line.move
    return move is not None and not chess.BB_SQUARES[move.from_square] & hypothesis.bad


def plies_at_dead(hypothesis: Hypothesis, known: SettleOrder, lifted: Occupancy) -> Iterator[Hypothesis]:
    """Yield the hypotheses longer by a ply that fits and begins or ends on a reed that is held dead.

    `lifted` is what the opponent lifts now, if that lift calls for a ply.
    """
    if has_no_sign_of_ply(hypothesis, lifted):
        return
    pulled = _pulled_over(hypothesis, known, lifted)
    for change in (*_changes(hypothesis, pulled), *_landed_before_lift(hypothesis, lifted)):
        plies = list[Hypothesis]()
        for move in hypothesis.line.plies_flipping(change, chess.BB_ALL, hypothesis.bad):
            ends = ends_of(move)
            if ends & hypothesis.bad:
                takes = _may_take(hypothesis, move, lifted) or _may_have_taken(hypothesis, move)
                weight = weights.BLIND + weights.BLIND_OR_CAPTURE * takes
                plies.append(assume_ply(hypothesis, move, known, weight, hypothesis.change & ~change))
        yield from as_guesses(hypothesis, plies, known) if hypothesis.hidden and len(plies) > 1 else plies


def plies_to_suspects(
    hypothesis: Hypothesis, known: SettleOrder, lifted: Occupancy, suspects: Occupancy = chess.BB_ALL
) -> Iterator[Hypothesis]:
    """Yield the hypotheses longer by a ply that fits except for one more square, which did not change.

    A reed that has worked is a suspect only if the ply, and perhaps a legal reply, explain the whole board.
    If a reed that is not believed hid one end of the ply, and that square is the other end, nothing changed.
    """
    if has_no_sign_of_ply(hypothesis, lifted) or not distrust.may_hold_another(hypothesis):
        return
    bad = hypothesis.bad
    nothing = (0,) if bad and _may_show_nothing(hypothesis) else ()
    beside, pulled = _landed_before_lift(hypothesis, lifted), _pulled_over(hypothesis, known, lifted)
    for change in (*_changes(hypothesis, pulled), *beside, *nothing):
        rest, paid = hypothesis.change & ~change, hypothesis.paid and _paid_in_the_air(hypothesis, change)
        for flipped, moves in hypothesis.line.changes_over(change):
            for move in moves:
                if not (change or (flipped | chess.BB_SQUARES[move.to_square]) & bad):
                    continue
                dead = _dead_reed(hypothesis, known, move, flipped & ~(change | bad))
                if not dead & suspects or _may_take(hypothesis, move, lifted):
                    continue
                worked = not change or dead & known.alive
                replied = change in beside or (worked and rest & ~hypothesis.theirs)
                if replied and rest.bit_count() > MOST_OF_REPLY:
                    continue
                longer = _assume_dead_reed(hypothesis, move, known, dead, rest, paid)
                if replied and not _may_be_reply(longer, pulled):
                    continue
                if change or not replied:
                    yield longer
                yield from _landed_replies(longer, hypothesis.touched, known)


def _may_show_nothing(hypothesis: Hypothesis) -> bool:
    """Whether a ply through a reed that is not believed may have shown nothing; a reply explains the rest."""
    change, theirs = hypothesis.change, hypothesis.theirs
    if change & ~theirs and change.bit_count() > MOST_OF_REPLY:
        return False
    return not change & hypothesis.line.occupancy & ~theirs


def _may_be_reply(longer: Hypothesis, pulled: Occupancy) -> bool:
    """Whether one legal ply explains what is astray, or the piece lifted may capture what is missing.

    `pulled` is the source of a reply that has landed already.
    """
    line, victims = longer.line, longer.theirs
    if any(line.changes_over(longer.change | pulled)):
        return True
    return bool(victims) and any(line.legal_moves(longer.missing & ~victims, victims))


def _landed_replies(longer: Hypothesis, touched: Occupancy, known: SettleOrder) -> Iterator[Hypothesis]:
    """Yield the readings with the reply that has landed by now; `touched` squares settled with the ply."""
    if longer.change & ~longer.theirs and longer.line.ply > YOUNG:
        victims = touched & longer.line.opponents & ~(longer.change | longer.bad)
        victims &= ~chess.BB_SQUARES[longer.line.move.to_square] if longer.line.move else 0
        on = longer.settled_on + 2 * victims.bit_count()
        settled = longer._replace(touched=longer.touched | victims, settled_on=on)
        yield from plies_seen(settled, longer.change | victims, known)


def plies_to_dead(hypothesis: Hypothesis, known: SettleOrder, lifted: Occupancy) -> Iterator[Hypothesis]:
    """Yield those of `plies_to_suspects` whose reed has never changed."""
    return plies_to_suspects(hypothesis, known, lifted, ~known.alive)


def plies_to_worked(hypothesis: Hypothesis, known: SettleOrder, lifted: Occupancy) -> Iterator[Hypothesis]:
    """Yield those of `plies_to_suspects` whose reed has worked."""
    return plies_to_suspects(hypothesis, known, lifted, known.alive)


def plies_beside_suspects(
    hypothesis: Hypothesis, known: SettleOrder, lifted: Occupancy
) -> Iterator[Hypothesis]:
    """Yield the hypotheses longer by a ply that fits except for a square beside it, whose reed then lies.

    The opponent may have pieces in the air for his reply.
    """
    change, young = hypothesis.change, hypothesis.line.ply < YOUNG
    if not 2 <= change.bit_count() <= MOST_FLIPPED + 1 + MOST_OF_REPLY * (not young):
        return
    if has_no_sign_of_ply(hypothesis, lifted) or not distrust.may_hold_another(hypothesis):
        return
    for own in dict.fromkeys((change, change if young else change & ~hypothesis.theirs)):
        for square in squares(own & ~hypothesis.theirs):
            beside = chess.BB_SQUARES[square]
            for move in hypothesis.line.plies_flipping(
                own ^ beside, hypothesis.touched | beside, hypothesis.bad
            ):
                longer = _assume_dead_reed(hypothesis, move, known, beside, change & ~own)
                if not longer.off_centre & beside:
                    amid = known.opened[move.from_square] < known.changed(square)
                    price = weights.AMID * (amid and not hypothesis.bad)
                    if known.record.count(beside):
                        price += weights.CONTRADICTED  # no discount for its change just now
                    longer = longer._replace(cost=longer.cost + price)
                yield _take_off_paid(longer, hypothesis, lifted)


def plies_beside_strays(
    hypothesis: Hypothesis, known: SettleOrder, lifted: Occupancy
) -> Iterator[Hypothesis]:
    """Yield the hypotheses longer by a ply of `plies_to_suspects` beside a piece that was lifted nowhere."""
    for square in squares(hypothesis.placed):
        stray = distrust.distrust_astray(hypothesis, chess.BB_SQUARES[square], known)
        yield from plies_to_suspects(stray, known, lifted)


def captures_beside_strays(
    hypothesis: Hypothesis, known: SettleOrder, lifted: Occupancy
) -> Iterator[Hypothesis]:
    """Yield captures with an unseen victim, beside one piece that was lifted nowhere: its reed lies.

    Not where the lifted piece could have gone next to that square: then it may stand beside its own.
    """
    line, stray = hypothesis.line, hypothesis.placed
    if not stray or stray & stray - 1 or not hypothesis.missing:
        return
    if has_no_sign_of_ply(hypothesis, lifted) or not distrust.may_hold_another(hypothesis):
        return
    if any(line.legal_moves(hypothesis.missing, chess.BB_KING_ATTACKS[stray.bit_length() - 1])):
        return
    for longer in captures_unseen(distrust.distrust_astray(hypothesis, stray, known), known, lifted):
        yield _take_off_paid(longer, hypothesis, lifted)


def captures_from_dead(hypothesis: Hypothesis, known: SettleOrder) -> Iterator[Hypothesis]:
    """Yield the hypotheses longer by a capture whose source square stayed closed, so its reed is dead.

    The board must fit, but for pieces that the opponent has lifted for his reply; another was put back.
    """
    line, victims = hypothesis.line, put_back(hypothesis)
    if not victims or not distrust.may_hold_another(hypothesis):
        return
    suspects = line.occupancy & ~hypothesis.bad
    for move in distinct_moves(line.legal_moves(suspects, victims)):
        source = chess.BB_SQUARES[move.from_square]
        yield _assume_dead_reed(hypothesis, move, known, source, hypothesis.change)


def may_be_in_hand(hypothesis: Hypothesis) -> bool:
    """Whether the mover may hold the missing piece: it is lifted, and no square is wrongly occupied."""
    return may_hold_piece(hypothesis, hypothesis.line.side_to_move)


def is_half_made(hypothesis: Hypothesis) -> bool:
    """Whether a ply of two pieces may be under way: one is placed, another in a hand. So castling begins.

    The opponent may have pieces in the air, too.
    """
    change = hypothesis.change
    placed = change & change - 1 and hypothesis.placed and hypothesis.in_the_air > 0
    return bool(placed) and any(hypothesis.line.changes_over(change & ~hypothesis.theirs))


def may_be_unfinished(hypothesis: Hypothesis) -> bool:
    """Whether the mover may have a piece in a hand: the only one of his ply, or the second one."""
    return may_hold_piece(hypothesis, hypothesis.line.side_to_move) or is_half_made(hypothesis)


def may_be_answered(hypothesis: Hypothesis, occupancy: Occupancy) -> bool:
    """Whether a piece of the opponent may have left its square to reply to a ply of the mover."""
    return bool(hypothesis.line.opponents & (~occupancy | hypothesis.bad))


def readings_to_ask(readings: Sequence[Hypothesis]) -> tuple[Hypothesis, ...]:
    """The readings near the best with a piece perhaps in a hand; they are searched once it is in none."""
    worst = readings[0].rank + weights.DOUBTFUL
    return tuple(each for each in readings if rank_if_sliding(each) < worst and may_be_unfinished(each))


def _pulled_over(hypothesis: Hypothesis, known: SettleOrder, lifted: Occupancy) -> Occupancy:
    """What the opponent lifts now, if its target may have closed just before: he pulls his piece over."""
    pulled = hypothesis.placed & known.landed and not hypothesis.theirs
    return lifted & hypothesis.line.opponents if pulled else 0


def _changes(hypothesis: Hypothesis, pulled: Occupancy) -> list[Occupancy]:
    """The parts of the change that a ply may explain: all, all but the reply's, or one lifted piece alone.

    A pawn that can be captured en passant may belong to the ply, too. The rest is the reply's: it may have
    lifted a victim, and it has placed at most as many pieces as the opponent has lifted.
    """
    theirs, placed = hypothesis.theirs, hypothesis.placed
    passed = theirs & en_passant_pawn(hypothesis.line)
    alone = (chess.BB_SQUARES[square] for square in squares(hypothesis.missing & ~theirs))
    own = [each for each in (hypothesis.change, hypothesis.change & ~theirs, *alone) if each]
    changes = dict.fromkeys((*own, *(each | passed for each in own)))
    lifted = theirs | pulled | hypothesis.bad & hypothesis.line.opponents
    return [each for each in changes if (placed & ~each).bit_count() <= lifted.bit_count()]


def _landed_before_lift(hypothesis: Hypothesis, lifted: Occupancy) -> list[Occupancy]:
    """Each of two pieces too many, alone: the other may be the opponent's, whose source opens only now."""
    placed = hypothesis.placed
    two = placed == hypothesis.change and placed.bit_count() == 2
    return [chess.BB_SQUARES[square] for square in squares(placed)] if lifted and two else []


def _dead_reed(hypothesis: Hypothesis, known: SettleOrder, move: chess.Move, unseen: Occupancy) -> Occupancy:
    """The square whose reed is dead if this move was made and the `unseen` squares did not change; else 0.

    A pawn that still stands after its en passant capture is no dead reed: it was left there.
    """
    board = hypothesis.line.board
    ends = ends_of(move)
    if not unseen and not (known.alive | hypothesis.touched) & chess.BB_SQUARES[move.to_square]:
        return chess.BB_SQUARES[move.to_square]
    if unseen & unseen - 1 or not (unseen & ends or board.is_castling(move)):
        return 0
    return unseen


def has_no_sign_of_ply(hypothesis: Hypothesis, lifted: Occupancy) -> bool:
    """Whether nothing calls for a ply: no piece of the opponent is lifted now, or the board is swept."""
    if is_swept(hypothesis):
        return True
    return bool(lifted) and not lifted & hypothesis.line.opponents


def _may_take(hypothesis: Hypothesis, move: chess.Move, lifted: Occupancy) -> bool:
    """Whether the moving piece may be about to capture a piece that is lifted now: it has not landed yet."""
    source, target = chess.BB_SQUARES[move.from_square], chess.BB_SQUARES[move.to_square]
    if not lifted or target & hypothesis.placed:
        return False
    return any(hypothesis.line.board.generate_legal_captures(source, lifted))


def _may_have_taken(hypothesis: Hypothesis, move: chess.Move) -> bool:
    """Whether the moving piece may have captured one that was lifted and put back in the same gesture.

    Only where a reading ignores more than one square: most plies of a line that is off are such guesses.
    """
    put_back = hypothesis.touched & hypothesis.line.opponents & ~(hypothesis.change | hypothesis.bad)
    if not (put_back and hypothesis.hidden):
        return False
    return any(hypothesis.line.legal_moves(chess.BB_SQUARES[move.from_square], put_back))


def _assume_dead_reed(
    hypothesis: Hypothesis,
    move: chess.Move,
    known: SettleOrder,
    dead: Occupancy,
    ahead: Occupancy,
    explained: float = 0.0,
) -> Hypothesis:
    weight = _rarity(hypothesis.line.board, move) - explained
    if _takes_seen(hypothesis, move):
        weight -= min(hypothesis.detours(), weights.RETURNED)
    longer = assume_ply(hypothesis, move, known, weight, ahead)
    price, passes = distrust.wrong_price(hypothesis, longer.line, known, dead)
    return distrust.ignore(longer, known, dead, price, passes=passes)


def _take_off_paid(longer: Hypothesis, shorter: Hypothesis, lifted: Occupancy) -> Hypothesis:
    """Take off what the shorter reading has paid, if the longer one fits but for what is lifted now."""
    return longer._replace(cost=longer.cost - shorter.paid * (not longer.change & ~lifted))


def _paid_in_the_air(hypothesis: Hypothesis, change: Occupancy) -> float:
    """What was paid while this piece seemed to be in the air: a bad reed where it landed explains that.

    The rest of the board must fit, but for pieces that the opponent has lifted, and nothing may have stood
    where the reading has nothing: that may have been the ply.
    """
    occupancy, others = hypothesis.line.occupancy, hypothesis.change & ~(change | hypothesis.theirs)
    if not change or others or (hypothesis.touched | change) & ~occupancy:
        return 0.0
    return hypothesis.paid


def _takes_seen(hypothesis: Hypothesis, move: chess.Move) -> bool:
    """Whether a capture's victim left its square and its captor landed there: that is no piece put back."""
    target = chess.BB_SQUARES[move.to_square]
    return bool(target & hypothesis.touched & hypothesis.line.opponents & ~hypothesis.change)


def _rarity(board: chess.Board, move: chess.Move) -> float:
    """How rare such a move is as chess: it orders moves that the board cannot tell apart.

    It is too small to silence a doubt.
    """
    most = weights.MOST_IMPLAUSIBLE
    return weights.ODD * (most + max(-most, min(most, oddness(board, move))))
