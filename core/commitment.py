"""A shuffle that is fixed before anybody sees a card of it, and can be checked by everybody afterwards (N20).

The table message shows a digest of the deck before it is dealt. The salt keeps it secret until the record reveals it:
without one, whoever has seen most of the cards could try out all orders of the rest.
"""

from hashlib import sha256
from random import Random

from core.cards import Cards

SALT_BITS = 128
DIGITS = 32
"""Of the digest's hexadecimal digits so many are shown: 128 bits, two lines of a phone would be more than needed."""


def new_salt(random: Random) -> str:
    """Hexadecimal digits that nobody can guess when `random` is the system's."""
    return f"{random.getrandbits(SALT_BITS):0{SALT_BITS // 4}x}"


def commitment(salt: str, deck: Cards) -> str:
    """The first digits of the SHA-256 of the salt and the card codes, all separated by single spaces."""
    return sha256(" ".join((salt, *deck)).encode()).hexdigest()[:DIGITS]
