import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeQris, encodeQris, toQrisText, type QrisContent, parseQris, toDynamic } from './qris.ts';
import { QRIS_CRITERIA } from './qris-merchant.ts';
import { validateQris } from './qris-validation.ts';
import { NO_TIP, type QrisTip } from './qris-tip.ts';
import { crc16, QrisError } from './qris-tlv.ts';

const CONTENT: QrisContent = {
  acquirer: { domain: 'ID.CO.BANKSANDBOX.WWW', merchant_pan: '936000990000000017', merchant_id: '000000001' },
  nmid: 'ID1020000000017',
  criteria: 'UMI',
  mcc: '5814',
  merchant_name: 'KOPI NUSANTARA',
  merchant_city: 'JAKARTA PUSAT',
  postal_code: '10110',
};

// Encoded by another implementation (Python, binascii.crc_hqx with initial value 0xFFFF).
const UP_TO_AMOUNT =
  '26670021ID.CO.BANKSANDBOX.WWW011893600099000000001702090000000010303UMI51440014ID.CO.QRIS.WWW0215ID10200000000170303UMI520458145303360';
const FROM_COUNTRY = '5802ID5914KOPI NUSANTARA6013JAKARTA PUSAT61051011063';
const STATIC = `000201010211${UP_TO_AMOUNT}${FROM_COUNTRY}044979`;
const DYNAMIC_50000 = `000201010212${UP_TO_AMOUNT}540550000${FROM_COUNTRY}0411BC`;
const DYNAMIC_DECIMALS = `000201010212${UP_TO_AMOUNT}5409100003.00${FROM_COUNTRY}04E34A`;

/** A code of Rp 50.000 with the given tip elements. */
const withTip = (elements: string): string => DYNAMIC_50000.replace('5802ID', `${elements}5802ID`);

const resealed = (payload: string): string => {
  const body = payload.slice(0, -4);
  return body + crc16(body);
};

describe('CRC-16/CCITT-FALSE', () => {
  test.each([
    ['123456789', '29B1'],
    ['', 'FFFF'],
    ['A', 'B915'],
  ])('of %j is the published %s', (text, crc) => expect(crc16(text)).toBe(crc));
});

describe('encodeQris', () => {
  test('encodes the same static code as another implementation', () => expect(encodeQris(CONTENT)).toBe(STATIC));
  test('encodes amounts as integers', () => expect(encodeQris({ ...CONTENT, amount: 50_000 })).toBe(DYNAMIC_50000));
  test('puts bill, reference and terminal into tag 62', () => {
    const payload = encodeQris({
      ...CONTENT,
      amount: 1,
      bill_number: 'B1',
      reference_label: 'R22',
      terminal_label: 'T',
    });
    expect(payload).toContain('62180102B10503R220701T6304');
  });
  test.each<[string, Partial<QrisContent>]>([
    ['a name of 25', { merchant_name: 'n'.repeat(25) }],
    ['a city of 15', { merchant_city: 'c'.repeat(15) }],
    ['the minimum amount', { amount: 1 }],
    ['the maximum amount of tag 54', { amount: 9_999_999_999_999 }],
  ])('accepts %s', (_what, change) => expect(validateQris(encodeQris({ ...CONTENT, ...change }))).toEqual([]));
  test.each<[string, Partial<QrisContent>]>([
    ['a name of 26', { merchant_name: 'n'.repeat(26) }],
    ['an empty name', { merchant_name: '' }],
    ['a city of 16', { merchant_city: 'c'.repeat(16) }],
    ['letters outside ASCII', { merchant_name: 'Café' }],
    ['an amount of 0', { amount: 0 }],
    ['an amount with cents', { amount: 1.5 }],
    ['an amount of 14 digits', { amount: 10_000_000_000_000 }],
    ['an NMID of 14 characters', { nmid: 'ID102000000001' }],
    ['a bill number of 100', { bill_number: 'b'.repeat(100) }],
  ])('refuses %s', (_what, change) => expect(() => encodeQris({ ...CONTENT, ...change })).toThrow(QrisError));
});

