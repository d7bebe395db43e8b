/** Choosing: how much where the customer decides, what the merchant asks, and the ways to pay. */
import type { PayField, PayLink, PayMethod } from '@dasbor/contract/pay';
import type { StartBody } from './api.ts';
import { el, picture } from './dom.ts';
import { formatGrouped, parseAmount, formatRupiah } from './money.ts';
import { type ScreenContext, heading } from './shell.ts';

/** What was typed so far; outlives a change of language and a way back. */
export type FormValues = Record<string, string>;

export interface ChooseOptions {
  link: PayLink;
  values: FormValues;
  /** The customer decided on an amount: what do the ways to pay cost with it? */
  onAmount: (amount: number) => void;
  /** Settles when the wish is granted or refused. */
  onChoose: (body: StartBody) => Promise<void>;
}

export interface ChooseScreen {
  element: HTMLElement;
  /** Ways to pay, priced anew. */
  showMethods: (methods: PayMethod[]) => void;
  /** Puts errors under their fields and goes to the first. */
  showErrors: (keys: string[]) => void;
}

interface Entry {
  key: string;
  input: HTMLInputElement | HTMLTextAreaElement;
  /** Shows what is wrong, if anything; answers whether all is well. */
  validate: (is_wrong?: boolean) => boolean;
}

export function chooseScreen(shown: ScreenContext, choosing: ChooseOptions): ChooseScreen {
  const { link, onChoose, values: typed } = choosing;
  const { text } = shown;
  const entries = [
    ...(link.amount === null ? [amountEntry(shown, choosing)] : []),
    ...link.fields.map((field) => fieldEntry(shown, field, typed)),
  ];
  const list = el('div', {});
  let methods = link.methods;
  let is_busy = false;

  const choose = async (method: PayMethod, button: HTMLButtonElement): Promise<void> => {
    if (is_busy || !validateAll(entries)) return;
    is_busy = true;
    const label = button.querySelector('small');
    if (label) label.textContent = method.channel === 'QRIS' ? text.creating_qris : text.creating_va;
    for (const each of list.querySelectorAll('button')) each.setAttribute('aria-disabled', 'true');
    await onChoose(buildBody(link, method, typed));
    is_busy = false;
    draw();
  };
  const draw = () => list.replaceChildren(...buildGroups(shown, methods, typed, (...choice) => void choose(...choice)));
  draw();
  return {
    element: el(
      'section',
      { class: 'card' },
      heading(text.choose),
      ...entries.map(({ input }) => input.closest('div')),
      list,
    ),
    showMethods: (priced) => {
      methods = priced;
      if (!is_busy) draw();
    },
    showErrors: (keys) => {
      const wrong = entries.filter((entry) => keys.includes(entry.key));
      for (const entry of wrong) entry.validate(true);
      wrong[0]?.input.focus();
    },
  };
}

/** All are judged; the first faulty one is gone to. */
function validateAll(entries: Entry[]): boolean {
  const wrong = entries.filter((entry) => !entry.validate());
  wrong[0]?.input.focus();
  return wrong.length === 0;
}

function buildBody(link: PayLink, { channel }: PayMethod, typed: FormValues): StartBody {
  const amount = link.amount === null ? parseAmount(typed.amount ?? '') : null;
  const answers = link.fields
    .map(({ key }) => ({ key, value: (typed[key] ?? '').trim() }))
    .filter(({ value }) => value !== '');
  return { channel, ...(amount === null ? {} : { amount }), answers };
}

function amountEntry(shown: ScreenContext, { link, values: typed, onAmount }: ChooseOptions): Entry {
  const { text } = shown;
  const [least, most] = [link.amount_min ?? 1, link.amount_max ?? Number.MAX_SAFE_INTEGER];
  const read = () => parseAmount(typed.amount ?? '');
  const isRight = () => {
    const amount = read();
    return amount !== null && least <= amount && amount <= most;
  };
  const limits = [formatRupiah(least), formatRupiah(most)] as const;
  const entry = buildEntry({
    key: 'amount',
    label: `${text.amount_label} (Rp) ${text.required}`,
    hint: text.amount_between(...limits),
    findError: () => (isRight() ? null : text.amount_invalid(...limits)),
    values: typed,
    attributes: { inputmode: 'numeric', autocomplete: 'off', enterkeyhint: 'done' },
  });
  entry.input.addEventListener('change', () => {
    const amount = read();
    if (amount !== null) entry.input.value = typed.amount = formatGrouped(amount);
    if (amount !== null && isRight()) onAmount(amount);
  });
  return entry;
}

