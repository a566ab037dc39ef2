"""The methods of the Bot API, in groups: messages, chats, settings of the bot."""
