"""Formatted text in the playground: what Telegram's own HTML parser makes of it, and where it gives up."""

import pytest

from tgbot.playground.entities import as_html, tidy
from tgbot.playground.html import BadEntities, parse_html
from tgbot.playground.records import JsonObject


def entity(kind: str, offset: int, length: int, **more: str) -> JsonObject:
    return {"type": kind, "offset": offset, "length": length, **more}


@pytest.mark.parametrize(
    "html, text, entities",
    [
        ("<b>Ana</b> pije", "Ana pije", [entity("bold", 0, 3)]),
        ("<STRONG>Ana</strong>", "Ana", [entity("bold", 0, 3)]),
        ("<i>a</i><em>b</em>", "ab", [entity("italic", 0, 1), entity("italic", 1, 1)]),
        ("<u>a</u><ins>b</ins>", "ab", [entity("underline", 0, 1), entity("underline", 1, 1)]),
        ("<s>a</s><strike>b</strike><del>c</del>", "abc", [entity("strikethrough", n, 1) for n in range(3)]),
        ("<tg-spoiler>a</tg-spoiler>", "a", [entity("spoiler", 0, 1)]),
        ('<span class="tg-spoiler">a</span>', "a", [entity("spoiler", 0, 1)]),
        ("<b>x<i>y</i></b>", "xy", [entity("bold", 0, 2), entity("italic", 1, 1)]),
        ("🃏🃏<b>♥7</b>", "🃏🃏♥7", [entity("bold", 4, 2)]),
        ("žluťoučký <b>kůň</b>", "žluťoučký kůň", [entity("bold", 10, 3)]),
        ("<code>x</code>", "x", [entity("code", 0, 1)]),
        ("<pre>x</pre>", "x", [entity("pre", 0, 1)]),
        ('<pre><code class="language-python">x</code></pre>', "x", [entity("pre", 0, 1, language="python")]),
        ('<code class="language-python">x</code>', "x", [entity("code", 0, 1)]),
        ("<blockquote>x</blockquote>", "x", [entity("blockquote", 0, 1)]),
        ("<blockquote expandable>x</blockquote>", "x", [entity("expandable_blockquote", 0, 1)]),
        ('<a href="https://t.me/x?start=1&amp;y">x</a>', "x", [entity("text_link", 0, 1, url="https://t.me/x?start=1&y")]),
        ("<a href='http://example.com'>x</a>", "x", [entity("text_link", 0, 1, url="http://example.com/")]),
        ("<a href=example.com>x</a>", "x", [entity("text_link", 0, 1, url="http://example.com/")]),
        ("<a href=''>nikam</a>", "nikam", []),
        ("<b></b>x", "x", []),
        ("<b>x</>", "x", [entity("bold", 0, 1)]),
        ("Ana &amp; Bob &lt;3 &quot;&gt;", 'Ana & Bob <3 ">', []),
        ("Ana & Bob &nbsp; &amp", "Ana & Bob &nbsp; &", []),
        ("&#65;&#x1F37A;&#0;", "A🍺&#0;", []),
        ("1 > 0", "1 > 0", []),
    ],
)  # fmt: skip
def test_html_becomes_text_and_entities(html: str, text: str, entities: list[JsonObject]) -> None:
    assert parse_html(html) == (text, tuple(entities))


@pytest.mark.parametrize(
    "html, error",
    [
        ("<x>", 'Unsupported start tag "x" at byte offset 0'),
        ("žž <Foo bar>", 'Unsupported start tag "foo" at byte offset 5'),
        ("1 < 2 >", 'Unsupported start tag "" at byte offset 2'),
        ("1 < 2", 'Unsupported start tag "" at byte offset 2'),
        ("a <b", "Unclosed start tag at byte offset 2"),
        ("<a href", 'Unclosed start tag "a" at byte offset 0'),
        ("<a href='x", "Unclosed start tag at byte offset 0"),
        ("<a href=é>x</a>", "Unexpected end of name token at byte offset 8"),
        ("<a =x>", 'Empty attribute name in the tag "a" at byte offset 0'),
        ("<b>x", 'Can\'t find end tag corresponding to start tag "b"'),
        ("x</b>", "Unexpected end tag at byte offset 1"),
        ("<b>x</i>", 'Unmatched end tag at byte offset 4, expected "</b>", found "</i>"'),
        ("<b>x</b", "Unclosed end tag at byte offset 4"),
        ("<span>x</span>", 'Tag "span" must have class "tg-spoiler" at byte offset 0'),
        ("<tg-emoji>x</tg-emoji>", "Invalid custom emoji identifier specified"),
    ],
)
def test_bad_html_is_refused_in_telegrams_words(html: str, error: str) -> None:
    with pytest.raises(BadEntities) as refusal:
        parse_html(html)
    assert str(refusal.value) == error


def test_text_is_trimmed_and_entities_shrink_with_it() -> None:
    assert tidy(*parse_html(" \n <b>x </b> \n")) == ("x", (entity("bold", 0, 1),))


def test_leading_space_inside_an_entity_stays() -> None:
    assert tidy(*parse_html("<b> x</b>")) == (" x", (entity("bold", 0, 2),))


def test_commands_links_and_mentions_are_found_outside_of_code() -> None:
    text, entities = tidy(*parse_html("🍺 /hra@StamgastBot https://x.cz/a. @Bob_novak <code>/hra</code> a/b"))
    assert [(one["type"], one["offset"], one["length"]) for one in entities] == [
        ("bot_command", 3, 16),
        ("url", 20, 14),
        ("mention", 36, 10),
        ("code", 47, 4),
    ]
    assert text.endswith("/hra a/b")


def test_no_entity_stands_inside_code() -> None:
    assert tidy(*parse_html("<code>a<b>b</b></code>")) == ("ab", (entity("code", 0, 2),))


def test_more_than_100_entities_are_ignored() -> None:
    assert len(tidy(*parse_html("<b>x</b> " * 130))[1]) == 100


@pytest.mark.parametrize("text", ["Ana </b>", "</hra>", "a/hra", "</b> je jméno", "/hra>"])
def test_a_tag_in_a_name_is_no_command(text: str) -> None:
    assert tidy(text, ())[1] == ()


@pytest.mark.parametrize(
    "html",
    [
        "<b>Ana</b> &amp; <i>Bob &lt;3</i>",
        "<b>🃏<i>♥7</i></b>!",
        '<a href="https://t.me/x?start=1">x</a> <tg-spoiler>y</tg-spoiler>',
        "<blockquote><u>a</u><s>b</s></blockquote>",
    ],
)
def test_entities_make_their_html_again(html: str) -> None:
    assert as_html(*parse_html(html)) == html
