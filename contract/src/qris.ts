/**
 * QRIS payloads: EMVCo merchant-presented TLV as Indonesia uses it (domain 4.1). Each element is a
 * two-digit tag, a two-digit decimal length and a value; the last one is a CRC over all before it.
 */
import { fromSnap, type Rupiah } from './money.ts';
import { isTemplate, nameOf } from './qris-tags.ts';

export const QRIS_NAME_MAX = 25;
export const QRIS_CITY_MAX = 15;
/** Reverse domain of the national template in tag 51. */
export const QRIS_NATIONAL_DOMAIN = 'ID.CO.QRIS.WWW';
/** Merchant size classes of tag 03 inside tags 26 and 51: micro, small, medium, large, and URE as seen in use. */
export const QRIS_CRITERIA = ['UMI', 'UKE', 'UME', 'UBE', 'URE'] as const;
export type QrisCriteria = (typeof QRIS_CRITERIA)[number];

/** National merchant id: `ID` and 13 digits. */
export const NMID_PATTERN = /^ID\d{13}$/;

/** A payload that cannot be written, or that cannot be made dynamic. */
export class QrisError extends Error {}

/** What a payload says. Without an amount the code is static: the payer types the amount. */
export interface QrisContent {
  acquirer: { domain: string; merchant_pan: string; merchant_id?: string };
  nmid: string;
  criteria: QrisCriteria;
  /** Merchant category code, four digits. */
  mcc: string;
  merchant_name: string;
  merchant_city: string;
  postal_code?: string;
  /** Whole rupiah. */
  amount?: Rupiah;
  bill_number?: string;
  reference_label?: string;
  terminal_label?: string;
}

/** One line of a decoded payload. `ok` is false when a fault of `checkQris` names the tag. */
export interface QrisElement {
  tag: string;
  name: string;
  value: string;
  children?: QrisElement[];
  ok: boolean;
}

export interface QrisFault {
  code: 'length_overrun' | 'malformed' | 'tag_order' | 'missing_tag' | 'wrong_value' | 'wrong_length' | 'crc_mismatch';
  /** Tag at fault. */
  tag: string;
  /** For a person. */
  detail: string;
}

/** What a reader wants to know; null where the payload does not say it. */
export interface QrisReading {
  is_dynamic: boolean;
  /** Whole rupiah. */
  amount: Rupiah | null;
  nmid: string | null;
  merchant_name: string | null;
  merchant_city: string | null;
  bill_number: string | null;
  reference_label: string | null;
}

/**
 * Writes a payload with its CRC. Amounts are written as integers.
 * Throws QrisError for values that the format cannot carry.
 */
export function encodeQris(content: QrisContent): string {
  const { acquirer, nmid, criteria, amount } = content;
  if (!NMID_PATTERN.test(nmid)) throw new QrisError('The NMID is ID and 13 digits');
  const additional = [
    ['01', content.bill_number],
    ['05', content.reference_label],
    ['07', content.terminal_label],
  ] as const;
  const additional_value = additional.map(([tag, value]) => optional(tag, value)).join('');
  return seal(
    [
      element('00', '01'),
      element('01', amount === undefined ? '11' : '12'),
      element(
        '26',
        element('00', acquirer.domain) +
          element('01', acquirer.merchant_pan) +
          optional('02', acquirer.merchant_id) +
          element('03', criteria),
      ),
      element('51', element('00', QRIS_NATIONAL_DOMAIN) + element('02', nmid) + element('03', criteria)),
      element('52', content.mcc),
      element('53', '360'),
      amount === undefined ? '' : element('54', amountText(amount)),
      element('58', 'ID'),
      element('59', limited(content.merchant_name, QRIS_NAME_MAX, 'merchant name')),
      element('60', limited(content.merchant_city, QRIS_CITY_MAX, 'merchant city')),
      optional('61', content.postal_code),
      optional('62', additional_value === '' ? undefined : additional_value),
    ].join(''),
  );
}

