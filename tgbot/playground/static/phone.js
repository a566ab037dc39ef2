// One person's phone: the group and the private chat with the bot, the field to write in, popups.
import { Composer } from "./composer.js";
import { Log } from "./log.js";
import { chatMenu, isOutside, messageMenu } from "./menus.js";
import { avatar, make } from "./message.js";
import { alert, openMenu, toast } from "./popups.js";

const ANSWER = 15000; // milliseconds after which a tap is given up
const TYPING = 5000;
const members = new Intl.PluralRules("cs");
const MEMBERS = { one: "člen", few: "členové", many: "členů", other: "členů" };

export class Phone {
  /** `memory`: `{own: {chat, read}, save()}`; `badgeChanged()` is called when the unread messages change. */
  constructor(person, state, act, memory, badgeChanged) {
    Object.assign(this, { person, state, memory, badgeChanged });
    this.act = (action, details) => act(person.id, action, details);
    this.logs = new Map();
    this.visible = true;
    this.pendingStart = null; // the payload of a deep link whose START has not been pressed
    this.typing = new Map();
    this.build();
  }

  build() {
    this.element = make("section", "phone");
    this.element.setAttribute("aria-label", `Telefon: ${this.person.name}`);
    this.more = make("button", "more", "⋮");
    this.more.ariaLabel = "nabídka";
    this.more.setAttribute("aria-haspopup", "menu");
    this.status = make("span", "status");
    this.top = make("header", "top", this.avatar(), make("h2", "", this.person.name), this.status, this.more);
    this.tabs = make("div", "tabs");
    this.tabs.role = "tablist";
    this.pinned = make("button", "pinned");
    this.pinned.hidden = true;
    this.rooms = make("div", "rooms");
    this.toasts = make("div", "toasts");
    this.toasts.setAttribute("aria-live", "polite");
    this.footer = make("footer", "footer");
    this.composer = new Composer({
      commands: () => this.state.bot.commands[`${this.person.id}/${this.chat}`] ?? [],
      send: (text, replyTo) => this.say(text, replyTo),
      change: (message, text) => this.do("edit", { chat: message.chat, message: message.id, text }),
    });
    const middle = make("div", "middle", this.rooms, this.toasts);
    this.element.append(this.top, this.tabs, this.pinned, middle, this.footer);
    this.more.onclick = (event) => openMenu(this.element, chatMenu(this), event);
  }

  avatar() {
    return avatar(this.person.id, this.person.name);
  }

  // --- chats ---

  /** Groups first, then the private chat. */
  chats() {
    const all = [...this.state.chats.values()];
    return [...all.filter((chat) => chat.kind !== "private"), ...all.filter((chat) => chat.id === this.person.id)];
  }

  get current() {
    return this.state.chats.get(this.chat);
  }

  messagesIn(chat) {
    return [...(this.state.messages.get(chat)?.values() ?? [])];
  }

  /** Begin anew with a whole state. */
  showAll() {
    for (const [id, log] of this.logs) log.fill(this.messagesIn(id));
    this.showChats();
  }

  addLog(chat) {
    const read = {
      get: () => this.memory.own.read[chat.id] ?? 0,
      set: (id) => {
        this.memory.own.read[chat.id] = id;
        this.memory.save();
      },
    };
    const log = new Log(chat.id, {
      person: this.person.id,
      isGroup: chat.kind !== "private",
      state: this.state,
      read,
      unreadChanged: () => this.showBadges(),
      on: {
        press: (message, button) => this.press(message, button),
        link: (url) => this.followLink(url),
        command: (text) => this.say(text),
        menu: (message, event) => openMenu(this.element, messageMenu(this, message), event),
      },
    });
    log.element.id = `room-${this.person.id}-${chat.id}`;
    this.logs.set(chat.id, log);
    this.rooms.append(log.element);
    log.fill(this.messagesIn(chat.id));
  }

  showChats() {
    const chats = this.chats();
    const ids = chats.map((chat) => chat.id);
    for (const [id, log] of this.logs) {
      if (ids.includes(id)) continue;
      log.element.remove();
      this.logs.delete(id);
    }
    const added = chats.filter((chat) => !this.logs.has(chat.id));
    for (const chat of added) this.addLog(chat);
    this.tabs.replaceChildren(...chats.map((chat) => this.tab(chat)));
    const open = this.chat ?? this.memory.own.chat;
    const made = added.find((chat) => chat.before === open || this.founding);
    this.founding &&= !made;
    this.choose(made?.id ?? (ids.includes(open) ? open : ids[0]));
  }

