"""The weights: what each piece of evidence costs a hypothesis.

A weight is a cost in natural logarithms: a reading that needs something e times rarer costs 1 more. Weights
are judgements of size, found with the bench (`jadoube bench hands`), not measurements to the second digit.
Their order is what matters. Every weight stands here with its reason, and nowhere else. (Bounds on the work,
and on what hands can do at once, are in `bounds.py`, or where one file alone uses them.)
"""

# While the board differs from what a reading expects

ASTRAY = 2.0
"""Each square astray, while it is astray. It is a debt and not a fine: it is gone when the square fits
again."""

LEFT_THERE = 2.0
"""The opponent lifted a piece while another stood where the reading has none: he took that for a ply. (Not
if that piece is on its way to capture what he lifted.) Or the board came to rest while one of his pieces was
missing: he has replied. So a reading cannot wait for ever to be proved right."""

RESTED = 1.0
"""The board came to rest while a piece stood where the reading has none, or was missing while another reading
fits. It weighs less than a reply: some players think with the piece set down, or in the hand."""

LINGERED = 3.0
"""A piece stood for long where the reading has none, beside squares that may hide a whole ply (a line that is
off, or two bad reeds): as rare as such a ply, which is the other explanation (`HIDDEN`). Also a ply that
was taken back, once the position before it has stood at rest."""

SURPLUS = 2.0
"""Each piece that the board has and the reading has not, while it is there: nobody sets down a piece that he
has not lifted. A debt too: a target may close before its source opens."""

STRANGE = 2.0
"""A piece was set on an empty square while only pieces of the opponent were missing: a player who captures
takes the victim off the board. It tells a pawn's second thought from its capture en passant."""

RETURNED = 1.5
"""Each time a piece was lifted and put back. Common, but not as common as a move."""

TRIED = 2.0
"""Each time a square was tried: a piece was set on an empty square and taken off again, and was not passing
over it. Players change their minds more seldom than they adjust a piece. Neither charge has a limit, so every
reading pays the same for the same idle hands, whenever its last ply was."""

# How a ply was made

CROSSED = 0.3
"""Each square on a piece's way that closed and opened again: the piece was slid, not lifted over it."""

BUMPED = -0.5
"""A discount: a piece was lifted and put back within the gesture of a ply. Hands knock over pieces beside
their way. So of two pieces that came and went the last was captured, unless a rest (`RESTED`) or a press came
between. The discount is small: a capture after a second thought looks much the same, a square tried and then
a piece that seems to be put back."""

SET_FIRST = 2.0
"""The target closed before the source opened. The usual order is the reverse; the piece on the target may
have been there for another reason."""

GLIMPSED = 0.7
"""A capture whose victim's reed opened for less than the debounce time: the capturing piece pushed it out."""

UNSEEN = 5.0
"""A capture whose victim was never seen to leave. It is considered only when a ply is called for."""

UNSEEN_LEARNED = 1.0
"""The discount on `UNSEEN` for each guessed ply of the game: some players always push their victims out."""

UNSEEN_AT_LEAST = 2.0
"""The least price of such a capture: as much as the one square astray that it explains."""

VICTIMS_SEEN = 1
"""After so many captures with seen victims the first one without is in doubt against a bad reed: hands that
take a victim off go on so (a judgement; from 5 to 0 two of 43,000 plies of sound boards get a doubt more)."""

VICTIMS_SEEN_SINCE = 5
"""The same after a ply that was guessed: so many victims must have been seen since (a judgement)."""

TWO_PLIES = 3.0
"""A ply that is found together with the ply before it: the hands were faster than the scanner, or the scanner
missed a moment. The same for a ply taken back in one scan with the ply after it."""

AHEAD = 3.0
"""A ply's piece was lifted before the piece of the ply before it, and set down after that lift. Or, of two
plies found together, the second was set down first. Or a ply's target closed before its source opened, and
meanwhile another piece was in the air. Or the board had rested with a ply's piece in the air, and the reply's
was lifted before it landed. The hands did not wait for each other."""

OUT_OF_ORDER = 6.0
"""A ply was over before the ply before it had begun. Or its piece was lifted after its target had closed and
something else had settled. It tells transpositions apart: two orders of the same plies."""

TAKEN_BACK = 4.0
"""The board shows the position before the last ply, and no legal ply explains it: the ply was taken back."""

EACH_MORE_TAKEN_BACK = 0.5
"""Each further ply that was taken back with it."""

UNHANDLED = 2.0
"""The same for a ply whose target square was not touched, or whose squares are those of a later ply that was
taken back, too: a position may also repeat."""

TAKEN_BACK_TOGETHER = 3.0
"""Off the price if the pieces of two plies were in the air at once. Hands that play, and repeat a position,
wait for each other as a rule: so the shorter game is a doubt at least."""

