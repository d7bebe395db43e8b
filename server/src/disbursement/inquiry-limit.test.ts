import { expect, test } from 'vitest';
import type { TransferServices } from '../rails/bank-transfer.ts';
import { NEW_ACCOUNTS_PER_MINUTE, limitInquiries } from './inquiry-limit.ts';
import type { AccountDeps } from './resolve-account.ts';

test('a merchant names a limited number of new accounts in a minute, and does not limit others', async () => {
  let asked = 0;
  const inquireAccount = () => Promise.resolve({ kind: 'unknown', asked: ++asked });
  const deps = { bank: { inquireAccount } as unknown as TransferServices } as AccountDeps;
  const ask = (merchant_id: string) => limitInquiries(deps, merchant_id).bank.inquireAccount({} as never);
  for (let n = 0; n < NEW_ACCOUNTS_PER_MINUTE; n++) await ask('mer_1');
  await expect(ask('mer_1')).rejects.toMatchObject({ status_code: 429, code: 'too_many_requests' });
  expect(asked).toBe(NEW_ACCOUNTS_PER_MINUTE);
  await ask('mer_2');
  expect(asked).toBe(NEW_ACCOUNTS_PER_MINUTE + 1);
});
