"""Settings from the environment and from `.env`."""

import re
from pathlib import Path
from typing import Literal

from pydantic import Field, NonNegativeFloat, PositiveInt, SecretStr, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

FEWEST_TAPS, MOST_TAPS = 0.2, 100
"""Taps a second of one person: with fewer nobody could tap at all, with more there would be less than 1 ms between
those of a table."""


class Settings(BaseSettings):
    """What `.env.example` explains, one field a variable."""

    model_config = SettingsConfigDict(env_file=".env", env_file_encoding="utf-8", extra="ignore")

    telegram_token: SecretStr = SecretStr("")
    telegram_api_url: str = "https://api.telegram.org"
    webhook_url: str = ""
    webhook_secret: SecretStr = SecretStr("")
    host: str = "127.0.0.1"
    port: int = Field(8080, ge=0, le=65_535)
    redis_url: SecretStr = SecretStr("")
    data_dir: Path = Path("data")
    default_language: Literal["cs", "en"] = "cs"
    taps_per_second: NonNegativeFloat = 3
    messages_per_second: PositiveInt = 30
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    log_format: Literal["text", "json"] = "text"

    @field_validator("webhook_secret")
    @classmethod
    def _is_one(cls, secret: SecretStr) -> SecretStr:
        if not re.fullmatch(r"(?:[A-Za-z0-9_-]{16,256})?", secret.get_secret_value()):
            raise ValueError("Telegram takes 1 to 256 of A-Z a-z 0-9 _ -, and fewer than 16 can be guessed")
        return secret

    @field_validator("taps_per_second")
    @classmethod
    def _is_a_limit(cls, taps: float) -> float:
        if taps and not FEWEST_TAPS <= taps <= MOST_TAPS:
            raise ValueError(f"from {FEWEST_TAPS} to {MOST_TAPS}, or 0 for no limit")
        return taps

    @field_validator("telegram_api_url", "webhook_url")
    @classmethod
    def _without_slash(cls, url: str) -> str:
        return url.rstrip("/")
