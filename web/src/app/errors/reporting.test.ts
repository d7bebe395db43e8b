import { expect, test } from 'vitest';
import { removeSecrets } from './remove-secrets.ts';
import { htmlWithoutTags } from '../page/trusted-types.ts';

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

test('the default policy passes text of style sheets and refuses markup', () => {
  expect(htmlWithoutTags(':root{--x:1px}')).toBe(':root{--x:1px}');
  expect(htmlWithoutTags('<img src=x onerror=alert(1)>')).toBeNull();
});