describe('domain 4.1: tips', () => {
  test.each<[string, QrisTip, string]>([
    ['none', NO_TIP, '5405500005802ID'],
    ['prompt', { tip_mode: 'prompt', tip_value: null }, '5405500005502015802ID'],
    ['fixed', { tip_mode: 'fixed', tip_value: 5_000 }, '540550000550202560450005802ID'],
    ['percent', { tip_mode: 'percent', tip_value: 1_000 }, '5405500005502035702105802ID'],
    ['percent with decimals', { tip_mode: 'percent', tip_value: 1_195 }, '540550000550203570511.955802ID'],
    ['percent below one', { tip_mode: 'percent', tip_value: 25 }, '54055000055020357040.255802ID'],
  ])('a tip of mode %s is encoded in tags 55 to 57 and parsed back', (_what, tip, elements) => {
    const payload = encodeQris({ ...CONTENT, amount: 50_000, tip });
    expect(payload).toContain(elements);
    expect(validateQris(payload)).toEqual([]);
    expect(parseQris(payload).tip).toEqual(tip);
  });
  test.each<[string, QrisTip]>([
    ['a fixed tip of 0', { tip_mode: 'fixed', tip_value: 0 }],
    ['a fixed tip without a value', { tip_mode: 'fixed', tip_value: null }],
    ['100 percent', { tip_mode: 'percent', tip_value: 10_000 }],
    ['a value where the payer chooses', { tip_mode: 'prompt', tip_value: 1 }],
  ])('%s is refused', (_what, tip) => expect(() => encodeQris({ ...CONTENT, tip })).toThrow(QrisError));
  test('store and terminal are encoded in tag 62', () => {
    const payload = encodeQris({ ...CONTENT, store_label: 'Tebet', terminal_label: 'K1' });
    expect(payload).toContain('62150305Tebet0702K1');
    expect(parseQris(payload)).toMatchObject({ store_label: 'Tebet', terminal_label: 'K1', is_dynamic: false });
  });
});

describe('toDynamic', () => {
  test('sets tag 01, inserts tag 54 in order and updates the CRC', () =>
    expect(toDynamic(STATIC, 50_000)).toBe(DYNAMIC_50000));
  test('replaces the amount of a static code that has one', () => {
    const with_amount = resealed(STATIC.replace('5802ID', '540175802ID'));
    expect(validateQris(with_amount)).toEqual([]);
    expect(toDynamic(with_amount, 50_000)).toBe(DYNAMIC_50000);
  });
  test('refuses a dynamic code', () => expect(() => toDynamic(DYNAMIC_50000, 1)).toThrow('not static'));
  test('refuses an invalid code', () => expect(() => toDynamic(STATIC.replace('KOPI', 'KOPY'), 1)).toThrow('CRC'));
  test('refuses an amount of 0', () => expect(() => toDynamic(STATIC, 0)).toThrow(QrisError));
});

