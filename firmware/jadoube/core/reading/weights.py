"""What each piece of evidence weighs.

A weight is a cost in natural logarithms: a reading that needs something e times rarer costs 1 more. They are
judgements of size, not measurements to the second digit; what matters is their order, and the bench
(`jadoube bench hands`) is how they were found. All of them stand here, with the reason, and nowhere else.
(What bounds the work, or says what a hand can do at once, stands where it is used.)
"""

# While the board stands otherwise than a reading expects

ASTRAY = 2.0
"""Each square that stands otherwise than the reading expects, while it does so. It is a debt and not a fine:
it is gone when the square fits again."""

LEFT_THERE = 2.0
"""The opponent lifted a piece while one stood where the reading has none: he took it for a ply. (Not where it
is on its way to capture what is lifted.) Or the board came to rest while one of his was missing: he has
replied. So a reading cannot wait for ever to be proved right."""

RESTED = 1.0
"""The board came to rest while a piece stood where the reading has none, or was missing while another reading
fits. It weighs less than a reply: some people think with the piece set down, or in the hand."""

SURPLUS = 2.0
"""Each piece more on the board than the reading has, while it is there: nobody sets down what he
has not lifted. A debt too: a target may close before its source opens."""

STRANGE = 2.0
"""Something was set on an empty square while only pieces of the opponent were missing: who captures takes the
victim off the board. It tells a second thought of a pawn from its capture in passing."""

RETURNED = 1.5
"""Each time a piece was lifted and put back. Common, but not as common as a move."""

TRIED = 2.0
"""Each time something was set on an empty square and taken off again, and was not on its way there: a square
was tried. A mind changes more seldom than a piece is straightened. Neither has a limit, so that every reading
pays the same for the same idle hands, whenever its last ply was."""

# How a ply was made

CROSSED = 0.3
"""Each square on a piece's way that closed and opened again: the piece was slid, not lifted."""

BUMPED = -0.5
"""What a piece costs less that was lifted and put back in the gesture of a ply: hands knock over what stands
beside the way. So of two pieces that came and went, the last is the one that was taken, unless time
passed between (`RESTED`) or a press. It is no more, since a capture after a second thought looks much the
same: a square tried, and then a piece that seems to be put back."""

SET_FIRST = 2.0
"""The target closed before the source opened. The usual order is the other; what stood on the target may have
stood there for another reason."""

GLIMPSED = 0.7
"""A capture whose victim was seen for less than a debounce: pushed out by the capturing piece."""

UNSEEN = 5.0
"""A capture whose victim was never seen to leave. It is believed only when a ply is called for."""

UNSEEN_LEARNED = 1.0
"""What such a capture costs less for each ply of the game that nobody saw being made: some players always
push their victims out."""

UNSEEN_AT_LEAST = 2.0
"""What such a capture costs in any case: as much as the one square astray that it explains."""

TWO_PLIES = 3.0
"""A ply that is found together with the one before it: the hands were faster than the scanner, or it was
blind for a moment."""

AHEAD = 3.0
"""A ply's piece was lifted before that of the ply before it, and was set down after it; or of two plies found
together the second was set down first: the hands did not wait for each other."""

OUT_OF_ORDER = 6.0
"""A ply was over before the ply before it had begun, or its piece was lifted after its target had closed and
something else had happened. It tells two orders of the same plies apart, which lead to the same position."""

TAKEN_BACK = 4.0
"""The board stands as it stood before the last ply, and no legal ply explains it: the ply was taken back."""

EACH_MORE_TAKEN_BACK = 0.5
"""For each further ply that was taken back with it."""

UNHANDLED = 2.0
"""The same for one whose piece was not touched where it stood: positions also come again."""

MOST_IMPLAUSIBLE = 2.0
"""What bad chess costs a capture that nobody saw, at the most, against the likeliest by the same piece: it
did capture something. It ranks what the reeds leave level; what is
kept and what is a doubt is decided without it."""

