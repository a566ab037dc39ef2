// One message as an element. Text gets into the page as text nodes only, never as markup.

const TAGS = {
  bold: "b",
  italic: "i",
  underline: "u",
  strikethrough: "s",
  code: "code",
  pre: "pre",
  blockquote: "blockquote",
  expandable_blockquote: "blockquote",
};
const COLOURS = 8;
// The bot writes the times of Prague: a page anywhere in the world has to show the same ones.
const timeZone = "Europe/Prague";
const clock = new Intl.DateTimeFormat("cs", { hour: "2-digit", minute: "2-digit", timeZone });
const calendar = new Intl.DateTimeFormat("cs", { day: "numeric", month: "long", timeZone });
const JUMBO = /^(?:\p{Extended_Pictographic}[\p{Emoji_Modifier}\u200d\ufe0f\p{Extended_Pictographic}]*){1,3}$/u;

/** A new element with a class and content: texts and elements. */
export function make(tag, className = "", ...content) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (tag === "button") element.type = "button";
  element.append(...content);
  return element;
}

/** The round picture of a person, the bot or a chat: the first sign of the name on a colour of its own. */
export function avatar(id, name) {
  const circle = make("span", `avatar ${colour(id)}`, /[^\p{C}\p{Z}]\ufe0f?/u.exec(name)?.[0] ?? "");
  circle.setAttribute("aria-hidden", "true");
  return circle;
}

/** People and the bot by their number, groups all alike. */
function colour(id) {
  return `colour${id < 0 ? COLOURS - 1 : id % COLOURS}`;
}

/** The day of a message in words, as on the pill above the first message of a day. */
export function day(message) {
  return calendar.format(message.date * 1000);
}

/**
 * The element of a message. `own` puts it on the right, `named` shows who wrote it, `busy(data)` says whether a button
 * waits for its answer. `on` does what is asked for: `press(button)`, `link(url)`, `command(text)`, `jump(id)`,
 * `menu(event)`.
 */
export function messageElement(message, { own, named, busy, on }) {
  if (message.service) return serviceElement(message);
  const element = make("article", `message ${own ? "out" : "in"}`);
  element.dataset.id = message.id;
  element.dataset.from = message.from;
  if (message.protected) element.classList.add("protected");
  element.setAttribute("aria-label", `${message.name}, ${clock.format(message.date * 1000)}`);
  const bubble = make("div", "bubble");
  if (named) bubble.append(make("div", `sender ${colour(message.from)}`, message.name));
  if (message.reply) bubble.append(quote(message.reply, on));
  if (message.media) bubble.append(mediaElement(message));
  const text = make("div", "text");
  text.append(formatted(message, on), make("span", "room"), meta(message, own));
  if (!message.text) text.classList.add("bare");
  if (!message.media && !message.keyboard.length && JUMBO.test(message.text)) element.classList.add("jumbo");
  bubble.append(text);
  if (message.reactions.length) {
    bubble.append(make("div", "reactions", ...message.reactions.map((emoji) => make("span", "", emoji))));
  }
  bubble.oncontextmenu = on.menu;
  const line = make("div", "line", bubble);
  if (named) {
    line.classList.add("named");
    line.prepend(avatar(message.from, message.name));
  }
  if (message.keyboard.length) line.append(keyboard(message, busy, on));
  element.append(line);
  return element;
}

function serviceElement(message) {
  const element = make("div", "message service", make("span", "", message.service));
  element.dataset.id = message.id;
  return element;
}

function meta(message, own) {
  const element = make("span", "meta");
  if (message.edited) element.append("upraveno ");
  const time = make("time", "", clock.format(message.date * 1000));
  time.dateTime = new Date(message.date * 1000).toISOString();
  element.append(time);
  if (own) element.append(make("span", "ticks", "✓✓"));
  return element;
}

function quote(reply, on) {
  const button = make("button", "quote", make("b", "", reply.name), make("span", "", reply.text));
  button.onclick = () => on.jump(reply.id);
  return button;
}

function mediaElement(message) {
  const { kind, url, width, height, name, size } = message.media;
  if (kind === "photo") {
    const picture = make("img", "photo");
    Object.assign(picture, { src: url, alt: message.text || "obrázek", width, height });
    return picture;
  }
  const link = make("a", "file", make("b", "", name), make("span", "", `${Math.ceil(size / 1024)} kB`));
  Object.assign(link, { href: url, download: name });
  return link;
}

function keyboard(message, busy, on) {
  const columns = Math.max(...message.keyboard.map((row) => row.length));
  const rows = message.keyboard.map((row) => make("div", "row", ...row.map((button) => keyElement(button, busy, on))));
  const element = make("div", "keyboard", ...rows);
  element.dataset.columns = columns;
  return element;
}

function keyElement(button, busy, on) {
  const key = make("button", `key ${button.style ?? ""}`, make("span", "", ...pieces(button.text)));
  if (button.url) key.classList.add("link");
  if (button.disabled) key.disabled = true;
  if (button.callback_data !== undefined) {
    key.dataset.data = button.callback_data;
    setBusy(key, busy(button.callback_data));
  }
  key.onclick = () => on.press(button);
  return key;
}

/** Start or stop the spinner of a button. */
export function setBusy(key, busy) {
  key.classList.toggle("busy", busy);
  key.toggleAttribute("aria-busy", busy);
}

// --- formatted text ---

function formatted(message, on) {
  const whole = document.createDocumentFragment();
  build(whole, message.text, [...message.entities], 0, message.text.length, on);
  return whole;
}

/** Fill a parent with a piece of the text; the entities are sorted, an inner one follows the outer one. */
function build(parent, text, entities, from, to, on) {
  let position = from;
  while (entities.length) {
    const entity = entities.shift();
    const start = Math.max(entity.offset, position);
    const end = Math.min(entity.offset + entity.length, to);
    if (start >= end) continue;
    const inner = [];
    while (entities.length && entities[0].offset < end) inner.push(entities.shift());
    parent.append(...pieces(text.slice(position, start)));
    const element = entityElement(entity, text.slice(start, end), on);
    build(element, text, inner, start, end, on);
    parent.append(element);
    position = end;
  }
  parent.append(...pieces(text.slice(position, to)));
}

/** A text with its black suits apart: on a dark ground they are drawn light. */
function pieces(text) {
  return text.split(/([♠♣]\ufe0f?)/).map((piece, index) => (index % 2 ? make("span", "black", piece) : piece));
}

function entityElement(entity, covered, on) {
  if (TAGS[entity.type]) return make(TAGS[entity.type]);
  if (entity.type === "spoiler") return spoiler();
  if (entity.type === "bot_command") {
    const button = make("button", "command");
    button.onclick = () => on.command(covered);
    return button;
  }
  const url = entity.type === "text_link" ? entity.url : entity.type === "url" ? covered : null;
  if (url && /^https?:/.test(url)) {
    const link = make("a");
    Object.assign(link, { href: url, target: "_blank", rel: "noopener noreferrer" });
    link.onclick = (event) => on.link(url) && event.preventDefault();
    return link;
  }
  return make("span", entity.type.includes("mention") || entity.type === "hashtag" ? "mention" : "");
}

function spoiler() {
  const element = make("span", "spoiler");
  element.onclick = () => element.classList.add("open");
  return element;
}
