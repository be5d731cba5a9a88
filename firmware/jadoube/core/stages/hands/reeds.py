"""From settled squares to plies: the stage that feeds the tracker and tells what changed.

It compares the best reading before and after, and tells the difference as effects. It knows nothing of levers
and of weights (they belong to the tracker).
"""

import chess

from jadoube.core.messages.effects import (
    Adjusted,
    AnnouncedNotMade,
    BoardReady,
    DrawClaimable,
    Effect,
    Glitched,
    IllegalMove,
    Lifted,
    MoveMade,
    MoveUnmade,
    OfferEnded,
    Placed,
    PromotionAccepted,
    PromotionOffered,
    PutRight,
    TakebackWithdrawn,
)
from jadoube.core.messages.events import Scanned
from jadoube.core.messages.phases import Phase
from jadoube.core.messages.phrases import Phrase, sentence
from jadoube.core.reading import alternatives, game_end, setting_up, tracker
from jadoube.core.reading.agreed_plies import may_be_under_way
from jadoube.core.reading.beam import Tracker
from jadoube.core.reading.doubts import doubts, keep_doubts
from jadoube.core.reading.hypotheses import is_under_way
from jadoube.core.reading.replaced_plies import note_replaced
from jadoube.core.rules import rule_sets
from jadoube.core.rules.game_line import Line
from jadoube.core.rules.outcome import Termination
from jadoube.core.signals import debounce, flicker
from jadoube.core.signals.debounce import Change, Settling
from jadoube.core.signals.lines import SOUND
from jadoube.core.squares import Occupancy, squares, turn_squares
from jadoube.core.stages.hands import takebacks
from jadoube.core.stages.hands.early_presses import note_landing
from jadoube.core.stages.result.adjudication import ask_if_dead
from jadoube.core.state.board import LASTS_MS, LINGERS_MS, RESTS_MS, TOGETHER_MS
from jadoube.core.state.hands import touch_move
from jadoube.core.state.table import (
    Stepped,
    Table,
    leave_menu,
    promotion_waits,
    record_act,
    waits_for_position,
)


def read_reeds(table: Table, event: Scanned, now_ms: int) -> Stepped:
    """Take in the reeds of one scan, except for those that a faulty line hides."""
    reeds = event.reeds
    if table.board.wires is not SOUND:
        hidden = table.board.wires.hidden
        reeds = reeds & ~hidden | table.board.reeds.settled & hidden
    if reeds == table.board.reeds.raw and not table.board.reeds.changing:
        return table, ()
    settling = debounce.scan(table.board.reeds, reeds, now_ms, table.terms.debounce_ms)
    effects: tuple[Effect, ...] = ()
    if (reeds ^ table.board.reeds.raw) & ~_flickering_reeds(table):
        table, effects = _take_in_long_stand(table, now_ms)
        board = table.board.disturb(settling.contacts, now_ms)
    else:
        board = table.board.settle(settling.contacts)
    table, read = _take_in_settling(table._replace(board=board), settling)
    return table, effects + read


def _take_in_long_stand(table: Table, now_ms: int) -> Stepped:
    """Rank the readings again when a hand changes a board on which nothing has moved for long."""
    if table.play.phase is Phase.OVER or now_ms - table.board.quiet_since_ms < LINGERS_MS:
        return table, ()
    seen = tracker.linger(table.seen)
    return reread(table, seen, table.board.quiet_since_ms) if seen is not table.seen else (table, ())


def rest_due_ms(table: Table) -> int | None:
    """When the board comes to rest if no reed changes; None if it is at rest."""
    return None if table.board.rested else table.board.quiet_since_ms + RESTS_MS


def settling_due_ms(table: Table) -> int | None:
    """When the next reed settles if it does not change; None if no reed is changing."""
    return table.board.reeds.settles_ms(table.terms.debounce_ms)


