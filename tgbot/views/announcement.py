"""What the group is told once: penalties, drinks, returns, places, comings and goings (one message for all that is
pending)."""

from collections import Counter
from collections.abc import Sequence
from html import escape

from core.ledger import EntryKind
from core.night import News, Night
from core.night.stock import not_empty
from tgbot.screens import Screen
from tgbot.views.akcni.house import built_in_rule, rule_words
from tgbot.views.board import board, cause, correct_row
from tgbot.views.comings import PEOPLE, of_people
from tgbot.views.disputes import rulings_text
from tgbot.views.facts import booked, deals_next, haul, is_haul
from tgbot.views.frame import Frame, deep_link, dose_sign, frame
from tgbot.views.highlights import highlight, of_the_night
from tgbot.views.lengths import LONGEST, last_lines, length, within
from tgbot.views.registry import GAME_WORDS
from tgbot.views.split import table_name
from tgbot.views.texts import rules


def announcement(night: Night, news: Sequence[News], bot: str) -> Screen | None:
    """One message for all these facts, in the group's language; None when none of them is worth one."""
    seen = frame(night, night.language, bot)
    lines = _folded(
        [_which(seen, fact) + line + _dealer_now(seen, fact) for fact in news if (line := _line(seen, fact))]
    )
    rulings = [text for fact in news if (text := rulings_text(seen.words, fact.get("rulings", ())))]
    asked_at = dict.fromkeys(fact.table for fact in news if fact.kind == "Rules")
    sheets = [*rulings[:1], *(rules(seen.words, night, table) for table in asked_at)]
    if any(fact.kind in ("Board", "NightEnded") for fact in news):
        sheets.append(("\n" if lines or sheets else "") + board(seen))
    if not lines and not sheets:
        return None
    # After the end of the night nothing is corrected any more.
    rows = (correct_row(seen),) if any(fact.kind == "Board" for fact in news) and not night.ended_at else ()
    return Screen(
        "\n".join(_in_one_message(lines, sheets)),
        rows,
        silent=not any(fact.kind in _LOUD and not fact.get("idle") for fact in news),
        # At once, or the next night's table would stand above the last words of this one.
        urgent=bool(night.ended_at),
    )


def _which(seen: Frame, fact: News) -> str:
    """Which table it is about, where there are two (N5)."""
    name = table_name(seen, fact.table)
    return f"<b>{name}</b> · " if name else ""


def _dealer_now(seen: Frame, fact: News) -> str:
    """Who deals when whoever should has gone; the end of a game says it itself."""
    return "" if fact.players else "".join(f" {line}" for line in deals_next(seen, fact))


def _folded(lines: list[str]) -> list[str]:
    """Equal lines once, where the last of them stood, with how many they were: a finger that got stuck."""
    times = Counter(lines)
    latest = reversed(dict.fromkeys(reversed(lines)))
    return [line if times[line] == 1 else f"{line} <b>×{times[line]}</b>" for line in latest]


RULES = ("RuleDropped", "RuleMade", "RuleUsed")
DRINKS = ("StockDry", "BottleCame", "WithoutDrinks", "BottleEmpty", "DrinkLate")
FAREWELLS = ("BottleAsked", "BottleTaken", "BottleWaived")
_OF_THE_NIGHT = frozenset(
    {
        "Unreachable",
        "Corrected",
        "PutBack",
        "Board",
        "Rules",
        "Lapsed",
        "AllEven",
        "RoundFetched",
        "PouredAnew",
        "Highlight",
    }
    | {"Paused", "PlayedOn", "NightGoesOn", "NightEnded", *DRINKS, *FAREWELLS, *RULES, *PEOPLE}
)


def announced(fact: News) -> bool:
    """Whether the group is told of it."""
    if fact.kind in _OF_THE_NIGHT or is_haul(fact):
        return True
    return fact.game in GAME_WORDS and fact.kind in GAME_WORDS[fact.game].announced


_LOUD = ("GameEnded", "NightEnded", "StockDry", *RULES)


