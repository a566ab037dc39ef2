// Where a person writes: the field, the offered commands, the message that is answered or changed.
import { make } from "./message.js";

let numbers = 0;

export class Composer {
  /** `commands()`: what the bot offers here; `send(text, replyTo)` and `change(message, text)` tell whether it went. */
  constructor({ commands, send, change }) {
    Object.assign(this, { commands, send, change });
    this.about = null;
    this.editing = false;
    this.chosen = -1;
    this.field = make("textarea");
    Object.assign(this.field, { rows: 1, placeholder: "Zpráva", maxLength: 4096 });
    this.field.setAttribute("aria-label", "Zpráva");
    this.options = make("ul", "options");
    this.options.role = "listbox";
    this.options.id = `options${(numbers += 1)}`;
    this.options.hidden = true;
    this.options.setAttribute("aria-label", "Příkazy");
    this.field.setAttribute("aria-controls", this.options.id);
    this.menu = make("button", "commands", "/");
    this.menu.ariaLabel = "příkazy";
    this.menu.onclick = () => this.toggle();
    const submit = make("button", "send", "➤");
    submit.type = "submit";
    submit.ariaLabel = "odeslat";
    this.subject = make("div", "subject");
    this.subject.hidden = true;
    const row = make("div", "write", this.menu, this.field, submit);
    this.element = make("form", "composer", this.options, this.subject, row);
    this.element.onsubmit = (event) => {
      event.preventDefault();
      this.submit(this.field.value);
    };
    this.field.oninput = () => this.refresh();
    this.field.onkeydown = (event) => this.key(event);
    this.field.onblur = () => setTimeout(() => this.close(), 150);
  }

  async submit(text) {
    if (!text.trim()) return;
    const { about, editing } = this;
    this.close();
    this.cancel();
    this.field.value = "";
    this.fit();
    const sent = await (editing ? this.change(about, text) : this.send(text, about?.id));
    if (!sent) this.field.value ||= text;
  }

  /** Answer a message. */
  answer(message) {
    this.take(message, message.name);
  }

  /** Change a message of one's own. */
  edit(message) {
    this.take(message, "Úprava zprávy");
    this.editing = true;
    this.field.value = message.text;
    this.fit();
  }

  take(message, title) {
    this.cancel();
    this.about = message;
    const away = make("button", "cancel", "✕");
    away.ariaLabel = "zrušit";
    away.onclick = () => this.cancel();
    this.subject.replaceChildren(make("span", "", make("b", "", title), message.text || "obrázek"), away);
    this.subject.hidden = false;
    this.field.focus();
  }

  /** Neither answer nor change anything. */
  cancel() {
    if (this.editing) this.field.value = "";
    this.about = null;
    this.editing = false;
    this.subject.hidden = true;
  }

  // --- commands ---

  refresh() {
    this.fit();
    const typed = /^\/(\w*)$/.exec(this.field.value);
    this.offer(typed ? this.commands().filter((one) => one.command.startsWith(typed[1].toLowerCase())) : []);
  }

  toggle() {
    if (this.options.hidden) this.offer(this.commands());
    else this.close();
    this.field.focus();
  }

  offer(commands) {
    this.chosen = -1;
    this.options.replaceChildren(
      ...commands.map(({ command, description }) => {
        const option = make("li", "", make("b", "", `/${command}`), make("span", "", description));
        option.role = "option";
        option.dataset.command = `/${command}`;
        option.onmousedown = (event) => event.preventDefault();
        option.onclick = () => this.submit(`/${command}`);
        return option;
      }),
    );
    this.options.hidden = !commands.length;
  }

  close() {
    this.options.hidden = true;
  }

  key(event) {
    const open = !this.options.hidden;
    const rows = [...this.options.children];
    if (open && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      event.preventDefault();
      const step = event.key === "ArrowDown" ? 1 : -1;
      this.chosen = (this.chosen + step + rows.length) % rows.length;
      rows.forEach((row, index) => row.setAttribute("aria-selected", String(index === this.chosen)));
      rows[this.chosen].scrollIntoView({ block: "nearest" });
    } else if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      this.submit(open && this.chosen >= 0 ? rows[this.chosen].dataset.command : this.field.value);
    } else if (event.key === "Escape") {
      this.close();
      this.cancel();
    }
  }

  /** As high as the text, up to a few lines. */
  fit() {
    this.field.style.height = "auto";
    this.field.style.height = `${Math.min(this.field.scrollHeight, 120)}px`;
  }
}
