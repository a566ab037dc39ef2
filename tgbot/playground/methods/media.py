"""Pictures and files: taking uploads in, finding them again."""

import io
import mimetypes
import secrets

from PIL import Image, UnidentifiedImageError

from tgbot.playground.calls import Params, Upload, bad_request
from tgbot.playground.records import Media, StoredFile
from tgbot.playground.world import World

MAX_PHOTO_BYTES, MAX_FILE_BYTES = 10 * 2**20, 50 * 2**20
MAX_PHOTO_SIDES = 10_000
MAX_PHOTO_RATIO = 20


def new_media(world: World, params: Params, kind: str, value: str) -> Media:
    """The picture or file of a call: an upload in the field itself, "attach://field", or a stored one's file_id."""
    upload = params.uploads.get(value.removeprefix("attach://") if value else kind)
    if upload is not None:
        file = _store(world, kind, upload)
    elif value in world.files:
        file = world.files[value]
    elif not value:
        raise bad_request(f"there is no {kind} in the request")
    elif value.startswith(("http://", "https://")):
        raise bad_request("failed to get HTTP URL content")
    else:
        raise bad_request("wrong file identifier/HTTP URL specified")
    if kind != "photo":
        return Media(kind=kind, file_id=file.id)
    width, height = _picture_size(file.content)
    return Media(kind=kind, file_id=file.id, width=width, height=height)


def read_media(world: World, params: Params) -> tuple[Media, Params]:
    """The InputMedia of editMessageMedia, and the parameters inside it (caption, parse mode)."""
    given = params.json("media", "input media")
    if not isinstance(given, dict):
        raise bad_request("object expected as input media")
    inner = Params(given, params.uploads)
    kind = inner.text("type")
    if kind not in ("photo", "document"):
        raise bad_request("can't parse InputMedia: type must be photo or document in this local Telegram")
    return new_media(world, inner, kind, inner.text("media")), inner


def _store(world: World, kind: str, upload: Upload) -> StoredFile:
    limit = MAX_PHOTO_BYTES if kind == "photo" else MAX_FILE_BYTES
    if not upload.content:
        raise bad_request("file must be non-empty")
    if len(upload.content) > limit:
        raise bad_request(f"too big file, max size is {limit} bytes")
    mime = upload.mime or mimetypes.guess_type(upload.name)[0] or "application/octet-stream"
    file = StoredFile(id=f"{kind}-{secrets.token_urlsafe(18)}", name=upload.name, mime=mime, content=upload.content)
    world.keep(file)
    return file


def _picture_size(content: bytes) -> tuple[int, int]:
    try:
        with Image.open(io.BytesIO(content)) as picture:
            width, height = picture.size
    except UnidentifiedImageError:
        raise bad_request("IMAGE_PROCESS_FAILED") from None
    if width + height > MAX_PHOTO_SIDES or max(width, height) > MAX_PHOTO_RATIO * min(width, height):
        raise bad_request("PHOTO_INVALID_DIMENSIONS")
    return width, height
