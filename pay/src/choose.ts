/** The first screen: the amount of an open-amount link, the fields of the merchant, and the payment methods. */
import type { PayField, PayLink, PayMethod } from '@dasbor/contract/pay';
import type { StartBody } from './api.ts';
import { el, picture } from './dom.ts';
import { formatGrouped, parseAmount, formatRupiah } from './money.ts';
import { type ScreenContext, heading } from './shell.ts';

/** Values of the form by field; kept when the language changes or the customer returns. */
export type FormValues = Record<string, string>;

export interface ChooseOptions {
  link: PayLink;
  values: FormValues;
  /** Called with a valid open amount, to price the payment methods. */
  onAmount: (amount: number) => void;
  /** Resolves when the attempt was started or rejected. */
  onChoose: (body: StartBody) => Promise<void>;
}

export interface ChooseScreen {
  element: HTMLElement;
  /** Updates the payment methods with new prices. */
  showMethods: (methods: PayMethod[]) => void;
  /** Shows errors below their fields and focuses the first one. */
  showErrors: (keys: string[]) => void;
}

interface Entry {
  key: string;
  input: HTMLInputElement | HTMLTextAreaElement;
  /** Shows the error of the field, if any; returns whether it is valid. */
  validate: (is_rejected?: boolean) => boolean;
}

export function chooseScreen(shown: ScreenContext, choosing: ChooseOptions): ChooseScreen {
  const { link, onChoose, values } = choosing;
  const { text } = shown;
  const entries = [
    ...(link.amount === null ? [amountEntry(shown, choosing)] : []),
    ...link.fields.map((field) => fieldEntry(shown, field, values)),
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
    await onChoose(buildBody(link, method, values));
    is_busy = false;
    draw();
  };
  const draw = () =>
    list.replaceChildren(...buildGroups(shown, methods, values, (...choice) => void choose(...choice)));
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
      const invalid = entries.filter((entry) => keys.includes(entry.key));
      for (const entry of invalid) entry.validate(true);
      invalid[0]?.input.focus();
    },
  };
}

/** Validates all fields and focuses the first invalid one. */
function validateAll(entries: Entry[]): boolean {
  const invalid = entries.filter((entry) => !entry.validate());
  invalid[0]?.input.focus();
  return invalid.length === 0;
}

function buildBody(link: PayLink, { channel }: PayMethod, values: FormValues): StartBody {
  const amount = link.amount === null ? parseAmount(values.amount ?? '') : null;
  const answers = link.fields
    .map(({ key }) => ({ key, value: (values[key] ?? '').trim() }))
    .filter(({ value }) => value !== '');
  return { channel, ...(amount === null ? {} : { amount }), answers };
}

function amountEntry(shown: ScreenContext, { link, values, onAmount }: ChooseOptions): Entry {
  const { text } = shown;
  const [min, max] = [link.amount_min ?? 1, link.amount_max ?? Number.MAX_SAFE_INTEGER];
  const read = () => parseAmount(values.amount ?? '');
  const isValid = () => {
    const amount = read();
    return amount !== null && min <= amount && amount <= max;
  };
  const limits = [formatRupiah(min), formatRupiah(max)] as const;
  const entry = buildEntry({
    key: 'amount',
    label: `${text.amount_label} (Rp) ${text.required}`,
    hint: text.amount_between(...limits),
    findError: () => (isValid() ? null : text.amount_invalid(...limits)),
    values,
    attributes: { inputmode: 'numeric', autocomplete: 'off', enterkeyhint: 'done' },
  });
  entry.input.addEventListener('change', () => {
    const amount = read();
    if (amount !== null) entry.input.value = values.amount = formatGrouped(amount);
    if (amount !== null && isValid()) onAmount(amount);
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

function fieldEntry({ text }: ScreenContext, field: PayField, values: FormValues): Entry {
  const { key, kind, label, required } = field;
  const field_label = kind === 'custom' ? (label ?? '') : text[kind];
  const findError = () => {
    const value = (values[key] ?? '').trim();
    if (value === '') return required ? text.field_missing : null;
    if (kind === 'email' && !/^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(value)) return text.email_invalid;
    if (kind === 'phone' && !/^\+?\d{8,15}$/.test(value.replace(/[\s.()-]/g, ''))) return text.phone_invalid;
    return null;
  };
  return buildEntry({
    key,
    label: required ? `${field_label} ${text.required}` : field_label,
    hint: null,
    findError,
    values,
    attributes: { ...KIND_ATTRIBUTES[kind], maxlength: '200' },
    is_long: kind === 'address',
  });
}

interface EntryOptions {
  key: string;
  label: string;
  hint: string | null;
  /** The error of the current value; null when it is valid. */
  findError: () => string | null;
  values: FormValues;
  attributes: Record<string, string>;
  is_long?: boolean;
}

/** A field with its label above; its error appears below after the field loses focus. */
function buildEntry({ key, label, hint, findError, values, attributes, is_long }: EntryOptions): Entry {
  const id = `field-${key}`;
  const error = el('p', { class: 'error', id: `${id}-error` });
  const input = el(is_long ? 'textarea' : 'input', {
    id,
    name: key,
    ...attributes,
    'aria-describedby': `${id}-error${hint === null ? '' : ` ${id}-hint`}`,
  });
  input.value = values[key] ?? '';
  const limits = hint === null ? null : el('p', { class: 'hint', id: `${id}-hint` }, hint);
  const validate = (is_rejected = false): boolean => {
    const message = findError() ?? (is_rejected ? (hint ?? label) : null);
    error.textContent = message ?? '';
    // The error includes the limits.
    if (limits !== null) limits.hidden = message !== null;
    input.setAttribute('aria-invalid', String(message !== null));
    return message === null;
  };
  input.addEventListener('input', () => {
    values[key] = input.value;
    if (input.getAttribute('aria-invalid') === 'true') validate();
  });
  input.addEventListener('blur', () => void validate());
  el('div', {}, el('label', { for: id }, label), input, limits, error);
  return { key, input, validate };
}

type OnChoose = (method: PayMethod, button: HTMLButtonElement) => void;

function buildGroups(shown: ScreenContext, methods: PayMethod[], values: FormValues, choose: OnChoose): Node[] {
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
        ...of.map((method) => methodButton(shown, method, parseAmount(values.amount ?? ''), choose)),
      ),
    ]);
}

function methodButton(
  { text, language }: ScreenContext,
  method: PayMethod,
  entered: number | null,
  choose: OnChoose,
): HTMLElement {
  const { channel, name, from_any_bank, amount, surcharge, amount_min, amount_max, outage } = method;
  const requested = amount ?? entered;
  const limit =
    requested !== null && requested < amount_min
      ? text.from_amount(formatRupiah(amount_min))
      : requested !== null && requested > amount_max
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
    el(
      'span',
      { class: 'who' },
      el('b', {}, name),
      el('small', {}, limit ?? who),
      outage && el('small', { class: 'outage' }, outage[language]),
    ),
    price,
  );
  return button;
}
