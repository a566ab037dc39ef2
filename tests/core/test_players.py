"""Bot players: they answer every question, from nothing but their view, and the stronger ones play better (N21)."""