def come_to_rest(table: Table, _event: Scanned, now_ms: int) -> Stepped:
    """Rank the readings again when the board comes to rest."""
    due_ms = rest_due_ms(table)
    if due_ms is None or now_ms < due_ms:
        return table, ()
    table = table._replace(board=table.board.come_to_rest())
    if table.play.phase is Phase.OVER:
        return table, ()
    if waits_for_position(table):
        return expect(table)
    table, effects = reread(table, tracker.rest(table.seen), table.board.quiet_since_ms)
    if not table.best.fits or table.best.bad & ~table.board.named:
        return table, effects
    stands = table.board.stand(table.best, table.seen.known.settlings)
    return table._replace(board=stands), effects


def read_last(table: Table) -> Stepped:
    """Settle all reeds at once as the last scan showed them."""
    settling = debounce.settle_now(table.board.reeds)
    return _take_in_settling(table._replace(board=table.board.settle(settling.contacts)), settling)


def call_for_ply(table: Table, side: chess.Color, completed: int) -> Stepped:
    """This side says that it has made a ply: charge the readings in which none of its plies stands.

    `completed` is the last ply that was completed before.
    """
    rested, asserted = table.board.rested, table.play.asserted
    seen = tracker.call_for_ply(table.seen, side, completed, rested=rested, asserted=asserted)
    return reread(table, seen, table.board.quiet_since_ms)


def look_for_ply(table: Table, now_ms: int) -> Stepped:
    """No more scans follow: consider also plies that were not seen being made.

    Not where hands were moving just then, with two pieces or more: the log has broken off in a ply.
    """
    best, moving = table.best, now_ms < table.board.quiet_since_ms + RESTS_MS
    broken_off = moving and best.change & best.change - 1 and not best.placed
    if table.play.phase is Phase.OVER or broken_off:
        return table, ()
    return reread(table, game_end.end(table.seen), table.board.quiet_since_ms)


def look_for_last_ply(table: Table, at_ms: int, loser: chess.Color | None = None) -> Stepped:
    """Before the game ends at this instant by an order or a flag: look for a ply that nobody has pressed for.

    An order that lets this side lose may come with its king laid down: that is no ply.
    """
    if table.play.phase is Phase.OVER or table.play.proposal:
        return table, ()
    board, rested = table.line.board, table.board.quiet_since_ms + RESTS_MS <= at_ms
    laid_down = 0 if loser is None else board.kings & board.occupied_co[loser]
    seen = game_end.end_early(table.seen, rested=rested and table.board.rested, laid_down=laid_down)
    if seen is table.seen:
        return table, ()
    return reread(table, seen, table.board.quiet_since_ms)


def ask_for_takeback(table: Table, at_ms: int) -> Stepped:
    """Decide an open takeback at a press: a player who presses something has finished moving pieces.

    Only an earlier position counts that the board showed by `at_ms`.
    """
    since_ms = takebacks.shown_since_ms(table)
    if since_ms is None or since_ms > at_ms:
        return table, ()
    table, effects = reread(table, tracker.rest(table.seen), table.board.quiet_since_ms)
    table, turned = takebacks.decide(table)
    return table, effects + turned


def expect(table: Table) -> Stepped:
    """Expect the position of the best reading; no move is read until it stands on the board."""
    return reread(table, setting_up.expect(table.seen, table.seen.occupancy), table.board.quiet_since_ms)


def freeze(table: Table, seen: Tracker | None = None) -> Stepped:
    """Go back to the tracker of when the board last fitted, or to `seen`: later changes are not play."""
    seen = seen or game_end.freeze(table.seen)
    if seen.best.line is table.line:
        return table._replace(seen=seen, notices=table.notices.expect_position()), ()
    return reread(table, seen, table.play.made_ms)


