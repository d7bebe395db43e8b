/**
 * Number of new accounts that a merchant may name in single disbursements: the bank responds to each with the name of its holder, and
 * the API must not become a directory of account holders. Accounts that were checked recently are not inquired and do not
 * count; a file with many new accounts is a batch, which checks them at a pace of its own.
 */
import * as duration from '@dasbor/contract/duration';
import { assertWithinLimit } from '../http/limits.ts';
import { type RateCounter, createRateCounter } from '../http/rate-counter.ts';
import type { TransferServices } from '../rails/bank-transfer.ts';
import type { AccountDeps } from './resolve-account.ts';

export const NEW_ACCOUNTS_PER_MINUTE = 120;

/** One counter per process, as for all limits of requests. */
const counters = new WeakMap<TransferServices, RateCounter>();

/** The dependencies with a bank that refuses further inquiries of the merchant with 429. */
export function limitInquiries({ db, vault, bank }: AccountDeps, merchant_id: string): AccountDeps {
  const counter =
    counters.get(bank) ?? createRateCounter({ max: NEW_ACCOUNTS_PER_MINUTE, window_ms: duration.minutes(1) });
  counters.set(bank, counter);
  const inquireAccount: TransferServices['inquireAccount'] = async (request) => {
    assertWithinLimit(counter.count(merchant_id));
    return bank.inquireAccount(request);
  };
  return { db, vault, bank: { ...bank, inquireAccount } };
}
