/** Validation of QRIS payloads (domain 4.1). */
import { type Localized, localized } from './language.ts';
import { getTagName, isTemplate } from './qris-tags.ts';
import { parsePercent } from './qris-tip.ts';
import { crc16, parseElements, type QrisPayloadError } from './qris-tlv.ts';

export const QRIS_NAME_MAX = 25;
export const QRIS_CITY_MAX = 15;

/** All errors of a payload, ordered by tag; empty when every app can read it. */
export function validateQris(payload: string): QrisPayloadError[] {
  const { elements, error } = parseElements(payload);
  const errors: QrisPayloadError[] = error ? [error] : [];
  const report = (code: QrisPayloadError['code'], tag: string, detail: Localized) => errors.push({ code, tag, detail });
  elements.forEach(({ tag, value }, index) => {
    const before = elements[index - 1]?.tag;
    if (before !== undefined && tag <= before) {
      const detail = localized(
        `Tag ${tag} must not follow tag ${before}.`,
        `Tag ${tag} tidak boleh mengikuti tag ${before}.`,
      );
      report('tag_order', tag, detail);
    }
    const inner = isTemplate(tag) ? parseElements(value).error : undefined;
    if (inner) {
      const { en, id } = inner.detail;
      report(inner.code, tag, localized(`In tag ${tag}: ${en}`, `Di dalam tag ${tag}: ${id}`));
    }
  });
  const values = new Map(elements.map(({ tag, value }) => [tag, value]));
  for (const tag of REQUIRED_TAGS) {
    if (values.has(tag)) continue;
    const { en, id } = getTagName(tag);
    report('missing_tag', tag, localized(`Tag ${tag} (${en}) is missing.`, `Tag ${tag} (${id}) tidak ada.`));
  }
  for (const { tag, accepts, detail } of VALUE_RULES) {
    const value = values.get(tag);
    if (value !== undefined && !accepts(value)) report('wrong_value', tag, detail);
  }
  for (const [tag, max] of LENGTH_RULES) {
    const length = values.get(tag)?.length;
    if (length !== undefined && (length < 1 || length > max)) {
      const { en, id } = getTagName(tag);
      const detail = localized(
        `${en} has ${length} characters; 1 to ${max} are allowed.`,
        `${id} memiliki ${length} karakter; yang diizinkan 1 sampai ${max}.`,
      );
      report('wrong_length', tag, detail);
    }
  }
  for (const [tag, indicator] of TIP_VALUE_TAGS) {
    const is_required = values.get('55') === indicator;
    if (is_required && !values.has(tag)) {
      const detail = localized(
        `Tag 55 is ${indicator}, but tag ${tag} is missing.`,
        `Tag 55 bernilai ${indicator}, tetapi tag ${tag} tidak ada.`,
      );
      report('missing_tag', tag, detail);
    }
    if (!is_required && values.has(tag)) {
      const detail = localized(
        `Tag ${tag} requires ${indicator} in tag 55.`,
        `Tag ${tag} memerlukan ${indicator} pada tag 55.`,
      );
      report('wrong_value', tag, detail);
    }
  }
  const crc = values.get('63');
  if (crc !== undefined && crc !== crc16(payload.slice(0, -4))) {
    const expected = crc16(payload.slice(0, -4));
    const detail = localized(
      `The CRC is ${crc}; ${expected} was expected.`,
      `CRC bernilai ${crc}; seharusnya ${expected}.`,
    );
    report('crc_mismatch', '63', detail);
  }
  return errors.toSorted((a, b) => (a.tag < b.tag ? -1 : Number(a.tag > b.tag)));
}

const REQUIRED_TAGS = ['00', '26', '51', '52', '53', '58', '59', '60', '63'];

const VALUE_RULES: { tag: string; accepts: (value: string) => boolean; detail: Localized }[] = [
  {
    tag: '00',
    accepts: (value) => value === '01',
    detail: localized('The payload format must be 01.', 'Format payload harus 01.'),
  },
  {
    tag: '01',
    accepts: (value) => value === '11' || value === '12',
    detail: localized('The code must be static (11) or dynamic (12).', 'Kode harus statis (11) atau dinamis (12).'),
  },
  {
    tag: '53',
    accepts: (value) => value === '360',
    detail: localized('The currency must be 360 (rupiah).', 'Mata uang harus 360 (rupiah).'),
  },
  {
    tag: '54',
    accepts: isWholeAmount,
    detail: localized('The amount must be whole rupiah.', 'Jumlah harus rupiah bulat.'),
  },
  {
    tag: '55',
    accepts: (value) => /^0[123]$/.test(value),
    detail: localized('The tip indicator must be 01, 02 or 03.', 'Indikator tip harus 01, 02 atau 03.'),
  },
  {
    tag: '56',
    accepts: isWholeAmount,
    detail: localized('The fixed tip must be whole rupiah.', 'Tip tetap harus rupiah bulat.'),
  },
  {
    tag: '57',
    accepts: (value) => parsePercent(value) !== null,
    detail: localized('The percentage tip must be 0.01 to 99.99.', 'Tip persentase harus 0,01 sampai 99,99.'),
  },
  { tag: '58', accepts: (value) => value === 'ID', detail: localized('The country must be ID.', 'Negara harus ID.') },
];

/** The tag that each value of tag 55 requires; 01 (payer chooses) requires none. */
const TIP_VALUE_TAGS: [tag: string, indicator: string][] = [
  ['56', '02'],
  ['57', '03'],
];

const LENGTH_RULES: [tag: string, max: number][] = [
  ['59', QRIS_NAME_MAX],
  ['60', QRIS_CITY_MAX],
];

/** Both `50000` and `100003.00` are in use; cents are not. */
export function isWholeAmount(value: string): boolean {
  return value.length <= 13 && /^\d+(\.0{1,2})?$/.test(value);
}
