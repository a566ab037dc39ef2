"""What a local Telegram is made of: frozen values, each one row of the journal."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import ClassVar, TypeAlias

from pydantic import ConfigDict, JsonValue

JsonObject: TypeAlias = dict[str, JsonValue]
Keyboard: TypeAlias = tuple[tuple[JsonObject, ...], ...]

DEFAULT_UPDATES = ("message", "edited_message", "callback_query", "my_chat_member")
"""The kinds of update sent when the bot names none; `chat_member` and the like have to be asked for."""


class ChatKind(StrEnum):
    PRIVATE = "private"
    GROUP = "group"
    SUPERGROUP = "supergroup"


class Standing(StrEnum):
    """Somebody's status in a chat; who is restricted is in a supergroup and may not write there."""

    CREATOR = "creator"
    ADMINISTRATOR = "administrator"
    MEMBER = "member"
    RESTRICTED = "restricted"
    LEFT = "left"
    KICKED = "kicked"

    @property
    def is_in(self) -> bool:
        return self not in (Standing.LEFT, Standing.KICKED)

    @property
    def rules(self) -> bool:
        return self in (Standing.CREATOR, Standing.ADMINISTRATOR)


@dataclass(frozen=True, kw_only=True)
class User:
    """A person, or the bot; an empty language or username is an absent one."""

    id: int
    first_name: str
    username: str = ""
    language_code: str = ""
    is_bot: bool = False

    @property
    def key(self) -> str:
        return str(self.id)


@dataclass(frozen=True, kw_only=True)
class Chat:
    """A private chat of one person with the bot (its id is the person's), or a group.

    `started`: the person has pressed START; in a group always true. `last_message_id` counts in supergroups only:
    private chats and basic groups share one counter, as they do on an account of Telegram.
    """

    id: int
    kind: ChatKind
    title: str = ""
    members: Mapping[int, Standing]
    started: bool = True
    pinned: tuple[int, ...] = ()
    migrated_to: int | None = None
    migrated_from: int | None = None
    last_message_id: int = 0

    @property
    def key(self) -> str:
        return str(self.id)

    @property
    def is_private(self) -> bool:
        return self.kind is ChatKind.PRIVATE

    def standing(self, user_id: int) -> Standing:
        return self.members.get(user_id, Standing.LEFT)


@dataclass(frozen=True, kw_only=True)
class Media:
    """A picture or a file inside a message; width and height in pixels, 0 for files."""

    kind: str
    file_id: str
    width: int = 0
    height: int = 0


@dataclass(frozen=True, kw_only=True)
class Message:
    """One message as it stands now; a draft has no id and date (seconds since 1970) yet.

    `entities` count in UTF-16 units; for media the text is the caption. `service` holds the field of a service message
    ("pinned_message" …). `extras` are further fields of the Bot API object that are kept as they came.
    """

    chat_id: int
    sender_id: int
    id: int = 0
    date: int = 0
    text: str = ""
    entities: tuple[JsonObject, ...] = ()
    keyboard: Keyboard = ()
    reply_to: int | None = None
    edit_date: int | None = None
    media: Media | None = None
    service: JsonObject | None = None
    reactions: Mapping[int, str] = field(default_factory=dict)
    extras: JsonObject = field(default_factory=dict)

    @property
    def key(self) -> str:
        return f"{self.chat_id}/{self.id}"

    @property
    def buttons(self) -> tuple[JsonObject, ...]:
        return tuple(button for row in self.keyboard for button in row)

    @property
    def labels(self) -> tuple[tuple[str, ...], ...]:
        """The texts of the buttons, row by row."""
        return tuple(tuple(str(button["text"]) for button in row) for row in self.keyboard)

    @property
    def content(self) -> tuple[object, ...]:
        """What "message is not modified" compares."""
        return self.text, self.entities, self.keyboard, self.media, self.extras.get("link_preview_options")


@dataclass(frozen=True, kw_only=True)
class Answer:
    """What a tap shows to the person: nothing, a toast, an alert, or a link that opens."""

    text: str = ""
    show_alert: bool = False
    url: str = ""


@dataclass(frozen=True, kw_only=True)
class Tap:
    """A button pressed by a person (a callback query); `at` in seconds since 1970."""

    id: str
    person_id: int
    chat_id: int
    message_id: int
    data: str
    at: float
    answer: Answer | None = None

    @property
    def key(self) -> str:
        return self.id


@dataclass(frozen=True, kw_only=True)
class Update:
    """News for the bot: `queue` says behind which other news it waits, `expires` (seconds since 1970) until when."""

    id: int
    kind: str
    body: JsonObject
    queue: str
    expires: float

    @property
    def key(self) -> str:
        return str(self.id)

    def as_json(self) -> JsonObject:
        return {"update_id": self.id, self.kind: self.body}


@dataclass(frozen=True, kw_only=True)
class StoredFile:
    """An uploaded file with its bytes."""

    __pydantic_config__: ClassVar = ConfigDict(ser_json_bytes="base64", val_json_bytes="base64")

    id: str
    name: str
    mime: str
    content: bytes

    @property
    def key(self) -> str:
        return self.id


@dataclass(frozen=True, kw_only=True)
class Webhook:
    """Where updates are posted; an empty `url` means they are fetched with getUpdates."""

    url: str = ""
    secret: str = ""
    max_connections: int = 40
    last_error_date: int = 0
    last_error: str = ""


@dataclass(frozen=True, kw_only=True)
class Settings:
    """The one row with the bot's own settings.

    `commands` and `texts` are keyed by what they are for: "scope/language" ("chat:-4001/cs"), "description/cs".
    """

    token: str
    bot_id: int
    webhook: Webhook = Webhook()
    allowed_updates: tuple[str, ...] = DEFAULT_UPDATES
    commands: Mapping[str, tuple[JsonObject, ...]] = field(default_factory=dict)
    texts: Mapping[str, str] = field(default_factory=dict)
    menu_button: JsonObject = field(default_factory=lambda: {"type": "commands"})

    @property
    def key(self) -> str:
        return "settings"


@dataclass(frozen=True, kw_only=True)
class Counters:
    """The last number given to each kind of thing."""

    person: int = 1000
    group: int = 4000
    message: int = 0
    update: int = 100_000_000
    tap: int = 7_000_000_000

    @property
    def key(self) -> str:
        return "counters"


Record: TypeAlias = User | Chat | Message | Tap | Update | StoredFile | Settings | Counters
