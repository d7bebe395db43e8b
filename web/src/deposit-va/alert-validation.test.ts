import { expect, test } from 'vitest';
import { validateRecipients, parseRecipients } from './alert-validation.ts';

test.each([
  ['', 'Please enter an email address.'],
  ['a@b.example', undefined],
  ['a@b.example, c@d.example', undefined],
  ['a@b.example A@B.example', 'This email is already added.'],
  ['a@b.example nobody', 'nobody is not a valid email address.'],
  [[1, 2, 3, 4, 5].map((n) => `a${n}@b.example`).join(','), undefined],
  [[1, 2, 3, 4, 5, 6].map((n) => `a${n}@b.example`).join(','), 'You can only add up to 5 recipients.'],
])('recipients %s: %s', (text, error) => {
  expect(validateRecipients(text)).toBe(error);
});

test('addresses may be separated by whatever people type', () => {
  expect(parseRecipients(' a@b.example;c@d.example\n e@f.example ')).toEqual([
    'a@b.example',
    'c@d.example',
    'e@f.example',
  ]);
});
