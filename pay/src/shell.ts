/** Parts that all screens share: header, payment summary, result screens and notes. */
import type { PayLink } from '@dasbor/contract/pay';
import { formatCountdown, now, formatInstant } from './clock.ts';
import { el, picture } from './dom.ts';
import { formatRupiah } from './money.ts';
import type { Language, Text } from './text.ts';

/** Texts and language of a screen. */
export interface ScreenContext {
  text: Text;
  language: Language;
}

export function topBar({ text, language }: ScreenContext, link: PayLink | null, onLanguage: () => void): HTMLElement {
  const other = language === 'id' ? 'en' : 'id';
  return el(
    'header',
    { class: 'top' },
    link && buildLogo(link),
    el('p', { class: 'merchant' }, link?.merchant_name ?? ''),
    el('button', { type: 'button', class: 'link small', lang: other, onclick: onLanguage }, text.other_language),
  );
}

function buildLogo({ logo_url, merchant_name }: PayLink): HTMLElement {
  const letters = merchant_name.split(/\s+/).slice(0, 2);
  const initials = el('span', { class: 'logo', 'aria-hidden': 'true' }, letters.map((word) => word.charAt(0)).join(''));
  if (logo_url === null) return initials;
  const logo: HTMLElement = el('img', {
    class: 'logo',
    src: logo_url,
    alt: '',
    onerror: () => logo.replaceWith(initials),
  });
  return logo;
}

interface Summary {
  /** Amount to pay; null: the customer enters it. */
  amount: number | null;
  surcharge: number;
  /** Expiry; null: none. */
  ends_at: string | null;
  /** Called at the expiry. */
  onEnd: () => void;
  /** Shows only what matters while paying. */
  is_short?: boolean;
}

/** Amount, title, items and time left. */
export function summaryCard(shown: ScreenContext, link: PayLink, summary: Summary): HTMLElement {
  const { amount, surcharge, ends_at, onEnd, is_short = false } = summary;
  const { text, language } = shown;
  return el(
    'section',
    { class: 'card summary' },
    el('p', { class: amount === null ? 'quiet' : 'amount' }, amount === null ? text.your_amount : formatRupiah(amount)),
    surcharge > 0 && el('p', { class: 'hint' }, text.surcharge(formatRupiah(surcharge))),
    el('h1', { class: 'title' }, link.title),
    !is_short && link.description !== null && el('p', { class: 'hint pre' }, link.description),
    link.items.length > 0 && buildItems(shown, link, !is_short && link.items.length <= 3),
    ends_at !== null &&
      el(
        'p',
        { class: 'due' },
        el('span', { class: 'quiet' }, `${text.pay_before} ${formatInstant(ends_at, language)}`),
        buildCountdown(ends_at, text.days, onEnd),
      ),
  );
}

function buildItems({ text }: ScreenContext, { items }: PayLink, open: boolean): HTMLElement {
  const rows = items.map(({ name, qty, price }) =>
    el('tr', {}, el('td', {}, qty === 1 ? name : `${qty} × ${name}`), el('td', {}, formatRupiah(qty * price))),
  );
  const table = el(
    'table',
    {},
    el('thead', { class: 'unseen' }, el('tr', {}, el('th', {}, text.item), el('th', {}, text.price))),
    el('tbody', {}, ...rows),
  );
  return el('details', { open }, el('summary', {}, text.items), table);
}

/** The time left, updated every second while it is on the page. */
function buildCountdown(ends_at: string, days_label: string, onEnd: () => void): HTMLElement {
  const left_ms = () => Date.parse(ends_at) - now();
  const shown = el('b', { role: 'timer' }, formatCountdown(left_ms(), days_label));
  const timer = setInterval(() => {
    if (!shown.isConnected) return clearInterval(timer);
    shown.textContent = formatCountdown(left_ms(), days_label);
    if (left_ms() > 0) return undefined;
    clearInterval(timer);
    return onEnd();
  }, 1_000);
  return shown;
}

/** Heading that receives the focus when its screen appears, for screen readers. */
export const heading = (label: string): HTMLElement => el('h2', { tabindex: '-1' }, label);

export const note = (kind: '' | 'bad' | 'warn', message: string): HTMLElement =>
  el('p', { class: `note ${kind}`, role: kind === 'bad' ? 'alert' : 'status' }, message);

const SIGNS = {
  good: 'M5 13l4 4L19 7',
  warn: 'M12 6v7M12 17v.5',
  '': 'M6 6l12 12M18 6L6 18',
};

/** A result screen: an icon, a heading, a sentence and actions. */
export function endScreen(
  kind: keyof typeof SIGNS,
  title: string,
  message: string,
  ...more: (Node | false)[]
): HTMLElement {
  return el(
    'section',
    { class: 'card ending' },
    picture('0 0 24 24', SIGNS[kind], { class: `sign ${kind}` }),
    heading(title),
    el('p', { class: 'quiet' }, message),
    ...more,
  );
}

export const button = (label: string, onclick: () => void, kind: 'main' | '' = ''): HTMLButtonElement =>
  el('button', { type: 'button', class: `button ${kind}`, onclick }, label);

/** A link to the merchant's site; nothing for an invalid URL. */
export function returnLink(url: string | null, label: string): HTMLAnchorElement | false {
  if (url === null || !/^https?:\/\//.test(url)) return false;
  return el('a', { class: 'button', href: url, rel: 'noreferrer' }, label);
}

export const skeleton = (label: string): HTMLElement =>
  el(
    'section',
    { class: 'card', 'aria-busy': 'true' },
    el('p', { class: 'unseen', role: 'status' }, label),
    el('div', { class: 'bone short' }),
    el('div', { class: 'bone big' }),
    el('div', { class: 'bone' }),
  );
