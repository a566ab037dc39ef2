"""What a setting means at the table: said to whoever has just changed it, in one popup."""

from core.night import Custom, Night
from core.night import intents as want
from core.night.values import OptionValue
from tgbot.views.frame import Frame
from tgbot.views.games import Choice, chosen, idle, in_one_line
from tgbot.views.registry import GAME_WORDS
from tgbot.views.table import customs, limit_line, slap_limit_line
from tgbot.words import Words


def explained(seen: Frame, intent: want.Intent) -> str:
    """The new value of a setting and what it is; "" for whatever is none."""
    words, night = seen.words, seen.night
    match intent:
        case want.SetOption(table=table, option=option):
            return _option(words, night, table, option)
        case want.SwitchRule(table=table, rule=rule, on=on):
            return _rule(words, night, table, rule, on)
        case want.PickGame(game=game):
            return words("The next game: {game}.", game=GAME_WORDS[game].title(words))
        case want.SetOptions():
            return words("All options set at once; you can change them one by one below.")
        case want.SetLimit(seconds=seconds):
            return f"{_sentence(limit_line(seen, seconds))} {limit_meaning(words, seconds)}"
        case want.SetSlapLimit(seconds=seconds):
            late = words("Anyone who hasn't slapped by then drinks.")
            return f"{_sentence(slap_limit_line(seen, seconds))} {late}"
        case want.SetCustom(custom=custom, on=on):
            label, yes, no = next(told for one, *told in customs(words) if one is custom)
            return f"{_sentence(f'{label}: {yes if on else no}')} {custom_meaning(words, custom, on)}"
        case want.MindTurns(on=on):
            return (
                words("Where mistakes cost cards, a card or a greeting out of turn costs 2 as well.")
                if on
                else words("A card out of turn is a slip of the finger and costs nothing.")
            )
        case want.KeepRules(on=on):
            return (
                words("The next night begins with these house rules.")
                if on
                else words("These house rules end with tonight.")
            )
        case want.AllowSettings(admins_only=only):
            return (
                words("Only group admins can change settings.")
                if only
                else words("Anyone at the table can change settings.")
            )
        case _:
            return ""


def meaning(choice: Choice, value: OptionValue) -> str:
    """What this value means at the table."""
    at = next(at for at, (known, _) in enumerate(choice.values) if known == value)
    return choice.means[at] if len(choice.means) > 1 else choice.means[0]


def _option(words: Words, night: Night, table_id: int, option: str) -> str:
    table = night.table(table_id)
    assert table is not None
    options = dict(dict(table.options).get(table.game, ()))
    choice = next((one for one in GAME_WORDS[table.game].choices(words) if one.option == option), None)
    if choice is None or choice.parts:
        return ""
    why_not = idle(table.game, choice, options)
    if why_not is not None:
        return _sentence(f"{choice.label}: {why_not.means}")
    value = choice.values[chosen(choice, options)][0]
    line = in_one_line(words, choice, options)
    if choice.sign:
        numbers = [number for number, _ in choice.values if isinstance(number, int)]
        line += words(" (from {least} to {most})", least=min(numbers), most=max(numbers))
    return f"{_sentence(line)} {meaning(choice, value)}"


def _rule(words: Words, night: Night, table_id: int, rule: str, on: bool) -> str:
    table = night.table(table_id)
    assert table is not None
    choice = next(one for one in GAME_WORDS[table.game].choices(words) if one.parts)
    at = [part for part, _ in choice.parts].index(rule)
    if on:
        return f"✓ {choice.means[at]}"
    return words("✗ Off: {rule}", rule=choice.means[at])


def limit_meaning(words: Words, seconds: int) -> str:
    """What happens to whoever does not act (N2)."""
    if not seconds:
        return words("Nobody gets rushed.")
    return words("Out of time? I do the least harmful thing for you, and it costs no drink.")


def custom_meaning(words: Words, custom: Custom, on: bool) -> str:
    """What a table agrees on with it (N3, N13, N15)."""
    meanings = {
        Custom.EXIT_BOTTLE: (
            words("Going home? Finish a bottle first, unless somebody lets you off."),
            words("Going home? Just go."),
        ),
        Custom.CLEAN_NAMES: (
            words("The loser's titles are fit for children's ears."),
            words("The loser's titles are as rude as the game has them."),
        ),
        Custom.NEALKO: (
            words("All doses are soft drinks, and the titles are clean."),
            words("Everybody chooses for themselves: 🥃 or 🧃."),
        ),
    }
    yes, no = meanings[custom]
    return yes if on else no


def _sentence(line: str) -> str:
    return f"{line[0].upper()}{line[1:]}."
