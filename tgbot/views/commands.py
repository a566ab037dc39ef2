"""The commands as Telegram lists them."""

from tgbot.words import Words


def commands(words: Words, *, private: bool) -> list[tuple[str, str]]:
    """Names and descriptions for a private chat or a group, in the reader's language."""
    czech = words.language == "cs"
    listed = [
        (None if private else ("hra", "game"), words("open or show the table")),
        (("karty", "hand"), words("my cards again")),
        (("tabule", "board"), words("who owes what")),
        (("pravidla", "rules"), words("the rules with their numbers")),
        (("zasoby", "stock"), words("tonight's bottles")),
        (("piju", "drink"), words("what I drink, or no alcohol")),
        (("spor", "dispute"), words("a question everybody votes on")),
        (("zaznam", "record"), words("a finished game as a file")),
        (("mojedata", "mydata") if private else None, words("everything I know about you, as files")),
        (("smazat", "forget") if private else None, words("delete everything I know about you")),
        (("domu", "home"), words("the way home")),
        (("odejit", "leave"), words("go home after this game")),
        (("zdravi", "unwell"), words("not well: leave at once")),
        (("konec", "end"), words("end the night")),
        (("nastaveni", "settings"), words("how this group plays")),
        (("jazyk", "language"), words("my language and the group's")),
        (("pauza", "pause"), words("a break: the clock stops")),
        (("hrac", "bot"), words("an opponent played by me")),
        (("pomoc", "help"), words("how it works")),
    ]
    return [(names[0 if czech else 1], text) for names, text in listed if names is not None]
