"""What can go wrong with the store."""

from redis.exceptions import ResponseError

Refused = ResponseError
"""Redis answers, and says no: the user lacks a right, say. To ask again will not help."""


class Unavailable(Exception):
    """Redis cannot be reached or takes no writes now, or Telegram does not answer what has to be known.

    What was asked may be done or not; it can be asked again.
    """


class NewerSchema(Unavailable):
    """A newer release wrote this night: one of its processes can serve it, this one must not touch it."""


class Damaged(Exception):
    """This night's state could not be read and was set aside; its log and ledger are still there.

    A night stays damaged: what its chat points to has to be released before a new one can be opened there.
    """

    def __init__(self, night_id: str) -> None:
        super().__init__(night_id)
        self.night_id = night_id