  tab(chat) {
    const title = make("span", "title", chat.title);
    const picture = avatar(chat.kind === "private" ? this.state.bot.id : chat.id, chat.title);
    const tab = make("button", "tab", picture, make("span", "names", title, make("small")), make("b", "badge"));
    tab.role = "tab";
    tab.dataset.chat = chat.id;
    tab.setAttribute("aria-controls", `room-${this.person.id}-${chat.id}`);
    tab.onclick = () => {
      // What a link wanted is forgotten by who goes elsewhere.
      this.pendingStart = null;
      this.choose(chat.id);
    };
    return tab;
  }

  choose(id) {
    this.chat = id;
    this.memory.own.chat = id;
    this.memory.save();
    for (const tab of this.tabs.children) tab.setAttribute("aria-selected", String(Number(tab.dataset.chat) === id));
    this.openLogs();
    this.showHeader();
    this.showFooter();
    this.showBadges();
  }

  setVisible(visible) {
    this.visible = visible;
    this.element.hidden = !visible;
    this.openLogs();
  }

  /** Only the chosen chat is seen, and a group only from inside. */
  openLogs() {
    for (const [id, log] of this.logs) log.setOpen(id === this.chat && this.visible && this.isIn(id));
  }

  isIn(chat) {
    return !isOutside(this.state.chats.get(chat)?.members[this.person.id]);
  }

  showHeader() {
    this.status.textContent = this.state.online ? "" : "Připojování…";
    for (const tab of this.tabs.children) {
      const chat = this.state.chats.get(Number(tab.dataset.chat));
      const small = tab.querySelector("small");
      small.textContent = this.typing.has(chat?.id) ? "píše…" : subtitle(chat);
    }
    const message = this.state.messages.get(this.chat)?.get(this.current?.pinned);
    this.pinned.hidden = !message;
    if (message) {
      const line = message.text.split("\n")[0] || "obrázek";
      this.pinned.replaceChildren(make("b", "", "Připnutá zpráva"), make("span", "", line));
      this.pinned.onclick = () => this.logs.get(this.chat).jump(message.id);
    }
  }

  showBadges() {
    for (const tab of this.tabs.children) {
      tab.querySelector(".badge").textContent = this.unreadIn(Number(tab.dataset.chat)) || "";
    }
    this.badgeChanged();
  }

  unreadIn(chat) {
    return this.isIn(chat) ? (this.logs.get(chat)?.unread() ?? 0) : 0;
  }

  unread() {
    return [...this.logs.keys()].reduce((sum, chat) => sum + this.unreadIn(chat), 0);
  }

  showTyping(id) {
    clearTimeout(this.typing.get(id));
    this.typing.set(id, setTimeout(() => this.stopTyping(id), TYPING));
    this.showHeader();
  }

  /** Make one more group, and look into it. */
  found() {
    this.founding = true;
    this.do("found");
  }

  stopTyping(id) {
    clearTimeout(this.typing.get(id));
    if (this.typing.delete(id)) this.showHeader();
  }

  // --- messages ---

  show(message, isNew) {
    const log = this.logs.get(message.chat);
    if (!log) return;
    if (isNew && message.from === this.person.id) {
      log.atEnd = true;
      // Who writes to the bot has started it, perhaps on another page.
      if (message.chat === this.person.id) this.pendingStart = null;
    }
    log.put(message);
    if (message.from === this.state.bot.id) this.stopTyping(message.chat);
    if (message.chat === this.chat) {
      this.showHeader();
      this.showFooter();
    }
  }

  remove(chat, id) {
    this.logs.get(chat)?.remove(id);
    if (this.composer.about?.id === id) this.composer.cancel();
    this.showHeader();
  }

  say(text, replyTo = 0) {
    return this.do("say", { chat: this.chat, text, reply_to: replyTo });
  }

  async do(action, details = {}) {
    const obstacle = await this.act(action, details);
    if (obstacle) this.toast(obstacle);
    return !obstacle;
  }

  // --- buttons, links and popups ---

