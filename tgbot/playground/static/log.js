// The messages of one chat on one phone: bubbles in runs, days, unread ones, and where it is scrolled to.
import { day, make, messageElement, setBusy } from "./message.js";

const RUN = 600; // seconds within which messages of one person stand together
const NEAR = 60; // pixels from the end that still count as the end

export class Log {
  /** `options`: see messageElement, without `busy` and `named`; `read` gets and sets the last message read. */
  constructor(chat, { person, isGroup, state, on, read, unreadChanged }) {
    Object.assign(this, { chat, person, isGroup, state, on, read, unreadChanged });
    this.messages = new Map();
    this.elements = new Map();
    this.open = false;
    this.atEnd = true;
    this.stack = make("div", "stack");
    this.list = make("div", "log", this.stack);
    this.list.role = "log";
    this.list.tabIndex = 0;
    this.down = make("button", "down", make("b", "badge"), "↓");
    this.down.ariaLabel = "na konec";
    this.down.hidden = true;
    this.down.onclick = () => this.toEnd(true);
    this.element = make("div", "room-view", this.list, this.down);
    this.element.role = "tabpanel";
    this.element.hidden = true;
    this.top = 0;
    this.list.onscroll = () => this.scrolled();
    // Messages, pictures and new widths change heights: after the layout, so that none has to be made for it.
    const watcher = new ResizeObserver(() => this.keepEnd());
    watcher.observe(this.list);
    watcher.observe(this.stack);
  }

  /** Begin anew with these messages, oldest first. */
  fill(messages) {
    this.messages.clear();
    this.elements.clear();
    this.stack.replaceChildren();
    for (const message of messages) this.place(message);
    for (const element of this.stack.children) this.group(element);
    this.markRead();
  }

  /** Show a new message, or put an edited one in its place. */
  put(message) {
    const element = this.place(message);
    this.group(element);
    this.group(element.nextElementSibling);
    this.group(element.previousElementSibling);
    this.markRead();
  }

  place(message) {
    const before = this.elements.get(message.id);
    const element = messageElement(message, {
      own: message.from === this.person,
      named: this.isGroup && message.from !== this.person,
      busy: (data) => this.isBusy(message.id, data),
      on: {
        ...this.on,
        press: (button) => this.on.press(message, button),
        jump: (id) => this.jump(id),
        menu: (event) => this.on.menu(message, event),
      },
    });
    this.messages.set(message.id, message);
    this.elements.set(message.id, element);
    if (before) {
      const focused = before.contains(document.activeElement) && document.activeElement.dataset.data;
      before.replaceWith(element);
      if (focused) element.querySelector(`[data-data="${CSS.escape(focused)}"]`)?.focus();
    } else {
      this.stack.append(element);
    }
    return element;
  }

  remove(id) {
    const element = this.elements.get(id);
    if (!element) return;
    const after = element.nextElementSibling;
    const before = element.previousElementSibling;
    element.remove();
    this.messages.delete(id);
    this.elements.delete(id);
    this.group(after);
    this.group(before);
    this.markRead();
  }

  isBusy(id, data) {
    return [...this.state.taps.values()].some(
      (tap) => tap.person === this.person && tap.chat === this.chat && tap.message === id && tap.data === data,
    );
  }

  /** Start or stop the spinners of a message as its taps are answered. */
  spin(id) {
    for (const key of this.elements.get(id)?.querySelectorAll(".key[data-data]") ?? []) {
      setBusy(key, this.isBusy(id, key.dataset.data));
    }
  }

  /** First and last of a run, and the pill with the day. */
  group(element) {
    if (!element) return;
    const message = this.messages.get(Number(element.dataset.id));
    const before = this.neighbour(element.previousElementSibling);
    const after = this.neighbour(element.nextElementSibling);
    element.classList.toggle("first", !runsOn(before, message));
    element.classList.toggle("last", !runsOn(message, after));
    if (before && day(before) === day(message)) delete element.dataset.day;
    else element.dataset.day = day(message);
  }

  neighbour(element) {
    return element ? this.messages.get(Number(element.dataset.id)) : undefined;
  }

  // --- reading and scrolling ---

  setOpen(open) {
    this.open = open;
    this.element.hidden = !open;
    this.markRead();
  }

  /** Messages of others that came after the last one read. */
  unread() {
    const last = this.read.get();
    const isNew = (message) => message.id > last && message.from !== this.person && !message.service;
    return [...this.messages.values()].filter(isNew).length;
  }

  markRead() {
    const visible = this.open && this.atEnd && !document.hidden;
    const newest = [...this.messages.keys()].at(-1);
    if (visible && newest !== undefined && newest > this.read.get()) this.read.set(newest);
    this.down.hidden = this.atEnd;
    this.down.firstChild.textContent = this.unread() || "";
    this.unreadChanged();
  }

  /** Only who scrolls up leaves the end; a message that grows does not lead away from it. */
  scrolled() {
    const { scrollTop, scrollHeight, clientHeight } = this.list;
    const near = scrollHeight - scrollTop - clientHeight < NEAR;
    if (near || scrollTop < this.top) this.atEnd = near;
    this.top = scrollTop;
    this.markRead();
  }

  keepEnd() {
    if (this.atEnd && this.open) this.list.scrollTop = this.list.scrollHeight;
  }

  toEnd(smoothly) {
    this.list.scrollTo({ top: this.list.scrollHeight, behavior: smoothly ? "smooth" : "instant" });
    this.atEnd = true;
    this.markRead();
  }

  /** Show a message that something points to, and let it flash. */
  jump(id) {
    const element = this.elements.get(id);
    if (!element) return;
    element.scrollIntoView({ block: "center", behavior: "smooth" });
    element.classList.remove("flash");
    requestAnimationFrame(() => element.classList.add("flash"));
  }
}

function runsOn(first, second) {
  return Boolean(
    first &&
      second &&
      !first.service &&
      !second.service &&
      first.from === second.from &&
      second.date - first.date < RUN &&
      day(first) === day(second),
  );
}
