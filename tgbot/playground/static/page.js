// The page: keeps what the live channel tells, makes a phone for each person, sends what people do.
import { Phone } from "./phone.js";

/** Everything known: `bot`, `people` and `chats` by id, `messages` by chat and id, `taps` that wait for an answer. */
const state = { bot: null, people: new Map(), chats: new Map(), messages: new Map(), taps: new Map(), online: false };

const phones = new Map();
const shownPhones = document.getElementById("phones");
const switcher = document.getElementById("switcher");
const narrow = matchMedia("(max-width: 767px)");
const memory = remembered();

/** Send what a person does; gives what is in the way of it, "" when it is done. */
async function act(person, action, details = {}) {
  try {
    const response = await fetch("/act", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ do: action, person, ...details }),
    });
    if (response.ok) return "";
    return (await response.json()).why ?? "To teď nejde.";
  } catch {
    return state.online ? "To teď nejde." : "Není spojení.";
  }
}

// --- the live channel ---

function listen() {
  const channel = new EventSource("/live");
  channel.onopen = () => setOnline(true);
  channel.onerror = () => {
    setOnline(false);
    // A browser gives up for good when the answer was an error; a restarting playground is worth another try.
    if (channel.readyState === EventSource.CLOSED) setTimeout(listen, 1000);
  };
  channel.onmessage = (event) => hear(JSON.parse(event.data));
}

function setOnline(online) {
  state.online = online;
  for (const phone of phones.values()) phone.showHeader();
}

const HEARD = {
  snapshot(news) {
    state.bot = news.bot;
    memory.belong(news.bot.home);
    state.people = byId(news.people);
    state.chats = byId(news.chats);
    state.taps = byId(news.taps);
    state.messages = new Map(news.chats.map((chat) => [chat.id, new Map()]));
    for (const message of news.messages) state.messages.get(message.chat)?.set(message.id, message);
    for (const person of state.people.values()) addPhone(person);
    showSwitcher();
    for (const phone of phones.values()) phone.showAll();
  },
  posted({ message }) {
    if (!state.messages.has(message.chat)) state.messages.set(message.chat, new Map());
    state.messages.get(message.chat).set(message.id, message);
    for (const phone of phones.values()) phone.show(message, true);
  },
  edited({ message }) {
    state.messages.get(message.chat)?.set(message.id, message);
    for (const phone of phones.values()) phone.show(message, false);
  },
  deleted({ chat, id }) {
    state.messages.get(chat)?.delete(id);
    for (const phone of phones.values()) phone.remove(chat, id);
  },
  tap({ tap }) {
    if (tap.answer) state.taps.delete(tap.id);
    else state.taps.set(tap.id, tap);
    phones.get(tap.person)?.showTap(tap);
  },
  chat({ chat }) {
    if (chat.before) state.chats.delete(chat.before);
    if (chat.after) state.chats.delete(chat.id);
    else state.chats.set(chat.id, chat);
    for (const phone of phones.values()) phone.showChats();
  },
  person({ person }) {
    state.people.set(person.id, person);
    addPhone(person);
    showSwitcher();
  },
  bot({ bot }) {
    state.bot = bot;
    for (const phone of phones.values()) phone.showFooter();
  },
  typing({ chat }) {
    for (const phone of phones.values()) phone.showTyping(chat);
  },
};

function hear(news) {
  HEARD[news.type]?.(news);
}

function byId(list) {
  return new Map(list.map((one) => [one.id, one]));
}

// --- phones side by side, or one at a time ---

function addPhone(person) {
  if (phones.has(person.id)) return;
  const phone = new Phone(person, state, act, memory.of(person.id), () => showBadge(person.id));
  phones.set(person.id, phone);
  shownPhones.append(phone.element);
}

function showSwitcher() {
  if (!phones.has(memory.page.front)) memory.page.front = phones.keys().next().value;
  switcher.replaceChildren(
    ...[...phones.values()].map((phone) => {
      const button = document.createElement("button");
      button.type = "button";
      button.dataset.person = phone.person.id;
      const name = document.createElement("span");
      name.textContent = phone.person.name;
      const badge = document.createElement("b");
      badge.className = "badge";
      button.append(phone.avatar(), name, badge);
      button.onclick = () => choose(phone.person.id);
      return button;
    }),
  );
  for (const id of phones.keys()) showBadge(id);
  arrange();
}

/** At phone width the tapped phone comes to the front; on a wide screen it is put away or taken out. */
function choose(id) {
  if (narrow.matches) memory.page.front = id;
  else if (memory.page.away.includes(id)) memory.page.away = memory.page.away.filter((one) => one !== id);
  else memory.page.away.push(id);
  memory.save();
  arrange();
}

function arrange() {
  for (const [id, phone] of phones) {
    const visible = narrow.matches ? id === memory.page.front : !memory.page.away.includes(id);
    phone.setVisible(visible);
    const button = switcher.querySelector(`[data-person="${id}"]`);
    button?.setAttribute("aria-pressed", String(visible));
    if (visible && narrow.matches) button?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }
}

function showBadge(id) {
  const badge = switcher.querySelector(`[data-person="${id}"] .badge`);
  if (badge) badge.textContent = phones.get(id).unread() || "";
}

/** What this browser keeps between visits: the phones in front or put away, their open chats and last read messages. */
function remembered() {
  let kept = {};
  try {
    kept = JSON.parse(localStorage.getItem("stamgast") ?? "{}");
  } catch {
    // Somebody else's value, or storage is off: begin anew.
  }
  const blank = () => ({ home: null, front: null, away: [], phones: {} });
  const page = { ...blank(), ...kept };
  const save = () => {
    try {
      localStorage.setItem("stamgast", JSON.stringify(page));
    } catch {
      // Without storage the page only forgets.
    }
  };
  // What was kept of another playground is worth nothing in this one.
  const belong = (home) => page.home === home || Object.assign(page, blank(), { home });
  return { page, save, belong, of: (id) => ({ own: (page.phones[id] ??= { chat: null, read: {} }), save }) };
}

narrow.addEventListener("change", arrange);
// What arrived while nobody looked becomes read when somebody does.
document.addEventListener("visibilitychange", arrange);

const newcomer = document.getElementById("newcomer");
document.getElementById("add").onclick = () => newcomer.showModal();
newcomer.addEventListener("close", () => {
  const form = newcomer.querySelector("form");
  if (newcomer.returnValue === "ok") {
    act(0, "add_person", { name: form.elements.name.value, language: form.elements.language.value });
  }
  form.reset();
});

listen();
