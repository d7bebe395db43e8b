/** Creates virtual accounts. Our rows are committed first; the bank is called after the commit (issue.ts). */
import { randomInt } from 'node:crypto';
import { BANK_PARTNER_ID, type VaBank, getVaBank, buildVaNumber } from '@dasbor/contract/bank';
import * as duration from '@dasbor/contract/duration';
import { localized } from '@dasbor/contract/language';
import { validateVaInput } from '@dasbor/contract/virtual-account-rules';
import type { CreateVaInput } from '@dasbor/contract/virtual-account';
import { enqueue } from '../db/enqueue.ts';
import { executeWriteBatch } from '../db/write-batch.ts';
import { newId } from '../db/new-id.ts';
import { publishLiveEvents } from '../db/live-events.ts';
import { type MerchantTx, isUniqueViolation } from '../db/tx.ts';
import { assertCan } from '../http/active-merchant.ts';
import { Problem, notFound } from '../http/problem.ts';
import { assertPaymentAllowed } from '../merchant/limit-queries.ts';
import { type Actor, type NewTransaction, insertTransaction } from '../transaction/write-queries.ts';
import { assertValid, numberTaken } from './problems.ts';
import {
  NUMBER_CONSTRAINT,
  type NewVirtualAccount,
  REFERENCE_CONSTRAINT,
  findMerchantOfVa,
  listIssuedNumbers,
  buildVaEventsInsert,
  buildVaInsert,
} from './queries.ts';

/** Delay of the retry job, in case the process stops before it has called the bank. */
const ISSUE_RETRY_DELAY_MS = duration.seconds(15);
/** Random numbers that are tried per request. */
const CANDIDATES_MAX = 40;

interface CreateOptions {
  actor: Actor;
  now: Date;
  /** Origin of numbers that are created neither in the dashboard nor through the API. */
  origin?: { source: 'payment_link'; payment_link_id: string };
}

/**
 * Inserts the number (`pending`), the pending payment of a single-use closed number (`created`), the first events and the
 * retry job. Returns the id; call `issueVirtualAccount` after the commit. Throws 400 for values outside the bank's limits,
 * 409 `merchant_not_active`, `duplicate_reference` and `number_taken`.
 */
export async function createUnissuedVa(
  tx: MerchantTx,
  input: CreateVaInput,
  { actor, now, origin }: CreateOptions,
): Promise<string> {
  assertValid(validateVaInput(input));
  const merchant = await findMerchantOfVa(tx);
  if (merchant === undefined) throw notFound();
  assertCan('payments', merchant);
  if (merchant.va_part === null) throw new Error(`Merchant ${tx.merchant_id} has no digits for virtual accounts`);
  const amount = input.expected_amount ?? null;
  const { bank_credential_id } = await assertPaymentAllowed(tx, { channel: input.bank, amount, now });
  const va_number = await getFreeNumber(tx, input.bank, merchant.va_part, input.suffix);
  const source: NewVirtualAccount['source'] = origin?.source ?? (actor.actor_type === 'api_key' ? 'api' : 'dashboard');
  const payment_link_id = origin?.payment_link_id ?? null;
  const given = { va_number, source, payment_link_id, bank_credential_id, created_at: now };
  const va = buildVa(tx.merchant_id, input, given);
  try {
    await insertVa(tx, va, actor);
  } catch (error) {
    if (isUniqueViolation(error, NUMBER_CONSTRAINT)) throw numberTaken();
    if (!isUniqueViolation(error, REFERENCE_CONSTRAINT)) throw error;
    const detail = localized(
      'A virtual account with this merchant reference already exists. Use another reference.',
      'Virtual account dengan referensi merchant ini sudah ada. Gunakan referensi lain.',
    );
    throw new Problem(409, 'duplicate_reference', detail);
  }
  await enqueue(
    tx,
    'issue_virtual_account',
    { merchant_id: tx.merchant_id, id: va.id },
    { run_at: new Date(now.getTime() + ISSUE_RETRY_DELAY_MS), job_key: `issue_virtual_account:${va.id}` },
  );
  return va.id;
}

