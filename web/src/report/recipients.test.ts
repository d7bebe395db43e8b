import { expect, test } from 'vitest';
import { joinRecipients, formatRecipientCount, findRecipientError, splitRecipients } from './recipients.ts';

const ONE = ['finance@kopi.example'];
const TWO = [...ONE, 'owner@kopi.example'];

test.each([
  ['an empty field', '', [], 'Please enter an email address.'],
  ['a blank', ' ', [], 'Email cannot be empty.'],
  ['blanks of any kind', ' \t ', ONE, 'Email cannot be empty.'],
  ['the same address', 'finance@kopi.example', ONE, 'This email is already added.'],
  ['the same address in other letters, with blanks', ' Finance@Kopi.example ', ONE, 'This email is already added.'],
  ['a third', 'third@kopi.example', TWO, 'You can only add up to 2 email recipients.'],
  ['one of two again', 'owner@kopi.example', TWO, 'This email is already added.'],
])('spec §5: %s is rejected', (_name, text, recipients, message) => {
  expect(findRecipientError(text, recipients)).toBe(message);
});

test.each([
  ['a first', 'finance@kopi.example', []],
  ['a second', 'owner@kopi.example', ONE],
  ['one with blanks around it', '  owner@kopi.example ', ONE],
  ['one with a plus', 'owner+reports@mail.kopi.example', ONE],
])('spec §5: %s is accepted', (_name, text, recipients) => {
  expect(findRecipientError(text, recipients)).toBeNull();
});

test.each(['owner', 'owner@', '@kopi.example', 'owner@kopi', 'a@kopi.example,b@kopi.example', 'a b@kopi.example'])(
  'what is no single address is refused: %s',
  (text) => {
    expect(findRecipientError(text, [])).toBe('Please enter a valid email address.');
  },
);

test.each([
  [0, '0/2 recipients added'],
  [1, '1/2 recipients added'],
  [2, '2/2 recipients added'],
])('spec §2: the counter at %i', (count, text) => {
  expect(formatRecipientCount(count)).toBe(text);
});

test('spec §3: recipients are stored as a comma-separated string', () => {
  expect(joinRecipients(TWO)).toBe('finance@kopi.example,owner@kopi.example');
  expect(splitRecipients('finance@kopi.example, owner@kopi.example')).toEqual(TWO);
  expect(splitRecipients('')).toEqual([]);
});
