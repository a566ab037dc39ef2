"""A question and its vote in the group (N18)."""

from collections.abc import Sequence

from core.night import Night
from core.night.disputes import ANSWERS, LONGEST_ANSWER, LONGEST_QUESTION, counts, find, outcome, voters
from core.night.values import Dispute
from tgbot.screens import Button, Screen, Style
from tgbot.taps import Kind
from tgbot.views.frame import Frame, in_rows, moment
from tgbot.views.lengths import last_lines
from tgbot.words import Words

MOST_OF_RULINGS = 800
"""Characters: they come below rules, in one message."""


def dispute_screen(frame: Frame, dispute: Dispute) -> Screen:
    """Until the end nobody sees how the others vote; afterwards the votes, and an administrator may confirm them."""
    words = frame.words
    lines = [words("⚖️ <b>Dispute {n}:</b> {question}", n=dispute.number, question=frame.plain(dispute.question))]
    if not dispute.closed:
        voted = len({person for person, _ in dispute.votes} & set(voters(frame.night)))
        lines += [
            "",
            words(
                "All of tonight's players vote, by {time} at the latest. So far: {n} of {all}. (N18)",
                time=moment(words, dispute.closes_at),
                n=voted,
                all=len(voters(frame.night)),
            ),
        ]
        buttons = [
            frame.button(answer, Kind.ANSWER, dispute.number, place) for place, answer in enumerate(dispute.answers)
        ]
        return Screen("\n".join(lines), in_rows(buttons, 2), fresh=("open",))
    won = outcome(dispute)
    lines.append("")
    for place, (answer, votes) in enumerate(zip(dispute.answers, counts(dispute), strict=True)):
        line = f"{votes}× {frame.plain(answer)}"
        lines.append(f"✅ <b>{line}</b>" if place == won else f"▫️ {line}")
    rows: tuple[tuple[Button, ...], ...] = ()
    if won is None:
        lines += ["", words("No winner. Feel free to keep arguing.")]
    elif dispute.ruling:
        lines += ["", words("📌 Confirmed: it's a group ruling now, listed under /rules.")]
    else:
        lines += ["", words("An admin can make it a group ruling.")]
        rows = ((frame.button(words("📌 Make it a ruling"), Kind.RULING, dispute.number, style=Style.PRIMARY),),)
    return Screen("\n".join(lines), rows, fresh=("open", "closed"))


def ruling_of(night: Night, number: int) -> tuple[str, str] | None:
    """The question and the answer that can be confirmed as a ruling; None when there is no such one."""
    dispute = find(night, number)
    won = None if dispute is None else outcome(dispute)
    return None if dispute is None or won is None else (dispute.question, dispute.answers[won])


def rulings_text(words: Words, rulings: Sequence[str]) -> str:
    """The rulings of a group, ready for HTML, the latest if they are many; empty without any (N18)."""
    if not rulings:
        return ""
    latest = last_lines([f"• {ruling}" for ruling in rulings], MOST_OF_RULINGS)
    return "\n".join([words("📌 <b>This group's rulings</b> (N18)"), *latest])


def how_to_ask(words: Words, question: str, answers: Sequence[str]) -> str:
    """What is missing or too much, and the form of the command."""
    how = words("⚖️ A question and two to four answers: /dispute Does the Ober count? | yes | no")
    match len(answers):
        case 0:
            flaw = words("The answers are missing.") if question else ""
        case _ if not question:
            flaw = words("The question is missing.")
        case 1:
            flaw = words("With one answer there's nothing to vote on.")
        case number if number not in ANSWERS:
            flaw = words("{n} answers is too many.", n=number)
        case _:
            flaw = words("Two of the answers are the same.")
    return f"{how}\n{flaw}".strip()


def too_long(words: Words) -> str:
    """What would fit."""
    return words(
        "⚖️ That's too long: {question} characters at most for the question, {answer} for an answer.",
        question=LONGEST_QUESTION,
        answer=LONGEST_ANSWER,
    )


def not_an_admin(words: Words) -> str:
    """Only some may confirm."""
    return words("Only a group admin can confirm it.")
