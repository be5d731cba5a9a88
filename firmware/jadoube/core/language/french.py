"""French: every phrase of the board.

The words are those of the rules that the club plays by (roque, prise en passant, échec et mat, pat), and
French players' words for the rest (trait, nulle, pendule, drapeau, cadence). A side is a plural, *les
Blancs*. A square has *en* before it, so nothing is elided. Words that agree with a piece have its gender. A
move has the same letters as on the scoresheet and in the PGN. The keys are retour, moins, lecture, plus and
ok. The space before a colon is a normal one; a page may replace it by a non-breaking one.
"""

import chess

from jadoube.core.messages.effects import Fault, Note, Refusal
from jadoube.core.messages.lamps import Lamp, Pattern
from jadoube.core.messages.phrases import Language, Phrase
from jadoube.core.messages.roles import Role
from jadoube.core.messages.settings import Entry, Value
from jadoube.core.rules.illegality import Kind
from jadoube.core.rules.outcome import Termination
from jadoube.core.state.control_questions import Asked
from jadoube.core.state.health import Trouble

_MASCULINE = {chess.PAWN: "pion", chess.KNIGHT: "cavalier", chess.BISHOP: "fou", chess.KING: "roi"}
_FEMININE = {chess.ROOK: "tour", chess.QUEEN: "dame"}


def _put_before_pieces(masculine: str, feminine: str) -> dict[chess.PieceType, str]:
    """Put a word before every piece, by its gender."""
    return {piece: f"{masculine} {name}" for piece, name in _MASCULINE.items()} | {
        piece: f"{feminine} {name}" for piece, name in _FEMININE.items()
    }