/** The payload as an ordered table, whatever its state: what cannot be read is one last line that is not `ok`. */
export function decodeQris(payload: string): QrisElement[] {
  const bad_tags = new Set(checkQris(payload).map((fault) => fault.tag));
  return parse(payload).elements.map((raw) => {
    const line = { tag: raw.tag, name: nameOf(raw.tag), value: raw.value, ok: !bad_tags.has(raw.tag) };
    if (!isTemplate(raw.tag)) return line;
    const inner = parse(raw.value);
    const bad_child = inner.fault?.tag;
    const children = inner.elements.map(({ tag, value }) => ({
      tag,
      name: nameOf(tag, raw.tag),
      value,
      ok: tag !== bad_child,
    }));
    return { ...line, children };
  });
}

/** Every fault of a payload, in the order of its tags; an empty list means that any reader accepts it. */
export function checkQris(payload: string): QrisFault[] {
  const { elements, fault } = parse(payload);
  const faults: QrisFault[] = fault ? [fault] : [];
  const refuse = (code: QrisFault['code'], tag: string, detail: string) => faults.push({ code, tag, detail });
  elements.forEach(({ tag, value }, place) => {
    const before = elements[place - 1]?.tag;
    if (before !== undefined && tag <= before) refuse('tag_order', tag, `Tag ${tag} stands after tag ${before}`);
    const inner = isTemplate(tag) ? parse(value).fault : undefined;
    if (inner) refuse(inner.code, tag, `Inside tag ${tag}: ${inner.detail}`);
  });
  const values = new Map(elements.map(({ tag, value }) => [tag, value]));
  for (const tag of REQUIRED_TAGS) {
    if (!values.has(tag)) refuse('missing_tag', tag, `Tag ${tag} (${nameOf(tag)}) is missing`);
  }
  for (const { tag, accepts, detail } of VALUE_RULES) {
    const value = values.get(tag);
    if (value !== undefined && !accepts(value)) refuse('wrong_value', tag, detail);
  }
  for (const [tag, max] of LENGTH_RULES) {
    const length = values.get(tag)?.length;
    if (length !== undefined && (length < 1 || length > max)) {
      refuse('wrong_length', tag, `${nameOf(tag)} has ${length} characters; 1 to ${max} are allowed`);
    }
  }
  const crc = values.get('63');
  if (crc !== undefined && crc !== crc16(payload.slice(0, -4))) {
    refuse('crc_mismatch', '63', `The CRC is ${crc}; ${crc16(payload.slice(0, -4))} was expected`);
  }
  return faults.toSorted((a, b) => (a.tag < b.tag ? -1 : Number(a.tag > b.tag)));
}

/** Reads the fields that a payer's app shows. Does not check: see `checkQris`. */
export function readQris(payload: string): QrisReading {
  const values = valuesOf(payload);
  const national = valuesOf(values.get('51') ?? '');
  const additional = valuesOf(values.get('62') ?? '');
  const amount = values.get('54');
  return {
    is_dynamic: values.get('01') === '12',
    amount: amount !== undefined && isWholeAmount(amount) ? fromSnap(amount) : null,
    nmid: national.get('02') ?? null,
    merchant_name: values.get('59') ?? null,
    merchant_city: values.get('60') ?? null,
    bill_number: additional.get('01') ?? null,
    reference_label: additional.get('05') ?? null,
  };
}

/**
 * The merchant's own static code as a dynamic one of a fixed amount (whole rupiah).
 * Throws QrisError when the code is faulty or not static.
 */
export function toDynamic(static_payload: string, amount: Rupiah): string {
  const [fault] = checkQris(static_payload);
  if (fault) throw new QrisError(`The static code is faulty: ${fault.detail}`);
  const { elements } = parse(static_payload);
  if (elements.find(({ tag }) => tag === '01')?.value !== '11') throw new QrisError('The code is not static');
  const kept = elements.filter(({ tag }) => !['01', '54', '63'].includes(tag));
  const all = [...kept, { tag: '01', value: '12' }, { tag: '54', value: amountText(amount) }];
  all.sort((a, b) => Number(a.tag) - Number(b.tag));
  return seal(all.map(({ tag, value }) => element(tag, value)).join(''));
}

