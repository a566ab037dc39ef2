"""Many nights at once: the real bot in real processes, one Valkey, a Telegram that costs next to nothing."""
