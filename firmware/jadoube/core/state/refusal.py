"""Why an order cannot be carried out now."""

from jadoube.core.messages.phrases import Part, Phrase, sentence


class CannotError(Exception):
    """An order cannot be carried out now; `why` is the sentence that says why."""

    def __init__(self, phrase: Phrase, **parts: Part) -> None:
        super().__init__(phrase)
        self.why = sentence(phrase, **parts)


def need(holds: bool, phrase: Phrase, **parts: Part) -> None:
    """Raise CannotError with this phrase unless the condition holds."""
    if not holds:
        raise CannotError(phrase, **parts)
