"""The rules of the evening for players, in short, each by its clause: what counts at every table (N1 …)."""

from tgbot.words import Words


def rules_of_the_evening(words: Words) -> tuple[tuple[str, str], ...]:
    """Every clause of the night, whatever is played."""
    return (
        ("N1", words("Anybody in the group can join any time, and gets cards from the next deal on.")),
        (
            "N2",
            words(
                "Take too long and I remind you, then do the least harmful thing for you. That never costs a "
                "drink; only sleeping through a slap race does. A break stops the clock: /pause."
            ),
        ),
        (
            "N3",
            words(
                "Between games anybody can leave: /leave. If the table wants it, they first finish a bottle of "
                "their choice. If you're unwell, leave any time and owe nothing for it: /unwell."
            ),
        ),
        ("N4", words("Whoever left unwell and comes back is Phoenix for the night.")),
        ("N5", words("Too many for one table? I propose two; the soberest has the last word.")),
        (
            "N6",
            words(
                "Seats stay from game to game; newcomers sit down before the dealer. The first dealer is drawn "
                "by lot, after that the game decides."
            ),
        ),
        (
            "N7",
            words(
                "The table says which bottles there are, and how many times a dose of each counts: /stock. "
                "Without bottles only doses are counted."
            ),
        ),
        ("N8", words("Every drink is an entry with its reason. Nothing gets deleted: a slip gets another entry.")),
        (
            "N9",
            words(
                "Charged isn't drunk yet: tap when it is. Debts never hold up a game; Arcipíč has until the "
                "end of the next game."
            ),
        ),
        ("N10", words("During a game you drink your own: /drink. For losing, you drink what the winner chose.")),
        (
            "N11",
            words(
                "The stock goes down as you drink. When it's empty the table chooses: another bottle, finish "
                "the game dry, or home."
            ),
        ),
        (
            "N12",
            words(
                "/board shows the evening, the roll of honour comes at the end. /mydata is everything I know "
                "about you, /forget deletes it."
            ),
        ),
        (
            "N13",
            words(
                "🥃 or 🧃: everybody decides for themselves, and can change it any time: /drink. You can set "
                "your own limit, too, and nobody else sees it. The way home: /home."
            ),
        ),
        (
            "N14",
            words(
                "The score counts all evening; everybody back at 0 calls for a round. The shithead gets the "
                "next one, too."
            ),
        ),
        ("N15", words("Titles can be clean: if the table wants it, and always on a soft evening.")),
        ("N15a", words("The Arcipíč may sit out the next game. The hat stays on throughout.")),
        ("N16", words("The game and its options are chosen before the deal: /settings. During a game they stay put.")),
        ("N17", words("If the winner makes the rules, they have three minutes: add one, or scrap one.")),
        (
            "N18",
            words(
                "Any player can open a dispute, and all of the evening's players vote: /dispute. An admin can "
                "make it a ruling. The game goes on."
            ),
        ),
        ("N19", words("Every rule has a number, and I quote it whenever something costs you. /rules S13 shows one.")),
        (
            "N20",
            words(
                "Finished games are kept as files: /record. The order of the cards is sealed before the deal "
                "(🔏), so anybody can check the shuffle."
            ),
        ),
        (
            "N21",
            words("🤖 is an opponent played by me: /bot. It drinks nothing and sees no more than any player does."),
        ),
    )
