// Where a person writes: the field, the offered commands, the message that is answered.
import { make } from "./message.js";

let numbers = 0;

export class Composer {
  /** `commands()` gives what the bot offers here; `send(text, replyTo)` posts and tells whether it went. */
  constructor({ commands, send }) {
    Object.assign(this, { commands, send });
    this.replyTo = null;
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
    this.menu.title = "příkazy";
    this.menu.onclick = () => this.toggle();
    const submit = make("button", "send", "➤");
    submit.type = "submit";
    submit.title = "odeslat";
    this.answered = make("div", "answered");
    this.answered.hidden = true;
    const row = make("div", "write", this.menu, this.field, submit);
    this.element = make("form", "composer", this.options, this.answered, row);
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
    this.close();
    const replyTo = this.replyTo;
    this.field.value = "";
    this.answer(null);
    this.fit();
    if (!(await this.send(text, replyTo?.id))) this.field.value ||= text;
  }

  /** Answer a message, or none. */
  answer(message) {
    this.replyTo = message;
    this.answered.hidden = !message;
    if (!message) return;
    const cancel = make("button", "cancel", "✕");
    cancel.title = "neodpovídat";
    cancel.onclick = () => this.answer(null);
    const line = make("span", "", make("b", "", message.name), message.text || "obrázek");
    this.answered.replaceChildren(line, cancel);
    this.field.focus();
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
      this.answer(null);
    }
  }

  /** As high as the text, up to a few lines. */
  fit() {
    this.field.style.height = "auto";
    this.field.style.height = `${Math.min(this.field.scrollHeight, 120)}px`;
  }
}
