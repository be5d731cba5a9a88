"""What is said to people of a game over Lichess, in each language.

The law: each sentence says what is so, and what the reader can do. It refuses to know when it is said.
"""

from typing import Final

from jadoube.local.desk_lines import Words
from jadoube.online.lichess.words import one_line


def _both(english: str, french: str) -> Words:
    return {"en": english, "fr": french}


NO_TOKEN: Final = _both(
    "No Lichess token is stored. Create one on Lichess with the scope board:play, and enter it.",
    "Aucun jeton Lichess n'est enregistré. Créez-en un sur Lichess avec le droit board:play, et entrez-le.",
)
WRONG_TOKEN: Final = _both(
    "Lichess does not accept the token: it was revoked or mistyped. Enter a new one.",
    "Lichess refuse le jeton : il a été révoqué ou mal saisi. Entrez-en un nouveau.",
)
WRONG_SCOPE: Final = _both(
    "The token lacks the scope board:play. Enter a new one.",
    "Il manque au jeton le droit board:play. Entrez-en un nouveau.",
)
NO_NETWORK: Final = _both(
    "Lichess cannot be reached. The game is kept, and goes on when the network is back; the clock at Lichess "
    "runs on.",
    "Lichess est injoignable. La partie est conservée, et continue au retour du réseau ; la pendule de "
    "Lichess tourne toujours.",
)
SILENT: Final = _both(
    "Lichess is silent; the connection is made anew. The game is kept.",
    "Lichess se tait ; la connexion est rétablie. La partie est conservée.",
)
NOT_UNDERSTOOD: Final = _both(
    "Lichess sent something that is not understood. The game is read again.",
    "Lichess a envoyé quelque chose d'incompréhensible. La partie est relue.",
)
TOO_MANY: Final = _both(
    "Lichess has received too many requests from this account or address. The board waits a minute.",
    "Lichess a reçu trop de requêtes de ce compte ou de cette adresse. L'échiquier attend une minute.",
)
CONTRADICTION: Final = _both(
    "Board and Lichess have different moves. Lichess is right: set the board back to the position that it "
    "shows.",
    "L'échiquier et Lichess ont des coups différents. Lichess a raison : remettez la position indiquée.",
)
NOT_PLAYABLE: Final = _both(
    "This game has other rules, another starting position or days for a move; the board plays standard chess "
    "in one go only. Play it on Lichess, or abort it.",
    "Cette partie a d'autres règles, une autre position initiale ou des jours par coup ; l'échiquier ne joue "
    "que les échecs standard, d'une traite. Jouez-la sur Lichess, ou annulez-la.",
)
TOO_FAST_SEEK: Final = _both(
    "Lichess allows boards only slower games against random opponents: minutes and 40 times the increment "
    "must make at least 8 minutes, such as 10+0 or 5+5.",
    "Contre des inconnus, Lichess n'admet aux échiquiers que des parties plus lentes : les minutes et 40 "
    "fois l'incrément doivent faire au moins 8 minutes, comme 10+0 ou 5+5.",
)
TOO_FAST: Final = _both(
    "Lichess allows boards no game this fast: time and 40 times the increment must make at least 3 minutes, "
    "such as 3+0 or 2+2.",
    "Lichess n'admet pas aux échiquiers de partie si rapide : le temps et 40 fois l'incrément doivent faire "
    "au moins 3 minutes, comme 3+0 ou 2+2.",
)
BAD_CONTROL: Final = _both(
    "Lichess takes 0 to 180 whole minutes and an increment of 0 to 60 seconds.",
    "Lichess accepte de 0 à 180 minutes entières et un incrément de 0 à 60 secondes.",
)
NO_MAIN_TIME: Final = _both(
    "The board plays no game that begins without time: choose at least 1 minute.",
    "L'échiquier ne joue pas de partie qui commence sans temps : choisissez au moins 1 minute.",
)
BAD_LEVEL: Final = _both(
    "The level of Lichess' computer is from 1 to 8.",
    "Le niveau de l'ordinateur de Lichess va de 1 à 8.",
)
BAD_NAME: Final = _both(
    "A Lichess name has letters, digits, _ and -, up to 30.",
    "Un nom Lichess a des lettres, des chiffres, _ et -, 30 au plus.",
)
BAD_ID: Final = _both(
    "A Lichess id has letters and digits.",
    "Un identifiant Lichess a des lettres et des chiffres.",
)
BAD_CHAT: Final = _both(
    "A line of chat has 1 to 140 characters.",
    "Une ligne de discussion a de 1 à 140 caractères.",
)
NO_GAME: Final = _both("No game is played over Lichess.", "Aucune partie n'est jouée sur Lichess.")
PLAYING: Final = _both(
    "A game over Lichess is being played. End it first.",
    "Une partie est en cours sur Lichess. Terminez-la d'abord.",
)
UNKNOWN_GAME: Final = _both(
    "Lichess does not know the game on the board, or it is another account's. With that account's token it "
    "goes on.",
    "Lichess ne connaît pas la partie de l'échiquier, ou elle est d'un autre compte. Elle continue avec le "
    "jeton de ce compte.",
)
NO_REMATCH: Final = _both(
    "This game cannot be asked for again: the board challenges people with a clock of whole minutes only.",
    "Cette partie ne peut être redemandée : l'échiquier ne défie qu'avec une pendule en minutes entières.",
)
SEARCH_LOST: Final = _both(
    "The connection was lost, and with it the search for an opponent. Begin it again.",
    "La connexion a été perdue, et avec elle la recherche d'un adversaire. Recommencez-la.",
)
NOT_ACCEPTED: Final = _both(
    "The challenge was not accepted.",
    "Le défi n'a pas été accepté.",
)


def refused(said: str) -> Words:
    """Lichess refuses what was asked."""
    quoted = one_line(said)
    return _both(f"Lichess refuses: {quoted}.", f"Lichess refuse : {quoted}.")


def board_refuses(why: str) -> Words:
    """The board does not do what the game at Lichess asks for."""
    quoted = one_line(why)
    return _both(
        f"The board cannot follow the game at Lichess: {quoted}.",
        f"L'échiquier ne peut pas suivre la partie de Lichess : {quoted}.",
    )