def reread(table: Table, seen: Tracker, at_ms: int, *, said: bool = False) -> Stepped:
    """Take over the new tracker `seen`, and tell how the best reading has changed.

    `said`: people or an opponent said so, and the board is no reason to doubt it.
    """
    before, after, ready = table.best, seen.best, table.seen.ready
    effects: tuple[Effect, ...] = ()
    if after.bad != before.bad and not said:
        seen = keep_doubts(table.seen, seen)
    if after.line is not before.line:
        if not said and after.line.before is not before.line:
            seen = note_replaced(table.seen, seen)
        ends = rule_sets.game_outcome(after.line, table.terms.rules)
        table = table._replace(
            seen=seen,
            play=table.play.read_ply(after.line, at_ms, ends),
            notices=table.notices.give_reason(None),
            before=None,
        )
        table, taken_back = takebacks.decide_by_play(_reopen_promotion(table, before.line))
        effects = taken_back + difference(before.line, table.seen, table.play.accepted)
        table, drawn = _watch_draws(
            ask_if_dead(table._replace(play=table.play.record_times(table.line, at_ms))), before.line
        )
        effects += drawn
    else:
        table = table._replace(seen=seen)
        astray = before.change & ~table.board.flicks.flickering
        if after.fits and astray and not table.notices.illegal and seen.ready:
            effects = (Adjusted(),) if ready else (BoardReady(),)
            table = table if ready else table._replace(play=table.play.stand_again())
    table = takebacks.watch(table, before.line, at_ms)
    table, legality = _watch_legality(table)
    return table, effects + legality


def difference(before: Line, seen: Tracker, accepted: int) -> tuple[Effect, ...]:
    """Tell the plies unmade (the last one first) and made between the line `before` and the best one now."""
    after = seen.best.line
    old, new = before, after
    unmade, made = [], []
    while old is not new:
        if old.ply >= new.ply and old.before:
            unmade.append(MoveUnmade(old.ply, old.san))
            old = old.before
        elif new.before:
            made.append(new)
            new = new.before
    effects: list[Effect] = list(unmade)
    rivals = doubts(seen) if made else {}
    effects += [MoveMade(line.ply, line.san, rivals.get(line.ply, ())) for line in reversed(made)]
    if made and after.ply > accepted and after.move and after.move.promotion:
        effects.append(PromotionOffered(after.ply, after.move.promotion))
    return tuple(effects)


def _reopen_promotion(table: Table, before: Line) -> Table:
    """Ask for the piece again if an accepted promotion is now read as another: its victim was lifted."""
    line = table.line
    other = line.move and line.move.promotion and before.back_to(line.ply).move != line.move
    if other and table.play.completed < line.ply <= table.play.accepted and before.ply >= line.ply:
        return table._replace(play=table.play.accept(line.ply - 1))
    return table


def accept_promotion(table: Table) -> Stepped:
    """Make the piece of the waiting promotion final."""
    line = table.line
    if not promotion_waits(table):
        return table, ()
    piece = (line.move and line.move.promotion) or chess.QUEEN
    return table._replace(play=table.play.accept(line.ply)), (PromotionAccepted(line.ply, piece),)


def _take_in_settling(table: Table, settling: Settling) -> Stepped:
    """Take in the reeds that settled, and those that changed for less than a debounce."""
    if table.turned and (settling.settled or settling.glitched):
        settling = _turn_settling(settling)
    effects: tuple[Effect, ...] = ()
    if settling.glitched:
        effects = (Glitched(settling.glitched),)
        flicks = flicker.take_in_glitch(table.board.flicks, settling.glitched, table.board.quiet_since_ms)
        table = table._replace(
            seen=tracker.glimpse(table.seen, settling.glitched), board=table.board.flick(flicks)
        )
    for change in settling.settled:
        table, more = _settle(table, change)
        effects += more
    return table, effects


def _turn_settling(settling: Settling) -> Settling:
    """Translate reeds of a turned board to the players' squares; no other place does it."""
    settled = tuple(Change(turn_squares(change.contacts), change.since_ms) for change in settling.settled)
    return settling._replace(settled=settled, glitched=turn_squares(settling.glitched))