  press(message, button) {
    if (button.url) {
      if (this.followLink(button.url)) return;
      if (/^https?:/i.test(button.url)) window.open(button.url, "_blank", "noopener,noreferrer");
    } else if (button.callback_data !== undefined) {
      this.tap({ person: this.person.id, chat: message.chat, message: message.id, data: button.callback_data });
    } else if (button.copy_text) {
      navigator.clipboard?.writeText(button.copy_text.text).then(() => this.toast("Zkopírováno."));
    }
  }

  /** As in Telegram, a button waits from the very tap until its answer, and takes no second tap meanwhile. */
  async tap({ person, ...tap }) {
    const log = this.logs.get(tap.chat);
    if (log.isBusy(tap.message, tap.data)) return;
    const id = onItsWay({ person, ...tap });
    this.state.taps.set(id, { person, ...tap });
    log.spin(tap.message);
    if (await this.do("press", tap)) return; // it waits under its own id as soon as that is heard, which may be later
    this.state.taps.delete(id);
    log.spin(tap.message);
  }

  /** Open a link to the bot inside the phone; false when it leads elsewhere. */
  followLink(link) {
    if (!URL.canParse(link, location.href)) return false;
    const url = new URL(link, location.href);
    const name = url.pathname.slice(1).toLowerCase();
    if (url.hostname !== "t.me" || name !== this.state.bot.username.toLowerCase()) return false;
    if (url.searchParams.has("startgroup")) {
      this.do("open", { link });
    } else {
      this.pendingStart = url.searchParams.get("start") ?? "";
      if (!this.pendingStart && this.state.chats.get(this.person.id)?.started) this.pendingStart = null;
      this.choose(this.person.id);
    }
    return true;
  }

  showTap(tap) {
    this.state.taps.delete(onItsWay(tap));
    this.logs.get(tap.chat)?.spin(tap.message);
    if (!tap.answer) {
      setTimeout(() => this.state.taps.delete(tap.id) && this.logs.get(tap.chat)?.spin(tap.message), ANSWER);
      return;
    }
    if (tap.answer.url) this.followLink(tap.answer.url);
    if (tap.answer.text) tap.answer.alert ? alert(this.element, tap.answer.text) : this.toast(tap.answer.text);
  }

  toast(text) {
    toast(this.toasts, text);
  }

  // --- the foot: a field, or the one thing to do first ---

  showFooter() {
    const chat = this.current;
    if (!chat) return;
    const waits = chat.kind === "private" && (!chat.started || this.pendingStart !== null);
    if (!this.isIn(chat.id)) this.offer("VSTOUPIT DO SKUPINY", () => this.do("join", { chat: chat.id }));
    else if (chat.blocked) this.offer("RESTARTOVAT BOTA", () => this.start());
    else if (waits) this.offer("START", () => this.start());
    else if (this.footer.firstChild !== this.composer.element) this.footer.replaceChildren(this.composer.element);
    this.showHint();
  }

  offer(label, run) {
    const button = make("button", "offer", label);
    button.onclick = run;
    this.footer.replaceChildren(button);
  }

  async start() {
    const payload = this.pendingStart ?? "";
    this.pendingStart = null;
    await this.do("start", { payload });
    this.showFooter();
  }

  /** What to do first, for who has not done anything yet. */
  showHint() {
    this.hint?.remove();
    const chat = this.current;
    if (!chat) return;
    if (!this.isIn(chat.id)) {
      this.hint = make("div", "hint", "V téhle skupině nejsi.");
    } else if (chat.kind === "private") {
      if (chat.started) return;
      const about = this.state.bot.description || "Rozdává karty do ruky a počítá panáky.";
      this.hint = make("div", "hint", make("b", "", "Co tenhle bot umí?"), make("p", "", about));
    } else {
      const spoken = (message) => message.from !== this.state.bot.id && !message.service;
      if (this.messagesIn(chat.id).some(spoken)) return;
      const chip = make("button", "chip", make("b", "", "/hra"), " otevřít stůl");
      chip.onclick = () => this.say("/hra");
      this.hint = make("div", "hint", make("p", "", "Začni tady:"), chip);
    }
    this.rooms.append(this.hint);
  }
}

function subtitle(chat) {
  if (!chat) return "";
  if (chat.kind === "private") return chat.blocked ? "zablokovaný" : "bot";
  return `${chat.count} ${MEMBERS[members.select(chat.count)]}`;
}

/** The id of a tap until the bot's side gives it one. */
function onItsWay({ person, chat, message, data }) {
  return `${person} ${chat} ${message} ${data}`;
}
