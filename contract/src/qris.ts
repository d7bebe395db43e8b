/**
 * QRIS payloads: EMVCo merchant-presented TLV as Indonesia uses it (domain 4.1). Each element is a
 * two-digit tag, a two-digit decimal length and a value; the last one is a CRC over all before it.
 */
import { fromSnap, type Rupiah } from './money.ts';
import { isTemplate, getTagName } from './qris-tags.ts';
import { findTipError, NO_TIP, formatPercent, type QrisTip, parsePercent } from './qris-tip.ts';
import {
  crc16,
  encodeElement,
  encodeOptional,
  parseElements,
  type QrisPayloadError,
  QrisError,
  appendCrc,
  readValues,
} from './qris-tlv.ts';

export const QRIS_NAME_MAX = 25;
export const QRIS_CITY_MAX = 15;
/** Reverse domain of the national template in tag 51. */
export const QRIS_NATIONAL_DOMAIN = 'ID.CO.QRIS.WWW';
/** Merchant size classes of tag 03 inside tags 26 and 51: micro, small, medium, large, and URE as seen in use. */
export const QRIS_CRITERIA = ['UMI', 'UKE', 'UME', 'UBE', 'URE'] as const;
export type QrisCriteria = (typeof QRIS_CRITERIA)[number];

/** National merchant id: `ID` and 13 digits. */
export const NMID_PATTERN = /^ID\d{13}$/;

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
  /** None when absent. */
  tip?: QrisTip;
  bill_number?: string;
  reference_label?: string;
  store_label?: string;
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

/** What a reader wants to know; null where the payload does not say it. */
export interface ParsedQris {
  is_dynamic: boolean;
  /** Whole rupiah. */
  amount: Rupiah | null;
  /** `tip_value` is null too where tag 56 or 57 cannot be read. */
  tip: QrisTip;
  nmid: string | null;
  merchant_name: string | null;
  merchant_city: string | null;
  bill_number: string | null;
  store_label: string | null;
  reference_label: string | null;
  terminal_label: string | null;
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
    ['03', content.store_label],
    ['05', content.reference_label],
    ['07', content.terminal_label],
  ] as const;
  const additional_value = additional.map(([tag, value]) => encodeOptional(tag, value)).join('');
  return appendCrc(
    [
      encodeElement('00', '01'),
      encodeElement('01', amount === undefined ? '11' : '12'),
      encodeElement(
        '26',
        encodeElement('00', acquirer.domain) +
          encodeElement('01', acquirer.merchant_pan) +
          encodeOptional('02', acquirer.merchant_id) +
          encodeElement('03', criteria),
      ),
      encodeElement(
        '51',
        encodeElement('00', QRIS_NATIONAL_DOMAIN) + encodeElement('02', nmid) + encodeElement('03', criteria),
      ),
      encodeElement('52', content.mcc),
      encodeElement('53', '360'),
      amount === undefined ? '' : encodeElement('54', formatAmount(amount)),
      encodeTip(content.tip ?? NO_TIP),
      encodeElement('58', 'ID'),
      encodeElement('59', assertLength(content.merchant_name, QRIS_NAME_MAX, 'merchant name')),
      encodeElement('60', assertLength(content.merchant_city, QRIS_CITY_MAX, 'merchant city')),
      encodeOptional('61', content.postal_code),
      encodeOptional('62', additional_value === '' ? undefined : additional_value),
    ].join(''),
  );
}

/** The payload as an ordered table, whatever its state: what cannot be read is one last line that is not `ok`. */
export function decodeQris(payload: string): QrisElement[] {
  const bad_tags = new Set(validateQris(payload).map((fault) => fault.tag));
  return parseElements(payload).elements.map((raw) => {
    const line = { tag: raw.tag, name: getTagName(raw.tag), value: raw.value, ok: !bad_tags.has(raw.tag) };
    if (!isTemplate(raw.tag)) return line;
    const inner = parseElements(raw.value);
    const bad_child = inner.fault?.tag;
    const children = inner.elements.map(({ tag, value }) => ({
      tag,
      name: getTagName(tag, raw.tag),
      value,
      ok: tag !== bad_child,
    }));
    return { ...line, children };
  });
}

