/* Shared by the scripts of the page: texts, formats, elements and requests. */
import { language, messages } from './messages.js';

export { messages };

/** Replaces `{name}` in a message by its value. */
export const fill = (message, values) => message.replaceAll(/\{(\w+)\}/g, (_match, name) => String(values[name]));

export const at = (id) => document.getElementById(id);

export const formatRupiah = (amount) => `Rp ${amount.toLocaleString('id-ID')}`;

const timeFormat = new Intl.DateTimeFormat(language === 'id' ? 'id-ID' : 'en-GB', {
  timeStyle: 'medium',
  timeZone: 'Asia/Jakarta',
});
export const formatTime = (iso) => `${timeFormat.format(new Date(iso))} WIB`;

export function make(tag, class_name, text) {
  const element = document.createElement(tag);
  if (class_name) element.className = class_name;
  if (text !== undefined) element.textContent = text;
  return element;
}

export async function call(path, method = 'GET', body) {
  const sent = body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const response = await fetch(path, { method, ...sent });
  const result = await response.json();
  if (!response.ok) throw new Error(result.detail);
  return result;
}

/** Returns a function that shows a message in an element. */
export const messageIn =
  (id) =>
  (text, is_error = false) => {
    at(id).textContent = text;
    at(id).classList.toggle('failed', is_error);
  };

/** Runs `refresh` now, periodically while the page is visible, and when it becomes visible. */
export function refreshEvery(interval_ms, refresh) {
  setInterval(() => document.hidden || refresh(), interval_ms);
  document.addEventListener('visibilitychange', () => document.hidden || refresh());
  void refresh();
}