def _settle(table: Table, change: Change) -> Stepped:
    """Take in the squares that settled at one instant."""
    effects = _tell_hands(table.seen.occupancy, change.contacts)
    occupancy = table.seen.occupancy ^ change.contacts
    if change.contacts & ~table.board.flicks.flickering:
        table = _note_hands(table, occupancy, change.since_ms)
    flicks = flicker.settle(table.board.flicks, change.contacts, change.since_ms)
    soon = change.since_ms - table.board.changed_ms <= TOGETHER_MS
    table, best = table._replace(board=table.board.settle_at(change.since_ms, flicks)), table.best
    before = best.line
    if table.play.phase is Phase.OVER:
        return table._replace(seen=table.seen.show(occupancy)), effects
    if best.fits and change.since_ms - table.play.made_ms >= LASTS_MS:
        table = table._replace(board=table.board.last(table.seen.hypotheses))
    lifted = change.contacts & ~occupancy
    accepted: tuple[Effect, ...] = ()
    reply = lifted & before.board.occupied_co[before.side_to_move]
    if reply and reply & ~best.bad and not _is_being_exchanged(table):
        table, accepted = accept_promotion(table)
    table, noted = _watch_touch(table, lifted)
    seen = tracker.take_in_change(table.seen, change.contacts, soon=soon)
    table, read = reread(table, seen, change.since_ms)
    if table.play.proposal:
        table, taken = _follow_proposal(table, change.since_ms)
        read += taken
    if table.line is not before and (table.board.rested or table.board.quiet_since_ms < change.since_ms):
        # Hands made this ply, even on a flickering reed.
        table = table._replace(board=table.board.take_in_hand(change.since_ms))
    if table.play.presses:
        table = note_landing(table, change.since_ms)
    return table, effects + accepted + noted + read


def _follow_proposal(table: Table, at_ms: int) -> Stepped:
    """Take back what was proposed, once the board shows that; a further ply withdraws the proposal."""
    proposal = table.play.proposal
    if proposal is None:
        return table, ()
    earlier = proposal.earlier
    if (table.seen.occupancy ^ earlier.occupancy) & ~table.best.bad:
        if table.line.ply <= proposal.line.ply:
            return table, ()
        return table._replace(play=table.play.propose(None)), (TakebackWithdrawn(),)
    if not table.line.goes_on_from(earlier):  # the plies before it are read otherwise by now
        return table._replace(play=table.play.propose(None)), (TakebackWithdrawn(),)
    table, unmade = reread(table, alternatives.take_back_to(table.seen, earlier.ply), at_ms)
    table, turned = takebacks.carry_out_takeback(table, table.line, at_ms)
    return table, unmade + turned


def _is_being_exchanged(table: Table) -> bool:
    """Whether the last ply's piece is in the air: a pawn that is being exchanged for its promotion piece."""
    move = table.line.move
    return move is not None and bool(table.best.missing & chess.BB_SQUARES[move.to_square])


def _note_hands(table: Table, occupancy: Occupancy, at_ms: int) -> Table:
    """The table after hands have changed the board to `occupancy`: what was shown for them is hidden."""
    apart = table.best.bad | table.board.flicks.flickering
    starts = any(not (occupancy ^ home) & ~apart for home in table.board.homes)
    since_ms = at_ms if starts else None
    if table.panel.menu and not _is_setting_up(table):
        table = leave_menu(table)
    if (since_ms, None, None, None) == (
        table.board.start_since_ms,
        table.notices.refused,
        table.panel.candidate,
        table.notices.reason,
    ):
        return table
    return table._replace(
        board=table.board.stand_at_start(since_ms),
        panel=table.panel.hide_reading(),
        notices=table.notices.take_in_hands(),
    )


def _is_setting_up(table: Table) -> bool:
    """Whether pieces are only being set up; then hands on them do not close the menu."""
    return table.play.phase is Phase.OVER or (table.play.phase is Phase.SETTING_UP and not table.seen.ready)


