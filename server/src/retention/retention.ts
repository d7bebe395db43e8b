/** Removes records after the time for which they are needed. Audit log, ledger and payments are kept. */
import * as duration from '@dasbor/contract/duration';
import { ID_PREFIXES, type IdType } from '@dasbor/contract/id';
import { toBusinessDay } from '@dasbor/contract/time';
import { listMerchantIds } from '../audit/queries.ts';
import { deleteExpiredAccountData } from '../auth/password-queries.ts';
import { deleteSignInCounts } from '../auth/queries.ts';
import { deleteSignInEvents } from '../auth/sign-in-event-queries.ts';
import { WEBHOOK_RETENTION_DAYS } from '@dasbor/contract/webhook-fields';
import { newId } from '../db/new-id.ts';
import { asLogin, asMerchant, asPlatform } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { API_LOG_DAYS } from '@dasbor/contract/api-log';
import {
  clearPayerAddresses,
  deleteApiRequests,
  deleteExternalIds,
  deleteIdempotencyKeys,
  deleteRailLog,
  deleteSessions,
  deleteUnmatchedCallbacks,
  deleteUserIdempotencyKeys,
  deleteWebhookEvents,
} from './queries.ts';

/** Days for which each kind of record is kept. Idempotency keys have their own expiry. */
export const RETENTION_DAYS = {
  /** An X-EXTERNAL-ID is unique within a day; longer for investigations. */
  external_id: 30,
  /** Longer than a year, for disputes with banks. */
  rail_log: 400,
  unmatched_callback: 90,
  /** The API log that merchants see. */
  api_request: API_LOG_DAYS,
  /** As long as webhook events can be sent again. */
  webhook_event: WEBHOOK_RETENTION_DAYS,
  /** As long as a device counts as known. */
  session: 90,
  /** History of sign-ins that people see (domain 1.16). */
  sign_in_event: 90,
  /** Links of emails, and requests for them. */
  account_link: 30,
  /** Address and browser of a payer, for fraud investigations. */
  payer_address: 180,
};

const SIGN_IN_BATCH = 5_000;

const TIME_CHARACTERS = 10;
const RANDOM_CHARACTERS = 16;

/** The smallest id of a type at a time: ids are ordered by time. */
export function toFirstId(type: IdType, at: Date): string {
  const start = ID_PREFIXES[type].length + 1;
  return newId(type, at).slice(0, start + TIME_CHARACTERS) + '0'.repeat(RANDOM_CHARACTERS);
}

type Counts = Record<string, number>;

/** Idempotent; a crash leaves the rest to the next run. Returns the number of records by kind. */
export async function deleteExpiredRecords({ db }: Pick<Deps, 'db'>, now: Date): Promise<Counts> {
  const ago = (days: number): Date => new Date(now.getTime() - duration.days(days));
  const counts: Counts = {};
  const repeat = async (kind: string, work: () => Promise<number>): Promise<void> => {
    for (let count = await work(); count > 0; count = await work()) counts[kind] = (counts[kind] ?? 0) + count;
  };
  for (const merchant_id of await asPlatform(db, listMerchantIds)) {
    await repeat('idempotency_key', () => asPlatform(db, (tx) => deleteIdempotencyKeys(tx, merchant_id, now)));
    const day = toBusinessDay(ago(RETENTION_DAYS.external_id));
    await repeat('external_id', () => asPlatform(db, (tx) => deleteExternalIds(tx, merchant_id, day)));
    const log_id = toFirstId('rail_log', ago(RETENTION_DAYS.rail_log));
    await repeat('rail_log', () => asPlatform(db, (tx) => deleteRailLog(tx, merchant_id, log_id)));
    const request_id = toFirstId('request', ago(RETENTION_DAYS.api_request));
    await repeat('api_request', () => asPlatform(db, (tx) => deleteApiRequests(tx, merchant_id, request_id)));
    const event_id = toFirstId('webhook_event', ago(RETENTION_DAYS.webhook_event));
    await repeat('webhook_event', () => asPlatform(db, (tx) => deleteWebhookEvents(tx, merchant_id, event_id)));
    const payment_id = toFirstId('transaction', ago(RETENTION_DAYS.payer_address));
    await repeat('payer_address', () => asMerchant(db, merchant_id, (tx) => clearPayerAddresses(tx, payment_id)));
  }
  const unmatched_before = ago(RETENTION_DAYS.unmatched_callback);
  await repeat('unmatched_callback', () => asPlatform(db, (tx) => deleteUnmatchedCallbacks(tx, unmatched_before)));
  await repeat('sign_in_count', () => asLogin(db, (tx) => deleteSignInCounts(tx, ago(1))));
  const sign_in_id = toFirstId('sign_in_event', ago(RETENTION_DAYS.sign_in_event));
  await repeat('sign_in_event', () => asLogin(db, (tx) => deleteSignInEvents(tx, sign_in_id, SIGN_IN_BATCH)));
  const links_before = ago(RETENTION_DAYS.account_link);
  await repeat('account_link', () => asLogin(db, (tx) => deleteExpiredAccountData(tx, now, links_before)));
  await repeat('user_idempotency_key', () => asLogin(db, (tx) => deleteUserIdempotencyKeys(tx, now)));
  await repeat('session', () => asLogin(db, (tx) => deleteSessions(tx, ago(RETENTION_DAYS.session))));
  return counts;
}
