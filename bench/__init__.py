"""How fast it is: measurements of the games and of the bot, and a load of many tables."""