/** Every fault of a payload, in the order of its tags; an empty list means that any reader accepts it. */
export function validateQris(payload: string): QrisPayloadError[] {
  const { elements, fault } = parseElements(payload);
  const faults: QrisPayloadError[] = fault ? [fault] : [];
  const refuse = (code: QrisPayloadError['code'], tag: string, detail: string) => faults.push({ code, tag, detail });
  elements.forEach(({ tag, value }, place) => {
    const before = elements[place - 1]?.tag;
    if (before !== undefined && tag <= before) refuse('tag_order', tag, `Tag ${tag} stands after tag ${before}`);
    const inner = isTemplate(tag) ? parseElements(value).fault : undefined;
    if (inner) refuse(inner.code, tag, `Inside tag ${tag}: ${inner.detail}`);
  });
  const values = new Map(elements.map(({ tag, value }) => [tag, value]));
  for (const tag of REQUIRED_TAGS) {
    if (!values.has(tag)) refuse('missing_tag', tag, `Tag ${tag} (${getTagName(tag)}) is missing`);
  }
  for (const { tag, accepts, detail } of VALUE_RULES) {
    const value = values.get(tag);
    if (value !== undefined && !accepts(value)) refuse('wrong_value', tag, detail);
  }
  for (const [tag, max] of LENGTH_RULES) {
    const length = values.get(tag)?.length;
    if (length !== undefined && (length < 1 || length > max)) {
      refuse('wrong_length', tag, `${getTagName(tag)} has ${length} characters; 1 to ${max} are allowed`);
    }
  }
  for (const [tag, indicator] of TIP_VALUE_TAGS) {
    const is_wanted = values.get('55') === indicator;
    if (is_wanted && !values.has(tag)) refuse('missing_tag', tag, `Tag 55 is ${indicator}; tag ${tag} is missing`);
    if (!is_wanted && values.has(tag)) refuse('wrong_value', tag, `Tag ${tag} stands without ${indicator} in tag 55`);
  }
  const crc = values.get('63');
  if (crc !== undefined && crc !== crc16(payload.slice(0, -4))) {
    refuse('crc_mismatch', '63', `The CRC is ${crc}; ${crc16(payload.slice(0, -4))} was expected`);
  }
  return faults.toSorted((a, b) => (a.tag < b.tag ? -1 : Number(a.tag > b.tag)));
}

/** Reads the fields that a payer's app shows. Does not check: see `checkQris`. */
export function parseQris(payload: string): ParsedQris {
  const values = readValues(payload);
  const national = readValues(values.get('51') ?? '');
  const additional = readValues(values.get('62') ?? '');
  const amount = values.get('54');
  return {
    is_dynamic: values.get('01') === '12',
    amount: amount !== undefined && isWholeAmount(amount) ? fromSnap(amount) : null,
    tip: parseTip(values),
    nmid: national.get('02') ?? null,
    merchant_name: values.get('59') ?? null,
    merchant_city: values.get('60') ?? null,
    bill_number: additional.get('01') ?? null,
    store_label: additional.get('03') ?? null,
    reference_label: additional.get('05') ?? null,
    terminal_label: additional.get('07') ?? null,
  };
}

/**
 * The merchant's own static code as a dynamic one of a fixed amount (whole rupiah).
 * Throws QrisError when the code is faulty or not static.
 */
export function toDynamic(static_payload: string, amount: Rupiah): string {
  const [fault] = validateQris(static_payload);
  if (fault) throw new QrisError(`The static code is faulty: ${fault.detail}`);
  const { elements } = parseElements(static_payload);
  if (elements.find(({ tag }) => tag === '01')?.value !== '11') throw new QrisError('The code is not static');
  const kept = elements.filter(({ tag }) => !['01', '54', '63'].includes(tag));
  const all = [...kept, { tag: '01', value: '12' }, { tag: '54', value: formatAmount(amount) }];
  all.sort((a, b) => Number(a.tag) - Number(b.tag));
  return appendCrc(all.map(({ tag, value }) => encodeElement(tag, value)).join(''));
}