def _flickering_reeds(table: Table) -> Occupancy:
    """The physical squares whose reeds flicker; their changes count as nobody's."""
    flickering = table.board.flicks.flickering
    return turn_squares(flickering) if flickering and table.turned else flickering


def _tell_hands(occupancy: Occupancy, changed: Occupancy) -> tuple[Effect, ...]:
    return (*map(Lifted, squares(changed & occupancy)), *map(Placed, squares(changed & ~occupancy)))


def _watch_draws(table: Table, before: Line) -> Stepped:
    """End a draw offer that the opponent answered with a ply; tell when a draw may be claimed."""
    line, effects = table.line, list[Effect]()
    if table.play.offer is not None and line.ply > before.ply and line.mover != table.play.offer:
        effects.append(OfferEnded(table.play.offer))
        table = table._replace(play=table.play.offer_draw(None))
    why = rule_sets.claimable_draw(line)
    old = why is Termination.FIFTY and line.board.halfmove_clock > rule_sets.FIFTY
    if why and not old and not table.play.ends and line.ply > before.ply:
        effects.append(DrawClaimable(why))
    return table, tuple(effects)


def _watch_touch(table: Table, lifted: Occupancy) -> Stepped:
    """Record which piece was touched first, where the rule set asks for it.

    When the side to move lifts its own piece, the last ply stands; a breach by that ply is told then.
    """
    rule_set, line = table.terms.rules, table.line
    if not (rule_set.touch_move or rule_set.rook_first) or not lifted:
        return table, ()
    touched = touch_move.take_in_lift(table.play.touched, line, lifted, stood=table.best.fits)
    own = lifted & line.board.occupied_co[line.side_to_move]
    if not own:
        return table._replace(play=table.play.touch(touched)), ()
    noted = touch_move.find_breach(touched, line, rule_set) if line.ply > table.play.completed else None
    table = table._replace(play=table.play.touch(touched._replace(earlier=None)))
    table, refused = _refuse_offer_by_touching(table, own) if rule_set.touch_move else (table, ())
    return (record_note(table, noted), (noted, *refused)) if noted else (table, refused)


def _refuse_offer_by_touching(table: Table, own: Occupancy) -> Stepped:
    """End a draw offer when the asked side, which has the move, lifts a piece of its own (FIDE 9.1.2.1)."""
    offer = table.play.offer
    asked = offer is not None and offer is not table.line.side_to_move
    if not asked or offer is None or not own & ~table.board.flicks.flickering:
        return table, ()
    return table._replace(play=table.play.offer_draw(None)), (OfferEnded(offer),)


def record_note(table: Table, noted: touch_move.Breach) -> Table:
    """Record a breach of touch-move, or of an announcement, for the PGN."""
    if isinstance(noted, AnnouncedNotMade):
        return record_act(table, sentence(Phrase.NOT_MADE, side=noted.side, san=noted.san))
    square = chess.SQUARE_NAMES[noted.square]
    return record_act(table, sentence(Phrase.NOTED, side=noted.side, square=square, note=noted.note))


def _watch_legality(table: Table) -> Stepped:
    """Tell once when the board shows what no legal play explains, and once when that is put right.

    A flickering reed counts where a ply explains it, but alone it shows nothing illegal. While a reading with
    an irregular ply ranks first, a piece in the air puts nothing right.
    """
    trusted = table.best
    if table.board.flicks.flickering:
        trusted = trusted._replace(change=trusted.change & ~table.board.flicks.flickering)
    if table.play.proposal and not table.notices.illegal:
        return table, ()  # pieces that go home try nothing
    illegal = not trusted.fits and table.seen.ready
    if illegal and not table.seen.first.unproved:
        agreed = table.seen.agreed
        rested = table.board.rested
        illegal = not (may_be_under_way(trusted, agreed, rested=rested) if agreed else is_under_way(trusted))
    if illegal == table.notices.illegal:
        return table, ()
    table = table._replace(notices=table.notices.show_illegal(illegal))
    return table, (IllegalMove(trusted.placed, trusted.missing) if illegal else PutRight(),)