SHOWN = 1.0
"""Plies that nobody pressed for led back to an earlier position, and presses are rarely forgotten: a line was
shown on the board. It is less than the price of two presses that were forgotten (`MOST_SKIPPED`)."""

SHOWN_EARLY = 2.0
"""The same besides, at the start of a game; the longer game is a doubt then."""

MOST_IMPLAUSIBLE = 2.0
"""The most that bad chess costs a capture that nobody saw, against the likeliest capture by the same piece,
for it did capture something. It orders readings that the reeds leave level. It decides what is kept only
where more are alive than are kept (`MOST_ALIVE`, `MOST_DEAD_ALIVE`), and never what is a doubt."""

# Where a ply is against the laws

OVERLOOKED = 3.0
"""An irregular ply, seen whole, that would be legal but for a check, or for the right to castle or to capture
en passant. People overlook that more often than a victim leaves unseen (`UNSEEN`). Where a player's victims
often do, it costs no more than they do (`UNSEEN_LEARNED`)."""

AGAINST_LAWS = 12.0
"""An irregular ply, seen whole, that no piece of its kind can make. It is so much rarer than a dead reed
(`DEAD`), or than a capture with an unseen victim and a piece bumped beside it, that these leave no doubt. It
is still cheaper than the squares that are astray without it once each side has made a further ply."""

OUTLANDISH = 6.0
"""More for a pawn that goes back, or more than three ranks or two files, and for a king that goes more than
two squares. A hand that errs moves a piece much as its kind moves. A reed that fails beside an unseen victim
is likelier."""

# Where a reed is dead

DEAD = 8.5
"""A ply that needs a dead reed, one that has never changed. Rarer than a victim never seen, so there is no
doubt between the two until more is known. Once a reading holds the reed dead, that explains every ply through
the square."""

ODD = 0.07
"""How odd such a ply is as chess, from `-MOST_IMPLAUSIBLE` to `MOST_IMPLAUSIBLE` (`attraction.oddness`). That
decides only where the reeds leave plies level. As chess alone it could weigh fifty times as much."""

BLIND = 0.5
"""A further ply through a reed that this reading already holds dead, and that hid the ply therefore."""

HIDDEN = 3.0
"""A ply of which the reeds show nothing: of 20,028 plies 3.0 % begin and end within a given line. That would
be 3.5, with which plain hands lose more games. Also the surcharge on two plies, each with one end
out of sight, that may as well be one seen whole, or a capture after such a ply."""

AGAIN = 2.0
"""The surcharge on such a ply if the piece of the ply before is lifted again: rather a second thought."""

BLIND_OR_CAPTURE = 2.0
"""The surcharge on such a ply if the lifted piece may simply be the mover's victim; beside a line that is off
also if the mover's piece could have captured one that was lifted and put back meanwhile."""

LINE_OFF = 12.5
"""A ply that needs a line of the matrix that has come off: rarer than one reed that sticks (`UNRELIABLE`),
likelier than two dead ones. What was paid for reeds of that line is taken off."""

EMPTY_LINE = 2.0
"""Such a line of which the reading blames a reed already, for nothing else stood on it. It is less than two
dead reeds still, but by less than `DOUBTFUL`: until a third reed of it fails, neither is sure."""

NOT_DEAD = 7.5
"""A reed that this reading held dead has changed."""

# Where a reed lies

UNRELIABLE = 11.7
"""A reading stops believing a reed that has changed before: it has stuck in mid-game, or it lies. That is
rarer than a reed that was dead from the start, by more than `DOUBTFUL`: so a reed that has worked is no doubt
beside one that never has. But it is less than `DROPPED`: such a reading is kept until later plies decide.
The same for a lone piece that was lifted nowhere and is there at the end."""

OFF_CENTRE = 9.0
"""A piece stands off the centre of its square after its ply, and its reed stays open until it is moved."""

LEFT_OFF_CENTRE = 1.0
"""That piece leaves before it was put right: its reed shows nothing of that, either."""

BETWEEN = 6.0
"""A piece stands between two squares after its ply: the reed of the other one closes with its own, and stays
closed until the piece is moved."""

CONTRADICTED = 1.0
"""The discount on `UNRELIABLE` for each change of the reed that the best reading had no use for
(`ReedRecord`). Hands adjust a piece now and then, which counts two; a reed that lies goes on."""

AMID = 3.0
"""The reed that is blamed changed while the ply's own piece was in the air. That is a twentieth of the time
(a guess), and what changes then is more likely a hand's doing: an illegal castling, for one. Not beside
another bad reed: there each further one is dear enough, and reeds of one board go bad for one reason."""

UNRELIABLE_AT_LEAST = 2.0
"""The least price of no longer believing a reed: as much as the one square astray that it explains."""

