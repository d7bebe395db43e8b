/** The screen of a pending attempt: the code or number, payment instructions and the status. */
import type { PayAttempt } from '@dasbor/contract/pay';
import { BANK_MENUS, BANKING_CHANNELS, type BankingChannel } from './bank-menus.ts';
import { el } from './dom.ts';
import { formatRupiah } from './money.ts';
import { qrPicture, saveQr } from './qr.ts';
import { type ScreenContext, button, heading } from './shell.ts';

export interface Waiting {
  attempt: PayAttempt;
  onOtherMethod: () => void;
  onHavePaid: () => void;
}

export interface WaitingScreen {
  element: HTMLElement;
  /** `timed_out`: polling ended, and the customer may check the status with the bank. */
  setState: (state: 'waiting' | 'timed_out' | 'checking' | 'not_yet' | 'offline') => void;
}

export function waitingScreen(shown: ScreenContext, waiting: Waiting): WaitingScreen {
  const { text } = shown;
  const { attempt } = waiting;
  const label = el('span', {});
  const dot = el('span', { class: 'dot', 'aria-hidden': 'true' });
  const state = el('p', { class: 'state', role: 'status' }, dot, label);
  const have_paid = button(text.have_paid, waiting.onHavePaid, 'main');
  const is_preparing = attempt.status === 'preparing';
  const setState: WaitingScreen['setState'] = (to) => {
    const status_text = {
      waiting: is_preparing ? text.preparing : text.waiting,
      timed_out: text.still_waiting,
      checking: text.checking,
      not_yet: text.not_yet,
      offline: text.offline,
    }[to];
    if (label.textContent !== status_text) label.textContent = status_text;
    have_paid.hidden = to === 'waiting' || to === 'offline';
    have_paid.disabled = to === 'checking';
  };
  setState('waiting');
  return {
    setState,
    element: el(
      'section',
      { class: 'card' },
      ...buildDetails(shown, attempt),
      state,
      have_paid,
      button(text.other_method, waiting.onOtherMethod),
    ),
  };
}

function buildDetails(shown: ScreenContext, attempt: PayAttempt): Node[] {
  const { text } = shown;
  if (attempt.qris !== null) return buildQrisDetails(shown, attempt, attempt.qris);
  if (attempt.virtual_account !== null) return buildNumberDetails(shown, attempt, attempt.virtual_account);
  return [heading(text.preparing), el('div', { class: 'bone big', 'aria-hidden': 'true' })];
}

function buildQrisDetails(
  { text }: ScreenContext,
  { amount }: PayAttempt,
  qris: NonNullable<PayAttempt['qris']>,
): Node[] {
  return [
    heading(text.qris_title),
    qrPicture(qris.content, text.qris_picture(formatRupiah(amount))),
    el(
      'dl',
      {},
      el('div', { class: 'row' }, el('dt', {}, text.paid_to), el('dd', {}, el('b', {}, qris.merchant_name))),
      el('div', { class: 'row' }, el('dt', {}, text.nmid), el('dd', { class: 'hint' }, qris.nmid)),
    ),
    button(text.save_picture, () => saveQr({ ...qris, amount })),
    el('ol', { class: 'steps' }, el('li', {}, text.qris_how), el('li', {}, text.qris_same_phone)),
  ];
}

function buildNumberDetails(
  shown: ScreenContext,
  attempt: PayAttempt,
  va: NonNullable<PayAttempt['virtual_account']>,
): Node[] {
  const { text } = shown;
  const amount = formatRupiah(attempt.amount);
  const from = va.from_any_bank ? text.from_any_bank : text.from_own_bank(va.bank_name);
  return [
    heading(text.va_title(va.bank_name)),
    el('p', { class: 'hint' }, from),
    copyRow(shown, {
      name: text.va_number,
      shown_value: formatNumber(va.number),
      value: va.number,
      label: text.copy_number,
    }),
    copyRow(shown, {
      name: text.exact_amount,
      shown_value: amount,
      value: String(attempt.amount),
      label: text.copy_amount,
    }),
    el('p', { class: 'hint' }, text.exact_note),
    el('div', { class: 'row' }, el('span', { class: 'name' }, text.holder), el('b', {}, va.holder_name)),
    el('h3', { id: 'how' }, text.how),
    ...buildSteps(shown, attempt, va),
  ];
}

