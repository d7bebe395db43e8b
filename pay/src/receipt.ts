/** The receipt, printable, and the link back to the merchant. */
import type { PayAttempt, PayLink } from '@dasbor/contract/pay';
import { formatInstant } from './clock.ts';
import { el } from './dom.ts';
import { formatRupiah } from './money.ts';
import { type ScreenContext, button, endScreen, returnLink } from './shell.ts';

const REDIRECT_S = 5;

export interface Receipt {
  link: PayLink;
  attempt: PayAttempt;
  /** The payment completed while the page was open: the customer is redirected automatically. */
  is_fresh: boolean;
  onPayAgain: () => void;
}

export function receiptScreen(shown: ScreenContext, { link, attempt, is_fresh, onPayAgain }: Receipt): HTMLElement {
  const { text } = shown;
  const back_link = returnLink(attempt.redirect_url, text.go_now);
  return endScreen(
    'good',
    text.paid,
    text.paid_note,
    buildReceipt(shown, link, attempt),
    back_link !== false && is_fresh && redirecting(shown, attempt.redirect_url ?? ''),
    back_link,
    button(text.print, () => print()),
    link.state === 'payable' && attempt.link_state === 'payable' && !is_fresh && button(text.pay_again, onPayAgain),
  );
}

function buildReceipt({ text, language }: ScreenContext, link: PayLink, attempt: PayAttempt): HTMLElement {
  const by = attempt.virtual_account === null ? 'QRIS' : text.va_title(attempt.virtual_account.bank_name);
  const rows: [string, string | null][] = [
    [text.receipt_amount, formatRupiah(attempt.amount)],
    [text.receipt_merchant, link.merchant_name],
    [text.receipt_for, link.title],
    [text.receipt_order, attempt.merchant_reference],
    [text.receipt_method, attempt.payer === null ? by : `${by} (${attempt.payer})`],
    [text.receipt_time, attempt.paid_at === null ? null : formatInstant(attempt.paid_at, language)],
    [text.receipt_reference, attempt.reference],
  ];
  return el(
    'dl',
    { class: 'receipt', 'aria-label': text.receipt },
    ...rows.map(([name, value]) => value !== null && el('div', {}, el('dt', {}, name), el('dd', {}, value))),
  );
}

/** Counts down and redirects, unless the customer stays. */
function redirecting({ text }: ScreenContext, url: string): HTMLElement {
  let left_s = REDIRECT_S;
  const label = el('p', { role: 'timer' }, text.redirecting(left_s));
  const box = el('div', { class: 'note' }, label);
  const timer = setInterval(() => {
    if (!box.isConnected) return clearInterval(timer);
    left_s -= 1;
    label.textContent = text.redirecting(Math.max(0, left_s));
    if (left_s > 0) return undefined;
    clearInterval(timer);
    return location.assign(url);
  }, 1_000);
  box.append(
    el(
      'button',
      {
        type: 'button',
        class: 'link',
        onclick: () => {
          clearInterval(timer);
          box.remove();
        },
      },
      text.stay,
    ),
  );
  return box;
}
