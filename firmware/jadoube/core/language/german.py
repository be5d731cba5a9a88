"""German: every phrase of the board.

The words are those of the German text of the FIDE Laws (Rochade, Patt, am Zug, Bedenkzeit) and of German
players (Remis, Blättchen, Halbzug). A side has no article, *Weiß ist am Zug*. A piece is always in the
nominative: where a sentence would ask for another case it stands in brackets, *der König steht im Schach (der
Läufer auf b4)*. What a hand is to do is an infinitive. A move has the same letters as on the scoresheet and
in the PGN. The keys are zurück, minus, Start, plus and ok.
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
    masculine={
        chess.PAWN: "Bauer",
        chess.KNIGHT: "Springer",
        chess.BISHOP: "Läufer",
        chess.ROOK: "Turm",
        chess.KING: "König",
    },
    feminine={chess.QUEEN: "Dame"},
)


GERMAN = Language(
    phrases={
        Phrase.TO_MOVE: "{side} ist am Zug",
        Phrase.TO_MOVE_IN_CHECK: "{side} ist am Zug, im Schach",
        Phrase.CLAIMABLE: "{why}: Remis kann beantragt werden",
        Phrase.PAUSED: "Pause: Start setzt die Uhr fort",
        Phrase.PAUSED_BY: "Pause ({who}): Start setzt die Uhr fort",
        Phrase.PAUSED_FOR_ARBITER: (
            "Pause ({who}), um den Schiedsrichter zu rufen: Start setzt die Uhr fort"
        ),
        Phrase.A_PLAYER: "ein Spieler",
        Phrase.STARTS_THE_CLOCK: "der Hebel von {side} startet die Uhr",
        Phrase.LIES_TURNED: "das Brett liegt umgekehrt: Weiß sitzt an der achten Reihe",
        Phrase.REED: "der Kontakt von {square} {fault}",
        Phrase.REED_TOO: "der von {square} {fault}",
        Phrase.LINE_AT: "{name} ({connector}, {wire}, Pin {pin})",
        Phrase.LINE_OPEN: "{line} ist unterbrochen: einen losen Draht suchen",
        Phrase.LINE_GROUNDED: "{line} berührt Masse",
        Phrase.LINE_POWERED: "{line} berührt 3,3 V",
        Phrase.LINE_MENDED: "{line} ist wieder lesbar",
        Phrase.CHATTERS: "prellt und wird ignoriert: {contacts}; eine lose Lötstelle suchen",
        Phrase.LEVER_OF: "der Hebel von {side}",
        Phrase.SO_MANY_MORE: "{number} weitere",
        Phrase.PRESS_REFUSED: "Hebeldruck von {side} abgelehnt: {why}",
        Phrase.VERDICT_ASKED: "regelwidriger Zug von {side}? {why}",
        Phrase.VERDICT_KEYS: "Schiedsrichter: plus für eine Strafe, minus für keine",
        Phrase.CHOOSE_PIECE: "{san}: plus und minus wählen die Figur, der Hebel oder ok bestätigt sie",
        Phrase.MAKE_MOVE: "{side} spielt {san}: diesen Zug ausführen",
        Phrase.WISHED: "beim Server angefragt: {wish}",
        Phrase.ASKS_BACK: "{side} bittet um Zurücknahme: zurück gewährt sie",
        Phrase.HAS_LEFT: "{side} hat die Partie verlassen",
        Phrase.CUT_OFF: "Lichess ist nicht erreichbar; die Uhren dort laufen weiter",
        Phrase.NOT_SENT: "{san} ist noch nicht bei Lichess; dort läuft die Uhr von {side}",
        Phrase.SEEK_ASKED: "Lichess wird gefragt nach: {whom}; zurück beendet es",
        Phrase.SEEKS: "auf Lichess gesucht: {whom}; zurück beendet es",
        Phrase.WHOM_SOMEBODY: "ein Gegner",
        Phrase.WHOM_COMPUTER: "der Computer, Stufe {level}",
        Phrase.WHOM_AGAIN: "noch einmal der letzte Gegner",
        Phrase.WHOM_AT: "{whom}, {control}",
        Phrase.NOT_FOUND: "niemand gefunden: {why}",
        Phrase.WITHOUT_CLOCK: "ohne Uhr",
        Phrase.SEND_WHICH: "{played} oder {others}? ok nimmt den ersten, zurück halten, um zu wählen",
        Phrase.THINKS: "{side} denkt nach",
        Phrase.ADVICE_ASKED: "ein guter Zug wird gesucht",
        Phrase.ADVICE: "ein guter Zug: {san}",
        Phrase.NO_ADVICE: "kein Tipp: keine Engine antwortet; unter Debian ist es das Paket stockfish",
        Phrase.BLUNDER: "{san} ist ein grober Fehler, besser war {better}",
        Phrase.STILL_MATE: "{why}: kann {side} noch matt setzen?",
        Phrase.SWITCHED_OFF: "ausgeschaltet",
        Phrase.KINGS_SAY: "die Könige in der Mitte bedeuten {result}",
        Phrase.SET_UP_AGAIN: "Stellung wieder aufbauen: {missing} fehlen, {extra} zu viel",
        Phrase.SET_UP_ONE: "Figuren aufstellen: 1 Feld weicht von der Grundstellung ab",
        Phrase.SET_UP: "Figuren aufstellen: {number} Felder weichen von der Grundstellung ab",
        Phrase.PUT_RIGHT: "{why}: {what}",
        Phrase.PUT_RIGHT_FOR: "{why}; {what}",
        Phrase.NO_LEGAL_MOVE: "kein regelgerechter Zug",
        Phrase.TAKEN_BACK: "zurückgenommen",
        Phrase.AS_ON_SERVER: "wie auf dem Server",
        Phrase.TAKE_AWAY: "{squares} leeren",
        Phrase.PUT_BACK: "auf {squares} zurückstellen, was fehlt",
        Phrase.CLOSED: "die Partie ist ohne Ergebnis geschlossen",
        Phrase.ENDED: "{result}: {why}",
        Phrase.FLAG_FELL: "das Blättchen von {side} ist gefallen",
        Phrase.RESIGNS: "{side} gibt auf",
        Phrase.ILLEGAL_MOVES: "regelwidrige Züge von {side}",
        Phrase.CHECKMATED: "{side} ist matt",
        Phrase.FLAG_SAVED: "ein Blättchen ist gefallen, aber {why}",
        Phrase.RESIGNATION_SAVED: "eine Aufgabe, aber {why}",
        Phrase.ILLEGAL_SAVED: "regelwidrige Züge, aber {why}",
        Phrase.ONLY_KING: "der Gegner hat nur noch den König",
        Phrase.CANNOT_MATE: "der Gegner kann nicht matt setzen",
        Phrase.WHICH: "{first} oder {last}? zurück halten, um zu wählen",
        Phrase.TAKE_IT: "{plies}? ok bestätigt",
        Phrase.TAKE_BACK_PROPOSED: "{plies} zurücknehmen? {what}; ein Hebel oder ok: nein",
        Phrase.TAKE_INSTEAD: "statt {ours}: {plies}? ok bestätigt",
        Phrase.NO_OTHER: "keine andere Lesart erklärt das Brett",
        Phrase.NOTHING_TO_UNDO: "nichts rückgängig zu machen: es geht fünf Sekunden, bis etwas geschieht",
        Phrase.MARKED_WRONG: "das war falsch: bei Halbzug {ply} vermerkt, {time}",
        Phrase.NO_MOVE: "kein Zug",
        Phrase.WHICH_PIECE: "wie sie steht: auf {square} {piece} von {side}? ok bestätigt",
        Phrase.MENU: "Menü: {entry}; plus und minus blättern, ok öffnet, zurück verlässt",
        Phrase.VALUE: "{entry}: {value}",
        Phrase.CHOOSE: "{entry}: {value}? ok bestätigt",
        Phrase.BY_HAND: "Bedenkzeit von Hand: {asked}: {answer}? ok bestätigt",
        Phrase.BY_HAND_NUMBER: "Bedenkzeit von Hand: {asked}: {number}, Ziffer {digit}",
        Phrase.SET_NUMBER: "{entry}: {number}, Ziffer {digit}",
        Phrase.SURE: "{entry}? ok bestätigt, zurück nicht",
        Phrase.LEVER_DOES: "{entry}? der Hebel von {side} bestätigt, zurück nicht",
        Phrase.OWN_LEVER_DOES: "{entry}? der Hebel des Spielers bestätigt, zurück nicht",
        Phrase.NOBODY: "{entry}: das kann jetzt niemand",
        Phrase.PAGE: "Seite {address}, PIN {pin}",
        Phrase.SWITCHES_OFF: "das Brett schaltet sich aus",
        Phrase.OFFERS: "{side} bietet Remis an",
        Phrase.DECLINES: "{side} lehnt das Remis ab",
        Phrase.CLAIMS: "{side} beantragt Remis: {why}",
        Phrase.CLAIMS_BY: "{side} beantragt Remis durch {san}: {why}",
        Phrase.CLAIMS_WRONGLY: "{side} beantragt zu Unrecht Remis",
        Phrase.ILLEGAL_MOVE: "regelwidriger Zug Nr. {number} von {side}: {why}",
        Phrase.NOTED: "{side}: die Figur auf {square} {note}",
        Phrase.NOT_MADE: "{side}: {san} wurde angekündigt und nicht gespielt",
        Phrase.ARBITER: "Schiedsrichter: {act}",
        Phrase.CLOCKS_STOPPED: "die Uhren sind angehalten",
        Phrase.CLOCK_STARTED: "die Uhr ist gestartet",
        Phrase.TIME_SET: "die Zeit von {side} ist auf {time} gestellt",
        Phrase.MOVES_SET: "die Zügezahl von {side} ist auf {moves} gestellt",
        Phrase.PERIOD_SET: "{side} ist in Periode {period}",
        Phrase.MORE_TIME: "{time} mehr für {side}",
        Phrase.LESS_TIME: "{time} weniger für {side}",
        Phrase.PENALTY: "Strafe für {side}: {amount}",
        Phrase.PENALTY_GIVEN: "Strafe für {side}, gezählt als regelwidriger Zug Nr. {number}",
        Phrase.PENALTY_REMOVED: "die letzte Strafe für {side} ist zurückgenommen",
        Phrase.NO_PENALTY: "keine Strafe für {side}",
        Phrase.COUNTER_SET: "der Zugzähler ist auf {move} gestellt",
        Phrase.RESTORED: "die Stellung nach Halbzug {ply} wird wiederhergestellt",
        Phrase.RESULT_IS: "das Ergebnis ist {result}",
        Phrase.REOPENED: "die Partie wird fortgesetzt",
        Phrase.AS_IT_STANDS: "die Stellung auf dem Brett ist die der Partie",
        Phrase.IRREGULAR: "{san} (irregulär)",
        Phrase.PLAYS: "{side}: {name}",
        Phrase.EVENT_IS: "Turnier: {name}",
        Phrase.SITE_IS: "Ort: {name}",
        Phrase.ROUND_IS: "Runde: {name}",
        Phrase.BOARD_IS: "Brett: {name}",
        Phrase.NAMES_SWAPPED: "die Spieler haben die Farben getauscht",
        Phrase.REMEMBERED: "gemerkt: {name}",
        Phrase.FORGOTTEN: "der Spieler ist vergessen",
        Phrase.ROLE_MAY_NOT: "nicht erlaubt für: {role}; erlaubt für: {roles}",
        Phrase.IS_OVER: "die Partie ist zu Ende",
        Phrase.FLAG_HAS_FALLEN: "ein Blättchen ist gefallen",
        Phrase.NOT_BEGUN: "es hat keine Partie begonnen",
        Phrase.PLY_ENDS: "der letzte Halbzug beendet die Partie: {why}",
        Phrase.NO_OFFER: "{side} hat kein Remis angeboten",
        Phrase.OFFERED_ALREADY: "{side} hat schon Remis angeboten",
        Phrase.AGREED_LATER: "Remis kann erst nach einem Zug jeder Seite vereinbart werden",
        Phrase.NO_CLAIMS: "nach den Regeln „{rules}“ wird kein Remis beantragt",
        Phrase.NOT_THE_MOVE: "{side} ist nicht am Zug",
        Phrase.IN_THE_HAND: (
            "{side} hat die Figur von {squares} gehoben und kann bei diesem Zug kein Remis beantragen"
        ),
        Phrase.NO_SUCH_MOVE: "„{found}“ ist kein regelgerechter Zug von {side}",
        Phrase.NO_CLOCK: "es gibt keine Uhr",
        Phrase.NOT_RUNNING: "keine Uhr läuft",
        Phrase.RUNS_ALREADY: "eine Uhr läuft schon",
        Phrase.WITHIN_DELAY: "das ist nicht mehr als der Aufschub von {side}",
        Phrase.NO_SUCH_PERIOD: "{side} hat diese Periode nicht: die letzte ist {most}",
        Phrase.IN_PERIOD_ALREADY: "{side} ist schon in Periode {period}",
        Phrase.TIME_IS_UP: "die Zeit von {side} ist abgelaufen: zuerst neu stellen",
        Phrase.NOTHING_TO_REOPEN: "keine Partie ist zu Ende",
        Phrase.NOT_STANDING: "die Figuren stehen nicht, wie sie sollen",
        Phrase.VERDICT_FIRST: "zuerst entscheidet der Schiedsrichter über den regelwidrigen Zug von {side}",
        Phrase.NO_VERDICT: "kein regelwidriger Zug wartet auf eine Entscheidung",
        Phrase.NO_PENALTIES: "die Regeln „{rules}“ kennen keine Strafe; die Sekunden angeben",
        Phrase.NOT_PENALISED: "{side} hat keine Strafe",
        Phrase.COUNTS_UP: "die Zeit von {side} zählt aufwärts",
        Phrase.TOO_LITTLE_LEFT: "{side} hat nur noch {seconds} s",
        Phrase.NO_SUCH_PLY: "es gibt keinen Halbzug {ply}, nur 0 bis {most}",
        Phrase.AT_PLY_ALREADY: "die Partie ist schon bei Halbzug {ply}",
        Phrase.STANDS_ALREADY: "das Brett zeigt schon die Stellung der Partie",
        Phrase.STANDS_ASKS: "die Figur auf {square} ist nicht sicher: eine Antwort anfügen aus {answers}",
        Phrase.STANDS_EMPTY: "eine Figur auf {squares} genannt, aber das Feld ist leer",
        Phrase.STANDS_UNKNOWN: (
            "mehr Figuren, als die Partie noch hat: die auf {squares} benennen, zum Beispiel e5=N"
        ),
        Phrase.STANDS_PAWN: "ein Bauer auf {squares}: die Figur benennen, die dort steht, zum Beispiel e8=Q",
        Phrase.STANDS_KINGS: "{side} hat keinen König, oder zwei",
        Phrase.STANDS_PIECES: "{side} hat mehr Figuren als ein Satz",
        Phrase.STANDS_CHECK: "{side} steht im Schach, und {other} ist am Zug",
        Phrase.A_CLOCK_RUNS: "eine Uhr läuft",
        Phrase.BEFORE_A_GAME: "{entry}: vor der Partie zu vereinbaren",
        Phrase.NO_HINTS: "nach den Regeln „{rules}“ gibt es keine Hilfe",
        Phrase.FAIR_PLAY: "keine Hilfe in einer Partie gegen Menschen auf einem Server",
        Phrase.SERVER_KEEPS: "ein Server führt diese Partie und ihre Uhren",
        Phrase.GAME_ON_BOARD: "eine Partie ist auf dem Brett, oder ihre Figuren sind nicht aufgestellt",
        Phrase.NOT_SERVED: "kein Konto bei Lichess ist verbunden",
        Phrase.NOT_SOUGHT: "niemand wird gesucht",
        Phrase.NOTHING_AGAIN: "keine Partie auf Lichess ist hier zu Ende gegangen",
        Phrase.TOO_QUICK: (
            "Lichess lässt Bretter gegen Fremde ab 8 Minuten je Seite spielen, gegen seinen Computer ab 3; "
            "ganze Minuten, mit oder ohne Sekunden je Zug"
        ),
        Phrase.PRESS_IS_OPEN: "ein Hebeldruck wird noch beurteilt",
        Phrase.NO_SERVER_GAME: "hier wird keine Partie auf einem Server gespielt",
        Phrase.NO_TAKEBACKS: "nach den Regeln „{rules}“ nehmen die Spieler nichts zurück",
        Phrase.NO_MOVE_MADE: "es wurde noch kein Zug gespielt",
        Phrase.NO_PROMOTION: "keine Umwandlung wartet auf ihre Figur",
        Phrase.NONE_SHOWN: "keine Lesart wird gezeigt; zur Wahl: {readings}",
        Phrase.NO_SUCH_READING: "„{found}“ steht nicht zur Wahl; zur Wahl: {readings}",
        Phrase.NO_OPPONENT: "keine Seite wird von anderswo gespielt",
        Phrase.TOLD_ALREADY: "{side} hat schon einen Zug genannt",
        Phrase.TELL_PLY: "{side} nennt jetzt nicht Halbzug {ply}, sondern {next}",
        Phrase.NO_ADVICE_ASKED: "für Halbzug {ply} ist kein Tipp verlangt",
        Phrase.NOT_TO_ASSESS: "Halbzug {ply} ist nicht zu beurteilen",
        Phrase.ENGINE_PLAYS: "eine Engine spielt {side}, kein Programm einer Verbindung",
        Phrase.NOT_AS_EXPECTED: "„{found}“ gefunden, erwartet {expected}",
        Phrase.NOTHING_FOUND: "nichts gefunden, erwartet {expected}",
        Phrase.CLOCK_RUNS: "die Uhr von {side} läuft",
        Phrase.OFFER_ENDED: "das Remisangebot von {side} ist erloschen",
        Phrase.NEW_GAME: "eine neue Partie beginnt",
        Phrase.MOVE_TAKEN_BACK: "{san} ist zurückgenommen",
        Phrase.MOVE_IS_NOW: "der Zug ist jetzt {san}",
        Phrase.UNDONE: "die letzte Anweisung ist rückgängig gemacht",
        Phrase.CLOCKS_AS_ON_SERVER: "die Uhren stehen wie auf dem Server",
        Phrase.JOINED: "die Partie des Servers wird hier gespielt",
        Phrase.SERVED: "auf Lichess können Gegner gesucht werden",
        Phrase.SEEK_ENDED: "niemand wird mehr gesucht",
        Phrase.ASKS_NO_MORE: "{side} bittet nicht mehr um Zurücknahme",
        Phrase.IS_BACK: "{side} ist wieder da",
        Phrase.REACHED: "Lichess ist wieder erreichbar",
        Phrase.WISH_DECLINED: "abgelehnt: {wish}",
        Phrase.POINTED_AT: "das Programm zeigt auf {squares}",
        Phrase.NOTHING_POINTED_AT: "das Programm zeigt auf nichts",
        Phrase.PROGRAM_WRITES: "das Programm schreibt: {text}",
        Phrase.NOTHING_WRITTEN: "das Programm schreibt nichts",
        Phrase.ARBITER_WRITES: "der Schiedsrichter schreibt: {text}",
        Phrase.ARBITER_WRITES_NOTHING: "der Schiedsrichter schreibt nichts",
        Phrase.PROGRAM_PLAYS: "das Programm an der Verbindung spielt {side}",
        Phrase.PROGRAM_LEAVES: "das Programm an der Verbindung spielt keine Seite",
        Expected.AS_HERE: "{looks}",
        Expected.ONE_OF: "eines von: {choices}",
        Expected.SIDE: "white oder black",
        Expected.ONE_SIDE: "nur eine Seite",
        Expected.NUMBER: "eine ganze Zahl von {least} bis {most}",
        Expected.MORE_OR_SHOWN: "{more} (Sekunden mehr) oder {shown} (was die Uhr zeigt)",
        Expected.MINUTES_OR_HOURS: "{minutes} (Minuten und Sekunden) oder {hours} (Stunden und Minuten)",
        Expected.TIME: "eine Zeit von {least} bis {most}",
        Expected.MOVE: "ein Zug wie {looks}",
        Expected.YES_OR_NO: "yes (ja) oder no (nein)",
        Expected.WORD: "ein Wort wie mate oder resign",
        Expected.SQUARES: "off, oder Felder wie e2 e4",
        Expected.PIECE_OF_SQUARE: "ein Feld und eine Figur wie e5=N (Großbuchstaben für Weiß)",
        Expected.EACH_SQUARE_ONCE: "jedes Feld einmal",
        Expected.PLAYER: "ein Spieler wie {looks}",
        Expected.REMEMBERED: "der Name eines gemerkten Spielers",
        Expected.PARTS: "höchstens {most} Teile, wie in {looks}",
        Expected.NAME_FIRST: "ein Name vor dem ersten |, wie in {looks}",
        Expected.CHARACTERS: "höchstens {most} Zeichen",
        Expected.ON_A_FACE: "Buchstaben ohne Umlaute und Akzente, Ziffern und Zeichen einer Tastatur",
        Expected.ORDER_LINE: "ein Befehl mit höchstens {most} Zeichen, in einer Zeile und ohne gerade "
        "Anführungszeichen",
        Expected.PRINTABLE: "druckbare Zeichen in einer Zeile, ohne |, gerade Anführungszeichen und \\",
        Expected.TITLE: "ein Titel wie GM",
        Expected.RATING: "eine Wertungszahl von 1 bis {most}",
        Expected.FIDE_ID: "eine FIDE-Kennung mit höchstens 10 Ziffern",
        Expected.FEDERATION: "ein Verband in drei Großbuchstaben wie NOR",
        Expected.SERVER_GAME: "eine Partie wie {looks}",
        Expected.LIST_BYTES: "eine Paarungsliste von höchstens {most} Bytes",
        Expected.SAVED_AS_CSV: "seine Tabelle, als CSV gespeichert",
        Expected.PAIRING_LIST: (
            "eine Paarungsliste: PGN-Köpfe, eine Tabelle mit den Namen von Weiß und Schwarz, oder TRF16"
        ),
        Expected.GAME_WITH_NAMES: "eine Partie mit den Tags White und Black",
        Expected.TAG: "ein Tag wie {looks}",
        Expected.PLAYERS_MOST: "höchstens {most} Spieler",
        Expected.PAIRINGS_MOST: "höchstens {most} Paarungen",
        Expected.TWO_PLAYERS: "zwei verschiedene Spieler",
        Expected.ONE_EVENT: "ein einziges Turnier in einer Liste: alles gilt als von {event}",
        Expected.NAME_OF: "ein Name von höchstens {most} Zeichen",
        Expected.ROUND_OF: "eine Runde von höchstens {most} Zeichen",
        Expected.BOARD_OF: "ein Brett von höchstens {most} Zeichen",
        Expected.RESULT_OR_NOTHING: "ein Ergebnis: {choices}, oder nichts",
        Expected.TITLE_OR_NOTHING: "ein Titel: {choices}, oder nichts",
        Expected.RATING_OR_NOTHING: "eine Wertungszahl von 1 bis {most}, oder nichts",
        Expected.FIDE_ID_OR_NOTHING: "eine FIDE-Kennung mit höchstens 10 Ziffern, oder nichts",
        Expected.FEDERATION_OR_NOTHING: "ein Verband in drei Buchstaben wie NOR, oder nichts",
        Expected.NO_MORE: "keine nach so vielen",
        Expected.ROW_OR_HEADS: (
            "Brett, Weiß, Schwarz (in Anführungszeichen, wo ein Name ein Komma hat), oder eine "
            "Kopfzeile darüber"
        ),
        Expected.BOTH_NAMES: "die Namen von Weiß und Schwarz",
        Expected.START_NUMBER: "eine Startnummer in den Spalten 5 bis 8",
        Expected.ANOTHER_NUMBER: "eine andere: Zeile {at} hat sie",
        Expected.NAME_IN_COLUMNS: "ein Name in den Spalten 15 bis 47",
        Expected.NUMBER_OF_LIST: "eine Startnummer der Liste",
        Expected.NAMED_BACK: "dass auch Zeile {at} dafür {start} nennt",
        Expected.BOTH_COLOURS: "w bei einem Spieler und b beim anderen",
        Expected.TRF_ROUND: "eine Runde wie „  12 w 1“",
        Expected.ECO_CODE: "ein Code wie B90, oder sein Anfang",
        Expected.SOME_DATE: "ein Datum wie 2026, 2026-11 oder 2026-11-23",
        Phrase.NO_TIME_KEPT: "ohne Uhr",
        Phrase.EACH_HAS: "jede Seite hat {what}",
        Phrase.BOTH_HAVE: "{white} hat {first}; {black} hat {second}",
        Phrase.NO_LIMIT: "keine Grenze, die verbrauchte Zeit wird gezählt",
        Phrase.HOURGLASS_TIME: "{time} und erhält, was die andere Seite verbraucht",
        Phrase.TIME_TO_MOVE: "{time} bis zum {move}. Zug",
        Phrase.TIME_AGAIN: "{time} für je {moves} Züge",
        Phrase.THEN: "{first}, dann {next}",
        Phrase.THEN_AT_ZERO: "{first}, und nach deren Ablauf {next}",
        Phrase.WITH_INCREMENT: "{what}, dazu {seconds} s je Zug",
        Phrase.WITH_DELAY: "{what}, mit {seconds} s Aufschub je Zug",
        Phrase.WITH_BRONSTEIN: "{what}, und erhält bis zu {seconds} s jedes Zuges zurück",
        Phrase.BYO_YOMI_PERIODS: "Byo-yomi {number} x {seconds} s",
        Phrase.CONTROL_NO_PRESET: (
            "„{text}“ gefunden, erwartet Minuten und Sekunden je Zug, wie 3+2 oder 90 min + 30 s, "
            "oder eine bekannte Bedenkzeit, wie blitz 3+2"
        ),
        Phrase.CONTROL_UNREAD: (
            "{text}: „{found}“ gefunden, erwartet Minuten und Sekunden je Zug, wie 3+2 oder 90 min + 30 s"
        ),
        Phrase.CONTROL_UNFINISHED: (
            "{text}: hier fehlt etwas, erwartet Minuten und Sekunden je Zug, wie 3+2 oder 90 min + 30 s"
        ),
        Phrase.CONTROL_TWO_READINGS: (
            "{text}: {number} Minuten oder {number} Sekunden, erwartet „{minutes}“ oder „{seconds}“ ({short})"
        ),
        Phrase.CONTROL_MOVES_OR_INCREMENT: (
            "{text}: {first} Minuten und {second} s je Zug, oder {first} Züge in {second} Minuten, "
            "erwartet „{first}+{second}“ oder „{first}/{second}+0“"
        ),
        Phrase.CONTROL_MANY_MINUTES: (
            "{text}: {number} Minuten gefunden, erwartet „{minutes}“, wenn sie gemeint sind"
        ),
        Phrase.CONTROL_IN_SECONDS: "{why}; in Sekunden ist es „{seconds}“ ({short})",
        Phrase.CONTROL_TIME_OF_DAY: (
            "{text}: {found} gefunden, erwartet „{first} h {second} min“ oder „{first} min {second} s“"
        ),
        Phrase.CONTROL_TIME_OR_PERIODS: "{why}, oder für zwei Perioden „{first} min : {second} min“",
        Phrase.CONTROL_JOINED: (
            "{text}: eine Periode hinter „+“, erwartet davor eine Zügezahl (40/90+15+30), "
            "Sekunden (5+3), oder „:“ zwischen Perioden (60 min : 15 min)"
        ),
        Phrase.CONTROL_COUNT_LATE: (
            "{text}: eine Zügezahl hinter einer Periode ohne Zügezahl, erwartet davor (40/120+60+30)"
        ),
        Phrase.CONTROL_BYO_YOMI: (
            "{text}: Byo-yomi mit einer Zügezahl oder vor einer Periode, erwartet am Ende (40/90+10+3x30)"
        ),
        Phrase.CONTROL_HOURGLASS: (
            "{text}: nur eine Sanduhr, erwartet für beide Seiten (hourglass 5 ; hourglass 3) oder für keine"
        ),
        Phrase.CONTROL_LIMIT: "{text}: {found} gefunden, erwartet {least} bis {most}",
        Phrase.CONTROL_WHOLE: "{text}: {found} gefunden, erwartet ganze Sekunden (2.5 min sind 150 s)",
        # The edges: pages, archive, Lichess
        EdgePhrase.BODY_LATE: "der Inhalt ist nicht gekommen",
        EdgePhrase.BODY_OF_ANOTHER_TYPE: "{found} gefunden, erwartet application/json",
        EdgePhrase.BODY_OF_ANOTHER_SHAPE: "erwartet {shape} und nichts anderes",
        EdgePhrase.BODY_TOO_LONG: "mehr als 4 kB gefunden",
        EdgePhrase.FILE_TOO_LONG: "mehr als 2 MB gefunden, einen Teil davon senden",
        EdgePhrase.ANOTHER_FILE_IS_READ: "eine andere Datei wird gerade gelesen, bitte noch einmal versuchen",
        EdgePhrase.BOARD_AWAY: "das Brett antwortet nicht; seine Seite versucht es wieder",
        EdgePhrase.TOO_MANY_REQUESTS: "zu viele Anfragen von dieser Adresse",
        EdgePhrase.NO_GAME_HERE: "unter dieser Adresse ist keine Partie",
        EdgePhrase.NOT_ANALYSED: "diese Partie ist noch nicht analysiert",
        EdgePhrase.EXPECTED_AT_MOST: "{found} gefunden, erwartet höchstens {expected}",
        EdgePhrase.READABLE_BY_OTHERS: (
            "andere im Netz können diese Verbindung mitlesen: das Token am Rechner des Bretts "
            "eingeben, `sudo jadoube token set`, oder diese Seite durch einen SSH-Tunnel öffnen, `ssh "
            "-L 8064:127.0.0.1:8064 NAME@BRETT`, unter http://localhost:8064/"
        ),
        EdgePhrase.LIVE_IS_OFF: "dieses Brett zeigt keine Partien live: live.enabled ist false",
        EdgePhrase.LIVE_NOTHING: "dort ist noch nichts zu sehen",
        EdgePhrase.LIVE_AWAY: "die Live-Partien können jetzt nicht gelesen werden",
        EdgePhrase.NOT_ASCII: "{name}: ein Byte über 0x7f gefunden, erwartet ASCII",
        EdgePhrase.A_WEBSOCKET: "hier ist ein WebSocket",
        EdgePhrase.EXPECTED_DELTAS: "erwartet ?deltas=1 oder nichts",
        EdgePhrase.EXPECTED_CONTROL: "erwartet ?text=3%2B2",
        EdgePhrase.TOO_MANY_LOOK: "es sehen schon zu viele zu",
        EdgePhrase.TOO_MANY_LOOK_FROM_HERE: "von dieser Adresse sehen schon zu viele zu",
        EdgePhrase.WRONG_PINS: "zu viele falsche PINs, {seconds} s warten",
        EdgePhrase.NOT_THE_PIN: "das ist nicht die PIN",
        EdgePhrase.CODE_IS_VOID: "dieser Code ist verbraucht oder zu alt: einen neuen zeigen lassen",
        EdgePhrase.NO_SUCH_PHONE: "kein Gerät mit dieser Nummer darf handeln: sein Recht ist schon beendet",
        EdgePhrase.ANOTHERS_ROLE: "das ist Sache einer anderen Rolle: die PIN öffnet alle",
        EdgePhrase.NOT_THE_DESK: "der Tisch ist nur für seine Maschine; das Brett ist unter /companion",
        EdgePhrase.PIN_FIRST: "zuerst die PIN eingeben",
        EdgePhrase.FROM_ELSEWHERE: (
            "eine Seite oder ein Name von anderswo, erwartet die eigene Adresse des Bretts"
        ),
        EdgePhrase.OUR_FAULT: "ein Fehler des Bretts; sein Protokoll sagt mehr",
        EdgePhrase.NOTHING_HERE: "unter dieser Adresse ist nichts",
        EdgePhrase.ANOTHER_METHOD: "diese Adresse verlangt eine andere Methode",
        EdgePhrase.REQUEST_REFUSED: "Anfrage abgelehnt: {status}",
        EdgePhrase.LIBRARY_AWAY: "die Bibliothek antwortet nicht; die Partie geht ohne sie weiter",
        EdgePhrase.BOARD_FORGETS: (
            "Das Brett vergisst den Namen in seinen Dateien binnen Minuten; in den letzten beiden "
            "Partien, auch im Live-Ordner und in der Übertragung, sobald andere folgen. Eine "
            "Paarungsliste mit dem Namen wurde entfernt."
        ),
        EdgePhrase.BOARD_CANNOT_FORGET: (
            "Im Archiv vergessen. Das Brett antwortet nicht, und seine Dateien haben den Namen noch: "
            "`sudo jadoube games forget NAME` erledigt den Rest."
        ),
        EdgePhrase.NO_POWER: "das Brett hat keinen Strom",
        EdgePhrase.IS_SWITCHED_OFF: "das Brett ist ausgeschaltet",
        EdgePhrase.TOO_MANY_PAGES: "es sind schon zu viele Seiten offen",
        EdgePhrase.SHARE_A_PART: (
            "Lichess nimmt nur regelgerechte Züge: die Halbzüge {first} bis {last} von {total}, da "
            "die Partie einen irregulären hat. Das PGN hat alle."
        ),
        EdgePhrase.SHARE_THE_FIRST: "Lichess importiert die ersten {most} Halbzüge von {total}.",
        EdgePhrase.SHARE_NOTHING: "Es wurde noch kein Zug gespielt.",
        EdgePhrase.SHARE_NO_NETWORK: (
            "Kein Code kann zur Partie führen, da das Brett in keinem Netz ist: das PGN herunterladen."
        ),
        EdgePhrase.NOT_HERE: "das Brett hat dafür nichts",
        EdgePhrase.A_FAULT: "ein Fehler im Programm; er steht im Protokoll",
        EdgePhrase.NO_QUESTION: "nicht verstanden: {problem}",
        EdgePhrase.CANNOT_BE_USED: "das geht nicht: {problem}",
        EdgePhrase.AT_PLACE: "{place}: {problem}",
        EdgePhrase.SYSTEM_SAYS: "das System meldet: {problem}",
        EdgePhrase.DISK_FULL: "kein Platz mehr auf der Platte",
        EdgePhrase.QUOTA_FULL: "kein Platz mehr für diesen Benutzer",
        EdgePhrase.READ_ONLY: "darf nicht geschrieben werden",
        EdgePhrase.NO_PERMISSION: "Zugriff verweigert",
        EdgePhrase.NOT_PERMITTED: "Vorgang nicht erlaubt",
        EdgePhrase.NO_SUCH_FILE: "keine Datei und kein Ordner dieses Namens",
        EdgePhrase.NO_DIRECTORY: "kein Ordner",
        EdgePhrase.A_DIRECTORY: "ist ein Ordner",
        EdgePhrase.DISK_BROKEN: "die Platte liest oder schreibt nicht",
        EdgePhrase.IN_USE: "von einem anderen Programm benutzt",
        EdgePhrase.CANNOT_OPEN: "kann nicht geöffnet werden",
        EdgePhrase.IN_USE_BY_JADOUBE: "{folder} wird von einem anderen jadoube benutzt",
        EdgePhrase.FOUND_EXPECTED: "{found} gefunden, erwartet {expected}",
        EdgePhrase.BOARD_SILENT: "das Brett antwortet nicht",
        EdgePhrase.BOARD_LACKS_GAME: "das Brett hat diese Partie nicht",
        EdgePhrase.BOARD_ID_TWICE: "ein anderes Gerät sendet als {board}, erwartet eine Kennung je Brett",
        EdgePhrase.BROKER_TAKES_NOT: "der MQTT-Server nimmt nicht, was gesendet wird ({what}): Rechte prüfen",
        EdgePhrase.BROKER_GIVES_NOT: "der MQTT-Server gibt nicht, was erbeten wird ({what}): Rechte prüfen",
        EdgePhrase.COMMAND_LATE: "es kam zu spät und wurde nicht ausgeführt",
        EdgePhrase.NAME_NOT_TAKEN: "das Brett nimmt einen Spielernamen nicht, der ihm gegeben wird",
        EdgePhrase.NO_PAIRING: "nichts darin ist als Paarung lesbar",
        EdgePhrase.IN_LINE: "Zeile {line}: {problem}",
        EdgePhrase.LIST_SIZE: "{count} Bytes",
        EdgePhrase.LIST_WORKBOOK: "eine Arbeitsmappe",
        EdgePhrase.LIST_GAME: "eine Partie mit {tags}",
        EdgePhrase.LIST_GAME_BARE: "eine Partie ohne Tag",
        EdgePhrase.LIST_AND: "{one} und {other}",
        EdgePhrase.LIST_PLAYER: "Spieler {number}",
        EdgePhrase.LIST_PAIRING: "Paarung {number}",
        EdgePhrase.LIST_TWICE: "{name} zweimal",
        EdgePhrase.LIST_MORE: "{count} weitere",
        EdgePhrase.LIST_START: "Startnummer {number}",
        EdgePhrase.LIST_OPPONENT: "Runde {round}: Gegner {number}",
        EdgePhrase.LIST_COLOURS: "Runde {round}: die Farben {one} und {other}",
        EdgePhrase.LIST_ROUND: "Runde {round}: {text}",
        EdgePhrase.ARCHIVE_DAMAGED: "beschädigt; `jadoube games rebuild` macht es neu aus den Journalen",
        EdgePhrase.ARCHIVE_DAMAGED_SO: "Archiv beschädigt ({found})",
        EdgePhrase.ARCHIVE_DISK_FULL: (
            "kein Platz mehr auf der Platte; die Änderung wurde nicht gemacht, nichts ist verloren"
        ),
        EdgePhrase.ARCHIVE_READ_ONLY: (
            "darf von diesem Benutzer nicht geschrieben werden; nichts wurde geändert"
        ),
        EdgePhrase.ARCHIVE_IN_USE: "zu lange von einem anderen Programm benutzt; nichts wurde geändert",
        EdgePhrase.ARCHIVE_CANNOT_OPEN: (
            "kann nicht geöffnet werden; erwartet ein Archiv oder ein Ordner, in den geschrieben werden darf"
        ),
        EdgePhrase.ARCHIVE_DISK_BROKEN: (
            "die Platte liest oder schreibt nicht; die Änderung wurde nicht gemacht"
        ),
        EdgePhrase.ARCHIVE_A_FOLDER: "ein Ordner gefunden, erwartet ein Archiv",
        EdgePhrase.ARCHIVE_NOT_OPENED: "erwartet ein Archiv ({problem})",
        EdgePhrase.ARCHIVE_NO_GAME: "keine Partie mit dieser Nummer oder Kennung",
        EdgePhrase.ARCHIVE_NO_PLAYER: "keine Partie dieses Spielers",
        EdgePhrase.ARCHIVE_MISSING: "kein Archiv; `jadoube games rebuild` macht eines",
        EdgePhrase.ARCHIVE_EMPTY: (
            "eine leere Datei gefunden, erwartet ein Archiv; `jadoube games rebuild` macht eines"
        ),
        EdgePhrase.ARCHIVE_OF_VERSION: (
            "Version {version} gefunden, erwartet {expected}; jede Änderung bringt es dorthin"
        ),
        EdgePhrase.ARCHIVE_FOREIGN: "die Datenbank eines anderen Programms",
        EdgePhrase.ARCHIVE_TOO_NEW: "ein Archiv der Version {version}, erwartet höchstens {expected}",
        EdgePhrase.ARCHIVE_GAME: "Partie {name}",
        EdgePhrase.ARCHIVE_PLAYER: "Spieler {name}",
        EdgePhrase.GAME_WITHOUT_MOVE: "kein Zug gefunden, erwartet eine Partie mit einem",
        EdgePhrase.GAME_EMPTY: "kein Tag und kein Zug gefunden, erwartet eine Partie",
        EdgePhrase.GAME_NOT_LEGAL: "„{found}“ bei Halbzug {ply} gefunden, erwartet ein legaler Zug",
        EdgePhrase.GAME_UNREADABLE: (
            "{problem} bei Halbzug {ply}, erwartet ein legaler Zug oder eine Stellung"
        ),
        EdgePhrase.GAME_TOO_LONG: "eine Partie von über {most} MiB gefunden, erwartet kleinere",
        EdgePhrase.GAME_VARIANT: "die Variante „{variant}“ gefunden, erwartet eine Schachpartie",
        EdgePhrase.GAMES_BINARY: "Binärdaten gefunden, erwartet PGN",
        EdgePhrase.GAMES_ENDLESS: "eine endlose Zeile gefunden, erwartet PGN",
        EdgePhrase.GAMES_NOT_ONE: "{count} Partien gefunden, erwartet eine",
        EdgePhrase.TOKEN_NOTHING: (
            "nichts gefunden, erwartet 1 bis 512 Buchstaben, Ziffern oder _, wie Lichess ein Token zeigt"
        ),
        EdgePhrase.TOKEN_CHARACTERS: (
            "{count} Zeichen gefunden, erwartet 1 bis 512 Buchstaben, Ziffern oder _, wie Lichess ein "
            "Token zeigt"
        ),
        EdgePhrase.TOKEN_STRANGE: (
            "{count} Zeichen gefunden, nicht alle davon Buchstaben, Ziffern oder _, erwartet 1 bis 512 "
            "davon, wie Lichess ein Token zeigt"
        ),
        EdgePhrase.CORRECT_NO_PLY: "einen Halbzug {ply} gibt es nicht: die Partie hat {count}",
        EdgePhrase.CORRECT_IRREGULAR: (
            "Halbzug {ply} ist kein legaler Zug: die Figuren wurden so hingestellt, und er lässt sich "
            "nicht berichtigen"
        ),
        EdgePhrase.CORRECT_NOT_LEGAL: "{where} {found} ist dort kein legaler Zug",
        EdgePhrase.ANALYSIS_BROKEN: "die Analyse wurde abgebrochen",
        EdgePhrase.ANALYSIS_BROKEN_BY: "die Analyse wurde abgebrochen: {problem}",
        EdgePhrase.ANALYSIS_WHILE_PLAYED: (
            "diese Partie wird noch gespielt; sie kann analysiert werden, wenn sie zu Ende ist"
        ),
        EdgePhrase.ANALYSIS_AGAINST_PEOPLE: (
            "das Brett spielt gegen Menschen anderswo; vor deren Ende wird keine Partie analysiert"
        ),
        EdgePhrase.ANALYSIS_NO_ENGINE: (
            "keine Schach-Engine ist installiert; am Rechner des Bretts: sudo apt install {package}"
        ),
        EdgePhrase.ANALYSIS_OF_ANOTHER: (
            "eine andere Partie wird analysiert ({done} von {of} Stellungen), eine nach der anderen"
        ),
        EdgePhrase.PICTURE_STRANGER: "hier steht etwas, das nicht zur Stellung gehört",
        EdgePhrase.PICTURE_UNPLUGGED: "Anzeige nicht angeschlossen",
        EdgePhrase.PICTURE_CLOCK_RUNS: "die Uhr läuft",
        EdgePhrase.PICTURE_PAUSED: "Pause",
        EdgePhrase.FEN_TOO_LONG: "{found} Zeichen im FEN, erwartet höchstens {most}",
        EdgePhrase.FEN_FIELDS: "{found} Felder im FEN, erwartet 6 (oder 4, ohne die Zähler)",
        EdgePhrase.FEN_CASTLING: (
            "keine Rochade: {found} gefunden, erwartet Buchstaben von KQkq in dieser Folge, oder -"
        ),
        EdgePhrase.FEN_UNREAD: "kein FEN: {problem}",
        EdgePhrase.FEN_FAULTS: "{faults}; erwartet eine Stellung im gewöhnlichen Schach",
        EdgePhrase.FEN_NO_PIECES: "keine Figuren",
        EdgePhrase.FEN_NO_WHITE_KING: "kein weißer König",
        EdgePhrase.FEN_NO_BLACK_KING: "kein schwarzer König",
        EdgePhrase.FEN_KINGS: "zu viele Könige",
        EdgePhrase.FEN_WHITE_PAWNS: "mehr als 8 weiße Bauern",
        EdgePhrase.FEN_BLACK_PAWNS: "mehr als 8 schwarze Bauern",
        EdgePhrase.FEN_WHITE_PIECES: "mehr als 16 weiße Figuren",
        EdgePhrase.FEN_BLACK_PIECES: "mehr als 16 schwarze Figuren",
        EdgePhrase.FEN_PAWN_ON_BACKRANK: "ein Bauer auf der ersten oder letzten Reihe",
        EdgePhrase.FEN_CASTLING_RIGHTS: "ein Rochaderecht ohne König und Turm auf ihren Feldern",
        EdgePhrase.FEN_EN_PASSANT: "ein En-passant-Feld, das kein Bauer soeben überquert hat",
        EdgePhrase.FEN_OPPOSITE_CHECK: "ein Schach gegen die Seite, die soeben gezogen hat",
        EdgePhrase.FEN_CHECKERS: "mehr Schachs, als ein Zug geben kann",
        EdgePhrase.FEN_IMPOSSIBLE_CHECK: "ein Schach, das kein Zug geben kann",
        EdgePhrase.FEN_PIECES: "Figuren",
        EdgePhrase.PGN_NO_GAME: "keine Partie darin, erwartet PGN",
        EdgePhrase.PGN_NO_SUCH_GAME: "Partie {number} verlangt, erwartet 1 bis {count}",
        EdgePhrase.PGN_NOT_LEGAL: (
            "Partie {number} kann nicht gespielt werden: „{found}“ ist dort kein regelgerechter Zug"
        ),
        EdgePhrase.PGN_CANNOT_BE_PLAYED: "diese Partie kann nicht gespielt werden: {problem}",
        EdgePhrase.DESK_NOT_FREE: "die Figuren bewegt gerade eine Hand: zuerst übernehmen",
        EdgePhrase.DESK_NOTHING_PLAYED: "es wird gerade nichts gespielt",
        EdgePhrase.DESK_HELD_ALREADY: "{button} ist schon gedrückt",
        EdgePhrase.DESK_NOT_HELD: "{button} ist nicht gedrückt",
        EdgePhrase.DESK_NO_PIECE: "es gibt keine Figur {number}, nur 0 bis {most}",
        EdgePhrase.DESK_IN_THE_AIR: "diese Figur ist in der Luft",
        EdgePhrase.DESK_STANDS: "diese Figur steht",
        EdgePhrase.DESK_IN_A_HAND: "diese Figur ist in einer anderen Hand",
        EdgePhrase.DESK_ONE_OF: "„{found}“ gefunden, erwartet eines von: {choices}",
        EdgePhrase.BROADCAST_NO_TOKEN: (
            "Kein Lichess-Token ist gespeichert. Auf Lichess eines mit den Rechten study:read und "
            "study:write anlegen und hier eingeben."
        ),
        EdgePhrase.BROADCAST_WRONG_TOKEN: (
            "Lichess nimmt das Token nicht an: es wurde widerrufen oder falsch getippt. Ein neues "
            "eingeben; bis dahin wird nichts gesendet."
        ),
        EdgePhrase.BROADCAST_WRONG_SCOPE: (
            "Dem Token fehlt ein Recht: es braucht study:read und study:write. Ein neues eingeben; "
            "bis dahin wird nichts gesendet."
        ),
        EdgePhrase.BROADCAST_FORBIDDEN: (
            "Dieses Lichess-Konto darf nicht in die Runde schreiben. Eine Runde dieses Kontos wählen "
            "oder sich einladen lassen."
        ),
        EdgePhrase.BROADCAST_NO_ROUND: (
            "Lichess kennt die Runde nicht: sie wurde gelöscht, oder die Kennung ist falsch. Eine "
            "Runde wählen."
        ),
        EdgePhrase.BROADCAST_SOURCE_URL: (
            "Die Runde holt ihre Partien von einer Quell-URL und nimmt keine vom Brett an. Auf "
            "Lichess die Quelle der Runde auf „push“ stellen, dann die Runde neu wählen."
        ),
        EdgePhrase.BROADCAST_TOO_MANY: (
            "Lichess hat zu viele Anfragen von diesem Konto oder dieser Adresse erhalten. Das Brett "
            "wartet und sendet dann den neuesten Stand."
        ),
        EdgePhrase.BROADCAST_NOT_REACHED: (
            "Lichess ist nicht erreichbar. Das Brett versucht es wieder; die Partien bleiben erhalten."
        ),
        EdgePhrase.BROADCAST_NOT_CERTIFIED: (
            "Die Verbindung zu Lichess ist nicht sicher: das Zertifikat ist ungültig. Stimmt das "
            "Datum des Bretts? Verlangt das Netz eine Anmeldung?"
        ),
        EdgePhrase.BROADCAST_NO_ANSWER: (
            "Lichess antwortet nicht rechtzeitig. Das Brett sendet den neuesten Stand noch einmal."
        ),
        EdgePhrase.BROADCAST_NOT_UNDERSTOOD: (
            "Lichess, oder etwas auf dem Weg dorthin, gab eine Antwort, die keine ist. Das Brett "
            "versucht es wieder."
        ),
        EdgePhrase.BROADCAST_SERVER_TROUBLE: (
            "Lichess hat selbst eine Störung. Das Brett versucht es wieder; die Partien bleiben erhalten."
        ),
        EdgePhrase.BROADCAST_LEFT_OVER: (
            "Dieser Teil der Partie wurde zurückgenommen. Lichess behält sein Brett; nur ein "
            "Zurücksetzen der Runde entfernt es."
        ),
        EdgePhrase.BROADCAST_NO_SUCH_ROUND: "Die Kennung einer Runde hat 8 Buchstaben oder Ziffern.",
        EdgePhrase.BROADCAST_BAD_DELAY: "Eine Verzögerung hat 0 bis 240 Minuten oder 0 bis 100 Halbzüge.",
        EdgePhrase.BROADCAST_BAD_PARTS: "Die Teile einer Partie sind „boards“ oder „legal“.",
        EdgePhrase.BROADCAST_STORED_BADLY: "Das gespeicherte Token wird nicht benutzt: {problem}",
        EdgePhrase.BROADCAST_REFUSED: (
            "Lichess lehnt diese Partie ab: {said}. Sie wird wieder gesendet, wenn sie sich ändert."
        ),
        EdgePhrase.BROADCAST_ROUND_REFUSED: (
            "Lichess lehnt Partien für diese Runde ab: {said}. Eine Runde wählen, um es wieder zu versuchen."
        ),
        EdgePhrase.BROADCAST_SHOWS_MORE: (
            "Lichess zeigt noch {plies} zurückgenommene Halbzüge, bis der nächste gespielt wird; es "
            "entfernt nie Halbzüge."
        ),
        EdgePhrase.PLAY_NO_TOKEN: (
            "Kein Lichess-Token ist gespeichert. Auf Lichess eines mit dem Recht board:play anlegen "
            "und hier eingeben."
        ),
        EdgePhrase.PLAY_WRONG_TOKEN: (
            "Lichess nimmt das Token nicht an: es wurde widerrufen oder falsch getippt. Ein neues eingeben."
        ),
        EdgePhrase.PLAY_WRONG_SCOPE: "Dem Token fehlt das Recht board:play. Ein neues eingeben.",
        EdgePhrase.PLAY_NO_NETWORK: (
            "Lichess ist nicht erreichbar. Die Partie bleibt erhalten und geht weiter, wenn das Netz "
            "wieder da ist; die Uhr bei Lichess läuft weiter."
        ),
        EdgePhrase.PLAY_SILENT: (
            "Lichess schweigt; die Verbindung wird neu aufgebaut. Die Partie bleibt erhalten."
        ),
        EdgePhrase.PLAY_NOT_UNDERSTOOD: (
            "Lichess hat etwas Unverständliches gesendet. Die Partie wird neu gelesen."
        ),
        EdgePhrase.PLAY_TOO_MANY: (
            "Lichess hat zu viele Anfragen von diesem Konto oder dieser Adresse erhalten. Das Brett "
            "wartet eine Minute."
        ),
        EdgePhrase.PLAY_CONTRADICTION: (
            "Brett und Lichess haben verschiedene Züge. Lichess hat recht: das Brett auf die gezeigte "
            "Stellung zurückstellen."
        ),
        EdgePhrase.PLAY_NOT_PLAYABLE: (
            "Diese Partie hat andere Regeln, eine andere Anfangsstellung oder Tage je Zug; das Brett "
            "spielt nur gewöhnliches Schach ohne Unterbrechung. Auf Lichess spielen oder abbrechen."
        ),
        EdgePhrase.PLAY_TOO_FAST_SEEK: (
            "Gegen zufällige Gegner erlaubt Lichess Brettern nur langsamere Partien: Minuten und 40 "
            "mal der Zuschlag müssen mindestens 8 Minuten ergeben, wie 10+0 oder 5+5."
        ),
        EdgePhrase.PLAY_TOO_FAST: (
            "So schnelle Partien erlaubt Lichess Brettern nicht: Zeit und 40 mal der Zuschlag müssen "
            "mindestens 3 Minuten ergeben, wie 3+0 oder 2+2."
        ),
        EdgePhrase.PLAY_BAD_CONTROL: (
            "Lichess nimmt 0 bis 180 ganze Minuten und einen Zuschlag von 0 bis 60 Sekunden."
        ),
        EdgePhrase.PLAY_NO_MAIN_TIME: (
            "Das Brett spielt keine Partie, die ohne Zeit beginnt: mindestens 1 Minute wählen."
        ),
        EdgePhrase.PLAY_BAD_LEVEL: "Die Stufe des Computers von Lichess geht von 1 bis 8.",
        EdgePhrase.PLAY_BAD_NAME: "Ein Lichess-Name hat Buchstaben, Ziffern, _ und -, höchstens 30.",
        EdgePhrase.PLAY_BAD_ID: "Eine Lichess-Kennung hat Buchstaben und Ziffern.",
        EdgePhrase.PLAY_BAD_CHAT: "Eine Chat-Zeile hat 1 bis 140 Zeichen.",
        EdgePhrase.PLAY_NO_GAME: "Es wird keine Partie über Lichess gespielt.",
        EdgePhrase.PLAY_PLAYING: "Eine Partie über Lichess läuft. Sie zuerst beenden.",
        EdgePhrase.PLAY_UNKNOWN_GAME: (
            "Lichess kennt die Partie auf dem Brett nicht, oder sie gehört einem anderen Konto. Mit "
            "dem Token dieses Kontos geht sie weiter."
        ),
        EdgePhrase.PLAY_NO_REMATCH: (
            "Um diese Partie kann nicht noch einmal gebeten werden: das Brett fordert Menschen nur "
            "mit einer Uhr in ganzen Minuten heraus."
        ),
        EdgePhrase.PLAY_SEARCH_LOST: (
            "Die Verbindung ging verloren, und mit ihr die Suche nach einem Gegner. Sie neu beginnen."
        ),
        EdgePhrase.PLAY_NOT_ACCEPTED: "Die Herausforderung wurde nicht angenommen.",
        EdgePhrase.PLAY_REFUSED: "Lichess lehnt ab: {said}.",
        EdgePhrase.PLAY_BOARD_REFUSES: "Das Brett kann der Partie bei Lichess nicht folgen: {said}.",
        EdgePhrase.HALL_BOARD_LOST: "Brett {board} ist verloren: von ihm ist nichts mehr zu hören.",
        EdgePhrase.HALL_BOARD_BACK: "Brett {board} ist wieder da.",
        EdgePhrase.HALL_BOARD_OFF: "Brett {board} wurde ausgeschaltet.",
        EdgePhrase.HALL_TWO_MACHINES: (
            "Zwei Geräte geben sich als Brett {board} aus: eines davon ausschalten."
        ),
        EdgePhrase.HALL_EXCHANGED: "Brett {board} wurde ausgetauscht: dort ist jetzt ein anderes Gerät.",
        EdgePhrase.HALL_CLOCK_WRONG: (
            "Das Datum von Brett {board} ist um {minutes} Minuten falsch; nichts hängt davon ab."
        ),
        EdgePhrase.HALL_DATE_WRONG: (
            "Das Datum des Saalrechners ist wohl falsch: die meisten Bretter sind sich über eines einig, "
            "das um {minutes} Minuten abweicht. Vor der nächsten Liste richtig stellen."
        ),
        EdgePhrase.HALL_WENT_BACK: (
            "Brett {board} hat einen älteren Stand seiner Partie gesendet ({seq} nach {last}): "
            "er zählt nicht, und die ganze Partie wird erfragt."
        ),
        EdgePhrase.HALL_UNREADABLE: "Was Brett {board} gesendet hat, ist unlesbar ({kind}): {problem}.",
        EdgePhrase.HALL_ANOTHERS_GAME: (
            "Brett {board} gibt die Partie {game} von Brett {other} als seine aus: was es sagt, wird "
            "getrennt aufbewahrt."
        ),
        EdgePhrase.HALL_PAIRING_MOVED: (
            "Paarung {number} wird an Brett {board} statt {old} fortgesetzt: beide Teile der "
            "Partie bleiben erhalten."
        ),
        EdgePhrase.HALL_GAME_IN_PARTS: (
            "Die Partie der Paarung {number} geht in einer anderen weiter: {games} bleiben "
            "erhalten und gehören zusammen."
        ),
        EdgePhrase.HALL_NUMBER_TWICE: (
            "Die Liste hat Brett {number} zweimal: die zweite Paarung heißt hier {other}."
        ),
        EdgePhrase.HALL_PLAYER_TWICE: (
            "Runde {round} der Liste hat {player} zweimal: an Brett {number} und an Brett {other}."
        ),
        EdgePhrase.HALL_ROUND_UNSAID: (
            "Paarungen der Liste, die keine Runde nennen: {count}, genommen als solche der Runde {round}."
        ),
        EdgePhrase.HALL_ANOTHER_EVENT: (
            "Die Liste ist von einem anderen Turnier, {event}, und Runden von {old} haben Partien oder "
            "Ergebnisse. {event} an dessen Stelle? Was gespielt wurde, bleibt, für jadoube hall export "
            "--event."
        ),
        EdgePhrase.HALL_EVENT_LEFT: (
            "Die Liste ist von einem anderen Turnier: {event} ist an der Stelle von {old}. Runden mit "
            "Partien oder Ergebnissen bleiben für jadoube hall export --event: {rounds}."
        ),
        EdgePhrase.HALL_EVENT_NEXT: (
            "Die Liste ist von einem anderen Turnier: {event} ist an der Stelle von {old}."
        ),
        EdgePhrase.HALL_NO_EVENT: "Hier gibt es kein Turnier {event}, erwartet: {events}.",
        EdgePhrase.HALL_OTHERS: (
            "Runde {round} hat andere Spieler als vorher, Paarungen {numbers}: Partien und Ergebnisse von "
            "vorher zählen nicht für sie."
        ),
        EdgePhrase.HALL_CORRECTED: (
            "Runde {round} hat berichtigte Namen, Paarungen {numbers}: ihre Partien und Ergebnisse bleiben."
        ),
        EdgePhrase.HALL_OTHER_RESULTS: (
            "Die Liste von Runde {round} nennt andere Ergebnisse als zuvor, Paarungen {numbers}: Die der "
            "Liste gelten."
        ),
        EdgePhrase.HALL_LIST_DIFFERS: (
            "Die Liste von Runde {round} nennt andere Ergebnisse, als hier gelten, Paarungen {numbers}: Die "
            "der Partien bleiben, und was ein Schiedsrichter dazu gesagt hat. Die richtigen unter Runde "
            "wählen."
        ),
        EdgePhrase.HALL_GAMES_DIFFER: (
            "Die Liste von Runde {round} gibt den Paarungen {numbers} die Partien ihrer Bretter, mit anderen "
            "Ergebnissen als den eingetragenen: Die der Partien gelten. Die richtigen unter Runde wählen."
        ),
        EdgePhrase.HALL_GAME_ENDED: (
            "Die Partie der Paarung {number} ist zu Ende, {result}, und das Brett hat eine andere begonnen. "
            "Ihr Ergebnis unter Runde wählen."
        ),
        EdgePhrase.HALL_FORFEITS: (
            "Die Liste von Runde {round} hat kampflose Ergebnisse, Paarungen {numbers}: Sie werden wie "
            "andere Ergebnisse genommen, und keine Datei sagt, dass diese Partien nicht gespielt wurden."
        ),
        EdgePhrase.HALL_GONE: (
            "Die Liste der Runde {round} hat die Paarungen {numbers} nicht mehr: ihre Partien und Ergebnisse "
            "kommen mit einer Liste wieder, die ihre Spieler hat."
        ),
        EdgePhrase.HALL_TAKES_AWAY: (
            "Die Liste nimmt der Runde {round}, die gespielt wird, Partien oder Ergebnisse: Paarungen "
            "{numbers}. Trotzdem nehmen? Sie kommen mit einer Liste wieder, die ihre Spieler hat."
        ),
        EdgePhrase.HALL_TAKES_BOARD: (
            "Brett {board} spielt Paarung {number}, {pair}: Deren Partie hat begonnen und kein Ergebnis. Es "
            "ihnen nehmen, für Paarung {other}, {others}?"
        ),
        EdgePhrase.HALL_AGAIN: (
            "Runde {rounds} von {event} wurde an einem früheren Tag begonnen, und die Liste nennt nicht"
            " alle ihre Ergebnisse. Beginnt sie neu, als {anew}? Was gespielt wurde, bleibt für jadoube"
            " hall export --event. Oder geht dieselbe Runde weiter?"
        ),
        EdgePhrase.HALL_AGAIN_OR_NEXT: (
            "Die Liste nennt keine Runde. Ist sie Runde {following}? Runde {rounds} von {event} wurde an "
            "einem früheren Tag begonnen: Beginnt sie neu, als {anew}? Was gespielt wurde, bleibt für "
            "jadoube hall export --event. Oder geht dieselbe Runde weiter?"
        ),
        EdgePhrase.HALL_NEXT: (
            "Die Liste von {event} nennt keine Runde. Ist sie Runde {following}? Oder trotzdem Runde {round}?"
            " Dieser nimmt sie die Partien und Ergebnisse dieser Paarungen: {numbers}."
        ),
        EdgePhrase.HALL_PLAYED_AGAIN: (
            "Brett {board} spielt Paarung {number}, deren Partie schon zu Ende ist: diese zählt nicht. "
            "Ist sie von einem anderen Tag, lesen Sie deren Liste noch einmal, mit einem anderen "
            "Turnier."
        ),
        EdgePhrase.HALL_PLAYED_AFTER_ALL: (
            "Brett {board} spielt Paarung {number}, die ohne einen Zug das Ergebnis {result} hat: diese "
            "Partie zählt nicht. Soll sie zählen, das Ergebnis am Brett oder unter Runde zurücknehmen."
        ),
        EdgePhrase.HALL_PLAYED_BESIDE: (
            "Brett {board} spielt eine andere Partie von Paarung {number}. Die davor hat {plies} Halbzüge "
            "und kein Ergebnis; sie zählt, solange sie länger ist: ihr Ergebnis eintragen."
        ),
        EdgePhrase.HALL_TAKEN_AWAY: (
            "Brett {board}, von dem Paarung {number} genommen wurde, sagt {result}: das zählt nicht, "
            "die Partie geht an {other} weiter."
        ),
        EdgePhrase.HALL_TAKEN_FROM_ALL: (
            "Brett {board}, von dem Paarung {number} genommen wurde, sagt {result}: das zählt nicht. Das "
            "Brett zurückgeben, oder das Ergebnis eintragen."
        ),
        EdgePhrase.HALL_NOT_ITS_BOARD: (
            "Brett {board} bringt eine Partie der Spieler von Paarung {number}, die Brett {own} spielt: sie "
            "zählt nicht. Haben sie dort gespielt, der Paarung dieses Brett geben."
        ),
        EdgePhrase.HALL_BOARD_OF_OTHERS: (
            "Brett {board} spielt {white} - {black}, und Paarung {number} hat andere Spieler: die Partie "
            "zählt nicht für sie. Die Plätze senden, oder die Liste berichtigen, oder die Namen am Brett."
        ),
        EdgePhrase.HALL_BOARD_OF_NONE: (
            "Brett {board} spielt {white} - {black}, und keine Paarung von Runde {round} hat sie: die Partie "
            "wird aufbewahrt, und zählt, sobald eine Liste sie hat."
        ),
        EdgePhrase.HALL_BOARD_OF_EVENT: (
            "Brett {board} spielt eine Partie von {event}, nicht von {own}: sie wird aufbewahrt, und zählt "
            "hier für keine Paarung."
        ),
        EdgePhrase.HALL_ROUND_TOO_LONG: (
            "Runde {round} hat {boards} Bretter: das ist zu viel für andere Saalprogramme, sie erfahren "
            "nichts davon."
        ),
        EdgePhrase.HALL_CLAIMED_TWICE: (
            "Die Bretter {board} und {other} geben beide an, Paarung {number} zu spielen."
        ),
        EdgePhrase.HALL_BROKER_AWAY: (
            "Der Broker ist weg ({problem}). Die Bretter spielen weiter und erscheinen wieder, "
            "wenn er zurück ist."
        ),
        EdgePhrase.HALL_ANOTHER_HOLDS: (
            "Das Saalprogramm {holder} benennt die Partien und gibt sie weiter; dieses bewahrt "
            "und zeigt trotzdem alles."
        ),
        EdgePhrase.HALL_NOT_WRITTEN: (
            "Die Partien lassen sich nicht schreiben: {problem}. Sie bleiben im Speicher und "
            "werden später geschrieben."
        ),
        EdgePhrase.HALL_NOT_READ: (
            "Partien lassen sich nicht aus der Datei des Saals lesen: {problem}. Laufende gehen weiter."
        ),
        EdgePhrase.HALL_FILE_GONE: (
            "Die Datei des Saals {file} wurde gelöscht oder geleert, während der Saal läuft: nichts wird "
            "mehr geschrieben. Vor einem Neustart Ergebnisse und Partien von der Seite sichern."
        ),
        EdgePhrase.HALL_FILE_DAMAGED: (
            "Die Datei des Saals war beschädigt und liegt als {aside} daneben. Eine neue beginnt: die "
            "laufende Runde und Partien kommen von Broker und Brettern zurück. Für andere Runden die "
            "Paarungsliste noch einmal lesen."
        ),
        EdgePhrase.HALL_FILE_NEW: (
            "Die Datei des Saals {file} fehlte oder war leer. Eine neue beginnt: die laufende Runde und "
            "Partien kommen von Broker und Brettern zurück. Für andere Runden die Paarungsliste noch "
            "einmal lesen."
        ),
        EdgePhrase.HALL_NOT_SHOWN: (
            "Live-Ordner oder Übertragung nicht beschreibbar: {problem}. Neuer Versuch folgt."
        ),
        EdgePhrase.HALL_NOT_AT_LICHESS: "Lichess bekommt nicht alle Partien: {problem}",
        EdgePhrase.HALL_NO_LICHESS_ROUND: (
            "Runde {round} wird nicht an Lichess gesendet: Für sie wurde keine Runde von Lichess genannt."
        ),
        EdgePhrase.HALL_LICHESS_MOST: (
            "Die Runde hat {boards} Bretter. Lichess nimmt {most} in einer Runde; die anderen "
            "erscheinen dort nicht."
        ),
        EdgePhrase.HALL_LICHESS_TAKEN: (
            "An {lichess} von Lichess wird Runde {round} gesendet. Eine andere nennen, oder "
            "zuerst Runde {round} nicht mehr senden."
        ),
        EdgePhrase.HALL_NO_ROUND: "Eine Runde {round} gibt es hier nicht, erwartet eine von {rounds}.",
        EdgePhrase.HALL_NO_ROUND_CHOSEN: "Keine Runde ist gewählt.",
        EdgePhrase.HALL_NO_NUMBER: "Diese Runde hat keine Paarung {number}.",
        EdgePhrase.HALL_ANOTHER_PAIRING: (
            "Nichts wurde getan: Die Runde, die jetzt gespielt wird, hat diese Paarung nicht. Sehen Sie sie "
            "noch einmal an."
        ),
        EdgePhrase.HALL_ANOTHER_ROUND: (
            "Nichts wurde getan: Runde {round} von {event} wird jetzt nicht gespielt. Sehen Sie die Runde "
            "noch einmal an."
        ),
        EdgePhrase.HALL_OTHER_ROUNDS: (
            "Nichts wurde getan: Zur Wahl stehen jetzt die Runden von {event}. Sehen Sie sie noch einmal an."
        ),
        EdgePhrase.HALL_NO_BOARD: "Ein Brett {board} ist hier nicht bekannt.",
        EdgePhrase.HALL_NOT_SEATED: (
            "Nicht gestartet: das Brett zeigt eine Partie von Runde {round}, Tisch {number}. Zuerst "
            "Plätze senden."
        ),
        EdgePhrase.HALL_NOT_TOLD: (
            "Nicht gestartet: für Paarung {number} hat hier niemand einen Platz. Zuerst Plätze senden."
        ),
        EdgePhrase.HALL_HAS_RESULT: "Nicht gestartet: Paarung {number} hat schon ein Ergebnis, {result}.",
        EdgePhrase.HALL_OTHER_CONTROL: (
            "Nicht gestartet: das Brett hat die Bedenkzeit {found}, gesagt war {control}. Zuerst "
            "Plätze senden."
        ),
        EdgePhrase.HALL_CONTROL_STAYS: (
            "Nicht gestartet: seine Uhr hat mit der Bedenkzeit {found} statt {control} begonnen und behält "
            "sie. Seine Zeiten stellen, dann seine Uhren allein starten."
        ),
        EdgePhrase.HALL_KEEPS_CONTROL: (
            "Seine Uhr hat mit der Bedenkzeit {found} begonnen und behält sie; gesendet wurde {control}."
        ),
        EdgePhrase.HALL_STILL_PLAYS: (
            "Nicht gestartet: das Brett spielt noch Runde {round}, Tisch {number}. Es nimmt seinen Platz, "
            "wenn diese Partie zu Ende ist."
        ),
        EdgePhrase.HALL_PLAYS_UNSAID: (
            "Nicht gestartet: das Brett spielt noch eine Partie, die keine Runde nennt, etwa eine Analyse. "
            "Die Figuren aufstellen oder diese Partie beenden lassen: dann nimmt das Brett seinen Platz."
        ),
        EdgePhrase.HALL_SHOWS_UNSAID: (
            "Nicht gestartet: das Brett zeigt eine Partie, die keine Runde nennt. Zuerst Plätze senden."
        ),
        EdgePhrase.HALL_OVER: "Die Partie ist zu Ende.",
        EdgePhrase.HALL_NO_BROKER: "Nichts wurde getan: der Broker ist weg.",
        EdgePhrase.HALL_NOWHERE: "Diese Paarungen haben kein Brett: {numbers}.",
        EdgePhrase.HALL_ACTS_LOST: (
            "Ein anderes Saalprogramm hat die Runde inzwischen veröffentlicht. Das wurde hier getan und ist "
            "nicht darin: {acts}. Noch einmal tun, was gelten soll."
        ),
        EdgePhrase.HALL_NO_LEASE: (
            "Ein anderes Saalprogramm hat nicht rechtzeitig losgelassen. Noch einmal versuchen."
        ),
    },
    reasons={
        Kind.NO_PIECE: "auf {source} steht keine Figur",
        Kind.NOT_YOUR_TURN: "jetzt ist {side} nicht am Zug",
        Kind.SAME_SQUARE: "ein Zug führt auf ein anderes Feld",
        Kind.KING_NOT_CAPTURED: "ein König wird nie geschlagen",
        Kind.CASTLING_NO_ROOK: "keine Rochade: auf {square} steht kein Turm",
        Kind.CASTLING_KING_MOVED: "keine Rochade: der König hat schon gezogen",
        Kind.CASTLING_ROOK_MOVED: "keine Rochade: {men} hat schon gezogen",
        Kind.CASTLING_LOST: "keine Rochade: der König oder der Turm hat schon gezogen",
        Kind.CASTLING_BETWEEN: "keine Rochade: zwischen König und Turm steht etwas ({men})",
        Kind.CASTLING_OUT_OF_CHECK: "keine Rochade: der König steht im Schach ({men})",
        Kind.CASTLING_THROUGH: (
            "keine Rochade: der König darf nicht über {through} ziehen, es ist bedroht ({men})"
        ),
        Kind.CASTLING_INTO: (
            "keine Rochade: der König darf nicht nach {target} ziehen, es ist bedroht ({men})"
        ),
        Kind.PAWN_BACK: "ein Bauer zieht nicht rückwärts",
        Kind.PAWN_TWO_SQUARES: "ein Bauer zieht nur aus der Grundstellung zwei Felder weit",
        Kind.PAWN_STRAIGHT: "ein Bauer schlägt nur schräg, und {men} steht geradeaus vor ihm",
        Kind.PAWN_DIAGONAL: "ein Bauer zieht nur schräg, um zu schlagen, und {square} ist leer",
        Kind.EN_PASSANT_LATE: "en passant ist zu spät: {men} zog schon vor dem letzten Zug zwei Felder weit",
        Kind.EN_PASSANT_ONE_STEP: "kein en passant: {men} zog nicht zwei Felder weit",
        Kind.EN_PASSANT_NOT_NOW: "kein en passant: {men} zog nicht soeben zwei Felder weit",
        Kind.WAY: "so zieht {a_piece} nicht",
        Kind.BLOCKED: "der Weg ist versperrt ({men})",
        Kind.OWN_PIECE: "{own_piece} steht auf {square}",
        Kind.KINGS_MEET: "der König darf nicht neben den anderen König ziehen ({men})",
        Kind.KING_ATTACKED: "der König darf nicht nach {target} ziehen, es ist bedroht ({men})",
        Kind.DOUBLE_CHECK: "im Doppelschach ({men}) darf nur der König ziehen",
        Kind.IN_CHECK: "der König bleibt im Schach ({men})",
        Kind.PINNED: "{the_piece} auf {source} ist an den König gefesselt ({men})",
        Kind.EN_PASSANT_UNCOVERS: "en passant setzt den eigenen König ins Schach ({men})",
    },
    names={
        Termination: {
            Termination.CHECKMATE: "Matt",
            Termination.STALEMATE: "Patt",
            Termination.DEAD_POSITION: "tote Stellung",
            Termination.FIVEFOLD: "fünffache Stellungswiederholung",
            Termination.SEVENTY_FIVE: "75-Züge-Regel",
            Termination.THREEFOLD: "dreifache Stellungswiederholung",
            Termination.FIFTY: "50-Züge-Regel",
            Termination.AGREEMENT: "Remis durch Vereinbarung",
            Termination.RESIGNATION: "Aufgabe",
            Termination.FLAG_FELL: "Blättchen gefallen",
            Termination.ILLEGAL_MOVES: "regelwidrige Züge",
            Termination.KINGS: "Könige in der Mitte",
            Termination.ARBITER: "Entscheidung des Schiedsrichters",
            Termination.UNFINISHED: "nicht beendet",
            Termination.LEFT: "Partie verlassen",
            Termination.SERVER: "Entscheidung des Servers",
        },
        Unfound: {
            Unfound.NO_ANSWER: "das Programm, das Lichess fragt, antwortet nicht",
            Unfound.UNCONNECTED: "Lichess nimmt kein Token dieses Bretts an",
            Unfound.NO_NETWORK: "Lichess ist nicht erreichbar",
            Unfound.REFUSED: "Lichess lehnt ab",
            Unfound.LOST: "die Verbindung ging verloren",
            Unfound.DECLINED: "er möchte nicht",
            Unfound.NO_GAME: "es gibt keine Partie, die wiederholt werden kann",
            Unfound.PLAYING: "eine andere Partie läuft auf Lichess",
        },
        Wish: {
            Wish.NOTHING: "nichts",
            Wish.RESIGN: "Aufgabe",
            Wish.DRAW: "Remis",
            Wish.CLAIM: "Remisantrag",
            Wish.BACK: "Zurücknahme",
        },
        Refusal: {
            Refusal.NO_PLY: "kein regelgerechter Halbzug auf dem Brett",
            Refusal.UNREADABLE: "das Brett zeigt keine regelgerechte Stellung dieser Partie",
            Refusal.NOT_LANDED: "eine gehobene Figur steht auf keinem Feld",
            Refusal.TOO_LATE: "zu spät: die Antwort des Gegners ist abgeschlossen",
        },
        Note: {
            Note.NOT_MOVED: "wurde zuerst berührt und nicht gezogen",
            Note.NOT_TAKEN: "wurde zuerst berührt und nicht geschlagen",
            Note.ROOK_FIRST: "wurde bei der Rochade vor dem König berührt",
        },
        Fault: {
            Fault.STUCK_OPEN: "schließt nicht",
            Fault.STUCK_CLOSED: "öffnet nicht",
            Fault.FLICKERS: "flackert",
            Fault.OFF_CENTRE: "zeigt seine Figur nicht: rücken Sie sie in die Mitte",
            Fault.BETWEEN: "wird von einer Figur daneben geschlossen: rücken Sie diese in die Mitte",
        },
        Trouble: {
            Trouble.VOLTAGE: "die Versorgungsspannung ist zu niedrig",
            Trouble.HEAT: "der Pi ist zu heiß",
            Trouble.REEDS: "die Kontakte antworten nicht",
            Trouble.LINE: "eine Leitung der Kontakte ist nicht lesbar",
            Trouble.CHATTER: "ein Kontakt prellt",
            Trouble.UNSAVED: "diese Partie wird nicht gespeichert",
            Trouble.OPPONENT: "keine Engine spielt; unter Debian ist es das Paket stockfish",
            Trouble.ENGINE: "die Engine versagt; das Log sagt, warum",
            Trouble.SLOW_SCANS: "die Kontakte werden zu langsam gelesen",
            Trouble.LAMPS: "die Lampen antworten nicht",
            Trouble.WHITE_FACE: "die Anzeige von Weiß antwortet nicht",
            Trouble.BLACK_FACE: "die Anzeige von Schwarz antwortet nicht",
            Trouble.BUZZER: "der Summer antwortet nicht",
        },
        Entry: {
            Entry.CONTROL: "Bedenkzeit",
            Entry.RULES: "Regeln",
            Entry.WHITE_PLAYER: "Spieler von Weiß",
            Entry.BLACK_PLAYER: "Spieler von Schwarz",
            Entry.SWAP_PLAYERS: "Farben tauschen",
            Entry.NEW_GAME: "neue Partie",
            Entry.REMATCH: "Revanche",
            Entry.RESIGN: "aufgeben",
            Entry.OFFER: "Remis anbieten",
            Entry.ACCEPT: "Remis annehmen",
            Entry.DECLINE: "Remis ablehnen",
            Entry.CLAIM: "Remis beantragen",
            Entry.STANDS: "wie sie steht",
            Entry.HINTS: "Hilfen",
            Entry.OPPONENT: "Seite der Engine",
            Entry.LICHESS: "Lichess",
            Entry.LEVEL: "Stärke der Engine",
            Entry.HINT: "Tipp",
            Entry.TEACHER: "Lehrer",
            Entry.SOUND: "Ton",
            Entry.BRIGHTNESS: "Helligkeit",
            Entry.CLICK: "Ton beim Drücken",
            Entry.PAGE: "Seite",
            Entry.OFF: "ausschalten",
            Entry.ARBITER: "Schiedsrichter",
            Entry.VERDICT: "Entscheidung über den regelwidrigen Zug",
            Entry.REOPEN: "Partie fortsetzen",
            Entry.MORE_FOR_WHITE: "mehr oder weniger Zeit für Weiß",
            Entry.MORE_FOR_BLACK: "mehr oder weniger Zeit für Schwarz",
            Entry.TIME_OF_WHITE: "Zeit von Weiß",
            Entry.TIME_OF_BLACK: "Zeit von Schwarz",
            Entry.MOVES_OF_WHITE: "gespielte Züge von Weiß",
            Entry.MOVES_OF_BLACK: "gespielte Züge von Schwarz",
            Entry.PERIOD_OF_WHITE: "Periode von Weiß",
            Entry.PERIOD_OF_BLACK: "Periode von Schwarz",
            Entry.COUNTER: "Nummer des nächsten Zuges",
            Entry.PENALTY_OF_WHITE: "Strafe für Weiß",
            Entry.PENALTY_OF_BLACK: "Strafe für Schwarz",
            Entry.PARDON_OF_WHITE: "letzte Strafe von Weiß zurücknehmen",
            Entry.PARDON_OF_BLACK: "letzte Strafe von Schwarz zurücknehmen",
            Entry.RESULT: "Ergebnis",
        },
        Role: {
            Role.WHITE: "Weiß",
            Role.BLACK: "Schwarz",
            Role.ARBITER: "Schiedsrichter",
            Role.OPPONENT: "Gegner",
            Role.ADVISER: "Ratgeber",
            Role.PROGRAM: "Programm",
            Role.OWNER: "Besitzer",
        },
        Value: {
            Value.OFF: "aus",
            Value.ON: "ein",
            Value.NONE: "keine",
            Value.MINUTES: "Minuten und Sekunden",
            Value.BY_HAND: "von Hand",
            Value.FIDE_BLITZ: "fide-blitz (Schnell- und Blitzschach)",
            Value.OF_THE_RULES: "die der Regeln",
            Value.PENALTY: "Strafe",
            Value.NO_PENALTY: "keine Strafe",
        },
        Asked: {
            Asked.KIND: "die Art der Zeit",
            Asked.SIDES: "die Seiten",
            Asked.PERIODS: "die Perioden",
            Asked.MOVES: "Züge der Periode, oder keine",
            Asked.TIME: "Stunden und Minuten",
            Asked.SECONDS: "Sekunden",
            Asked.INCREMENT: "Sekunden, die jeder Zug bringt",
            Asked.MINUTES: "Minuten je Seite",
            Asked.SECONDS_A_MOVE: "Sekunden je Zug",
            Asked.DELAY: "Sekunden Aufschub",
            Asked.BYO_YOMIS: "Byo-yomi-Perioden",
            Asked.BYO_YOMI_SECONDS: "Sekunden einer Byo-yomi-Periode",
            Asked.PLAIN: "nur Grundbedenkzeit",
            Asked.PLUS: "ein Zuschlag je Zug",
            Asked.US_DELAY: "Aufschub (US)",
            Asked.BRONSTEIN: "Bronstein",
            Asked.BYO_YOMI: "Byo-yomi",
            Asked.HOURGLASS: "Sanduhr",
            Asked.COUNT_UP: "zählt aufwärts",
            Asked.LAST: "die letzte Periode",
            Asked.MORE: "eine weitere Periode folgt",
            Asked.BOTH: "beide Seiten haben dieselbe",
            Asked.DIFFERENT: "Schwarz hat eine andere Zeit",
        },
        Pattern: {
            Pattern.STEADY: "stetig",
            Pattern.WINK: "zwinkert",
            Pattern.BREATHE: "atmet",
            Pattern.BLINK: "blinkt",
            Pattern.HURRY: "blinkt schnell",
            Pattern.BEAT: "pulst",
        },
    },
    lamps={
        Lamp.DARK: "nichts zu sagen",
        Lamp.BAD_REED: "der Kontakt dieses Feldes ist defekt",
        Lamp.LAST_MOVE: "der letzte Zug: von hier nach hier",
        Lamp.GIVES_CHECK: "diese Figur gibt Schach",
        Lamp.CHECK: "dieser König steht im Schach",
        Lamp.TARGET: "die gehobene Figur darf hierher",
        Lamp.TO_LIFT: "auszuführender Zug: diese Figur heben",
        Lamp.TO_PLACE: "auszuführender Zug: eine Figur hierher setzen",
        Lamp.TO_TAKE: "auszuführender Zug: diese Figur wird geschlagen",
        Lamp.LIFTED: "die Figur dieses Feldes ist gehoben",
        Lamp.PROMOTION: "hier wird ein Bauer umgewandelt: mit plus und minus wählen",
        Lamp.CANDIDATE: "vielleicht kam eine Figur hierher: zurück halten, um zu wählen, ok bestätigt",
        Lamp.RESULT: "dieser König hat gewonnen; beide Könige: Remis",
        Lamp.REASON: "der Zug ist deswegen regelwidrig",
        Lamp.MISSING: "hier fehlt eine Figur: zurückstellen",
        Lamp.TOO_MUCH: "hier soll nichts stehen: wegnehmen",
    },
    sides={chess.WHITE: "Weiß", chess.BLACK: "Schwarz"},
    a_piece=_PIECES.after("ein", "eine"),
    the_piece=_PIECES.after("der", "die"),
    own_piece=_PIECES.after("der eigene", "die eigene"),
    on="auf",
    both=" und ",
    then="; ",
    agrees=dict.fromkeys(chess.PIECE_TYPES, ""),
)
