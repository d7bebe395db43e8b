/**
 * QRIS payloads: EMVCo merchant-presented TLV with the Indonesian tags (domain 4.1). Each element is a two-digit tag, a
 * two-digit decimal length and a value; the last one is a CRC over the rest.
 */
import type { Localized } from './language.ts';
import { fromSnapValue, type Rupiah } from './money.ts';
import { NMID_PATTERN, type QrisCriteria } from './qris-merchant.ts';
import { isTemplate, getTagName } from './qris-tags.ts';
import { findTipError, NO_TIP, formatPercent, type QrisTip, parsePercent } from './qris-tip.ts';
import { encodeElement, encodeOptional, parseElements, QrisError, appendCrc, readValues } from './qris-tlv.ts';
import { isWholeAmount, QRIS_CITY_MAX, QRIS_NAME_MAX, validateQris } from './qris-validation.ts';

/** Reverse domain of the national template in tag 51. */
export const QRIS_NATIONAL_DOMAIN = 'ID.CO.QRIS.WWW';

/** Content of a payload. A code without an amount is static: the payer enters the amount. */
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

/** One line of a decoded payload. `ok` is false when `validateQris` reports an error of the tag. */
export interface QrisElement {
  tag: string;
  name: Localized;
  value: string;
  children?: QrisElement[];
  ok: boolean;
}

/** Fields that a payment app reads; null where the payload has none. */
export interface ParsedQris {
  is_dynamic: boolean;
  /** Whole rupiah. */
  amount: Rupiah | null;
  /** `tip_value` is null where tag 56 or 57 is invalid. */
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
 * Encodes a payload with its CRC. Amounts are encoded as integers. Throws QrisError for values that the format does not
 * support.
 */
export function encodeQris(content: QrisContent): string {
  const { acquirer, nmid, criteria, amount } = content;
  if (!NMID_PATTERN.test(nmid)) throw new QrisError('The NMID must be ID and 13 digits');
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

/** Decodes any payload to an ordered table. Unreadable text becomes a last line that is not `ok`. */
export function decodeQris(payload: string): QrisElement[] {
  const bad_tags = new Set(validateQris(payload).map(({ tag }) => tag));
  return parseElements(payload).elements.map((raw) => {
    const line = { tag: raw.tag, name: getTagName(raw.tag), value: raw.value, ok: !bad_tags.has(raw.tag) };
    if (!isTemplate(raw.tag)) return line;
    const inner = parseElements(raw.value);
    const bad_child = inner.error?.tag;
    const children = inner.elements.map(({ tag, value }) => ({
      tag,
      name: getTagName(tag, raw.tag),
      value,
      ok: tag !== bad_child,
    }));
    return { ...line, children };
  });
}

/** Parses the fields that a payment app shows. Does not validate: see `validateQris`. */
export function parseQris(payload: string): ParsedQris {
  const values = readValues(payload);
  const national = readValues(values.get('51') ?? '');
  const additional = readValues(values.get('62') ?? '');
  const amount = values.get('54');
  return {
    is_dynamic: values.get('01') === '12',
    amount: amount !== undefined && isWholeAmount(amount) ? fromSnapValue(amount) : null,
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
 * Converts a merchant's static code to a dynamic one of a fixed amount (whole rupiah). Throws QrisError when the code is
 * invalid or not static.
 */
export function toDynamic(static_payload: string, amount: Rupiah): string {
  const [error] = validateQris(static_payload);
  if (error) throw new QrisError(`The static code is invalid: ${error.detail.en}`);
  const { elements } = parseElements(static_payload);
  if (elements.find(({ tag }) => tag === '01')?.value !== '11') throw new QrisError('The code is not static');
  const kept = elements.filter(({ tag }) => !['01', '54', '63'].includes(tag));
  const all = [...kept, { tag: '01', value: '12' }, { tag: '54', value: formatAmount(amount) }];
  all.sort((a, b) => Number(a.tag) - Number(b.tag));
  return appendCrc(all.map(({ tag, value }) => encodeElement(tag, value)).join(''));
}

/**
 * Converts a name or city to printable ASCII: accents are removed, other characters dropped, and the text is cut to `max`
 * characters. May return an empty text.
 */
export function toQrisText(text: string, max: number): string {
  const plain = text.normalize('NFKD').replaceAll(/[^\x20-\x7e]/g, '');
  return plain.replaceAll(/ +/g, ' ').trim().slice(0, max).trimEnd();
}

function encodeTip(tip: QrisTip): string {
  const error = findTipError(tip);
  if (error !== null) throw new QrisError(error.en);
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
  if (indicator === '02') return { tip_mode: 'fixed', tip_value: isWholeAmount(fixed) ? fromSnapValue(fixed) : null };
  if (indicator === '03') return { tip_mode: 'percent', tip_value: parsePercent(values.get('57') ?? '') };
  return NO_TIP;
}

function assertLength(value: string, max: number, field: string): string {
  if (value.length > max) throw new QrisError(`The ${field} has ${value.length} characters; ${max} are allowed`);
  return value;
}

/** Tag 54 holds at most 13 characters. */
function formatAmount(amount: Rupiah): string {
  if (!Number.isSafeInteger(amount) || amount < 1 || amount > 9_999_999_999_999) {
    throw new QrisError(`Invalid amount: ${amount}`);
  }
  return String(amount);
}