/**
 * A name or city as a payload can carry it: accents dropped, other signs outside printable ASCII left out,
 * cut to `max` characters. May answer an empty text.
 */
export function toQrisText(text: string, max: number): string {
  const plain = text.normalize('NFKD').replaceAll(/[^\x20-\x7e]/g, '');
  return plain.replaceAll(/ +/g, ' ').trim().slice(0, max).trimEnd();
}

const REQUIRED_TAGS = ['00', '26', '51', '52', '53', '58', '59', '60', '63'];

const VALUE_RULES: { tag: string; accepts: (value: string) => boolean; detail: string }[] = [
  { tag: '00', accepts: (value) => value === '01', detail: 'The payload format is not 01' },
  { tag: '01', accepts: (value) => value === '11' || value === '12', detail: 'Neither static (11) nor dynamic (12)' },
  { tag: '53', accepts: (value) => value === '360', detail: 'The currency is not 360 (rupiah)' },
  { tag: '54', accepts: isWholeAmount, detail: 'The amount is not a whole number of rupiah' },
  { tag: '55', accepts: (value) => /^0[123]$/.test(value), detail: 'No tip indicator: 01, 02 or 03' },
  { tag: '56', accepts: isWholeAmount, detail: 'The fixed tip is not a whole number of rupiah' },
  { tag: '57', accepts: (value) => parsePercent(value) !== null, detail: 'The tip is no percentage of 0.01 to 99.99' },
  { tag: '58', accepts: (value) => value === 'ID', detail: 'The country is not ID' },
];

/** Tag 55 says which of the two must follow; 01, the payer chooses, stands alone. */
const TIP_VALUE_TAGS: [tag: string, indicator: string][] = [
  ['56', '02'],
  ['57', '03'],
];

const LENGTH_RULES: [tag: string, max: number][] = [
  ['59', QRIS_NAME_MAX],
  ['60', QRIS_CITY_MAX],
];

function encodeTip(tip: QrisTip): string {
  const fault = findTipError(tip);
  if (fault !== null) throw new QrisError(fault);
  const value = tip.tip_value ?? 0;
  switch (tip.tip_mode) {
    case 'none':
      return '';
    case 'prompt':
      return encodeElement('55', '01');
    case 'fixed':
      return encodeElement('55', '02') + encodeElement('56', formatAmount(value));
    case 'percent':
      return encodeElement('55', '03') + encodeElement('57', formatPercent(value));
  }
}

function parseTip(values: Map<string, string>): QrisTip {
  const indicator = values.get('55');
  const fixed = values.get('56') ?? '';
  if (indicator === '01') return { tip_mode: 'prompt', tip_value: null };
  if (indicator === '02') return { tip_mode: 'fixed', tip_value: isWholeAmount(fixed) ? fromSnap(fixed) : null };
  if (indicator === '03') return { tip_mode: 'percent', tip_value: parsePercent(values.get('57') ?? '') };
  return NO_TIP;
}

function assertLength(value: string, max: number, what: string): string {
  if (value.length > max) throw new QrisError(`The ${what} has ${value.length} characters; ${max} are allowed`);
  return value;
}

/** Tag 54 holds at most 13 characters. */
function formatAmount(amount: Rupiah): string {
  if (!Number.isSafeInteger(amount) || amount < 1 || amount > 9_999_999_999_999) {
    throw new QrisError(`Not a payable amount: ${amount}`);
  }
  return String(amount);
}

/** `50000` and `100003.00` are both in use; cents are not. */
function isWholeAmount(value: string): boolean {
  return value.length <= 13 && /^\d+(\.0{1,2})?$/.test(value);
}
