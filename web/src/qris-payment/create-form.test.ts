import { expect, test } from 'vitest';
import { EMPTY_FORM, toPaymentBody, validateForm, isDirty } from './create-form.ts';

const VALID = { ...EMPTY_FORM, amount: 50_000 };

test.each([
  ['amount', null, 'Enter an amount.'],
  ['amount', 0, 'Enter at least Rp 1.'],
  ['amount', 1, undefined],
  ['amount', 10_000_000, undefined],
  ['amount', 10_000_001, 'A QRIS payment can be at most Rp 10.000.000.'],
  ['merchant_reference', 'A'.repeat(64), undefined],
  ['merchant_reference', 'A'.repeat(65), 'Enter at most 64 characters.'],
  ['merchant_reference', 'pesanan-é', 'Use letters, digits and symbols without accents.'],
  ['description', 'a'.repeat(140), undefined],
  ['description', 'a'.repeat(141), 'Enter at most 140 characters.'],
  ['customer_name', 'a'.repeat(101), 'Enter at most 100 characters.'],
  ['customer_email', '', undefined],
  ['customer_email', 'siti@contoh.example', undefined],
  ['customer_email', 'siti', 'Enter a valid email address.'],
] as const)('%s = %s', (field, value, error) => {
  expect(validateForm({ ...VALID, [field]: value })[field]).toBe(error);
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

test('an unchanged form is not dirty', () => {
  expect(isDirty(EMPTY_FORM)).toBe(false);
  expect(isDirty(VALID)).toBe(true);
});
