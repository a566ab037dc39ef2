// What opens over a phone and goes away again: toasts, alerts, menus.
import { make } from "./message.js";

const TOAST = 5000; // milliseconds a toast stays

/** Say something in passing; a new toast takes the place of the last one. */
export function toast(place, text) {
  const element = make("div", "toast", text);
  place.replaceChildren(element);
  setTimeout(() => element.remove(), TOAST);
}

/** Say something that has to be confirmed. */
export function alert(phone, text) {
  const ok = make("button", "", "OK");
  const dialog = make("div", "alert", make("div", "card", make("p", "", text), ok));
  dialog.role = "alertdialog";
  dialog.setAttribute("aria-modal", "true");
  dialog.setAttribute("aria-label", text);
  ok.onclick = () => dialog.remove();
  dialog.onkeydown = (event) => {
    if (event.key === "Escape") dialog.remove();
    if (event.key === "Tab") event.preventDefault();
  };
  phone.querySelector(".alert")?.remove();
  phone.append(dialog);
  ok.focus();
}

/** Offer `[label, action]` pairs where the pointer is. */
export function openMenu(phone, items, event) {
  event.preventDefault();
  const back = document.activeElement;
  const menu = make("div", "menu");
  menu.role = "menu";
  const close = () => {
    menu.remove();
    document.removeEventListener("pointerdown", outside, true);
  };
  const outside = (press) => menu.contains(press.target) || close();
  for (const [label, run] of items) {
    const item = make("button", "", label);
    item.role = "menuitem";
    item.onclick = () => {
      close();
      run();
    };
    menu.append(item);
  }
  menu.onkeydown = (press) => {
    const step = { ArrowDown: "nextElementSibling", ArrowUp: "previousElementSibling" }[press.key];
    if (step) document.activeElement[step]?.focus();
    if (press.key !== "Escape") return;
    close();
    back?.focus();
  };
  phone.append(menu);
  const frame = phone.getBoundingClientRect();
  const within = (wanted, size, room) => `${Math.max(8, Math.min(wanted, room - size - 8))}px`;
  menu.style.left = within(event.clientX - frame.left, menu.offsetWidth, frame.width);
  menu.style.top = within(event.clientY - frame.top, menu.offsetHeight, frame.height);
  document.addEventListener("pointerdown", outside, true);
  menu.firstChild.focus();
}
