"""What is said to people of a broadcast, in each language: every sentence of the page's part on it.

The law: each says what is so, and what the reader can do. What Lichess says is quoted, one line of it. It
refuses to know when something is said.
"""

from typing import Final

from jadoube.local.desk_lines import Words

QUOTED_MOST: Final = 200


def _both(english: str, french: str) -> Words:
    return {"en": english, "fr": french}


NO_TOKEN: Final = _both(
    "No Lichess token is stored. Create one on Lichess with the scopes study:read and study:write, and "
    "enter it.",
    "Aucun jeton Lichess n'est enregistré. Créez-en un sur Lichess avec les droits study:read et "
    "study:write, "
    "et entrez-le.",
)
WRONG_TOKEN: Final = _both(
    "Lichess does not accept the token: it was revoked or mistyped. Enter a new one; nothing is sent "
    "until then.",
    "Lichess refuse le jeton : il a été révoqué ou mal saisi. Entrez-en un nouveau ; rien n'est envoyé "
    "jusque-là.",
)
WRONG_SCOPE: Final = _both(
    "The token lacks a scope: it needs study:read and study:write. Enter a new one; nothing is sent "
    "until then.",
    "Il manque un droit au jeton : il lui faut study:read et study:write. Entrez-en un nouveau ; "
    "rien n'est envoyé jusque-là.",
)
FORBIDDEN: Final = _both(
    "This Lichess account may not write to the round. Choose a round of this account, or be invited to it.",
    "Ce compte Lichess n'a pas le droit d'écrire dans cette ronde. Choisissez une ronde de ce compte, "
    "ou faites-vous inviter.",
)
NO_ROUND: Final = _both(
    "Lichess does not know the round: it was deleted, or the id is wrong. Choose a round.",
    "Lichess ne connaît pas cette ronde : elle a été supprimée, ou l'identifiant est faux. Choisissez "
    "une ronde.",
)
SOURCE_URL: Final = _both(
    "The round takes its games from a source URL and accepts none from the board. On Lichess, set the "
    "source of the "
    "round to push, then choose the round again.",
    "La ronde prend ses parties à une URL source et n'en accepte aucune de l'échiquier. Sur Lichess, "
    "réglez la source "
    "de la ronde sur « push », puis choisissez la ronde de nouveau.",
)
TOO_MANY: Final = _both(
    "Lichess has received too many requests from this account or address. The board waits, then sends "
    "the newest "
    "state.",
    "Lichess a reçu trop de requêtes de ce compte ou de cette adresse. L'échiquier attend, puis envoie "
    "le dernier "
    "état.",
)
NOT_REACHED: Final = _both(
    "Lichess cannot be reached. The board tries again; the games are kept.",
    "Lichess est injoignable. L'échiquier réessaie ; les parties sont conservées.",
)
NOT_CERTIFIED: Final = _both(
    "The connection to Lichess is not secure: the certificate is not valid. Is the date of the board right? "
    "Does the network ask for a login?",
    "La connexion à Lichess n'est pas sûre : le certificat n'est pas valable. La date de l'échiquier "
    "est-elle juste ? "
    "Le réseau demande-t-il une connexion ?",
)
NO_ANSWER: Final = _both(
    "Lichess does not answer in time. The board sends the newest state again.",
    "Lichess ne répond pas à temps. L'échiquier renvoie le dernier état.",
)
NOT_UNDERSTOOD: Final = _both(
    "Lichess, or something on the way to it, gave an answer that is none. The board tries again.",
    "Lichess, ou un intermédiaire, a donné une réponse incompréhensible. L'échiquier réessaie.",
)
SERVER_TROUBLE: Final = _both(
    "Lichess has a problem of its own. The board tries again; the games are kept.",
    "Lichess a un problème de son côté. L'échiquier réessaie ; les parties sont conservées.",
)
LEFT_OVER: Final = _both(
    "This part of the game was taken back. Lichess keeps its board; only a reset of the round removes it.",
    "Cette partie du jeu a été annulée. Lichess garde son échiquier ; seule une remise à zéro de la "
    "ronde l'enlève.",
)
NO_SUCH_ROUND: Final = _both(
    "A round's id has 8 letters or digits.",
    "L'identifiant d'une ronde a 8 lettres ou chiffres.",
)
BAD_DELAY: Final = _both(
    "A delay is from 0 to 240 minutes, or from 0 to 100 plies.",
    "Un délai va de 0 à 240 minutes, ou de 0 à 100 demi-coups.",
)
BAD_PARTS: Final = _both(
    'The parts of a game are "boards" or "legal".',
    "Les morceaux d'une partie sont « boards » ou « legal ».",
)


def stored_badly(problem: str) -> Words:
    """The file of secrets is not to be trusted."""
    return _both(
        f"The stored token is not used: {problem}", f"Le jeton enregistré n'est pas utilisé : {problem}"
    )


def refused(said: str) -> Words:
    """Lichess refuses a game."""
    quoted = one_line(said)
    return _both(
        f"Lichess refuses this game: {quoted}. It is sent again when it changes.",
        f"Lichess refuse cette partie : {quoted}. Elle sera renvoyée quand elle changera.",
    )


def round_refused(said: str) -> Words:
    """Lichess refuses all that is sent to a round."""
    quoted = one_line(said)
    return _both(
        f"Lichess refuses games for this round: {quoted}. Choose a round to try again.",
        f"Lichess refuse les parties pour cette ronde : {quoted}. Choisissez une ronde pour réessayer.",
    )


def shows_more(plies: int) -> Words:
    """Lichess shows plies that were taken back."""
    return _both(
        f"Lichess still shows {plies} plies that were taken back, until the next ply is played; it never "
        f"removes "
        "plies.",
        f"Lichess montre encore {plies} demi-coups annulés, jusqu'au prochain coup joué ; il n'enlève "
        f"jamais de "
        "demi-coups.",
    )


def one_line(said: str) -> str:
    """What Lichess says, as one line of limited length, without a full stop."""
    printable = "".join(each if each.isprintable() else " " for each in said[: 4 * QUOTED_MOST])
    return " ".join(printable.split())[:QUOTED_MOST].rstrip(". ") or "no reason given"
