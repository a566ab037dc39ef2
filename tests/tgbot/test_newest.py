"""What a process remembers does not grow for ever."""

from tgbot.newest import Newest


def test_what_was_set_last_is_kept() -> None:
    newest: Newest[str, int] = Newest(3)
    for number, key in enumerate("abcad"):
        newest[key] = number
    assert list(newest.items()) == [("c", 2), ("a", 3), ("d", 4)]
    assert newest.get("b") is None
