"""The link to the account: its token, and when Lichess may be asked again.

The law: a token that Lichess refuses is not sent again; another one is tried at once. After 429 nothing is
asked for a minute. What is the matter is said in words. It refuses to know what is asked.
"""

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any, Final

from jadoube.config.problems import BadInput
from jadoube.local.desk_lines import DeskError, Words
from jadoube.online.backoff import too_many_ms
from jadoube.online.lichess import words as common
from jadoube.online.lichess.answers import Answer, Answered, NotSent, Unknown, error_text
from jadoube.online.lichess.play import words
from jadoube.online.secrets import TOKEN_NAME, Secret, Secrets

STEADY_MS: Final = 60_000
"""A stream that lasted for so long was well. One that another program with the same token closes again and
again is opened ever more rarely: Lichess allows 30 openings in 10 minutes (lila, Limiters.scala a927e0a1)."""

Pause = Callable[[int], int]
"""How many ms to wait after so many failures in a row (`backoff.wait_ms`, with a lot)."""


class Link:
    """Knows whether Lichess may be asked. `wake` is set whenever that may have changed."""

    def __init__(self, secrets: Secrets, now_ms: Callable[[], int], pause: Pause) -> None:
        self._secrets = secrets
        self.now_ms = now_ms
        self.pause_ms = pause
        self.on = False
        """Whether anything is to be held open."""
        self.network: Words | None = None
        """Why nothing is heard at present."""
        self._refused: tuple[Secret, Words] | None = None
        self._quiet_ms = 0
        self._wakes: list[asyncio.Event] = []

    # Waiting

    def wake(self) -> None:
        """Something has changed: whoever waits looks again."""
        for each in self._wakes:
            each.set()

    def new_wake(self) -> asyncio.Event:
        """An event that is set with every change."""
        self._wakes.append(asyncio.Event())
        return self._wakes[-1]

    def forget_wake(self, wake: asyncio.Event) -> None:
        """Who has waited for it is gone."""
        self._wakes.remove(wake)

    async def wait(self, wake: asyncio.Event, most_ms: int | None = None) -> None:
        """Wait for a change, at most for so long."""
        with suppress(TimeoutError):  # `wait_for` of Python 3.11 may lose a cancellation
            async with asyncio.timeout(None if most_ms is None else max(0, most_ms) / 1000):
                await wake.wait()

    async def pause(self, failures: int) -> None:
        """Wait after so many failures, whatever happens meanwhile."""
        await asyncio.sleep(self.pause_ms(max(1, failures)) / 1000)

    async def hold(
        self,
        stream: Coroutine[Any, Any, Answer],
        is_enough: Callable[[], bool],
        due_ms: Callable[[], int | None],
        wake: asyncio.Event,
    ) -> Answer | None:
        """Hold a stream until it ends, or until `is_enough`: None then.

        That is asked with every change, and at the instant `due_ms`.
        """
        task = asyncio.ensure_future(stream)
        task.add_done_callback(lambda _: wake.set())
        try:
            while True:
                wake.clear()
                if task.done():
                    return task.result()
                if is_enough():
                    return None
                due = due_ms()
                await self.wait(wake, None if due is None else due - self.now_ms())
        finally:
            task.cancel()
            await asyncio.wait({task})

    # The token

    def token(self) -> Secret | None:
        """The token, if there is one that Lichess has not refused."""
        found = self._stored()
        return None if self._refused and found == self._refused[0] else found

    def usable(self) -> Secret | None:
        """The token, if anything may be asked with it now."""
        return self.token() if self.on and not self.quiet_ms() else None

    def needed(self) -> Secret:
        """The token; DeskError says why nothing can be asked."""
        token = self.token()
        if token is None:
            raise DeskError(self.token_problem() or words.NO_TOKEN)
        if self.quiet_ms():
            raise DeskError(words.TOO_MANY)
        return token

    def token_problem(self) -> Words | None:
        """What is wrong with the token; None if there is none."""
        try:
            found = self._secrets.get(TOKEN_NAME)
        except BadInput as problem:
            return common.stored_badly(str(problem))
        return self._refused[1] if self._refused and found == self._refused[0] else None

    def _stored(self) -> Secret | None:
        with suppress(BadInput):
            return self._secrets.get(TOKEN_NAME)
        return None

    # What answers mean for what is asked next

    def quiet_ms(self) -> int:
        """For how long nothing may be asked."""
        return max(0, self._quiet_ms - self.now_ms())

    def judge(self, answer: Answer, token: Secret) -> Words | None:
        """Take in what became of a request or a stream; return why it was not carried out."""
        match answer:
            case NotSent(why):
                self.network = why if why == common.NOT_CERTIFIED else words.NO_NETWORK
                return self.network
            case Unknown():
                self.network = words.SILENT
                return self.network
            case Answered(status) if 200 <= status < 300:
                self.network = None
                return None
        return self._refusal(answer, token)

    def _refusal(self, answer: Answered, token: Secret) -> Words:
        """Why Lichess refuses, and what follows from it."""
        said = error_text(answer.body)
        why = words.refused(said or f"status {answer.status}")
        if answer.status == 401:
            why = words.WRONG_TOKEN
        elif answer.status == 403 and "scope" in said.lower():
            why = words.WRONG_SCOPE
        elif answer.status == 429:
            self._quiet_ms = self.now_ms() + too_many_ms(answer.retry_after_s)
            return words.TOO_MANY
        elif answer.status >= 500:
            return common.SERVER_TROUBLE
        if why in (words.WRONG_TOKEN, words.WRONG_SCOPE):
            self._refused = token, why
        return why