describe('checkQris', () => {
  test.each([STATIC, DYNAMIC_50000, DYNAMIC_DECIMALS])('accepts %s', (payload) =>
    expect(validateQris(payload)).toEqual([]),
  );
  test.each<[string, string, { code: string; tag: string }]>([
    ['a length beyond the end', STATIC.slice(0, -1), { code: 'length_overrun', tag: '63' }],
    [
      'a length beyond its template',
      resealed(STATIC.replace('0014ID.CO.QRIS', '0099ID.CO.QRIS')),
      { code: 'length_overrun', tag: '51' },
    ],
    ['text that is not an element', 'hello', { code: 'malformed', tag: '??' }],
    ['tags out of order', resealed(STATIC.replace('53033605802ID', '5802ID5303360')), { code: 'tag_order', tag: '53' }],
    ['a tag given twice', resealed(STATIC.replace('5802ID', '5802ID5802ID')), { code: 'tag_order', tag: '58' }],
    ['no tag 26', resealed(STATIC.replace(/2667.{67}/, '')), { code: 'missing_tag', tag: '26' }],
    ['no tag 51', resealed(STATIC.replace(/5144.{44}/, '')), { code: 'missing_tag', tag: '51' }],
    ['no CRC', STATIC.slice(0, -8), { code: 'missing_tag', tag: '63' }],
    ['another currency', resealed(STATIC.replace('5303360', '5303840')), { code: 'wrong_value', tag: '53' }],
    ['another country', resealed(STATIC.replace('5802ID', '5802SG')), { code: 'wrong_value', tag: '58' }],
    ['cents', resealed(DYNAMIC_DECIMALS.replace('.00', '.50')), { code: 'wrong_value', tag: '54' }],
    [
      'a name of 26',
      resealed(STATIC.replace('5914KOPI NUSANTARA', `5926${'n'.repeat(26)}`)),
      { code: 'wrong_length', tag: '59' },
    ],
    ['an empty city', resealed(STATIC.replace('6013JAKARTA PUSAT', '6000')), { code: 'wrong_length', tag: '60' }],
    ['one changed character', STATIC.replace('KOPI', 'KOPY'), { code: 'crc_mismatch', tag: '63' }],
    ['a tip indicator of 04', resealed(withTip('550204')), { code: 'wrong_value', tag: '55' }],
    ['a fixed tip without its amount', resealed(withTip('550202')), { code: 'missing_tag', tag: '56' }],
    ['a percentage tip without its value', resealed(withTip('550203')), { code: 'missing_tag', tag: '57' }],
    ['a fixed tip without its indicator', resealed(withTip('56045000')), { code: 'wrong_value', tag: '56' }],
    [
      'a percentage alongside a fixed tip',
      resealed(withTip('550202560450005701' + '5')),
      { code: 'wrong_value', tag: '57' },
    ],
    ['a fixed tip with cents', resealed(withTip('5502025607500.500')), { code: 'wrong_value', tag: '56' }],
    ['100 percent', resealed(withTip('5502035703100')), { code: 'wrong_value', tag: '57' }],
    ['0 percent', resealed(withTip('5502035704' + '0.00')), { code: 'wrong_value', tag: '57' }],
    ['a CRC in lower case', `${DYNAMIC_50000.slice(0, -4)}11bc`, { code: 'crc_mismatch', tag: '63' }],
  ])('finds %s', (_what, payload, error) => {
    expect(validateQris(payload)).toContainEqual({
      ...error,
      detail: { en: expect.any(String), id: expect.any(String) },
    });
  });
});

describe('decodeQris', () => {
  test('returns an ordered table with the children of templates', () => {
    const table = decodeQris(DYNAMIC_50000);
    expect(table.map(({ tag }) => tag)).toEqual([
      '00',
      '01',
      '26',
      '51',
      '52',
      '53',
      '54',
      '58',
      '59',
      '60',
      '61',
      '63',
    ]);
    expect(table[3]?.children?.[1]).toEqual({
      tag: '02',
      name: { en: 'NMID', id: 'NMID' },
      value: 'ID1020000000017',
      ok: true,
    });
    expect(table.every(({ ok }) => ok)).toBe(true);
  });
  test('marks only the line with the error', () => {
    const table = decodeQris(STATIC.replace('KOPI', 'KOPY'));
    expect(table.filter(({ ok }) => !ok)).toEqual([
      { tag: '63', name: { en: 'CRC', id: 'CRC' }, value: '4979', ok: false },
    ]);
  });
  test('returns unreadable text as the last line', () => {
    expect(decodeQris('000201hello').at(-1)).toEqual({
      tag: '??',
      name: { en: 'Field ??', id: 'Kolom ??' },
      value: 'hello',
      ok: false,
    });
  });
});