const KIND_ATTRIBUTES: Record<PayField['kind'], Record<string, string>> = {
  name: { autocomplete: 'name' },
  email: { type: 'email', autocomplete: 'email', inputmode: 'email' },
  phone: { type: 'tel', autocomplete: 'tel', inputmode: 'tel' },
  address: { autocomplete: 'street-address', rows: '2' },
  custom: { autocomplete: 'off' },
};

function fieldEntry({ text }: ScreenContext, field: PayField, typed: FormValues): Entry {
  const { key, kind, label, required } = field;
  const words = kind === 'custom' ? (label ?? '') : text[kind];
  const fault = () => {
    const value = (typed[key] ?? '').trim();
    if (value === '') return required ? text.field_missing : null;
    if (kind === 'email' && !/^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(value)) return text.email_invalid;
    if (kind === 'phone' && !/^\+?\d{8,15}$/.test(value.replace(/[\s.()-]/g, ''))) return text.phone_invalid;
    return null;
  };
  return buildEntry({
    key,
    label: required ? `${words} ${text.required}` : words,
    hint: null,
    findError: fault,
    values: typed,
    attributes: { ...KIND_ATTRIBUTES[kind], maxlength: '200' },
    is_long: kind === 'address',
  });
}

interface EntryOptions {
  key: string;
  label: string;
  hint: string | null;
  /** What is wrong with what was typed; null: nothing. */
  findError: () => string | null;
  values: FormValues;
  attributes: Record<string, string>;
  is_long?: boolean;
}

/** Label above, the error under the field once it was left. */
function buildEntry({ key, label, hint, findError: fault, values: typed, attributes, is_long }: EntryOptions): Entry {
  const id = `field-${key}`;
  const error = el('p', { class: 'error', id: `${id}-error` });
  const input = el(is_long ? 'textarea' : 'input', {
    id,
    name: key,
    ...attributes,
    'aria-describedby': `${id}-error${hint === null ? '' : ` ${id}-hint`}`,
  });
  input.value = typed[key] ?? '';
  const limits = hint === null ? null : el('p', { class: 'hint', id: `${id}-hint` }, hint);
  const judge = (is_wrong = false): boolean => {
    const words = fault() ?? (is_wrong ? (hint ?? label) : null);
    error.textContent = words ?? '';
    // The error says the limits too.
    if (limits !== null) limits.hidden = words !== null;
    input.setAttribute('aria-invalid', String(words !== null));
    return words === null;
  };
  input.addEventListener('input', () => {
    typed[key] = input.value;
    if (input.getAttribute('aria-invalid') === 'true') judge();
  });
  input.addEventListener('blur', () => void judge());
  el('div', {}, el('label', { for: id }, label), input, limits, error);
  return { key, input, validate: judge };
}

type OnChoose = (method: PayMethod, button: HTMLButtonElement) => void;

function buildGroups(shown: ScreenContext, methods: PayMethod[], typed: FormValues, choose: OnChoose): Node[] {
  const { text } = shown;
  const groups = [
    { title: text.qris_group, of: methods.filter(({ channel }) => channel === 'QRIS') },
    { title: text.va_group, of: methods.filter(({ channel }) => channel !== 'QRIS') },
  ];
  return groups
    .filter((group) => group.of.length > 0)
    .flatMap(({ title, of }) => [
      el('h3', {}, title),
      el(
        'div',
        { role: 'group', 'aria-label': title },
        ...of.map((method) => methodButton(shown, method, parseAmount(typed.amount ?? ''), choose)),
      ),
    ]);
}

function methodButton(
  { text }: ScreenContext,
  method: PayMethod,
  decided: number | null,
  choose: OnChoose,
): HTMLElement {
  const { channel, name, from_any_bank, amount, surcharge, amount_min, amount_max } = method;
  const asked = amount ?? decided;
  const limit =
    asked !== null && asked < amount_min
      ? text.from_amount(formatRupiah(amount_min))
      : asked !== null && asked > amount_max
        ? text.up_to_amount(formatRupiah(amount_max))
        : null;
  const who = channel === 'QRIS' ? text.qris_hint : from_any_bank ? text.any_bank : text.own_bank(name);
  const price =
    surcharge > 0 && amount !== null
      ? el(
          'span',
          { class: 'price' },
          el('b', {}, formatRupiah(amount)),
          el('small', {}, text.surcharge(formatRupiah(surcharge))),
        )
      : picture('0 0 24 24', 'M9 6l6 6-6 6');
  const button = el(
    'button',
    { type: 'button', class: 'method', disabled: limit !== null, onclick: () => choose(method, button) },
    el('span', { class: 'mark', 'aria-hidden': 'true' }, name.split(' ', 1).join('')),
    el('span', { class: 'who' }, el('b', {}, name), el('small', {}, limit ?? who)),
    price,
  );
  return button;
}