LIES = 0.5
"""Each change of a reed that this reading does not believe. It is less than half of what a lone
change and its undoing cost a reading that believes the reed (`RETURNED`, `TRIED`), so that this one ranks
better in the end."""

BELIEVED = 2.0
"""A reading believes a reed again that has changed just as its last ply needed. A reed that agrees with a few
plies makes that up: not believing it costs `LIES` each time."""

# Where an opponent plays from elsewhere

TOLD = 6.0
"""A told ply is read although another one there explains the board better by up to so much: a hand makes
another move than the lamps show once in some hundred moves (a guess), and sees it then."""

# When a ply is called for

UNPRESSED = 6.0
"""A lever was pressed, and in this reading no ply of that side stands on the board. It outweighs `UNSEEN`:
a press without a ply is rarer than a victim pushed out so fast that its reed never opens."""

PRESSED_EARLY = 5.0
"""The same with the presser's piece in the air: he may have pressed with one hand before the other set the
piece down."""

SKIPPED = 2.0
"""Each ply that nobody pressed for, when a later one is pressed. Presses are forgotten, but not as a rule."""

MOST_SKIPPED = 2
"""The most plies that are charged so at one press. While a board is not understood its presses are refused,
and a reading that comes late, and is right, would be charged for all of them."""

LOST = 4.0
"""Each piece that is missing in this reading at the end: it is gone for good. As chess that is as bad as a
move can be (`MOST_IMPLAUSIBLE`)."""

UNCONFIRMED = 1.0
"""A last ply that nobody saw being made, at the end: no later ply confirms it. So it is also in doubt against
a dead reed, because the game shows no more of that reed. The same for each of several that are found together
at the end: kings set on the centre for a result are no four plies."""

# Which way round the board lies

TURNED = 1.0
"""The board is read the other way round if that fits and ranks better by so much. The wrong way has two
squares astray; a clumsy ply (target first, a piece bumped) is still cheaper by that much."""

GIVEN_UP = 8.0
"""The other way round is given up if it ranks worse by so much: it fails to explain two plies of two squares
each."""

# What is kept, and what is a doubt

DROPPED = 12.0
"""A hypothesis this much worse than the best is pruned: its chance is below one in 160,000."""

DROPPED_AGAIN = 14.0
"""The same in a second reading of the past, whatever reeds a reading believes: the true one was dropped, if
nothing of what was kept explains the board (measured with 14 to 24: most games are read with 14)."""

READ_AGAIN = 12.0
"""The past is read again if what has happened since costs the best reading more than this: as much as a reed
that is not believed, so such a reading may be better."""

LOST_AGAIN = 10.0
"""A second reading that does not believe a reed is given up if it is lost itself: so much worse at a rest
than where it began."""

PAID_AGAIN = 6.0
"""The board is still lost, too, if the best reading has paid so much since the last second reading: half the
price of a bad reed. It blames one reed after the other, each explains a ply, and the next ply is paid for."""

NARROW = 6.0
"""Where one more reed is not believed, only readings so near the best one go on: if it was that reed, the
true one is near. So a reed took 180 positions instead of 459 (in a game with two bad reeds)."""

IDLE_SUSPICION = 11.0
"""A reading that does not believe a reed that has worked is dropped so much behind the best one already, if
that one fits the board and believes every reed: then nothing asks for a suspicion. (Not while a ply is called
for, nor at a rest after one of the opponent's pieces was put back: these ask for it.)"""

SECOND_THOUGHT = 6.0
"""A reading that does not believe a reed keeps the one without its last ply so far behind it: that ply may
still be made otherwise, and it is not found anew."""

DOUBTFUL = 3.0
"""A rival this close to the best reading is a doubt (one in twenty). It is less than two squares astray, so
a move under way is no doubt about the move before. Where the best reading guessed a ply, every rival alive is
a doubt."""

OFFERED = 6.0
"""A rival this close to the best reading is shown to a player who asks for alternatives. He asks because he
sees that the best is wrong. So this is wider than a doubt: it holds a victim pushed out against one seen."""

NEAR = 6.0
"""A reading this close to the best one still says something of the board: two squares of it are better
explained, or a reply stands on it. So a reed that it does not believe, or a ply against the laws that it
needs, is worth a look. A best reading that has paid so much to replace a ply is contradicted by the other."""

MADE_AGAIN = 6.0
"""A ply that makes a game that is read already much cheaper than it was was made again, and is taken for the
ply: so much cheaper (as a piece that was put back and then moved the same way)."""

MOST_SURPRISING = 6.0
"""How surprising a game is as chess (`prior/surprise.py`) orders readings by this much at most, where a
reed or a line is not believed. With 12 no more games are read."""

SUSPICIOUS = 8.0
"""A reading this much worse than the best is not searched for plies through dead reeds."""

WORTH_A_SEARCH = 6.0
"""Rarer explanations are sought only up to this much worse than the best; the next settling seeks them
again."""
