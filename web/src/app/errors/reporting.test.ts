import { expect, test } from 'vitest';
import { removeSecrets } from './remove-secrets.ts';
import { allowHtmlWithoutTags } from '../page/trusted-types.ts';

test('spec §1: reports carry personal data, and never tokens, passwords, one-time codes or account numbers', () => {
  const report = {
    user: { id: 'usr_1', email: 'sari@kopi.example' },
    tags: { role: 'finance', merchant_id: 'mer_1' },
    request: {
      url: 'https://d.example/reset-password/abc123?token=t1&redirect=%2Fx&q=kopi',
      headers: { Authorization: 'Bearer abc.def', cookie: 'a=b' },
      data: {
        email: 'sari@kopi.example',
        password: 'hunter2',
        otp: '123456',
        sftp_password: 's',
        access_token: 'a',
        account_number: 1234567890,
      },
    },
    breadcrumbs: [{ message: 'sent Bearer abc.def for 1234567890123' }],
  };
  expect(removeSecrets(report)).toEqual({
    user: { id: 'usr_1', email: 'sari@kopi.example' },
    tags: { role: 'finance', merchant_id: 'mer_1' },
    request: {
      url: 'https://d.example/reset-password/[removed]?token=[removed]&redirect=[removed]&q=kopi',
      headers: { Authorization: '[removed]', cookie: '[removed]' },
      data: {
        email: 'sari@kopi.example',
        password: '[removed]',
        otp: '[removed]',
        sftp_password: '[removed]',
        access_token: '[removed]',
        account_number: '[removed]',
      },
    },
    breadcrumbs: [{ message: 'sent Bearer [removed] for [number removed]' }],
  });
});

test.each([
  ['account 12345 closed', 'account [number removed] closed'],
  ['account 123456789 closed', 'account [number removed] closed'],
  ['account_no=12345678901234567890', 'account_no=[number removed]'],
  ['virtual account 88081234567890123456789012', 'virtual account [number removed]'],
  ['code 482913 expired', 'code [number removed] expired'],
  ['HTTP 503 after 1234 ms', 'HTTP 503 after 1234 ms'],
  ['at a (https://d.example/assets/app.js:1:1234567)', 'at a (https://d.example/assets/app.js:1:1234567)'],
  ['/transaction/txn_01k0k0p1nvsantara000000000', '/transaction/txn_01k0k0p1nvsantara000000000'],
])('decision: account numbers and codes never: %s', (text, sent) => {
  expect(removeSecrets(text)).toBe(sent);
});

test('positions of stack frames and times remain numbers', () => {
  const event = { timestamp: 1_764_000_000, frames: [{ lineno: 12_345, colno: 123_456 }] };
  expect(removeSecrets(event)).toEqual(event);
});

test('the default policy passes text of style sheets and refuses markup', () => {
  expect(allowHtmlWithoutTags(':root{--x:1px}')).toBe(':root{--x:1px}');
  expect(allowHtmlWithoutTags('<img src=x onerror=alert(1)>')).toBeNull();
});
