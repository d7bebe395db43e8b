import type { RefundTerms } from '@dasbor/contract/refund-fields';
import { describe, expect, test } from 'vitest';
import { previewEffects } from './effects.ts';
import { type RefundForm, toRefundBody, buildEmptyForm, validateForm } from './form.ts';
import { formatProblem } from './problem-text.ts';

const TERMS: RefundTerms = {
  transaction_id: 'txn_1',
  amount: 125_001,
  refunded_amount: 50_000,
  open_amount: 0,
  remaining_amount: 75_001,
  methods: ['original', 'transfer'],
  allows_partial: true,
  method_note: null,
  window_days: 30,
  window_ends_at: '2026-12-18T07:05:00.000Z',
  fee_amount: 875,
  fee_vat_amount: 96,
  previous_refunds: { amount: 50_000, fee_amount: 350, fee_vat_amount: 38 },
  transfer_fee_amount: 2_500,
  transfer_fee_vat_amount: 275,
  balance: 1_000_000,
  refusal: null,
};
const form = (change: Partial<RefundForm> = {}): RefundForm => ({ ...buildEmptyForm(TERMS, 'fraud'), ...change });
const account = { id: 'ack_1', bank: 'Bank Central Asia', account_last4: '0001', verified_name: 'SARI' };

describe('domain 1.6: the form of a refund', () => {
  test('it opens with the refundable amount and the default method', () => {
    expect(buildEmptyForm(TERMS, null)).toMatchObject({ amount: 75_001, method: 'original', reason: null });
    expect(validateForm(form(), TERMS)).toEqual({});
  });

  test.each([
    [{ amount: null }, 'amount'],
    [{ amount: 0 }, 'amount'],
    [{ amount: 75_002 }, 'amount'],
    [{ method: 'transfer' as const }, 'account'],
    [{ reason: null }, 'reason'],
    [{ reason: 'other' as const }, 'reason_text'],
    [{ reason: 'other' as const, reason_text: '  ' }, 'reason_text'],
  ])('%o has an error at %s', (change, field) => {
    expect(Object.keys(validateForm(form(change), TERMS))).toEqual([field]);
  });

  test('an issuer with full refunds only refuses partial refunds, a transfer does not', () => {
    const whole_only = { ...TERMS, allows_partial: false };
    expect(validateForm(form(), whole_only)).toHaveProperty('amount');
    expect(validateForm(form({ method: 'transfer', account }), whole_only)).toEqual({});
  });

  test('the body has only the fields of its method and reason', () => {
    expect(toRefundBody(form({ account, reason_text: 'left over', note: ' ' }))).toEqual({
      amount: 75_001,
      reason: 'fraud',
      method: 'original',
    });
    const transfer = form({ method: 'transfer', account, reason: 'other', reason_text: ' spilled ', note: 'n' });
    expect(toRefundBody(transfer)).toEqual({
      amount: 75_001,
      reason: 'other',
      reason_text: 'spilled',
      note: 'n',
      method: 'transfer',
      account_check_id: 'ack_1',
    });
  });
});

describe('preview of a refund', () => {
  test('the last partial refund reverses the rest of the fee', () => {
    expect(previewEffects(TERMS, 'original', 75_001)).toEqual({
      amount: 75_001,
      reversed_fee: { fee_amount: 525, fee_vat_amount: 58 },
      cost: { fee_amount: 0, fee_vat_amount: 0 },
      held: 75_001 - 583,
    });
  });

  test('a transfer does not reverse the fee and has its own fee', () => {
    expect(previewEffects(TERMS, 'transfer', 10_000)).toMatchObject({ held: 12_775 });
  });
});

test('an unknown outcome says that nothing is refunded twice', () => {
  expect(formatProblem({ status_code: 0, detail: 'x' } as never)).toContain('never refunded twice');
});
