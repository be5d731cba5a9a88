"""French: every phrase of the board.

The words are those of the rules that the club plays by (roque, prise en passant, échec et mat, pat), and
French players' words for the rest (trait, nulle, pendule, drapeau, cadence). A side is a plural, *les
Blancs*. A square has *en* before it, so nothing is elided. Words that agree with a piece have its gender. A
move has the same letters as on the scoresheet and in the PGN. The keys are retour, moins, lecture, plus and
ok. The space before a colon is a normal one; a page may replace it by a non-breaking one.
"""

import chess

from jadoube.core.language.genders import Genders
from jadoube.core.messages.edge_phrases import EdgePhrase
from jadoube.core.messages.effects import Fault, Note, Refusal
from jadoube.core.messages.expected import Expected
from jadoube.core.messages.lamps import Lamp, Pattern
from jadoube.core.messages.opponents import Unfound, Wish
from jadoube.core.messages.phrases import Language, Phrase
from jadoube.core.messages.roles import Role
from jadoube.core.messages.settings import Entry, Value
from jadoube.core.rules.illegality import Kind
from jadoube.core.rules.outcome import Termination
from jadoube.core.state.announced.health import Trouble
from jadoube.core.state.panel.control_questions import Asked

_PIECES = Genders(
    masculine={chess.PAWN: "pion", chess.KNIGHT: "cavalier", chess.BISHOP: "fou", chess.KING: "roi"},
    feminine={chess.ROOK: "tour", chess.QUEEN: "dame"},
)


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
        Phrase.LIES_TURNED: "l'échiquier est tourné : les Blancs sont assis à la huitième rangée",
        Phrase.REED: "le contact en {square} {fault}",
        Phrase.REED_TOO: "celui en {square} {fault}",
        Phrase.LINE_AT: "{name} ({connector}, {wire}, broche {pin})",
        Phrase.LINE_OPEN: "{line} est ouverte : cherchez un fil débranché",
        Phrase.LINE_GROUNDED: "{line} touche la masse",
        Phrase.LINE_POWERED: "{line} touche le 3,3 V",
        Phrase.LINE_MENDED: "{line} se lit de nouveau",
        Phrase.CHATTERS: "contacts instables, ignorés : {contacts} ; cherchez une mauvaise soudure",
        Phrase.LEVER_OF: "le levier des {side}",
        Phrase.SO_MANY_MORE: "encore {number}",
        Phrase.PRESS_REFUSED: "appui des {side} refusé : {why}",
        Phrase.VERDICT_ASKED: "coup illégal des {side} ? {why}",
        Phrase.VERDICT_KEYS: "arbitre : plus pour une pénalité, moins pour aucune",
        Phrase.CHOOSE_PIECE: "{san} : plus et moins choisissent la pièce, le levier ou ok la valide",
        Phrase.MAKE_MOVE: "les {side} jouent {san} : exécutez ce coup",
        Phrase.WISHED: "demandé au serveur : {wish}",
        Phrase.ASKS_BACK: "les {side} demandent à reprendre le coup : retour l'accorde",
        Phrase.HAS_LEFT: "les {side} ont quitté la partie",
        Phrase.CUT_OFF: "Lichess est injoignable ; ses pendules tournent",
        Phrase.NOT_SENT: "{san} n'est pas encore parvenu à Lichess ; la pendule des {side} y tourne",
        Phrase.SEEK_ASKED: "demande à Lichess : {whom} ; retour arrête",
        Phrase.SEEKS: "recherche sur Lichess : {whom} ; retour arrête",
        Phrase.WHOM_SOMEBODY: "un adversaire",
        Phrase.WHOM_COMPUTER: "l'ordinateur, niveau {level}",
        Phrase.WHOM_AGAIN: "encore le dernier adversaire",
        Phrase.WHOM_AT: "{whom}, {control}",
        Phrase.NOT_FOUND: "personne n'a été trouvé : {why}",
        Phrase.WITHOUT_CLOCK: "sans pendule",
        Phrase.SEND_WHICH: "{played} ou {others} ? ok valide le premier, maintenez retour pour choisir",
        Phrase.THINKS: "les {side} réfléchissent",
        Phrase.ADVICE_ASKED: "recherche d'un bon coup",
        Phrase.ADVICE: "un bon coup : {san}",
        Phrase.NO_ADVICE: "pas de conseil : aucun moteur ne répond ; sous Debian, c'est le paquet stockfish",
        Phrase.BLUNDER: "{san} est une gaffe, {better} était meilleur",
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
        Phrase.AS_ON_SERVER: "comme sur le serveur",
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
        Phrase.MARKED_WRONG: "c'était faux : noté au demi-coup {ply}, {time}",
        Phrase.NO_MOVE: "aucun coup",
        Phrase.WHICH_PIECE: "position telle quelle : en {square}, {piece} des {side} ? ok valide",
        Phrase.MENU: "menu : {entry} ; plus et moins font défiler, ok ouvre, retour quitte",
        Phrase.VALUE: "{entry} : {value}",
        Phrase.CHOOSE: "{entry} : {value} ? ok valide",
        Phrase.BY_HAND: "cadence à la main : {asked} : {answer} ? ok valide",
        Phrase.BY_HAND_NUMBER: "cadence à la main : {asked} : {number}, chiffre {digit}",
        Phrase.SET_NUMBER: "{entry} : {number}, chiffre {digit}",
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
        Phrase.PLAYS: "{side} : {name}",
        Phrase.EVENT_IS: "événement : {name}",
        Phrase.SITE_IS: "lieu : {name}",
        Phrase.ROUND_IS: "ronde : {name}",
        Phrase.BOARD_IS: "échiquier : {name}",
        Phrase.NAMES_SWAPPED: "les joueurs ont changé de couleur",
        Phrase.REMEMBERED: "joueur retenu : {name}",
        Phrase.FORGOTTEN: "le joueur est oublié",
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
        Phrase.FAIR_PLAY: "aucune aide dans une partie contre quelqu'un sur un serveur",
        Phrase.SERVER_KEEPS: "un serveur tient cette partie et ses pendules",
        Phrase.GAME_ON_BOARD: "une partie est sur l'échiquier, ou ses pièces ne sont pas en place",
        Phrase.NOT_SERVED: "aucun compte Lichess n'est relié",
        Phrase.NOT_SOUGHT: "personne n'est recherché",
        Phrase.NOTHING_AGAIN: "aucune partie sur Lichess n'est finie ici",
        Phrase.TOO_QUICK: (
            "Lichess laisse les échiquiers jouer contre des inconnus à partir de 8 minutes chacun, "
            "et contre son ordinateur à partir de 3 ; minutes entières, avec ou sans secondes par coup"
        ),
        Phrase.PRESS_IS_OPEN: "un appui est en cours de jugement",
        Phrase.NO_SERVER_GAME: "aucune partie sur un serveur ne se joue ici",
        Phrase.NO_TAKEBACKS: "selon le règlement « {rules} », les joueurs ne reprennent pas de coup",
        Phrase.NO_MOVE_MADE: "aucun coup n'a été joué",
        Phrase.NO_PROMOTION: "aucune promotion n'attend sa pièce",
        Phrase.NONE_SHOWN: "aucune lecture n'est proposée ; au choix : {readings}",
        Phrase.NO_SUCH_READING: "« {found} » n'est pas proposé ; au choix : {readings}",
        Phrase.NO_OPPONENT: "aucun camp n'est joué d'ailleurs",
        Phrase.TOLD_ALREADY: "les {side} ont déjà donné un coup",
        Phrase.TELL_PLY: "les {side} ne donnent pas le demi-coup {ply} maintenant, mais le {next}",
        Phrase.NO_ADVICE_ASKED: "aucun conseil n'est demandé pour le demi-coup {ply}",
        Phrase.NOT_TO_ASSESS: "le demi-coup {ply} n'est pas à évaluer",
        Phrase.ENGINE_PLAYS: "un moteur joue les {side}, et aucun programme d'une liaison",
        Phrase.NOT_AS_EXPECTED: "« {found} » reçu, attendu {expected}",
        Phrase.NOTHING_FOUND: "rien reçu, attendu {expected}",
        Phrase.CLOCK_RUNS: "la pendule des {side} tourne",
        Phrase.OFFER_ENDED: "l'offre de nulle des {side} a pris fin",
        Phrase.NEW_GAME: "une nouvelle partie commence",
        Phrase.MOVE_TAKEN_BACK: "{san} est repris",
        Phrase.MOVE_IS_NOW: "le coup est maintenant {san}",
        Phrase.UNDONE: "le dernier ordre est annulé",
        Phrase.CLOCKS_AS_ON_SERVER: "les pendules sont comme sur le serveur",
        Phrase.JOINED: "la partie du serveur se joue ici",
        Phrase.SERVED: "on peut chercher des adversaires sur Lichess",
        Phrase.SEEK_ENDED: "personne n'est plus recherché",
        Phrase.ASKS_NO_MORE: "les {side} ne demandent plus à reprendre le coup",
        Phrase.IS_BACK: "les {side} sont de retour",
        Phrase.REACHED: "Lichess est de nouveau joignable",
        Phrase.WISH_DECLINED: "refusé : {wish}",
        Phrase.POINTED_AT: "le programme montre {squares}",
        Phrase.NOTHING_POINTED_AT: "le programme ne montre rien",
        Phrase.PROGRAM_WRITES: "le programme écrit : {text}",
        Phrase.NOTHING_WRITTEN: "le programme n'écrit rien",
        Phrase.ARBITER_WRITES: "l'arbitre écrit : {text}",
        Phrase.ARBITER_WRITES_NOTHING: "l'arbitre n'écrit rien",
        Phrase.PROGRAM_PLAYS: "le programme de la liaison joue les {side}",
        Phrase.PROGRAM_LEAVES: "le programme de la liaison ne joue aucun camp",
        Expected.AS_HERE: "{looks}",
        Expected.ONE_OF: "un de : {choices}",
        Expected.SIDE: "white ou black",
        Expected.ONE_SIDE: "un seul camp",
        Expected.NUMBER: "un nombre entier de {least} à {most}",
        Expected.MORE_OR_SHOWN: "{more} (secondes en plus) ou {shown} (ce que montre la pendule)",
        Expected.MINUTES_OR_HOURS: "{minutes} (minutes et secondes) ou {hours} (heures et minutes)",
        Expected.TIME: "un temps de {least} à {most}",
        Expected.MOVE: "un coup comme {looks}",
        Expected.YES_OR_NO: "yes (oui) ou no (non)",
        Expected.WORD: "un mot comme mate ou resign",
        Expected.SQUARES: "off, ou des cases comme e2 e4",
        Expected.PIECE_OF_SQUARE: "une case et une pièce comme e5=N (majuscules pour les Blancs)",
        Expected.EACH_SQUARE_ONCE: "chaque case une fois",
        Expected.PLAYER: "un joueur comme {looks}",
        Expected.REMEMBERED: "le nom d'un joueur retenu",
        Expected.PARTS: "{most} parties au plus, comme dans {looks}",
        Expected.NAME_FIRST: "un nom avant le premier |, comme dans {looks}",
        Expected.CHARACTERS: "{most} caractères au plus",
        Expected.ON_A_FACE: "des lettres sans accents, des chiffres et des signes d'un clavier",
        Expected.ORDER_LINE: "un ordre de {most} caractères au plus, sur une ligne et sans guillemet droit",
        Expected.PRINTABLE: "des caractères imprimables sur une ligne, sans |, guillemet droit ni \\",
        Expected.TITLE: "un titre comme GM",
        Expected.RATING: "un classement de 1 à {most}",
        Expected.FIDE_ID: "un identifiant FIDE de 10 chiffres au plus",
        Expected.FEDERATION: "une fédération en trois capitales comme NOR",
        Expected.SERVER_GAME: "une partie comme {looks}",
        Expected.LIST_BYTES: "une liste d'appariements de {most} octets au plus",
        Expected.SAVED_AS_CSV: "son tableau, enregistré en CSV",
        Expected.PAIRING_LIST: (
            "une liste d'appariements : en-têtes PGN, un tableau avec les noms des Blancs et "
            "des Noirs, ou TRF16"
        ),
        Expected.GAME_WITH_NAMES: "une partie avec les étiquettes White et Black",
        Expected.TAG: "une étiquette comme {looks}",
        Expected.PLAYERS_MOST: "{most} joueurs au plus",
        Expected.PAIRINGS_MOST: "{most} appariements au plus",
        Expected.TWO_PLAYERS: "deux joueurs différents",
        Expected.ONE_EVENT: "un seul tournoi par liste : tout est pris comme de {event}",
        Expected.NAME_OF: "un nom de {most} caractères au plus",
        Expected.ROUND_OF: "une ronde de {most} caractères au plus",
        Expected.BOARD_OF: "un échiquier de {most} caractères au plus",
        Expected.RESULT_OR_NOTHING: "un résultat : {choices}, ou rien",
        Expected.TITLE_OR_NOTHING: "un titre : {choices}, ou rien",
        Expected.RATING_OR_NOTHING: "un classement de 1 à {most}, ou rien",
        Expected.FIDE_ID_OR_NOTHING: "un identifiant FIDE de 10 chiffres au plus, ou rien",
        Expected.FEDERATION_OR_NOTHING: "une fédération de trois lettres comme NOR, ou rien",
        Expected.NO_MORE: "aucun après tant de problèmes",
        Expected.ROW_OR_HEADS: (
            "échiquier, Blancs, Noirs (entre guillemets si un nom a une virgule), ou une ligne "
            "d'en-têtes au-dessus"
        ),
        Expected.BOTH_NAMES: "les noms des Blancs et des Noirs",
        Expected.START_NUMBER: "un numéro de départ dans les colonnes 5 à 8",
        Expected.ANOTHER_NUMBER: "un autre : la ligne {at} l'a",
        Expected.NAME_IN_COLUMNS: "un nom dans les colonnes 15 à 47",
        Expected.NUMBER_OF_LIST: "un numéro de départ de la liste",
        Expected.NAMED_BACK: "que la ligne {at} y nomme aussi {start}",
        Expected.BOTH_COLOURS: "w pour un joueur et b pour l'autre",
        Expected.TRF_ROUND: "une ronde comme « 12 w 1 »",
        Expected.ECO_CODE: "un code comme B90, ou son début",
        Expected.SOME_DATE: "une date comme 2026, 2026-11 ou 2026-11-23",
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
        # The edges: pages, archive, Lichess
        EdgePhrase.BODY_LATE: "le corps n'est pas venu",
        EdgePhrase.BODY_OF_ANOTHER_TYPE: "{found} reçu, attendu application/json",
        EdgePhrase.BODY_OF_ANOTHER_SHAPE: "attendu {shape}, rien d'autre",
        EdgePhrase.BODY_TOO_LONG: "plus de 4 ko reçus",
        EdgePhrase.FILE_TOO_LONG: "plus de 2 Mo, envoyez une partie",
        EdgePhrase.ANOTHER_FILE_IS_READ: "un autre fichier est en cours de lecture, réessayez",
        EdgePhrase.BOARD_AWAY: "l'échiquier ne répond pas ; sa page réessaie",
        EdgePhrase.TOO_MANY_REQUESTS: "trop de requêtes de cette adresse",
        EdgePhrase.NO_GAME_HERE: "il n'y a pas de partie à cette adresse",
        EdgePhrase.NOT_ANALYSED: "cette partie n'est pas encore analysée",
        EdgePhrase.EXPECTED_AT_MOST: "{found} reçu, attendu {expected} au plus",
        EdgePhrase.READABLE_BY_OTHERS: (
            "d'autres sur le réseau peuvent lire cette connexion : tapez le jeton sur la machine de "
            "l'échiquier, `sudo jadoube token set`, ou ouvrez cette page par un tunnel SSH, `ssh -L "
            "8064:127.0.0.1:8064 UTILISATEUR@ÉCHIQUIER`, à http://localhost:8064/"
        ),
        EdgePhrase.LIVE_IS_OFF: "cet échiquier ne montre pas de parties en direct : live.enabled vaut false",
        EdgePhrase.LIVE_NOTHING: "rien n'y est encore montré",
        EdgePhrase.LIVE_AWAY: "les parties en direct ne peuvent pas être lues maintenant",
        EdgePhrase.NOT_ASCII: "{name} : octet supérieur à 0x7f reçu, attendu ASCII",
        EdgePhrase.A_WEBSOCKET: "ici un WebSocket",
        EdgePhrase.EXPECTED_DELTAS: "attendu ?deltas=1, ou rien",
        EdgePhrase.EXPECTED_CONTROL: "attendu ?text=3%2B2",
        EdgePhrase.TOO_MANY_LOOK: "trop de spectateurs déjà",
        EdgePhrase.TOO_MANY_LOOK_FROM_HERE: "trop de spectateurs à cette adresse",
        EdgePhrase.WRONG_PINS: "trop de codes faux, attendez {seconds} s",
        EdgePhrase.NOT_THE_PIN: "ce n'est pas le code",
        EdgePhrase.CODE_IS_VOID: "ce code a servi ou est trop vieux : faites-en montrer un autre",
        EdgePhrase.NO_SUCH_PHONE: "aucun appareil de ce numéro n'a de droits : les siens ont déjà pris fin",
        EdgePhrase.ANOTHERS_ROLE: "c'est à un autre rôle que celui de cet appareil : le code les ouvre tous",
        EdgePhrase.NOT_THE_DESK: "la table n'est que pour sa machine ; l'échiquier est à /companion",
        EdgePhrase.PIN_FIRST: "il faut d'abord dire le code",
        EdgePhrase.FROM_ELSEWHERE: "page ou nom d'ailleurs, attendu l'adresse de l'échiquier",
        EdgePhrase.OUR_FAULT: "la faute de l'échiquier ; son journal en dit plus",
        EdgePhrase.NOTHING_HERE: "il n'y a rien à cette adresse",
        EdgePhrase.ANOTHER_METHOD: "cette adresse demande une autre méthode",
        EdgePhrase.REQUEST_REFUSED: "requête refusée : {status}",
        EdgePhrase.LIBRARY_AWAY: "la bibliothèque ne répond pas ; la partie continue sans elle",
        EdgePhrase.BOARD_FORGETS: (
            "L'échiquier oublie le nom dans ses fichiers en quelques minutes ; dans ses deux "
            "dernières parties, aussi dans le dossier en direct et la diffusion, quand d'autres "
            "suivent. Une liste d'appariements avec ce nom a été supprimée."
        ),
        EdgePhrase.BOARD_CANNOT_FORGET: (
            "Oublié dans l'archive. L'échiquier ne répond pas, et ses fichiers ont encore le nom : "
            "`sudo jadoube games forget NOM` termine le travail."
        ),
        EdgePhrase.NO_POWER: "l'échiquier n'est pas alimenté",
        EdgePhrase.IS_SWITCHED_OFF: "l'échiquier est éteint",
        EdgePhrase.TOO_MANY_PAGES: "trop de pages déjà",
        EdgePhrase.SHARE_A_PART: (
            "Lichess n'accepte que des coups légaux : les demi-coups {first} à {last} sur {total}, "
            "car la partie en a un d'irrégulier. Le PGN les a tous."
        ),
        EdgePhrase.SHARE_THE_FIRST: "Lichess importe les {most} premiers demi-coups sur {total}.",
        EdgePhrase.SHARE_NOTHING: "Aucun coup n'a encore été joué.",
        EdgePhrase.SHARE_NO_NETWORK: (
            "Aucun code ne mène à la partie, l'échiquier étant hors réseau : téléchargez le PGN."
        ),
        EdgePhrase.NOT_HERE: "l'échiquier n'a rien pour cela",
        EdgePhrase.A_FAULT: "une erreur du programme ; elle est dans le journal du système",
        EdgePhrase.NO_QUESTION: "pas compris : {problem}",
        EdgePhrase.CANNOT_BE_USED: "cela ne marche pas : {problem}",
        EdgePhrase.AT_PLACE: "{place} : {problem}",
        EdgePhrase.SYSTEM_SAYS: "le système dit : {problem}",
        EdgePhrase.DISK_FULL: "plus de place sur le disque",
        EdgePhrase.QUOTA_FULL: "plus de place pour cet utilisateur",
        EdgePhrase.READ_ONLY: "écriture interdite",
        EdgePhrase.NO_PERMISSION: "accès refusé",
        EdgePhrase.NOT_PERMITTED: "opération interdite",
        EdgePhrase.NO_SUCH_FILE: "ni fichier ni dossier de ce nom",
        EdgePhrase.NO_DIRECTORY: "ce n'est pas un dossier",
        EdgePhrase.A_DIRECTORY: "c'est un dossier",
        EdgePhrase.DISK_BROKEN: "le disque ne fonctionne pas",
        EdgePhrase.IN_USE: "utilisé par un autre programme",
        EdgePhrase.CANNOT_OPEN: "ne peut pas être ouvert",
        EdgePhrase.IN_USE_BY_JADOUBE: "{folder} est utilisé par un autre jadoube",
        EdgePhrase.FOUND_EXPECTED: "{found} reçu, attendu {expected}",
        EdgePhrase.BOARD_SILENT: "l'échiquier ne répond pas",
        EdgePhrase.BOARD_LACKS_GAME: "l'échiquier n'a pas cette partie",
        EdgePhrase.BOARD_ID_TWICE: "une autre machine publie sous le nom {board}, un par échiquier attendu",
        EdgePhrase.BROKER_TAKES_NOT: "le serveur MQTT refuse ce qui est publié ({what}) : voyez les droits",
        EdgePhrase.BROKER_GIVES_NOT: "le serveur MQTT refuse ce qui est demandé ({what}) : voyez les droits",
        EdgePhrase.COMMAND_LATE: "arrivé trop tard, rien n'a été fait",
        EdgePhrase.NAME_NOT_TAKEN: "l'échiquier refuse un nom de joueur qui lui est donné",
        EdgePhrase.NO_PAIRING: "rien ne peut y être lu comme un appariement",
        EdgePhrase.IN_LINE: "ligne {line} : {problem}",
        EdgePhrase.LIST_SIZE: "{count} octets",
        EdgePhrase.LIST_WORKBOOK: "un classeur",
        EdgePhrase.LIST_GAME: "une partie avec {tags}",
        EdgePhrase.LIST_GAME_BARE: "une partie sans étiquette",
        EdgePhrase.LIST_AND: "{one} et {other}",
        EdgePhrase.LIST_PLAYER: "joueur {number}",
        EdgePhrase.LIST_PAIRING: "appariement {number}",
        EdgePhrase.LIST_TWICE: "{name} deux fois",
        EdgePhrase.LIST_MORE: "{count} de plus",
        EdgePhrase.LIST_START: "numéro de départ {number}",
        EdgePhrase.LIST_OPPONENT: "ronde {round} : adversaire {number}",
        EdgePhrase.LIST_COLOURS: "ronde {round} : les couleurs {one} et {other}",
        EdgePhrase.LIST_ROUND: "ronde {round} : {text}",
        EdgePhrase.ARCHIVE_DAMAGED: (
            "fichier endommagé ; `jadoube games rebuild` le refait à partir des journaux"
        ),
        EdgePhrase.ARCHIVE_DAMAGED_SO: "archive endommagée ({found})",
        EdgePhrase.ARCHIVE_DISK_FULL: (
            "plus de place sur le disque ; la modification n'a pas été faite, rien n'est perdu"
        ),
        EdgePhrase.ARCHIVE_READ_ONLY: "écriture interdite à cet utilisateur ; rien n'a été modifié",
        EdgePhrase.ARCHIVE_IN_USE: "utilisé trop longtemps par un autre programme ; rien n'a été modifié",
        EdgePhrase.ARCHIVE_CANNOT_OPEN: (
            "ne peut pas être ouvert ; une archive ou un dossier accessible en écriture était attendu"
        ),
        EdgePhrase.ARCHIVE_DISK_BROKEN: "le disque ne fonctionne pas ; la modification n'a pas été faite",
        EdgePhrase.ARCHIVE_A_FOLDER: "un dossier, pas une archive",
        EdgePhrase.ARCHIVE_NOT_OPENED: "une archive était attendue ({problem})",
        EdgePhrase.ARCHIVE_NO_GAME: "aucune partie de ce numéro ni de cet identifiant",
        EdgePhrase.ARCHIVE_NO_PLAYER: "aucune partie de ce joueur",
        EdgePhrase.ARCHIVE_MISSING: "aucune archive ; `jadoube games rebuild` en fait une",
        EdgePhrase.ARCHIVE_EMPTY: (
            "un fichier vide, attendu une archive ; `jadoube games rebuild` en fait une"
        ),
        EdgePhrase.ARCHIVE_OF_VERSION: (
            "version {version} trouvée, {expected} attendue ; toute modification l'y amène"
        ),
        EdgePhrase.ARCHIVE_FOREIGN: "base de données d'un autre programme",
        EdgePhrase.ARCHIVE_TOO_NEW: "archive de la version {version}, {expected} au plus attendue",
        EdgePhrase.ARCHIVE_GAME: "partie {name}",
        EdgePhrase.ARCHIVE_PLAYER: "joueur {name}",
        EdgePhrase.GAME_WITHOUT_MOVE: "aucun coup, attendu une partie qui en a un",
        EdgePhrase.GAME_EMPTY: "aucune étiquette ni coup, attendu une partie",
        EdgePhrase.GAME_NOT_LEGAL: "« {found} » au demi-coup {ply}, attendu un coup légal",
        EdgePhrase.GAME_UNREADABLE: "{problem} au demi-coup {ply}, attendu un coup légal ou une position",
        EdgePhrase.GAME_TOO_LONG: "une partie de plus de {most} Mio, attendu des parties plus courtes",
        EdgePhrase.GAME_VARIANT: "la variante « {variant} », attendu une partie d'échecs",
        EdgePhrase.GAMES_BINARY: "des données binaires, attendu du PGN",
        EdgePhrase.GAMES_ENDLESS: "une ligne sans fin, attendu du PGN",
        EdgePhrase.GAMES_NOT_ONE: "{count} parties, attendu une seule",
        EdgePhrase.TOKEN_NOTHING: (
            "rien reçu, attendu de 1 à 512 lettres, chiffres ou _, comme Lichess montre un jeton"
        ),
        EdgePhrase.TOKEN_CHARACTERS: (
            "{count} caractères reçus, attendu de 1 à 512 lettres, chiffres ou _, comme Lichess montre "
            "un jeton"
        ),
        EdgePhrase.TOKEN_STRANGE: (
            "{count} caractères reçus, dont certains ne sont ni lettre, ni chiffre, ni _, attendu de 1 "
            "à 512 de ceux-ci, comme Lichess montre un jeton"
        ),
        EdgePhrase.CORRECT_NO_PLY: "il n'y a pas de demi-coup {ply} : la partie en a {count}",
        EdgePhrase.CORRECT_IRREGULAR: (
            "le demi-coup {ply} n'est pas un coup légal : les pièces ont été posées ainsi, et il ne "
            "peut être corrigé"
        ),
        EdgePhrase.CORRECT_NOT_LEGAL: "{where} {found} n'y est pas un coup légal",
        EdgePhrase.ANALYSIS_BROKEN: "l'analyse s'est interrompue",
        EdgePhrase.ANALYSIS_BROKEN_BY: "l'analyse s'est interrompue : {problem}",
        EdgePhrase.ANALYSIS_WHILE_PLAYED: (
            "cette partie se joue encore ; elle pourra être analysée quand elle sera finie"
        ),
        EdgePhrase.ANALYSIS_AGAINST_PEOPLE: (
            "l'échiquier joue contre des gens ailleurs ; aucune partie n'est analysée avant la fin de "
            "celle-là"
        ),
        EdgePhrase.ANALYSIS_NO_ENGINE: (
            "aucun moteur d'échecs n'est installé ; sur la machine de l'échiquier : sudo apt install "
            "{package}"
        ),
        EdgePhrase.ANALYSIS_OF_ANOTHER: (
            "une autre partie est en cours d'analyse ({done} sur {of} positions), une à la fois"
        ),
        EdgePhrase.PICTURE_STRANGER: "quelque chose se trouve ici qui n'est pas dans la position",
        EdgePhrase.PICTURE_UNPLUGGED: "afficheur débranché",
        EdgePhrase.PICTURE_CLOCK_RUNS: "la pendule tourne",
        EdgePhrase.PICTURE_PAUSED: "en pause",
        EdgePhrase.FEN_TOO_LONG: "{found} lettres dans la FEN, attendu {most} au plus",
        EdgePhrase.FEN_FIELDS: "{found} champs dans la FEN, attendu 6 (ou 4, sans les compteurs)",
        EdgePhrase.FEN_CASTLING: "roque : {found} reçu, attendu des lettres de KQkq dans cet ordre, ou -",
        EdgePhrase.FEN_UNREAD: "pas une FEN : {problem}",
        EdgePhrase.FEN_FAULTS: "{faults} ; attendu une position d'échecs classiques",
        EdgePhrase.FEN_NO_PIECES: "aucune pièce",
        EdgePhrase.FEN_NO_WHITE_KING: "pas de roi blanc",
        EdgePhrase.FEN_NO_BLACK_KING: "pas de roi noir",
        EdgePhrase.FEN_KINGS: "trop de rois",
        EdgePhrase.FEN_WHITE_PAWNS: "plus de 8 pions blancs",
        EdgePhrase.FEN_BLACK_PAWNS: "plus de 8 pions noirs",
        EdgePhrase.FEN_WHITE_PIECES: "plus de 16 pièces blanches",
        EdgePhrase.FEN_BLACK_PIECES: "plus de 16 pièces noires",
        EdgePhrase.FEN_PAWN_ON_BACKRANK: "un pion sur la première ou la dernière rangée",
        EdgePhrase.FEN_CASTLING_RIGHTS: "un droit de roque sans roi et tour sur leurs cases",
        EdgePhrase.FEN_EN_PASSANT: "une case de prise en passant qu'aucun pion ne vient de traverser",
        EdgePhrase.FEN_OPPOSITE_CHECK: "un échec au camp qui vient de jouer",
        EdgePhrase.FEN_CHECKERS: "plus d'échecs qu'un coup ne peut en donner",
        EdgePhrase.FEN_IMPOSSIBLE_CHECK: "un échec qu'aucun coup ne peut donner",
        EdgePhrase.FEN_PIECES: "des pièces",
        EdgePhrase.PGN_NO_GAME: "aucune partie, attendu du PGN",
        EdgePhrase.PGN_NO_SUCH_GAME: "partie {number} demandée, attendu de 1 à {count}",
        EdgePhrase.PGN_NOT_LEGAL: (
            "la partie {number} ne peut pas être jouée : « {found} » n'y est pas un coup légal"
        ),
        EdgePhrase.PGN_CANNOT_BE_PLAYED: "cette partie ne peut pas être jouée : {problem}",
        EdgePhrase.DESK_NOT_FREE: "une main joue en ce moment : reprenez d'abord la main",
        EdgePhrase.DESK_NOTHING_PLAYED: "rien n'est en train d'être joué",
        EdgePhrase.DESK_HELD_ALREADY: "{button} est déjà enfoncé",
        EdgePhrase.DESK_NOT_HELD: "{button} n'est pas enfoncé",
        EdgePhrase.DESK_NO_PIECE: "il n'y a pas de pièce {number}, seulement de 0 à {most}",
        EdgePhrase.DESK_IN_THE_AIR: "cette pièce est levée",
        EdgePhrase.DESK_STANDS: "cette pièce est posée",
        EdgePhrase.DESK_IN_A_HAND: "cette pièce est dans une autre main",
        EdgePhrase.DESK_ONE_OF: "« {found} » reçu, attendu un de : {choices}",
        EdgePhrase.BROADCAST_NO_TOKEN: (
            "Aucun jeton Lichess n'est enregistré. Créez-en un sur Lichess avec les droits study:read "
            "et study:write, et entrez-le."
        ),
        EdgePhrase.BROADCAST_WRONG_TOKEN: (
            "Lichess refuse le jeton : il a été révoqué ou mal saisi. Entrez-en un nouveau ; rien "
            "n'est envoyé jusque-là."
        ),
        EdgePhrase.BROADCAST_WRONG_SCOPE: (
            "Il manque un droit au jeton : il lui faut study:read et study:write. Entrez-en un "
            "nouveau ; rien n'est envoyé jusque-là."
        ),
        EdgePhrase.BROADCAST_FORBIDDEN: (
            "Ce compte Lichess n'a pas le droit d'écrire dans cette ronde. Choisissez une ronde de ce "
            "compte, ou faites-vous inviter."
        ),
        EdgePhrase.BROADCAST_NO_ROUND: (
            "Lichess ne connaît pas cette ronde : elle a été supprimée, ou l'identifiant est faux. "
            "Choisissez une ronde."
        ),
        EdgePhrase.BROADCAST_SOURCE_URL: (
            "La ronde prend ses parties à une URL source et n'en accepte aucune de l'échiquier. Sur "
            "Lichess, réglez la source de la ronde sur « push », puis choisissez la ronde de nouveau."
        ),
        EdgePhrase.BROADCAST_TOO_MANY: (
            "Lichess a reçu trop de requêtes de ce compte ou de cette adresse. L'échiquier attend, "
            "puis envoie le dernier état."
        ),
        EdgePhrase.BROADCAST_NOT_REACHED: (
            "Lichess est injoignable. L'échiquier réessaie ; les parties sont conservées."
        ),
        EdgePhrase.BROADCAST_NOT_CERTIFIED: (
            "La connexion à Lichess n'est pas sûre : le certificat n'est pas valable. La date de "
            "l'échiquier est-elle juste ? Le réseau demande-t-il une connexion ?"
        ),
        EdgePhrase.BROADCAST_NO_ANSWER: "Lichess ne répond pas à temps. L'échiquier renvoie le dernier état.",
        EdgePhrase.BROADCAST_NOT_UNDERSTOOD: (
            "Lichess, ou un intermédiaire, a donné une réponse incompréhensible. L'échiquier réessaie."
        ),
        EdgePhrase.BROADCAST_SERVER_TROUBLE: (
            "Lichess a un problème de son côté. L'échiquier réessaie ; les parties sont conservées."
        ),
        EdgePhrase.BROADCAST_LEFT_OVER: (
            "Cette partie du jeu a été annulée. Lichess garde son échiquier ; seule une remise à zéro "
            "de la ronde l'enlève."
        ),
        EdgePhrase.BROADCAST_NO_SUCH_ROUND: "L'identifiant d'une ronde a 8 lettres ou chiffres.",
        EdgePhrase.BROADCAST_BAD_DELAY: "Un délai va de 0 à 240 minutes, ou de 0 à 100 demi-coups.",
        EdgePhrase.BROADCAST_BAD_PARTS: "Les morceaux d'une partie sont « boards » ou « legal ».",
        EdgePhrase.BROADCAST_STORED_BADLY: "Le jeton enregistré n'est pas utilisé : {problem}",
        EdgePhrase.BROADCAST_REFUSED: (
            "Lichess refuse cette partie : {said}. Elle sera renvoyée quand elle changera."
        ),
        EdgePhrase.BROADCAST_ROUND_REFUSED: (
            "Lichess refuse les parties pour cette ronde : {said}. Choisissez une ronde pour réessayer."
        ),
        EdgePhrase.BROADCAST_SHOWS_MORE: (
            "Lichess montre encore {plies} demi-coups annulés, jusqu'au prochain coup joué ; il "
            "n'enlève jamais de demi-coups."
        ),
        EdgePhrase.PLAY_NO_TOKEN: (
            "Aucun jeton Lichess n'est enregistré. Créez-en un sur Lichess avec le droit board:play, "
            "et entrez-le."
        ),
        EdgePhrase.PLAY_WRONG_TOKEN: (
            "Lichess refuse le jeton : il a été révoqué ou mal saisi. Entrez-en un nouveau."
        ),
        EdgePhrase.PLAY_WRONG_SCOPE: "Il manque au jeton le droit board:play. Entrez-en un nouveau.",
        EdgePhrase.PLAY_NO_NETWORK: (
            "Lichess est injoignable. La partie est conservée, et continue au retour du réseau ; la "
            "pendule de Lichess tourne toujours."
        ),
        EdgePhrase.PLAY_SILENT: "Lichess se tait ; la connexion est rétablie. La partie est conservée.",
        EdgePhrase.PLAY_NOT_UNDERSTOOD: (
            "Lichess a envoyé quelque chose d'incompréhensible. La partie est relue."
        ),
        EdgePhrase.PLAY_TOO_MANY: (
            "Lichess a reçu trop de requêtes de ce compte ou de cette adresse. L'échiquier attend une minute."
        ),
        EdgePhrase.PLAY_CONTRADICTION: (
            "L'échiquier et Lichess ont des coups différents. Lichess a raison : remettez la position "
            "indiquée."
        ),
        EdgePhrase.PLAY_NOT_PLAYABLE: (
            "Cette partie a d'autres règles, une autre position initiale ou des jours par coup ; "
            "l'échiquier ne joue que les échecs standard, d'une traite. Jouez-la sur Lichess, ou "
            "annulez-la."
        ),
        EdgePhrase.PLAY_TOO_FAST_SEEK: (
            "Contre des inconnus, Lichess n'admet aux échiquiers que des parties plus lentes : les "
            "minutes et 40 fois l'incrément doivent faire au moins 8 minutes, comme 10+0 ou 5+5."
        ),
        EdgePhrase.PLAY_TOO_FAST: (
            "Lichess n'admet pas aux échiquiers de partie si rapide : le temps et 40 fois l'incrément "
            "doivent faire au moins 3 minutes, comme 3+0 ou 2+2."
        ),
        EdgePhrase.PLAY_BAD_CONTROL: (
            "Lichess accepte de 0 à 180 minutes entières et un incrément de 0 à 60 secondes."
        ),
        EdgePhrase.PLAY_NO_MAIN_TIME: (
            "L'échiquier ne joue pas de partie qui commence sans temps : choisissez au moins 1 minute."
        ),
        EdgePhrase.PLAY_BAD_LEVEL: "Le niveau de l'ordinateur de Lichess va de 1 à 8.",
        EdgePhrase.PLAY_BAD_NAME: "Un nom Lichess a des lettres, des chiffres, _ et -, 30 au plus.",
        EdgePhrase.PLAY_BAD_ID: "Un identifiant Lichess a des lettres et des chiffres.",
        EdgePhrase.PLAY_BAD_CHAT: "Une ligne de discussion a de 1 à 140 caractères.",
        EdgePhrase.PLAY_NO_GAME: "Aucune partie n'est jouée sur Lichess.",
        EdgePhrase.PLAY_PLAYING: "Une partie est en cours sur Lichess. Terminez-la d'abord.",
        EdgePhrase.PLAY_UNKNOWN_GAME: (
            "Lichess ne connaît pas la partie de l'échiquier, ou elle est d'un autre compte. Elle "
            "continue avec le jeton de ce compte."
        ),
        EdgePhrase.PLAY_NO_REMATCH: (
            "Cette partie ne peut être redemandée : l'échiquier ne défie qu'avec une pendule en "
            "minutes entières."
        ),
        EdgePhrase.PLAY_SEARCH_LOST: (
            "La connexion a été perdue, et avec elle la recherche d'un adversaire. Recommencez-la."
        ),
        EdgePhrase.PLAY_NOT_ACCEPTED: "Le défi n'a pas été accepté.",
        EdgePhrase.PLAY_REFUSED: "Lichess refuse : {said}.",
        EdgePhrase.PLAY_BOARD_REFUSES: "L'échiquier ne peut pas suivre la partie de Lichess : {said}.",
        EdgePhrase.HALL_BOARD_LOST: "L'échiquier {board} est perdu : on n'entend plus rien de lui.",
        EdgePhrase.HALL_BOARD_BACK: "L'échiquier {board} est revenu.",
        EdgePhrase.HALL_BOARD_OFF: "L'échiquier {board} a été éteint.",
        EdgePhrase.HALL_TWO_MACHINES: "Deux machines se disent l'échiquier {board} : éteignez l'une d'elles.",
        EdgePhrase.HALL_EXCHANGED: "L'échiquier {board} a été échangé : une autre machine est là.",
        EdgePhrase.HALL_CLOCK_WRONG: (
            "La date de l'échiquier {board} est fausse de {minutes} minutes ; rien n'en dépend."
        ),
        EdgePhrase.HALL_DATE_WRONG: (
            "La date de l'ordinateur de la salle semble fausse : la plupart des échiquiers s'accordent "
            "sur une autre, à {minutes} minutes d'écart. Réglez-la avant de lire la prochaine liste."
        ),
        EdgePhrase.HALL_WENT_BACK: (
            "L'échiquier {board} a publié un état plus ancien de sa partie ({seq} après {last}) "
            ": il est écarté, et la partie entière est demandée."
        ),
        EdgePhrase.HALL_UNREADABLE: "Ce que l'échiquier {board} a publié est illisible ({kind}) : {problem}.",
        EdgePhrase.HALL_ANOTHERS_GAME: (
            "L'échiquier {board} dit que la partie {game} de l'échiquier {other} est la sienne : ce "
            "qu'il en dit est gardé à part."
        ),
        EdgePhrase.HALL_PAIRING_MOVED: (
            "L'appariement {number} continue à l'échiquier {board} au lieu de {old} : les deux "
            "parties du jeu sont gardées."
        ),
        EdgePhrase.HALL_GAME_IN_PARTS: (
            "La partie de l'appariement {number} continue dans une autre : {games} sont gardées "
            "et vont ensemble."
        ),
        EdgePhrase.HALL_NUMBER_TWICE: (
            "La liste a deux fois l'échiquier {number} : le second appariement est ici {other}."
        ),
        EdgePhrase.HALL_PLAYER_TWICE: (
            "La ronde {round} de la liste a deux fois {player} : à l'échiquier {number} et à l'échiquier "
            "{other}."
        ),
        EdgePhrase.HALL_ROUND_UNSAID: (
            "Appariements de la liste qui ne nomment pas de ronde : {count}, pris comme de la ronde {round}."
        ),
        EdgePhrase.HALL_ANOTHER_EVENT: (
            "La liste est d'un autre tournoi, {event}, et des rondes de {old} ont des parties ou des "
            "résultats. Mettre {event} à sa place ? Ce qui a été joué reste, pour jadoube hall export "
            "--event."
        ),
        EdgePhrase.HALL_EVENT_LEFT: (
            "La liste est d'un autre tournoi : {event} est à la place de {old}. Les rondes qui ont des "
            "parties ou des résultats restent pour jadoube hall export --event : {rounds}."
        ),
        EdgePhrase.HALL_EVENT_NEXT: "La liste est d'un autre tournoi : {event} est à la place de {old}.",
        EdgePhrase.HALL_NO_EVENT: "Il n'y a pas de tournoi {event} ici, attendu : {events}.",
        EdgePhrase.HALL_OTHERS: (
            "La ronde {round} a d'autres joueurs qu'avant, appariements {numbers} : les parties et résultats "
            "d'avant ne comptent pas pour eux."
        ),
        EdgePhrase.HALL_CORRECTED: (
            "La ronde {round} a des noms corrigés, appariements {numbers} : leurs parties et résultats "
            "restent."
        ),
        EdgePhrase.HALL_OTHER_RESULTS: (
            "La liste de la ronde {round} donne d'autres résultats qu'avant, appariements {numbers} : ceux "
            "de la liste comptent."
        ),
        EdgePhrase.HALL_LIST_DIFFERS: (
            "La liste de la ronde {round} donne d'autres résultats que ceux qui comptent, appariements "
            "{numbers} : ceux des parties restent, et ce qu'un arbitre en a dit. Choisissez les bons sous "
            "Ronde."
        ),
        EdgePhrase.HALL_GAMES_DIFFER: (
            "La liste de la ronde {round} donne aux appariements {numbers} les parties de leurs échiquiers, "
            "avec d'autres résultats que ceux qui étaient donnés : ceux des parties comptent. Choisissez les "
            "bons sous Ronde."
        ),
        EdgePhrase.HALL_GAME_ENDED: (
            "La partie de l'appariement {number} est finie, {result}, et l'échiquier en a commencé une "
            "autre. Choisissez son résultat sous Ronde."
        ),
        EdgePhrase.HALL_FORFEITS: (
            "La liste de la ronde {round} a des forfaits, appariements {numbers} : ils sont pris comme "
            "d'autres résultats, et aucun fichier ne dit que ces parties n'ont pas été jouées."
        ),
        EdgePhrase.HALL_GONE: (
            "La liste de la ronde {round} n'a plus les appariements {numbers} : leurs parties et résultats "
            "reviennent avec une liste qui a leurs joueurs."
        ),
        EdgePhrase.HALL_TAKES_AWAY: (
            "La liste enlève des parties ou des résultats à la ronde {round}, qui se joue : appariements "
            "{numbers}. La prendre quand même ? Ils reviennent avec une liste qui a leurs joueurs."
        ),
        EdgePhrase.HALL_TAKES_BOARD: (
            "L'échiquier {board} joue l'appariement {number}, {pair}, dont la partie a commencé, sans "
            "résultat. Le leur prendre pour l'appariement {other}, {others} ?"
        ),
        EdgePhrase.HALL_AGAIN: (
            "La ronde {rounds} de {event} a commencé un autre jour, et la liste ne donne pas tous ses "
            "résultats. Recommence-t-elle, sous {anew} ? Ce qui a été joué reste pour jadoube hall "
            "export --event. Ou la même ronde continue-t-elle ?"
        ),
        EdgePhrase.HALL_AGAIN_OR_NEXT: (
            "La liste ne nomme pas de ronde. Est-ce la ronde {following} ? La ronde {rounds} de {event} a "
            "commencé un autre jour : recommence-t-elle, sous {anew} ? Ce qui a été joué reste pour jadoube "
            "hall export --event. Ou la même ronde continue-t-elle ?"
        ),
        EdgePhrase.HALL_NEXT: (
            "La liste de {event} ne nomme pas de ronde. Est-ce la ronde {following} ? Ou quand même la ronde "
            "{round} ? À celle-ci elle enlève les parties et les résultats de ces appariements : {numbers}."
        ),
        EdgePhrase.HALL_PLAYED_AGAIN: (
            "L'échiquier {board} joue l'appariement {number}, dont la partie est déjà finie : celle-ci "
            "ne compte pas. Si elle est d'un autre jour, relisez sa liste, avec un autre tournoi."
        ),
        EdgePhrase.HALL_PLAYED_AFTER_ALL: (
            "L'échiquier {board} joue l'appariement {number}, qui a le résultat {result} sans un coup : "
            "cette partie ne compte pas. Sinon, retirez le résultat à l'échiquier ou sous Ronde."
        ),
        EdgePhrase.HALL_PLAYED_BESIDE: (
            "L'échiquier {board} joue une autre partie de l'appariement {number}. Celle d'avant a {plies} "
            "demi-coups sans résultat, et compte tant qu'elle est la plus longue : entrez son résultat."
        ),
        EdgePhrase.HALL_TAKEN_AWAY: (
            "L'échiquier {board}, auquel l'appariement {number} a été enlevé, dit {result} : cela ne "
            "compte pas, la partie continue à {other}."
        ),
        EdgePhrase.HALL_TAKEN_FROM_ALL: (
            "L'échiquier {board}, auquel l'appariement {number} a été enlevé, dit {result} : cela ne "
            "compte pas. Rendez-lui l'échiquier, ou entrez le résultat."
        ),
        EdgePhrase.HALL_NOT_ITS_BOARD: (
            "L'échiquier {board} apporte une partie des joueurs de l'appariement {number}, qui se "
            "joue à {own} : elle ne compte pas. S'ils ont joué là, donnez-lui cet échiquier."
        ),
        EdgePhrase.HALL_BOARD_OF_OTHERS: (
            "L'échiquier {board} joue {white} - {black}, et l'appariement {number} a d'autres joueurs : la "
            "partie ne compte pas pour lui. Envoyez les places, ou corrigez la liste, ou les noms à "
            "l'échiquier."
        ),
        EdgePhrase.HALL_BOARD_OF_NONE: (
            "L'échiquier {board} joue {white} - {black}, et aucun appariement de la ronde {round} ne les a : "
            "la partie est gardée, et compte dès qu'une liste les a."
        ),
        EdgePhrase.HALL_BOARD_OF_EVENT: (
            "L'échiquier {board} joue une partie de {event}, non de {own} : elle est gardée, et ne compte "
            "pour aucun appariement ici."
        ),
        EdgePhrase.HALL_ROUND_TOO_LONG: (
            "La ronde {round} a {boards} échiquiers : c'est trop pour les autres programmes de salle, qui "
            "n'en savent rien."
        ),
        EdgePhrase.HALL_CLAIMED_TWICE: (
            "Les échiquiers {board} et {other} disent tous deux jouer l'appariement {number}."
        ),
        EdgePhrase.HALL_BROKER_AWAY: (
            "Le courtier est absent ({problem}). Les échiquiers jouent toujours, et reparaîtront "
            "à son retour."
        ),
        EdgePhrase.HALL_ANOTHER_HOLDS: (
            "Le programme de salle {holder} nomme et transmet les parties ; celui-ci garde et "
            "montre tout de même tout."
        ),
        EdgePhrase.HALL_NOT_WRITTEN: (
            "Les parties ne peuvent être écrites : {problem}. Elles restent en mémoire et seront "
            "écrites plus tard."
        ),
        EdgePhrase.HALL_NOT_READ: (
            "Des parties ne peuvent être lues dans le fichier de la salle : {problem}. Celles en cours "
            "continuent."
        ),
        EdgePhrase.HALL_FILE_GONE: (
            "Le fichier de la salle {file} a été supprimé ou vidé pendant que la salle tourne : plus rien"
            " n'est écrit. Enregistrez résultats et parties depuis la page avant de redémarrer la salle."
        ),
        EdgePhrase.HALL_FILE_DAMAGED: (
            "Le fichier de la salle était endommagé ; il est gardé sous le nom {aside}. Un nouveau "
            "commence : la ronde en cours et les parties reviennent du broker et des échiquiers. Pour les"
            " autres rondes, relisez la liste des appariements."
        ),
        EdgePhrase.HALL_FILE_NEW: (
            "Le fichier de la salle {file} manquait ou était vide. Un nouveau commence : la ronde en "
            "cours et les parties reviennent du broker et des échiquiers. Pour les autres rondes, relisez"
            " la liste des appariements."
        ),
        EdgePhrase.HALL_NOT_SHOWN: (
            "Dossier en direct ou diffusion non inscriptibles : {problem}. Nouvel essai plus tard."
        ),
        EdgePhrase.HALL_NOT_AT_LICHESS: "Lichess ne reçoit pas toutes les parties : {problem}",
        EdgePhrase.HALL_NO_LICHESS_ROUND: (
            "La ronde {round} n'est pas envoyée à Lichess : aucune ronde de Lichess n'a été nommée pour elle."
        ),
        EdgePhrase.HALL_LICHESS_MOST: (
            "La ronde a {boards} échiquiers. Lichess en accepte {most} par ronde ; les autres n'y sont pas "
            "montrés."
        ),
        EdgePhrase.HALL_LICHESS_TAKEN: (
            "La ronde {round} est envoyée à {lichess} de Lichess. En nommer une autre, ou d'abord ne plus "
            "envoyer la ronde {round}."
        ),
        EdgePhrase.HALL_NO_ROUND: "Il n'y a pas ici de ronde {round}, attendu l'une de {rounds}.",
        EdgePhrase.HALL_NO_ROUND_CHOSEN: "Aucune ronde n'est choisie.",
        EdgePhrase.HALL_NO_NUMBER: "Cette ronde n'a pas d'appariement {number}.",
        EdgePhrase.HALL_ANOTHER_PAIRING: (
            "Rien n'a été fait : la ronde qui se joue maintenant n'a pas cet appariement. Regardez-la à "
            "nouveau."
        ),
        EdgePhrase.HALL_ANOTHER_ROUND: (
            "Rien n'a été fait : la ronde {round} de {event} ne se joue pas maintenant. Regardez la ronde à "
            "nouveau."
        ),
        EdgePhrase.HALL_OTHER_ROUNDS: (
            "Rien n'a été fait : les rondes à choisir sont maintenant celles de {event}. Regardez-les à "
            "nouveau."
        ),
        EdgePhrase.HALL_NO_BOARD: "Aucun échiquier {board} n'est connu ici.",
        EdgePhrase.HALL_NOT_SEATED: (
            "Pas lancé : l'échiquier montre une partie de la ronde {round}, table {number}. Envoyez les "
            "places."
        ),
        EdgePhrase.HALL_NOT_TOLD: (
            "Pas lancé : personne n'a été placé ici pour l'appariement {number}. Envoyez les places."
        ),
        EdgePhrase.HALL_HAS_RESULT: "Pas lancé : l'appariement {number} a déjà un résultat, {result}.",
        EdgePhrase.HALL_OTHER_CONTROL: (
            "Pas lancé : la cadence de l'échiquier est {found}, il fallait {control}. Envoyez les places."
        ),
        EdgePhrase.HALL_CONTROL_STAYS: (
            "Pas lancé : sa pendule a commencé avec la cadence {found}, au lieu de {control}, et la garde. "
            "Réglez ses temps, puis lancez ses pendules à part."
        ),
        EdgePhrase.HALL_KEEPS_CONTROL: (
            "Sa pendule a commencé avec la cadence {found} et la garde ; {control} a été envoyé."
        ),
        EdgePhrase.HALL_STILL_PLAYS: (
            "Pas lancé : l'échiquier joue encore la ronde {round}, table {number}. Il prendra sa place une "
            "fois cette partie finie."
        ),
        EdgePhrase.HALL_PLAYS_UNSAID: (
            "Pas lancé : l'échiquier joue encore une partie qui ne dit pas de ronde, comme une analyse. "
            "Faites replacer les pièces, ou finir cette partie : alors il prendra sa place."
        ),
        EdgePhrase.HALL_SHOWS_UNSAID: (
            "Pas lancé : l'échiquier montre une partie qui ne dit pas de ronde. Envoyez les places."
        ),
        EdgePhrase.HALL_OVER: "La partie est finie.",
        EdgePhrase.HALL_NO_BROKER: "Rien n'a été fait : le courtier est absent.",
        EdgePhrase.HALL_NOWHERE: "Aucun échiquier ne joue ces appariements : {numbers}.",
        EdgePhrase.HALL_ACTS_LOST: (
            "Un autre programme de salle a publié la ronde entre-temps. Ceci a été fait ici et n'y est pas : "
            "{acts}. Refaites ce qui doit valoir."
        ),
        EdgePhrase.HALL_NO_LEASE: "Un autre programme de salle n'a pas cédé à temps. Réessayez.",
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
            Termination.LEFT: "partie abandonnée",
            Termination.SERVER: "décision du serveur",
        },
        Unfound: {
            Unfound.NO_ANSWER: "le programme qui demande à Lichess ne répond pas",
            Unfound.UNCONNECTED: "Lichess n'accepte aucun jeton de cet échiquier",
            Unfound.NO_NETWORK: "Lichess est injoignable",
            Unfound.REFUSED: "Lichess refuse",
            Unfound.LOST: "la connexion a été perdue",
            Unfound.DECLINED: "il ne veut pas",
            Unfound.NO_GAME: "il n'y a pas de partie à répéter",
            Unfound.PLAYING: "une autre partie est en cours sur Lichess",
        },
        Wish: {
            Wish.NOTHING: "rien",
            Wish.RESIGN: "abandon",
            Wish.DRAW: "nulle",
            Wish.CLAIM: "réclamation de la nulle",
            Wish.BACK: "reprise du coup",
        },
        Refusal: {
            Refusal.NO_PLY: "aucun coup légal sur l'échiquier",
            Refusal.UNREADABLE: "l'échiquier ne montre aucune position légale de cette partie",
            Refusal.NOT_LANDED: "une pièce levée n'est sur aucune case",
            Refusal.TOO_LATE: "trop tard : la réponse de l'adversaire est achevée",
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
            Fault.OFF_CENTRE: "ne montre pas sa pièce : centrez-la",
            Fault.BETWEEN: "est fermé par une pièce voisine : centrez-la",
        },
        Trouble: {
            Trouble.VOLTAGE: "la tension d'alimentation est trop basse",
            Trouble.HEAT: "le Pi est trop chaud",
            Trouble.REEDS: "les contacts ne répondent pas",
            Trouble.LINE: "une ligne de contacts est illisible",
            Trouble.CHATTER: "un contact est instable",
            Trouble.OPPONENT: "aucun moteur d'échecs ne joue ; sous Debian, c'est le paquet stockfish",
            Trouble.ENGINE: "le moteur d'échecs est en défaut ; le journal du système dit pourquoi",
            Trouble.UNSAVED: "cette partie n'est pas enregistrée",
            Trouble.SLOW_SCANS: "les contacts sont lus trop lentement",
            Trouble.LAMPS: "les lampes ne répondent pas",
            Trouble.WHITE_FACE: "l'afficheur des Blancs ne répond pas",
            Trouble.BLACK_FACE: "l'afficheur des Noirs ne répond pas",
            Trouble.BUZZER: "le vibreur sonore ne répond pas",
        },
        Entry: {
            Entry.CONTROL: "cadence",
            Entry.RULES: "règlement",
            Entry.WHITE_PLAYER: "joueur des Blancs",
            Entry.BLACK_PLAYER: "joueur des Noirs",
            Entry.SWAP_PLAYERS: "échanger les joueurs",
            Entry.NEW_GAME: "nouvelle partie",
            Entry.REMATCH: "revanche",
            Entry.RESIGN: "abandonner",
            Entry.OFFER: "proposer la nulle",
            Entry.ACCEPT: "accepter la nulle",
            Entry.DECLINE: "refuser la nulle",
            Entry.CLAIM: "réclamer la nulle",
            Entry.STANDS: "position telle quelle",
            Entry.OPPONENT: "camp du moteur",
            Entry.LICHESS: "Lichess",
            Entry.LEVEL: "force du moteur",
            Entry.HINT: "conseil",
            Entry.TEACHER: "professeur",
            Entry.HINTS: "aide",
            Entry.SOUND: "son",
            Entry.BRIGHTNESS: "luminosité",
            Entry.CLICK: "son de l'appui",
            Entry.PAGE: "page",
            Entry.OFF: "éteindre",
            Entry.ARBITER: "arbitre",
            Entry.VERDICT: "décision sur le coup illégal",
            Entry.REOPEN: "rouvrir la partie",
            Entry.MORE_FOR_WHITE: "temps en plus ou en moins pour les Blancs",
            Entry.MORE_FOR_BLACK: "temps en plus ou en moins pour les Noirs",
            Entry.TIME_OF_WHITE: "temps des Blancs",
            Entry.TIME_OF_BLACK: "temps des Noirs",
            Entry.MOVES_OF_WHITE: "coups joués par les Blancs",
            Entry.MOVES_OF_BLACK: "coups joués par les Noirs",
            Entry.PERIOD_OF_WHITE: "période des Blancs",
            Entry.PERIOD_OF_BLACK: "période des Noirs",
            Entry.COUNTER: "numéro du prochain coup",
            Entry.PENALTY_OF_WHITE: "pénalité aux Blancs",
            Entry.PENALTY_OF_BLACK: "pénalité aux Noirs",
            Entry.PARDON_OF_WHITE: "retirer la dernière pénalité des Blancs",
            Entry.PARDON_OF_BLACK: "retirer la dernière pénalité des Noirs",
            Entry.RESULT: "résultat",
        },
        Role: {
            Role.WHITE: "Blancs",
            Role.BLACK: "Noirs",
            Role.ARBITER: "arbitre",
            Role.OPPONENT: "adversaire",
            Role.ADVISER: "conseiller",
            Role.PROGRAM: "programme",
            Role.OWNER: "propriétaire",
        },
        Value: {
            Value.OFF: "non",
            Value.ON: "oui",
            Value.NONE: "aucune",
            Value.MINUTES: "minutes et secondes",
            Value.BY_HAND: "à la main",
            Value.FIDE_BLITZ: "fide-blitz (rapide et blitz)",
            Value.OF_THE_RULES: "celle du règlement",
            Value.PENALTY: "pénalité",
            Value.NO_PENALTY: "pas de pénalité",
        },
        Asked: {
            Asked.KIND: "le type de temps",
            Asked.SIDES: "les camps",
            Asked.PERIODS: "les périodes",
            Asked.MOVES: "coups de la période, ou aucun",
            Asked.TIME: "heures et minutes",
            Asked.SECONDS: "secondes",
            Asked.INCREMENT: "secondes ajoutées à chaque coup",
            Asked.MINUTES: "minutes chacun",
            Asked.SECONDS_A_MOVE: "secondes par coup",
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
            Pattern.BEAT: "bat",
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
        Lamp.TO_LIFT: "coup à jouer : levez cette pièce",
        Lamp.TO_PLACE: "coup à jouer : une pièce vient ici",
        Lamp.TO_TAKE: "coup à jouer : cette pièce est prise",
        Lamp.LIFTED: "la pièce de cette case est levée",
        Lamp.PROMOTION: "un pion est promu ici : choisissez avec plus et moins",
        Lamp.CANDIDATE: "une pièce est peut-être venue ici : maintenez retour pour choisir, ok valide",
        Lamp.RESULT: "ce roi a gagné ; les deux rois : partie nulle",
        Lamp.REASON: "le coup est illégal à cause de ceci",
        Lamp.MISSING: "une pièce manque ici : remettez-la",
        Lamp.TOO_MUCH: "rien ne doit se trouver ici : enlevez-le",
    },
    sides={chess.WHITE: "Blancs", chess.BLACK: "Noirs"},
    a_piece=_PIECES.after("un", "une"),
    the_piece=_PIECES.after("le", "la"),
    own_piece=_PIECES.after("votre propre", "votre propre"),
    on="en",
    both=" et ",
    then=" ; ",
    agrees=dict.fromkeys(_PIECES.masculine, "") | dict.fromkeys(_PIECES.feminine, "e"),
)
