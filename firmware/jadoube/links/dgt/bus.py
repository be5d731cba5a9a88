"""What a DGT board answers on a bus of boards: only when it is asked by its address, or by that of all.

Tournament programs ask in this way. A change is kept until somebody asks for the changes. Source: dgtbrd13.h;
which commands are used in fact: the board of DGTCentaurMods, which such programs know.
"""

from typing import Final, NamedTuple

from jadoube.links.dgt.codes import board_dump
from jadoube.links.dgt.framing import Command, OnBus, bus_message
from jadoube.links.dgt.storage import Storage

_DUMP, _TIMES, _CHANGES, _FROM_BEGINNING = 0x03, 0x04, 0x05, 0x06
_PING, _BEGINNING_STORED, _VERSION = 0x07, 0x08, 0x09
_EVERYBODY: Final = 0
_FOR_EVERYBODY: Final = (OnBus.PING, OnBus.LEAVE_BUS, OnBus.RESET)


class BusBoard(NamedTuple):
    """The board as a bus sees it."""

    address: int
    version: bytes
    pieces: str
    times: bytes
    """The clock, as seven bytes."""
    storage: Storage
    ignores_ping: bool = False
    """Whether the next ping for everybody gets no answer."""

    def answer(self, command: Command) -> tuple["BusBoard", tuple[bytes, ...]]:
        """The board after a command, and its answers."""
        to = command.data[0] << 7 | command.data[1]
        if to != self.address and not (to == _EVERYBODY and command.code in _FOR_EVERYBODY):
            return self, ()
        match command.code:
            case OnBus.PING if to == _EVERYBODY and self.ignores_ping:
                return self._replace(ignores_ping=False), ()
            case OnBus.PING:
                return self, (self._message(_PING),)
            case OnBus.PING_ONCE:
                return self._replace(ignores_ping=True), (self._message(_PING),)
            case _:
                return self._store(command.code)

    def _store(self, code: int) -> tuple["BusBoard", tuple[bytes, ...]]:
        """What a command asks for that changes what is stored, or forgets it."""
        match code:
            case OnBus.RESET:
                return self._replace(storage=Storage(), ignores_ping=False), ()
            case OnBus.BEGIN_GAME:
                begun = self.storage.begun()
                return self._replace(storage=begun), (self._message(_BEGINNING_STORED),)
            case _:
                return self._tell(code)

    def _tell(self, code: int) -> tuple["BusBoard", tuple[bytes, ...]]:
        """What a command asks for that wants to know something."""
        times, dump = self._message(_TIMES, self.times), self._message(_DUMP, board_dump(self.pieces))
        if code in (OnBus.CHANGES, OnBus.ALL):
            sent = self.storage.sent()
            changes = self._message(_CHANGES, sent.last_sent)
            return self._replace(storage=sent), ((changes, times, dump) if code == OnBus.ALL else (changes,))
        answers = {
            OnBus.CLOCK: (times,),
            OnBus.BOARD: (dump,),
            OnBus.CHANGES_AGAIN: (self._message(_CHANGES, self.storage.last_sent),),
            OnBus.FROM_BEGINNING: (self._message(_FROM_BEGINNING, self.storage.since_beginning()),),
            OnBus.VERSION: (self._message(_VERSION, self.version),),
        }
        return self, answers.get(OnBus(code), ())

    def _message(self, code: int, data: bytes = b"") -> bytes:
        return bus_message(code, self.address, data)