/** `8528 1000 1000 0012`: grouped by four digits. */
const formatNumber = (number: string): string => number.replace(/(\d{4})(?=\d)/g, '$1 ');

interface CopyableValue {
  name: string;
  shown_value: string;
  /** The text that is copied. */
  value: string;
  /** Accessible name of the button. */
  label: string;
}

function copyRow({ text }: ScreenContext, { name, shown_value, value, label }: CopyableValue): HTMLElement {
  const copy = el('button', { type: 'button', class: 'copy', 'aria-label': label }, text.copy);
  const status = el('span', { class: 'unseen', role: 'status' });
  copy.addEventListener('click', () => {
    void copyText(value).then((is_copied) => {
      if (!is_copied) return;
      copy.textContent = status.textContent = text.copied;
      // The accessible name includes the visible label, for voice control.
      copy.setAttribute('aria-label', `${text.copied}: ${name}`);
      setTimeout(() => {
        copy.textContent = text.copy;
        copy.setAttribute('aria-label', label);
        status.textContent = '';
      }, 2_000);
    });
  });
  return el(
    'div',
    { class: 'row' },
    el('div', {}, el('p', { class: 'name' }, name), el('p', { class: 'number' }, shown_value)),
    copy,
    status,
  );
}

/** The Clipboard API needs TLS; without it, `execCommand` is used. */
async function copyText(value: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(value);
    return true;
  } catch {
    const field = el('textarea', { class: 'unseen', readonly: true });
    field.value = value;
    document.body.append(field);
    field.select();
    const is_copied = document.execCommand('copy');
    field.remove();
    return is_copied;
  }
}

function buildSteps(shown: ScreenContext, attempt: PayAttempt, va: NonNullable<PayAttempt['virtual_account']>): Node[] {
  const { text } = shown;
  const list = el('ol', { class: 'steps' });
  const panel = el('div', { role: 'tabpanel', id: 'steps', tabindex: '0' }, list);
  const tabs = BANKING_CHANNELS.map((banking_channel) =>
    el(
      'button',
      { type: 'button', role: 'tab', id: `tab-${banking_channel}`, 'aria-controls': 'steps' },
      text[banking_channel],
    ),
  );
  const select = (at: number, is_moved = false) => {
    for (const [index, tab] of tabs.entries()) {
      tab.setAttribute('aria-selected', String(index === at));
      tab.tabIndex = index === at ? 0 : -1;
    }
    panel.setAttribute('aria-labelledby', `tab-${BANKING_CHANNELS[at] ?? 'atm'}`);
    list.replaceChildren(
      ...listSteps(shown, attempt, va, BANKING_CHANNELS[at] ?? 'atm').map((line) => el('li', {}, line)),
    );
    if (is_moved) tabs[at]?.focus();
  };
  for (const [index, tab] of tabs.entries()) {
    tab.addEventListener('click', () => select(index));
    tab.addEventListener('keydown', ({ key }) => {
      const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
      if (step !== 0) select((index + step + tabs.length) % tabs.length, true);
    });
  }
  // Most customers pay from their phone.
  select(BANKING_CHANNELS.indexOf('mobile'));
  return [el('div', { class: 'tabs', role: 'tablist', 'aria-labelledby': 'how' }, ...tabs), panel];
}

function listSteps(
  { text }: ScreenContext,
  { channel, amount }: PayAttempt,
  { number, company_code, holder_name }: NonNullable<PayAttempt['virtual_account']>,
  banking_channel: BankingChannel,
): string[] {
  if (channel === 'QRIS') return [];
  const { app, path, asks_company } = BANK_MENUS[channel][banking_channel];
  return [
    app === undefined ? text.step_card : text.step_open(app),
    text.step_menu(path),
    ...(asks_company ? [text.step_company(company_code)] : []),
    text.step_number(number),
    text.step_check(holder_name, formatRupiah(amount)),
    text.step_confirm,
  ];
}
