/** Customers are recognised by support without their whole address or number. */
import { expect, test } from 'vitest';
import { maskEmail, maskPhone } from './mask.ts';

test.each([
  ['rina@example.com', 'r***@example.com'],
  ['"a@b"@example.com', '"***@example.com'],
])('the email %s is shown as %s', (email, shown) => {
  expect(maskEmail(email)).toBe(shown);
});

test('a phone number is shown by its last four digits', () => {
  expect(maskPhone('+6281234567890')).toBe('***7890');
});