def _in_one_message(lines: list[str], sheets: list[str]) -> list[str]:
    """The news, the latest ones if they are many, above what was asked for; of several sheets each has its share."""
    if length("\n".join(sheets)) > LONGEST:
        sheets = [within(sheet, LONGEST // len(sheets) - 1) for sheet in sheets]
    return [*last_lines(lines, LONGEST - length("\n".join(("", *sheets)))), *sheets]


def _line(seen: Frame, fact: News) -> str | None:
    words = seen.words
    if fact.players:
        return _in_game(seen, fact)
    name = seen.names.get(fact.get("person"), "?")
    if fact.kind in PEOPLE:
        return of_people(seen, fact, name)
    match fact.kind:
        case "Unreachable":
            link = escape(deep_link(seen.bot, f"hand-{seen.night.id}"))
            return words(
                '📵 <b>{name}</b>, I can\'t message you. <a href="{link}">Open the chat with me</a> and press '
                "Start; the others play on.",
                name=name,
                link=link,
            )
        case "Corrected":
            return _corrected(seen, fact, name)
        case "PutBack":
            return _put_back(seen, fact, name)
        case "RuleMade" | "RuleDropped" | "RuleUsed":
            return _rule(seen, fact, name)
        case "RoundFetched":
            return words("🍻 <b>{name}</b>'s round is on the table. (N14)", name=name)
        case "AllEven":
            return words("🥂 <b>Everybody's back at 0!</b> That calls for a round; soft drinks count too. (P22, N14)")
        case "Paused" | "PlayedOn" | "NightGoesOn" | "NightEnded":
            return _whether_it_goes_on(seen, fact, name)
        case _:
            return _about_drinks(seen, fact, name)


def _corrected(seen: Frame, fact: News, name: str) -> str:
    """Which entry does not count (N8); a debt that was not settled after all is owed again."""
    words, by, ml, rule = seen.words, seen.names.get(fact.get("by"), "?"), fact.get("ml"), fact.get("rule")
    if fact.get("was") in (EntryKind.ROUND, EntryKind.FETCHED):
        return words(
            "🛠 <b>{by}</b> strikes off the board: <b>{name}</b>, round ({rule}).",
            by=by, name=name, rule=rule,
        )  # fmt: skip
    if fact.get("again") and fact.get("was") == EntryKind.DRUNK:
        return words("🛠 <b>{by}</b> takes back “drunk”: <b>{name}</b>, {ml} ml – owed again.", by=by, name=name, ml=ml)
    if fact.get("again"):
        return words(
            "🛠 <b>{by}</b> takes back “forgiven”: <b>{name}</b>, {ml} ml – owed again.", by=by, name=name, ml=ml
        )
    return words(
        "🛠 <b>{by}</b> strikes off the board: <b>{name}</b>, {ml} ml, {why}.",
        by=by, name=name, ml=ml, why=cause(words, str(rule)),
    )  # fmt: skip


def _put_back(seen: Frame, fact: News, name: str) -> str:
    """Which charge counts after all (N8)."""
    words, by, rule = seen.words, seen.names.get(fact.get("by"), "?"), str(fact.get("rule"))
    if fact.get("was") == EntryKind.ROUND:
        return words("🛠 <b>{by}</b> puts back: <b>{name}</b>, round ({rule}).", by=by, name=name, rule=rule)
    why, ml = cause(words, rule), fact.get("ml")
    return words("🛠 <b>{by}</b> puts back: <b>{name}</b>, {ml} ml, {why}.", by=by, name=name, ml=ml, why=why)


def _in_game(seen: Frame, fact: News) -> str | None:
    if is_haul(fact):
        return haul(seen, fact)
    if fact.kind == "Highlight":
        return highlight(seen, fact)
    if fact.kind == "PouredAnew":
        return _poured_anew(seen, fact)
    return _lapsed(seen, fact) if fact.kind == "Lapsed" else GAME_WORDS[fact.game].told(seen, fact)


def _poured_anew(seen: Frame, fact: News) -> str:
    """What the winner has chosen after the end, and what the doses are of it (S10, N7)."""
    doses = ", ".join(
        f"{seen.names.get(fact.players[seat], '?')} {dose_sign(seen.night, fact.players[seat])} {cost}"
        for seat, cost, _ in booked(seen.words, fact, "doses")
    )
    return seen.words(
        "🍾 <b>{name}</b> picks {drink} for last game's doses: {doses}. (S10)",
        name=seen.seat(fact),
        drink=seen.drink(fact.get("drink")),
        doses=doses,
    )


def _whether_it_goes_on(seen: Frame, fact: News, name: str) -> str:
    words = seen.words
    match fact.kind:
        case "Paused":
            return words("⏸ <b>{name}</b> calls a break: the clock stops until somebody plays.", name=name)
        case "PlayedOn":
            return words("▶️ <b>{name}</b>: break's over, we play on!", name=name)
        case "NightGoesOn":
            return words("🍺 <b>{name}</b>: not yet, we play on!", name=name)
    if fact.get("idle"):
        return words("🌙 Nobody has played here for three days, so this night is over. /game opens the next one.")
    lines = [words("🌙 <b>The night is over.</b> Get home safe, everybody."), *of_the_night(seen)]
    if seen.night.books.open:
        lines.append(words("🧾 Whatever's still owed stays with tonight. Next time it's a clean slate."))
    if fact.get("unanswered"):
        lines.insert(0, words("🍾 The bottles are empty and nobody wanted another one. (N11)"))
    return "\n".join(lines)


def _about_drinks(seen: Frame, fact: News, name: str) -> str | None:
    words = seen.words
    match fact.kind:
        case "StockDry":
            return words("🍾 <b>The bottles are empty.</b> Another one, carry on dry, or call it a night? (N11)")
        case "BottleCame":
            return words("🍾 There's something to drink again. We play on.")
        case "WithoutDrinks":
            return words("🏜 <b>{name}</b>: dry it is! Doses are noted, nothing gets poured. (N11)", name=name)
        case "BottleEmpty":
            return _bottle_empty(seen, fact)
        case "BottleAsked":
            return words(
                "🚪 <b>{name}</b> wants to go home, but here it's a bottle first. Let them off? (N3)", name=name
            )
        case "BottleTaken":
            return words(
                "🚪 <b>{name}</b> goes home with the rest of the bottle of {drink}: {ml} ml. (N3)",
                name=name,
                drink=seen.drink(fact.get("drink")),
                ml=fact.get("ml"),
            )
        case "BottleWaived":
            by = seen.names.get(fact.get("by"), "?")
            return words("🙏 <b>{by}</b>: {name} can go without a bottle. (N3)", by=by, name=name)
        case "DrinkLate":
            return words("🎓 <b>{name}</b> still owes {ml} ml that was due by now. (N9)", name=name, ml=fact.get("ml"))
        case _:
            return None


def _bottle_empty(seen: Frame, fact: News) -> str:
    """What those have now who drank it (N10, N11)."""
    words, drink, there = seen.words, seen.drink(fact.get("drink")), not_empty(seen.night)
    if not there:
        return words("🍾 <b>{drink}</b> is finished.", drink=drink)
    other = seen.drink(there[0].name)
    return words(
        "🍾 <b>{drink}</b> is finished. Whoever drank it now has <b>{other}</b>: /drink", drink=drink, other=other
    )


def _rule(seen: Frame, fact: News, name: str) -> str:
    """What the winner has made of the rules (N17)."""
    words, built_in = seen.words, fact.get("rule")
    rule = seen.plain(
        built_in_rule(words, built_in) if built_in else rule_words(words, fact.get("when"), fact.get("effects"))
    )
    if fact.kind == "RuleDropped":
        return words("🏠 <b>{name}</b> scraps a rule – {rule} (P27)", name=name, rule=rule)
    if fact.kind == "RuleUsed":
        return words("🏠 <b>{name}</b> brings in a rule – {rule} (P27)", name=name, rule=rule)
    return words("🏠 <b>{name}</b> makes a new rule – {rule} (P27)", name=name, rule=rule)


def _lapsed(seen: Frame, fact: News) -> str | None:
    if fact.get("missed") != 3:
        return None
    return seen.words(
        "💤 <b>{name}</b> misses a third turn in a row and sits out the next game. Any tap brings them back. (N2)",
        name=seen.seat(fact),
    )
