// What a person can do with a chat and with a message, as pairs of a label and an action.

/** Whether somebody with this standing is not in the group. */
export function isOutside(standing) {
  return ["left", "kicked", undefined].includes(standing);
}

export function chatMenu(phone) {
  const chat = phone.current;
  const found = ["Založit další skupinu", () => phone.found()];
  if (chat.kind === "private") {
    return chat.blocked
      ? [["Odblokovat bota", () => phone.do("unblock")], found]
      : [["Zablokovat bota", () => phone.do("block")], found];
  }
  const here = (action) => () => phone.do(action, { chat: chat.id });
  if (!phone.isIn(chat.id)) return [["Vstoupit do skupiny", here("join")], found];
  const bot = chat.members[phone.state.bot.id];
  const items = [];
  if (isOutside(bot)) items.push(["Přidat bota do skupiny", here("add_bot")]);
  else if (bot === "administrator") items.push(["Sebrat botovi správce", here("add_bot")]);
  else items.push(["Udělat z bota správce", here("promote_bot")]);
  if (bot === "restricted") items.push(["Vrátit botovi slovo", here("add_bot")]);
  else if (!isOutside(bot) && chat.kind === "supergroup") items.push(["Umlčet bota", here("mute_bot")]);
  if (!isOutside(bot)) items.push(["Vyhodit bota ze skupiny", here("kick_bot")]);
  if (chat.kind === "group") items.push(["Změnit na superskupinu", here("migrate")]);
  return [...items, ["Opustit skupinu", here("leave")], found];
}

export function messageMenu(phone, message) {
  const own = message.from === phone.person.id;
  const items = [["Odpovědět", () => phone.composer.answer(message)]];
  if (message.text && !message.protected) {
    items.push(["Kopírovat", () => navigator.clipboard?.writeText(message.text)]);
  }
  if (own) items.push(["Upravit", () => phone.composer.edit(message)]);
  if (own || message.chat === phone.person.id) {
    items.push(["Smazat", () => phone.do("delete", { chat: message.chat, message: message.id })]);
  }
  return items;
}
