import { expect, test } from 'vitest';
import { EMPTY_FORM, toPaymentBody, validateForm, isDirty } from './create-form.ts';

const VALID = { ...EMPTY_FORM, amount: 50_000 };

test.each([
  ['amount', null, 'Enter the amount to pay.'],
  ['amount', 0, 'The amount is at least Rp 1.'],
  ['amount', 1, undefined],
  ['amount', 10_000_000, undefined],
  ['amount', 10_000_001, 'One QRIS payment is at most Rp 10.000.000.'],
  ['merchant_reference', 'A'.repeat(64), undefined],
  ['merchant_reference', 'A'.repeat(65), 'A reference has at most 64 characters.'],
  ['merchant_reference', 'pesanan-é', 'Use plain letters, digits and signs.'],
  ['description', 'a'.repeat(140), undefined],
  ['description', 'a'.repeat(141), 'At most 140 characters.'],
  ['customer_name', 'a'.repeat(101), 'At most 100 characters.'],
  ['customer_email', '', undefined],
  ['customer_email', 'siti@contoh.example', undefined],
  ['customer_email', 'siti', 'This is not an e-mail address.'],
] as const)('%s = %s', (field, value, fault) => {
  expect(validateForm({ ...VALID, [field]: value })[field]).toBe(fault);
});

test('empty fields are not sent, and texts are trimmed', () => {
  expect(toPaymentBody({ ...VALID, merchant_reference: ' ORDER-1 ', description: '  ' })).toEqual({
    amount: 50_000,
    merchant_reference: 'ORDER-1',
    description: undefined,
    customer_name: undefined,
    customer_email: undefined,
    expires_in_minutes: 15,
  });
});

test('a form as it opened holds nothing to lose', () => {
  expect(isDirty(EMPTY_FORM)).toBe(false);
  expect(isDirty(VALID)).toBe(true);
});
