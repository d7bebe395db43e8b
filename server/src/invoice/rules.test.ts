import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readEnv } from '../env.ts';
import {
  calculateCredit,
  formatNumber,
  calculateInvoicedSince,
  calculateInvoicedUntil,
  findIssuer,
  toMonth,
} from './rules.ts';

describe('when a month is due', () => {
  const NONE = new Set<string>();
  test.each([
    // 1 November 2026 is a Sunday.
    ['2026-10-31', NONE, '2026-10-01'],
    ['2026-11-01', NONE, '2026-10-01'],
    ['2026-11-02', NONE, '2026-11-01'],
    ['2026-11-02', new Set(['2026-11-02']), '2026-10-01'],
    ['2026-11-03', new Set(['2026-11-02']), '2026-11-01'],
    ['2026-11-30', NONE, '2026-11-01'],
    // 1 January is a holiday, 2 and 3 January 2027 are a weekend.
    ['2027-01-03', new Set(['2027-01-01']), '2026-12-01'],
    ['2027-01-04', new Set(['2027-01-01']), '2027-01-01'],
  ])('on %s', (today, holidays, until) => expect(calculateInvoicedUntil(today, holidays)).toBe(until));

  test('months of the last year are made up for', () =>
    expect(calculateInvoicedSince('2026-02-03')).toBe('2025-02-01'));
});

test.each([
  ['2026-10-17', '2026-10-01', '2026-10-31'],
  ['2026-12-01', '2026-12-01', '2026-12-31'],
  ['2028-02-29', '2028-02-01', '2028-02-29'],
])('the month of %s', (day, period_from, period_to) => {
  const month = toMonth(day);
  expect([month.period_from, month.period_to]).toEqual([period_from, period_to]);
  expect(month.from.toISOString()).toBe(new Date(`${period_from}T00:00:00+07:00`).toISOString());
  expect(month.to.getTime()).toBe(Date.parse(`${period_to}T00:00:00+07:00`) + 86_400_000);
});

test.each([
  ['invoice', 1, 'INV-202610-00001'],
  ['credit_note', 123_456, 'CN-202610-123456'],
] as const)('number of %s %i', (kind, number, text) => expect(formatNumber(kind, '2026-10-01', number)).toBe(text));

test('without name, address and NPWP of the provider nothing is issued, except in the sandbox', () => {
  const given = { PROVIDER_NAME: 'PT X', PROVIDER_ADDRESS: 'Jakarta', PROVIDER_NPWP: '0123456789012345' };
  expect(findIssuer(readEnv({ SANDBOX: '0', ...given }))).toEqual({
    name: 'PT X',
    address: 'Jakarta',
    npwp: '0123456789012345',
  });
  expect(findIssuer(readEnv({ SANDBOX: '0', ...given, PROVIDER_NPWP: '' }))).toBeNull();
  expect(findIssuer(readEnv({ SANDBOX: '1' }))?.name).toBe('PT Dasbor Pembayaran Indonesia');
});

test('credit notes of the whole fee, in any parts, return exactly the VAT of the invoice', () => {
  const amounts = fc.record({
    fee_amount: fc.integer({ min: 1, max: 5_000_000_000 }),
    cuts: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 6 }),
    vat_share: fc.double({ min: 0, max: 0.12, noNaN: true }),
  });
  fc.assert(
    fc.property(amounts, ({ fee_amount, cuts, vat_share }) => {
      const invoice = {
        fee_amount,
        dpp_amount: Math.round((fee_amount * 11) / 12),
        vat_amount: Math.round(fee_amount * vat_share),
      };
      let before = { fee_amount: 0, dpp_amount: 0, vat_amount: 0 };
      const ends = [...new Set([...cuts.map((cut) => Math.ceil(cut * fee_amount)), fee_amount])].toSorted(
        (a, b) => a - b,
      );
      for (const end of ends) {
        const part = end - before.fee_amount;
        if (part === 0) continue;
        const credit = calculateCredit(invoice, before, part);
        expect(Math.min(credit.dpp_amount, credit.vat_amount)).toBeGreaterThanOrEqual(0);
        before = {
          fee_amount: before.fee_amount + credit.fee_amount,
          dpp_amount: before.dpp_amount + credit.dpp_amount,
          vat_amount: before.vat_amount + credit.vat_amount,
        };
      }
      expect(before).toEqual(invoice);
    }),
  );
});