# Where a reed is dead

DEAD = 8.5
"""A ply that is only explained if a reed is dead that has never changed. Rarer than a victim never seen, so
that there is no doubt between the two until more is known. Once it is believed, it explains every ply through
that square."""

ASIDE = 0.01
"""Each half square, in files and in ranks, between where a piece went unseen and the centre of the board."""

LOSES_A_PIECE = 0.15
"""What went unseen would have put itself where something lesser takes it, or anything for nothing."""

BLIND = 0.5
"""A further ply through a square whose reed is dead in this reading, and was not seen therefore."""

BLIND_OR_CAPTURE = 2.0
"""What such a ply costs more when the piece that was lifted may just be what the mover captures."""

NOT_DEAD = 7.5
"""A reed changes that this reading took for dead."""

# When somebody says that a ply is made

UNPRESSED = 6.0
"""A lever was pressed, and in this reading no ply of that side stands on the board. It outweighs `UNSEEN`:
to press for nothing is rarer than to push a piece out so that its reed never opens."""

PRESSED_EARLY = 5.0
"""The same, but the presser's piece is in the air: he may have pressed with one hand before he set it down
with the other."""

SKIPPED = 2.0
"""Each ply that nobody pressed for, when a later one is pressed. Presses are forgotten, but not as a rule."""

LOST = 4.0
"""Each piece that is missing in this reading when nothing more comes: it is gone for good. As chess that is
as bad as a move can be (`MOST_IMPLAUSIBLE`)."""

UNCONFIRMED = 1.0
"""A last ply that nobody saw being made, when nothing more comes: no later ply has spoken for it. So it is in
doubt against a dead reed, too, of which more would be known if the game went on."""

# Which way round the board lies

TURNED = 1.0
"""A board is read the other way round when that fits and is so much the better reading. The wrong way has two
squares astray; a clumsy ply (its target first, something bumped) is still that much cheaper."""

GIVEN_UP = 8.0
"""A board is not the other way round when that is so much the worse reading: it does not explain two plies,
with two squares each."""

# What is kept, and what is a doubt

DROPPED = 12.0
"""A hypothesis this much worse than the best is given up: its chance is below one in 160,000."""

DOUBTFUL = 3.0
"""A rival this close to the best reading is a doubt (one in twenty). It is less than two squares astray, so
that a move on its way is no doubt about the one before. Where nobody saw the best reading's ply being made,
every rival that is still alive is a doubt."""

OFFERED = 6.0
"""A rival this close to the best reading is shown to a player who asks for others. He asks because he sees
that the best is wrong, so this is wider than a doubt: it holds a victim pushed out against one seen."""

SUSPICIOUS = 8.0
"""No reading that is this much worse than the best is asked for plies through dead reeds."""

MOST_IN_THE_AIR = 8
"""Pieces that may be missing at once in play: two of each hand, and a few captures that nobody has seen yet.
Where more are missing the board was knocked over, or is being put away."""

IN_THE_AIR_AT_LEAST = 2
"""Where few pieces are left, fewer can be missing: so many, and one for every four on the board."""

MOST_ALIVE = 64
"""Hypotheses kept at the most, whatever comes: the cost of an event stays bounded."""

WORTH_A_SEARCH = 6.0
"""What is rarer than a ply is sought only as far as it ranks no worse than the best by so much: it will be
sought again at the next settling."""

MOST_SEARCHED = 8
"""Hypotheses of which plies are sought that came several at once."""

MOST_AT_ONCE = 2
"""Squares that one ply changes in one scan, as a rule: where more have settled, several plies are sought even
if one would explain them."""

MOST_ASTRAY = 8
"""Squares astray of a hypothesis of which such plies are sought: with more the board is no game's."""

MOST_DEAD_ALIVE = 24
"""Of the hypotheses alive, those that hold a reed dead: as many as a queen has squares to be on, and no crowd
that pushes the others out."""