/**
 * A name or city as a payload can carry it: accents dropped, other signs outside printable ASCII left out,
 * cut to `max` characters. May answer an empty text.
 */
export function fitQrisText(text: string, max: number): string {
  const plain = text.normalize('NFKD').replaceAll(/[^\x20-\x7e]/g, '');
  return plain.replaceAll(/ +/g, ' ').trim().slice(0, max).trimEnd();
}

/** CRC-16/CCITT-FALSE (polynomial 0x1021, initial 0xFFFF) as four upper-case hexadecimal digits. */
export function crc16(text: string): string {
  let crc = 0xffff;
  for (const byte of new TextEncoder().encode(text)) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) crc = ((crc & 0x8000) === 0 ? crc << 1 : (crc << 1) ^ 0x1021) & 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}

const REQUIRED_TAGS = ['00', '26', '51', '52', '53', '58', '59', '60', '63'];

const VALUE_RULES: { tag: string; accepts: (value: string) => boolean; detail: string }[] = [
  { tag: '00', accepts: (value) => value === '01', detail: 'The payload format is not 01' },
  { tag: '01', accepts: (value) => value === '11' || value === '12', detail: 'Neither static (11) nor dynamic (12)' },
  { tag: '53', accepts: (value) => value === '360', detail: 'The currency is not 360 (rupiah)' },
  { tag: '54', accepts: isWholeAmount, detail: 'The amount is not a whole number of rupiah' },
  { tag: '58', accepts: (value) => value === 'ID', detail: 'The country is not ID' },
];

const LENGTH_RULES: [tag: string, max: number][] = [
  ['59', QRIS_NAME_MAX],
  ['60', QRIS_CITY_MAX],
];

interface RawElement {
  tag: string;
  value: string;
}

/** Splits a text into its elements; the first one that cannot be read ends the list and is the fault. */
function parse(text: string): { elements: RawElement[]; fault?: QrisFault } {
  const elements: RawElement[] = [];
  let at = 0;
  while (at < text.length) {
    const head = /^(\d{2})(\d{2})/.exec(text.slice(at, at + 4));
    if (!head) {
      const rest = text.slice(at);
      elements.push({ tag: '??', value: rest });
      return { elements, fault: { code: 'malformed', tag: '??', detail: `No tag and length at character ${at + 1}` } };
    }
    const [tag, length] = [head[1] ?? '', Number(head[2])];
    const value = text.slice(at + 4, at + 4 + length);
    elements.push({ tag, value });
    if (value.length < length) {
      const detail = `Tag ${tag} says ${length} characters; ${value.length} are left`;
      return { elements, fault: { code: 'length_overrun', tag, detail } };
    }
    at += 4 + length;
  }
  return { elements };
}

const valuesOf = (text: string): Map<string, string> =>
  new Map(parse(text).elements.map(({ tag, value }) => [tag, value]));

function element(tag: string, value: string): string {
  if (!/^[\x20-\x7e]{1,99}$/.test(value)) {
    throw new QrisError(`Tag ${tag} takes 1 to 99 plain characters, not ${JSON.stringify(value)}`);
  }
  return `${tag}${String(value.length).padStart(2, '0')}${value}`;
}

const optional = (tag: string, value: string | undefined): string => (value === undefined ? '' : element(tag, value));

const seal = (body: string): string => `${body}6304${crc16(`${body}6304`)}`;

function limited(value: string, max: number, what: string): string {
  if (value.length > max) throw new QrisError(`The ${what} has ${value.length} characters; ${max} are allowed`);
  return value;
}

/** Tag 54 holds at most 13 characters. */
function amountText(amount: Rupiah): string {
  if (!Number.isSafeInteger(amount) || amount < 1 || amount > 9_999_999_999_999) {
    throw new QrisError(`Not a payable amount: ${amount}`);
  }
  return String(amount);
}

/** `50000` and `100003.00` are both in use; cents are not. */
function isWholeAmount(value: string): boolean {
  return value.length <= 13 && /^\d+(\.0{1,2})?$/.test(value);
}