FRENCH = Language(
    phrases={
        Phrase.TO_MOVE: "trait aux {side}",
        Phrase.TO_MOVE_IN_CHECK: "trait aux {side}, en échec",
        Phrase.CLAIMABLE: "{why} : la nulle peut être réclamée",
        Phrase.PAUSED: "en pause : la touche lecture relance la pendule",
        Phrase.PAUSED_BY: "mis en pause par : {who} ; la touche lecture relance la pendule",
        Phrase.PAUSED_FOR_ARBITER: (
            "mis en pause par : {who}, pour appeler l'arbitre ; la touche lecture relance la pendule"
        ),
        Phrase.A_PLAYER: "un joueur",
        Phrase.STARTS_THE_CLOCK: "le levier des {side} met la pendule en marche",
        Phrase.REED: "le contact en {square} {fault}",
        Phrase.REED_TOO: "celui en {square} {fault}",
        Phrase.LINE_AT: "{name} ({connector}, {wire}, broche {pin})",
        Phrase.LINE_OPEN: "{line} est ouverte : cherchez un fil débranché",
        Phrase.LINE_GROUNDED: "{line} touche la masse",
        Phrase.LINE_POWERED: "{line} touche le 3,3 V",
        Phrase.LINE_MENDED: "{line} se lit de nouveau",
        Phrase.PRESS_REFUSED: "appui des {side} refusé : {why}",
        Phrase.VERDICT_ASKED: "coup illégal des {side} ? {why}",
        Phrase.VERDICT_KEYS: "arbitre : plus pour une pénalité, moins pour aucune",
        Phrase.CHOOSE_PIECE: "{san} : plus et moins choisissent la pièce, le levier ou ok la valide",
        Phrase.STILL_MATE: "{why} : les {side} peuvent-ils encore mater ?",
        Phrase.SWITCHED_OFF: "éteint",
        Phrase.KINGS_SAY: "les rois au centre indiquent {result}",
        Phrase.SET_UP_AGAIN: "rétablissez la position (pièces manquantes : {missing}, en trop : {extra})",
        Phrase.SET_UP_ONE: "placez les pièces : 1 case diffère de la position de départ",
        Phrase.SET_UP: "placez les pièces : {number} cases diffèrent de la position de départ",
        Phrase.PUT_RIGHT: "{why} : {what}",
        Phrase.PUT_RIGHT_FOR: "{why} ; {what}",
        Phrase.NO_LEGAL_MOVE: "aucun coup légal",
        Phrase.TAKEN_BACK: "coup repris",
        Phrase.TAKE_AWAY: "libérez {squares}",
        Phrase.PUT_BACK: "remettez ce qui manque en {squares}",
        Phrase.CLOSED: "la partie est close sans résultat",
        Phrase.ENDED: "{result} : {why}",
        Phrase.FLAG_FELL: "le drapeau des {side} est tombé",
        Phrase.RESIGNS: "les {side} abandonnent",
        Phrase.ILLEGAL_MOVES: "coups illégaux des {side}",
        Phrase.CHECKMATED: "les {side} sont échec et mat",
        Phrase.FLAG_SAVED: "un drapeau est tombé, mais {why}",
        Phrase.RESIGNATION_SAVED: "abandon, mais {why}",
        Phrase.ILLEGAL_SAVED: "coups illégaux, mais {why}",
        Phrase.ONLY_KING: "l'adversaire n'a plus que son roi",
        Phrase.CANNOT_MATE: "l'adversaire ne peut pas mater",
        Phrase.WHICH: "{first} ou {last} ? maintenez retour pour choisir",
        Phrase.TAKE_IT: "{plies} ? ok valide",
        Phrase.TAKE_BACK_PROPOSED: "reprendre {plies} ? {what} ; une manette ou ok : non",
        Phrase.TAKE_INSTEAD: "au lieu de {ours} : {plies} ? ok valide",
        Phrase.NO_OTHER: "aucune autre lecture n'explique l'échiquier",
        Phrase.NOTHING_TO_UNDO: "rien à annuler : c'est possible cinq secondes, si rien d'autre n'arrive",
        Phrase.NO_MOVE: "aucun coup",
        Phrase.WHICH_PIECE: "position telle quelle : en {square}, {piece} des {side} ? ok valide",
        Phrase.MENU: "menu : {entry} ; plus et moins font défiler, ok ouvre, retour quitte",
        Phrase.VALUE: "{entry} : {value}",
        Phrase.CHOOSE: "{entry} : {value} ? ok valide",
        Phrase.BY_HAND: "cadence à la main : {asked} : {answer} ? ok valide",
        Phrase.BY_HAND_NUMBER: "cadence à la main : {asked} : {number}, chiffre {digit}",
        Phrase.SURE: "{entry} ? ok confirme, retour annule",
        Phrase.LEVER_DOES: "{entry} ? le levier des {side} confirme, retour annule",
        Phrase.OWN_LEVER_DOES: "{entry} ? le levier du joueur confirme, retour annule",
        Phrase.NOBODY: "{entry} : personne ne le peut pour l'instant",
        Phrase.PAGE: "page {address}, code PIN {pin}",
        Phrase.SWITCHES_OFF: "l'échiquier s'éteint",
        Phrase.OFFERS: "les {side} proposent la nulle",
        Phrase.DECLINES: "les {side} refusent la nulle",
        Phrase.CLAIMS: "les {side} réclament la nulle : {why}",
        Phrase.CLAIMS_BY: "les {side} réclament la nulle par {san} : {why}",
        Phrase.CLAIMS_WRONGLY: "les {side} réclament la nulle à tort",
        Phrase.ILLEGAL_MOVE: "coup illégal n° {number} des {side} : {why}",
        Phrase.NOTED: "{side} : la pièce en {square} {note}",
        Phrase.NOT_MADE: "{side} : {san} annoncé, mais pas joué",
        Phrase.ARBITER: "arbitre : {act}",
        Phrase.CLOCKS_STOPPED: "les pendules sont arrêtées",
        Phrase.CLOCK_STARTED: "la pendule est mise en marche",
        Phrase.TIME_SET: "le temps des {side} est mis à {time}",
        Phrase.MOVES_SET: "le nombre de coups des {side} est mis à {moves}",
        Phrase.PERIOD_SET: "les {side} sont dans la période {period}",
        Phrase.MORE_TIME: "{time} de plus pour les {side}",
        Phrase.LESS_TIME: "{time} de moins pour les {side}",
        Phrase.PENALTY: "pénalité pour les {side} : {amount}",
        Phrase.PENALTY_GIVEN: "pénalité pour les {side}, comptée comme coup illégal n° {number}",
        Phrase.PENALTY_REMOVED: "la dernière pénalité des {side} est retirée",
        Phrase.NO_PENALTY: "pas de pénalité pour les {side}",
        Phrase.COUNTER_SET: "le compteur de coups est mis à {move}",
        Phrase.RESTORED: "la position après le demi-coup {ply} est rétablie",
        Phrase.RESULT_IS: "le résultat est {result}",
        Phrase.REOPENED: "la partie est rouverte",
        Phrase.AS_IT_STANDS: "la position sur l'échiquier est celle de la partie",
        Phrase.IRREGULAR: "{san} (irrégulier)",
        Phrase.ROLE_MAY_NOT: "ordre refusé à : {role} ; permis à : {roles}",
        Phrase.IS_OVER: "la partie est terminée",
        Phrase.FLAG_HAS_FALLEN: "un drapeau est tombé",
        Phrase.NOT_BEGUN: "aucune partie n'a commencé",
        Phrase.PLY_ENDS: "le dernier coup termine la partie : {why}",
        Phrase.NO_OFFER: "les {side} n'ont pas proposé la nulle",
        Phrase.OFFERED_ALREADY: "les {side} ont déjà proposé la nulle",
        Phrase.AGREED_LATER: "la nulle ne peut être convenue qu'après un coup de chaque camp",
        Phrase.NO_CLAIMS: "selon le règlement « {rules} », la nulle ne se réclame pas",
        Phrase.NOT_THE_MOVE: "les {side} n'ont pas le trait",
        Phrase.IN_THE_HAND: "les {side} ont levé la pièce en {squares} et ne peuvent pas réclamer à ce coup",
        Phrase.NO_SUCH_MOVE: "« {found} » n'est pas un coup légal des {side}",
        Phrase.NO_CLOCK: "il n'y a pas de pendule",
        Phrase.NOT_RUNNING: "aucune pendule ne tourne",
        Phrase.RUNS_ALREADY: "une pendule tourne déjà",
        Phrase.WITHIN_DELAY: "ce n'est pas plus que le délai des {side}",
        Phrase.NO_SUCH_PERIOD: "les {side} n'ont pas cette période : la dernière est {most}",
        Phrase.IN_PERIOD_ALREADY: "les {side} sont déjà dans la période {period}",
        Phrase.TIME_IS_UP: "le temps des {side} est écoulé : réglez-le d'abord",
        Phrase.NOTHING_TO_REOPEN: "aucune partie n'est terminée",
        Phrase.NOT_STANDING: "les pièces ne sont pas à leur place",
        Phrase.VERDICT_FIRST: "l'arbitre décide d'abord du coup illégal des {side}",
        Phrase.NO_VERDICT: "aucun coup illégal n'attend de décision",
        Phrase.NO_PENALTIES: "le règlement « {rules} » n'a pas de pénalité ; indiquez les secondes",
        Phrase.NOT_PENALISED: "les {side} n'ont pas de pénalité",
        Phrase.COUNTS_UP: "le temps des {side} est compté sans limite",
        Phrase.TOO_LITTLE_LEFT: "les {side} n'ont plus que {seconds} s",
        Phrase.NO_SUCH_PLY: "il n'y a pas de demi-coup {ply}, seulement de 0 à {most}",
        Phrase.AT_PLY_ALREADY: "la partie en est déjà au demi-coup {ply}",
        Phrase.STANDS_ALREADY: "l'échiquier montre déjà la position de la partie",
        Phrase.STANDS_ASKS: "la pièce en {square} n'est pas sûre : ajoutez une réponse parmi {answers}",
        Phrase.STANDS_EMPTY: "une pièce annoncée en {squares}, que l'échiquier montre vide",
        Phrase.STANDS_UNKNOWN: (
            "plus de pièces qu'il n'en reste dans la partie : nommez celles en {squares}, par exemple e5=N"
        ),
        Phrase.STANDS_PAWN: "un pion en {squares} : nommez la pièce qui s'y trouve, par exemple e8=Q",
        Phrase.STANDS_KINGS: "les {side} n'ont pas de roi, ou en ont deux",
        Phrase.STANDS_PIECES: "les {side} ont plus de pièces qu'un jeu n'en compte",
        Phrase.STANDS_CHECK: "les {side} sont en échec et le trait est aux {other}",
        Phrase.A_CLOCK_RUNS: "une pendule tourne",
        Phrase.BEFORE_A_GAME: "{entry} : à convenir avant la partie",
        Phrase.NO_HINTS: "selon le règlement « {rules} », il n'y a pas d'aide",
        Phrase.NO_TAKEBACKS: "selon le règlement « {rules} », les joueurs ne reprennent pas de coup",
        Phrase.NO_MOVE_MADE: "aucun coup n'a été joué",
        Phrase.NO_PROMOTION: "aucune promotion n'attend sa pièce",
        Phrase.NONE_SHOWN: "aucune lecture n'est proposée ; au choix : {readings}",
        Phrase.NO_SUCH_READING: "« {found} » n'est pas proposé ; au choix : {readings}",
        Phrase.NO_TIME_KEPT: "sans pendule",
        Phrase.EACH_HAS: "chaque camp a {what}",
        Phrase.BOTH_HAVE: "les {white} ont {first} ; les {black} ont {second}",
        Phrase.NO_LIMIT: "un temps sans limite, qui est compté",
        Phrase.HOURGLASS_TIME: "{time}, et reçoit ce que l'autre camp utilise",
        Phrase.TIME_TO_MOVE: "{time} jusqu'au coup {move}",
        Phrase.TIME_AGAIN: "{time} tous les {moves} coups",
        Phrase.THEN: "{first}, puis {next}",
        Phrase.THEN_AT_ZERO: "{first}, et ce temps épuisé {next}",
        Phrase.WITH_INCREMENT: "{what}, et {seconds} s par coup",
        Phrase.WITH_DELAY: "{what}, avec un délai de {seconds} s à chaque coup",
        Phrase.WITH_BRONSTEIN: "{what}, et récupère jusqu'à {seconds} s de chaque coup",
        Phrase.BYO_YOMI_PERIODS: "un byo-yomi de {number} x {seconds} s",
        Phrase.CONTROL_NO_PRESET: (
            "« {text} » reçu, attendu des minutes et des secondes par coup, comme 3+2 ou 90 min + 30 s, "
            "ou une cadence connue, comme blitz 3+2"
        ),
        Phrase.CONTROL_UNREAD: (
            "{text} : « {found} » reçu, attendu minutes et secondes par coup, comme 3+2 ou 90 min + 30 s"
        ),
        Phrase.CONTROL_UNFINISHED: (
            "{text} : la suite manque, attendu minutes et secondes par coup, comme 3+2 ou 90 min + 30 s"
        ),
        Phrase.CONTROL_TWO_READINGS: (
            "{text} : {number} minutes ou {number} secondes, attendu « {minutes} » ou « {seconds} » ({short})"
        ),
        Phrase.CONTROL_MOVES_OR_INCREMENT: (
            "{text} : {first} minutes et {second} s par coup, ou {first} coups en {second} minutes, "
            "attendu « {first}+{second} » ou « {first}/{second}+0 »"
        ),
        Phrase.CONTROL_MANY_MINUTES: "{text} : {number} minutes, attendu « {minutes} » si c'est bien cela",
        Phrase.CONTROL_IN_SECONDS: "{why} ; en secondes, c'est « {seconds} » ({short})",
        Phrase.CONTROL_TIME_OF_DAY: (
            "{text} : « {found} » reçu, attendu « {first} h {second} min » ou « {first} min {second} s »"
        ),
        Phrase.CONTROL_TIME_OR_PERIODS: "{why}, ou pour deux périodes « {first} min : {second} min »",
        Phrase.CONTROL_JOINED: (
            "{text} : une période après « + », attendu un nombre de coups avant elle (40/90+15+30), "
            "des secondes (5+3), ou « : » entre deux périodes (60 min : 15 min)"
        ),
        Phrase.CONTROL_COUNT_LATE: (
            "{text} : un nombre de coups après une période qui n'en a pas, attendu avant elle (40/120+60+30)"
        ),
        Phrase.CONTROL_BYO_YOMI: (
            "{text} : un byo-yomi avec un nombre de coups ou suivi d'une période, "
            "attendu à la fin (40/90+10+3x30)"
        ),
        Phrase.CONTROL_HOURGLASS: (
            "{text} : un seul sablier, attendu pour les deux camps (hourglass 5 ; hourglass 3) ou pour aucun"
        ),
        Phrase.CONTROL_LIMIT: "{text} : {found} reçu, attendu de {least} à {most}",
        Phrase.CONTROL_WHOLE: "{text} : {found} reçu, attendu des secondes entières (2.5 min font 150 s)",
    },
    reasons={
        Kind.NO_PIECE: "aucune pièce ne se trouve en {source}",
        Kind.NOT_YOUR_TURN: "ce n'est pas aux {side} de jouer",
        Kind.SAME_SQUARE: "un coup mène la pièce sur une autre case",
        Kind.KING_NOT_CAPTURED: "un roi n'est jamais capturé",
        Kind.CASTLING_NO_ROOK: "roque : il n'y a pas de tour en {square}",
        Kind.CASTLING_KING_MOVED: "roque : le roi s'est déjà déplacé",
        Kind.CASTLING_ROOK_MOVED: "roque : {men} s'est déjà déplacée",
        Kind.CASTLING_LOST: "roque : le roi ou la tour s'est déjà déplacé",
        Kind.CASTLING_BETWEEN: "roque : {men} se trouve entre le roi et la tour",
        Kind.CASTLING_OUT_OF_CHECK: "roque : le roi est mis en échec par {men}",
        Kind.CASTLING_THROUGH: "roque : le roi ne peut pas traverser la case {through}, attaquée par {men}",
        Kind.CASTLING_INTO: "roque : le roi ne peut pas aller sur la case {target}, attaquée par {men}",
        Kind.PAWN_BACK: "un pion ne recule pas",
        Kind.PAWN_TWO_SQUARES: "un pion n'avance de deux cases que depuis sa case de départ",
        Kind.PAWN_STRAIGHT: "un pion ne capture qu'en diagonale, et {men} se trouve droit devant",
        Kind.PAWN_DIAGONAL: "un pion ne va en diagonale que pour capturer, et la case {square} est vide",
        Kind.EN_PASSANT_LATE: (
            "prise en passant trop tardive : {men} a avancé de deux cases avant le dernier coup"
        ),
        Kind.EN_PASSANT_ONE_STEP: "pas de prise en passant : {men} n'a pas avancé de deux cases",
        Kind.EN_PASSANT_NOT_NOW: "pas de prise en passant : {men} ne vient pas d'avancer de deux cases",
        Kind.WAY: "{a_piece} ne se déplace pas ainsi",
        Kind.BLOCKED: "le chemin est bloqué par {men}",
        Kind.OWN_PIECE: "{own_piece} se trouve en {square}",
        Kind.KINGS_MEET: "le roi ne peut pas aller à côté du roi en {square}",
        Kind.KING_ATTACKED: "le roi ne peut pas aller sur la case {target}, attaquée par {men}",
        Kind.DOUBLE_CHECK: "échec double par {men} : seul le roi peut bouger",
        Kind.IN_CHECK: "le roi reste en échec, attaqué par {men}",
        Kind.PINNED: "{the_piece} en {source} est cloué{e} sur le roi par {men}",
        Kind.EN_PASSANT_UNCOVERS: "la prise en passant met le roi en échec, attaqué par {men}",
    },
    names={
        Termination: {
            Termination.CHECKMATE: "échec et mat",
            Termination.STALEMATE: "pat",
            Termination.DEAD_POSITION: "position morte",
            Termination.FIVEFOLD: "position répétée cinq fois",
            Termination.SEVENTY_FIVE: "règle des 75 coups",
            Termination.THREEFOLD: "position répétée trois fois",
            Termination.FIFTY: "règle des 50 coups",
            Termination.AGREEMENT: "accord des deux joueurs",
            Termination.RESIGNATION: "abandon",
            Termination.FLAG_FELL: "drapeau tombé",
            Termination.ILLEGAL_MOVES: "coups illégaux",
            Termination.KINGS: "rois au centre",
            Termination.ARBITER: "décision de l'arbitre",
            Termination.UNFINISHED: "partie non terminée",
        },
        Refusal: {
            Refusal.NO_PLY: "aucun coup légal sur l'échiquier",
            Refusal.UNREADABLE: "l'échiquier ne montre aucune position légale de cette partie",
            Refusal.NOT_LANDED: "une pièce levée n'est sur aucune case",
        },
        Note: {
            Note.NOT_MOVED: "a été touchée d'abord et n'a pas été jouée",
            Note.NOT_TAKEN: "a été touchée d'abord et n'a pas été prise",
            Note.ROOK_FIRST: "a été touchée avant le roi pour roquer",
        },
        Fault: {
            Fault.STUCK_OPEN: "ne se ferme pas",
            Fault.STUCK_CLOSED: "ne s'ouvre pas",
            Fault.FLICKERS: "est instable",
        },
        Trouble: {
            Trouble.VOLTAGE: "la tension d'alimentation est trop basse",
            Trouble.HEAT: "le Pi est trop chaud",
            Trouble.REEDS: "les contacts ne répondent pas",
            Trouble.LINE: "une ligne de contacts est illisible",
            Trouble.SLOW_SCANS: "les contacts sont lus trop lentement",
            Trouble.LAMPS: "les lampes ne répondent pas",
            Trouble.WHITE_FACE: "l'afficheur des Blancs ne répond pas",
            Trouble.BLACK_FACE: "l'afficheur des Noirs ne répond pas",
            Trouble.BUZZER: "le vibreur sonore ne répond pas",
        },
        Entry: {
            Entry.CONTROL: "cadence",
            Entry.RULES: "règlement",
            Entry.NEW_GAME: "nouvelle partie",
            Entry.RESIGN: "abandonner",
            Entry.OFFER: "proposer la nulle",
            Entry.ACCEPT: "accepter la nulle",
            Entry.DECLINE: "refuser la nulle",
            Entry.CLAIM: "réclamer la nulle",
            Entry.STANDS: "position telle quelle",
            Entry.HINTS: "aide",
            Entry.SOUND: "son",
            Entry.BRIGHTNESS: "luminosité",
            Entry.CLICK: "son de l'appui",
            Entry.PAGE: "page",
            Entry.OFF: "éteindre",
        },
        Role: {
            Role.WHITE: "Blancs",
            Role.BLACK: "Noirs",
            Role.ARBITER: "arbitre",
            Role.OWNER: "propriétaire",
        },
        Value: {
            Value.OFF: "non",
            Value.ON: "oui",
            Value.NONE: "aucune",
            Value.BY_HAND: "à la main",
            Value.FIDE_BLITZ: "fide-blitz (rapide et blitz)",
        },
        Asked: {
            Asked.KIND: "le type de temps",
            Asked.SIDES: "les camps",
            Asked.PERIODS: "les périodes",
            Asked.MOVES: "coups de la période, ou aucun",
            Asked.TIME: "heures et minutes",
            Asked.SECONDS: "secondes",
            Asked.INCREMENT: "secondes ajoutées à chaque coup",
            Asked.DELAY: "secondes de délai",
            Asked.BYO_YOMIS: "périodes de byo-yomi",
            Asked.BYO_YOMI_SECONDS: "secondes d'une période de byo-yomi",
            Asked.PLAIN: "temps de base seul",
            Asked.PLUS: "un incrément à chaque coup",
            Asked.US_DELAY: "délai américain",
            Asked.BRONSTEIN: "Bronstein",
            Asked.BYO_YOMI: "byo-yomi",
            Asked.HOURGLASS: "sablier",
            Asked.COUNT_UP: "temps compté sans limite",
            Asked.LAST: "la dernière période",
            Asked.MORE: "une autre période suit",
            Asked.BOTH: "le même temps pour les deux",
            Asked.DIFFERENT: "un autre temps pour les Noirs",
        },
        Pattern: {
            Pattern.STEADY: "fixe",
            Pattern.WINK: "cligne",
            Pattern.BREATHE: "respire",
            Pattern.BLINK: "clignote",
            Pattern.HURRY: "clignote vite",
        },
    },
    lamps={
        Lamp.DARK: "rien à dire",
        Lamp.BAD_REED: "le contact de cette case est défectueux",
        Lamp.LAST_MOVE: "le dernier coup : d'ici à ici",
        Lamp.GIVES_CHECK: "cette pièce donne échec",
        Lamp.CHECK: "ce roi est en échec",
        Lamp.TARGET: "la pièce levée peut aller ici",
        Lamp.TO_PLAY: "jouez ce coup : d'ici à ici",
        Lamp.LIFTED: "la pièce de cette case est levée",
        Lamp.PROMOTION: "un pion est promu ici : choisissez avec plus et moins",
        Lamp.CANDIDATE: "une pièce est peut-être venue ici : maintenez retour pour choisir, ok valide",
        Lamp.RESULT: "ce roi a gagné ; les deux rois : partie nulle",
        Lamp.REASON: "le coup est illégal à cause de ceci",
        Lamp.MISSING: "une pièce manque ici : remettez-la",
        Lamp.TOO_MUCH: "rien ne doit se trouver ici : enlevez-le",
    },
    sides={chess.WHITE: "Blancs", chess.BLACK: "Noirs"},
    a_piece=_put_before_pieces("un", "une"),
    the_piece=_put_before_pieces("le", "la"),
    own_piece=_put_before_pieces("votre propre", "votre propre"),
    on="en",
    both=" et ",
    then=" ; ",
    agrees=dict.fromkeys(_MASCULINE, "") | dict.fromkeys(_FEMININE, "e"),
)
