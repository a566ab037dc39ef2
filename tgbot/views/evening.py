"""The rules of the evening for players, in short, each by its clause: what counts at every table (N1 …)."""

from tgbot.words import Words


def rules_of_the_evening(words: Words) -> tuple[tuple[str, str], ...]:
    """Every clause of the night, whatever is played."""
    return (
        ("N1", words("Anybody in the group may join at any time, and gets cards from the next deal on.")),
        (
            "N2",
            words(
                "Whoever takes too long is reminded, then I do the least harmful thing for them. That never costs a "
                "drink; only a slap race does, for whoever sleeps through it. A break stops the clock: /pause."
            ),
        ),
        (
            "N3",
            words(
                "Between two games anybody may leave: /leave. Where the table wants it, they first empty a bottle of "
                "their choice. Whoever is unwell leaves at any time and owes nothing for it: /unwell."
            ),
        ),
        ("N4", words("Whoever has left for health and comes back is Phoenix for the night.")),
        ("N5", words("Where there are too many for one table I propose two; the soberest has the last word.")),
        (
            "N6",
            words(
                "Seats stay from game to game; newcomers sit down before the dealer. The first dealer is drawn by lot, "
                "the later ones follow from the game."
            ),
        ),
        (
            "N7",
            words(
                "The table says which bottles there are, and how often a dose of each counts: /stock. Without bottles "
                "only doses are counted."
            ),
        ),
        ("N8", words("Every drink is an entry with its reason. None is deleted: a slip gets another entry.")),
        (
            "N9",
            words(
                "Charged is not drunk: tap when it is. Debts never hold up a game; Arcipíč has until the end of the "
                "next game."
            ),
        ),
        ("N10", words("During a game one drinks one's own: /drink. For losing, one drinks what the winner chose.")),
        (
            "N11",
            words(
                "The stock goes down by what is drunk. When it is empty the table chooses: another bottle, the game to "
                "its end dry, or home."
            ),
        ),
        (
            "N12",
            words(
                "/board shows the evening, at its end comes the table of honour. /mydata is all that I know of you, "
                "/forget deletes it."
            ),
        ),
        (
            "N13",
            words(
                "🥃 or 🧃: each for themselves, to be changed at any time: /drink. There is a limit of one's own, too, "
                "that nobody else sees. The way home: /home."
            ),
        ),
        (
            "N14",
            words(
                "The score counts all evening; all at 0 again calls for a round. The shithead fetches the next one, "
                "too."
            ),
        ),
        ("N15", words("Titles can be decent ones: where the table wants it, and always on a soft evening.")),
        ("N15a", words("The Arcipíč may sit out the next game. The hat stays on all through it.")),
        ("N16", words("Game and options are chosen before the deal: /settings. During a game they stay.")),
        ("N17", words("Where the winner makes rules, there are three minutes for it: add one, or cancel one.")),
        (
            "N18",
            words(
                "Any player may open a dispute, and all players of the evening vote: /dispute. An administrator may "
                "make a ruling of it. The game goes on."
            ),
        ),
        ("N19", words("Every rule has a number, and I say it with all that costs something. /rules S13 shows one.")),
        (
            "N20",
            words(
                "Finished games are kept as files: /record. The order of the cards was sealed before the deal (🔏), so "
                "everybody can check the shuffle."
            ),
        ),
        (
            "N21",
            words("🤖 is an opponent played by me: /bot. It drinks nothing and sees no more than any player does."),
        ),
    )