describe('readQris', () => {
  test.each([
    [STATIC, false, null],
    [DYNAMIC_50000, true, 50_000],
    [DYNAMIC_DECIMALS, true, 100_003],
  ])('reads %s', (payload, is_dynamic, amount) => {
    expect(parseQris(payload)).toEqual({
      is_dynamic,
      amount,
      nmid: 'ID1020000000017',
      merchant_name: 'KOPI NUSANTARA',
      merchant_city: 'JAKARTA PUSAT',
      tip: NO_TIP,
      bill_number: null,
      store_label: null,
      reference_label: null,
      terminal_label: null,
    });
  });
});

test.each([
  ['Café  Été', 25, 'Cafe Ete'],
  ['日本', 25, ''],
  ['Warung Makan Sederhana Jaya Abadi', 25, 'Warung Makan Sederhana Ja'],
  ['Kota Bandung Kab', 13, 'Kota Bandung'],
])('fitQrisText(%j, %i) is %j', (text, max, fitted) => expect(toQrisText(text, max)).toBe(fitted));

const plain = (max: number) =>
  fc.string({
    unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)),
    minLength: 1,
    maxLength: max,
  });
const digits = (length: number) =>
  fc.string({ unit: fc.constantFrom(...Array.from('0123456789')), minLength: length, maxLength: length });

const anyContent = fc.record({
  acquirer: fc.record({
    domain: plain(30),
    merchant_pan: digits(18),
    merchant_id: fc.option(plain(15), { nil: undefined }),
  }),
  nmid: digits(13).map((number) => `ID${number}`),
  criteria: fc.constantFrom(...QRIS_CRITERIA),
  mcc: digits(4),
  merchant_name: plain(25),
  merchant_city: plain(15),
  amount: fc.option(fc.integer({ min: 1, max: 10_000_000 }), { nil: undefined }),
  tip: fc.option(
    fc.oneof(
      fc.constantFrom<QrisTip>(NO_TIP, { tip_mode: 'prompt', tip_value: null }),
      fc.integer({ min: 1, max: 9_999_999 }).map((tip_value): QrisTip => ({ tip_mode: 'fixed', tip_value })),
      fc.integer({ min: 1, max: 9_999 }).map((tip_value): QrisTip => ({ tip_mode: 'percent', tip_value })),
    ),
    { nil: undefined },
  ),
  bill_number: fc.option(plain(20), { nil: undefined }),
  store_label: fc.option(plain(20), { nil: undefined }),
  terminal_label: fc.option(plain(16), { nil: undefined }),
  reference_label: fc.option(plain(20), { nil: undefined }),
});

test('every encoded payload is valid and parses to its content', () => {
  const parsesToContent = (content: QrisContent) => {
    const payload = encodeQris(content);
    expect(validateQris(payload)).toEqual([]);
    expect(parseQris(payload)).toEqual({
      is_dynamic: content.amount !== undefined,
      amount: content.amount ?? null,
      nmid: content.nmid,
      merchant_name: content.merchant_name,
      merchant_city: content.merchant_city,
      tip: content.tip ?? NO_TIP,
      bill_number: content.bill_number ?? null,
      store_label: content.store_label ?? null,
      reference_label: content.reference_label ?? null,
      terminal_label: content.terminal_label ?? null,
    });
  };
  fc.assert(fc.property(anyContent, parsesToContent));
});

test('a payload with one changed character is never valid', () => {
  const isRefused = (index: number, character: string) => {
    fc.pre(STATIC[index] !== character);
    expect(validateQris(STATIC.slice(0, index) + character + STATIC.slice(index + 1))).not.toEqual([]);
  };
  fc.assert(fc.property(fc.nat({ max: STATIC.length - 1 }), plain(1), isRefused));
});

test('decoding and parsing never throw', () => {
  const reads = (text: string) => {
    expect(decodeQris(text).every(({ tag }) => tag.length === 2)).toBe(true);
    expect(parseQris(text).is_dynamic).toBeTypeOf('boolean');
  };
  fc.assert(fc.property(fc.string({ maxLength: 200 }), reads));
});