async function insertVa(tx: MerchantTx, va: NewVirtualAccount, actor: Actor): Promise<void> {
  const { id, created_at: at } = va;
  const first = { seq: 1, at, from_status: null, to_status: 'pending' as const, reason: null, ...actor };
  const writes = { va: buildVaInsert(tx, va), va_events: buildVaEventsInsert(tx, id, [first]) };
  const live_event = { topic: 'virtual-account', id, change: 'created' } as const;
  if (va.transaction_id === null) {
    await executeWriteBatch(tx, writes);
    return publishLiveEvents(tx, live_event);
  }
  const payment = buildWaitingPayment(va, va.transaction_id);
  return insertTransaction(tx, payment, {
    status: 'created',
    actor,
    reason: null,
    more: writes,
    live_events: [live_event],
  });
}

function buildVa(
  merchant_id: string,
  input: CreateVaInput,
  given: Pick<NewVirtualAccount, 'va_number' | 'source' | 'payment_link_id' | 'bank_credential_id' | 'created_at'>,
): NewVirtualAccount {
  const { created_at: now } = given;
  const id = newId('virtual_account', now);
  const is_waiting = input.type === 'single' && input.amount_type === 'closed';
  return {
    id,
    bank: input.bank,
    ...given,
    trx_id: merchant_id.slice('mer_'.length) + id.slice('va_'.length),
    holder_name: input.holder_name,
    type: input.type,
    amount_type: input.amount_type,
    expected_amount: input.expected_amount ?? null,
    amount_min: input.amount_min ?? null,
    amount_max: input.amount_max ?? null,
    merchant_reference: input.merchant_reference ?? null,
    description: input.description || null,
    customer_name: input.customer_name || null,
    customer_email: input.customer_email ?? null,
    customer_phone: input.customer_phone ?? null,
    metadata: input.metadata === undefined ? null : JSON.stringify(input.metadata),
    transaction_id: is_waiting ? newId('transaction', now) : null,
    expires_at: input.expires_in_s === null ? null : new Date(now.getTime() + input.expires_in_s * 1000),
  };
}

function buildWaitingPayment(va: NewVirtualAccount, id: string): NewTransaction {
  return {
    id,
    method: 'virtual_account',
    channel_code: va.bank,
    source: va.source,
    provider: BANK_PARTNER_ID,
    amount: va.expected_amount ?? 0,
    merchant_reference: va.merchant_reference,
    description: va.description,
    customer_name: va.customer_name,
    customer_email: va.customer_email,
    customer_phone: va.customer_phone,
    metadata: va.metadata,
    virtual_account_id: va.id,
    va_number: va.va_number,
    payment_link_id: va.payment_link_id,
    expires_at: va.expires_at,
    created_at: va.created_at,
  };
}

/** The number with the given suffix, or else one that was never issued, or else one that has ended. Throws 409 `number_taken`. */
async function getFreeNumber(
  tx: MerchantTx,
  bank: VaBank,
  va_part: string,
  suffix: string | undefined,
): Promise<string> {
  const suffixes = suffix === undefined ? generateSuffixes(bank) : [suffix];
  const numbers = suffixes.map((each) => buildVaNumber(bank, va_part, each));
  const given = new Map(
    (await listIssuedNumbers(tx, numbers)).toSorted(compareOpenLast).map((row) => [row.va_number, row.is_open]),
  );
  const free = numbers.find((number) => !given.has(number)) ?? numbers.find((number) => given.get(number) === false);
  if (free === undefined) throw numberTaken();
  return free;
}

/** Sorts open numbers last, so that a number issued several times is open when one of them is. */
const compareOpenLast = (a: { is_open: unknown }, b: { is_open: unknown }): number =>
  Number(a.is_open) - Number(b.is_open);

/** All zeros is reserved for the merchant's own deposit number. */
function generateSuffixes(bank: VaBank): string[] {
  const { suffix_digits } = getVaBank(bank);
  return Array.from({ length: CANDIDATES_MAX }, () =>
    String(randomInt(1, 10 ** suffix_digits)).padStart(suffix_digits, '0'),
  );
}
