/** Asks for a number: first our own rows, whole or not at all; then, after the commit, the bank. */
import { randomInt } from 'node:crypto';
import { type VaBank, getVaBank, buildVaNumber } from '@dasbor/contract/bank';
import { validateVaInput } from '@dasbor/contract/virtual-account-rules';
import type { CreateVaInput } from '@dasbor/contract/virtual-account';
import { enqueue } from '../db/enqueue.ts';
import { executeWriteBatch } from '../db/write-batch.ts';
import { newId } from '../db/new-id.ts';
import { publishLiveEvents } from '../db/live-events.ts';
import { type MerchantTx, isUniqueViolation } from '../db/tx.ts';
import { type FieldError, Problem } from '../http/problem.ts';
import { BANK_PARTNER_ID } from '../rails/rail-message.ts';
import { type Actor, type NewTransaction, insertTransaction } from '../transaction/write-queries.ts';
import {
  NUMBER_TAKEN,
  type NewVirtualAccount,
  REFERENCE_TAKEN,
  findMerchantOfVa,
  listGivenNumbers,
  buildVaEventsInsert,
  buildVaInsert,
} from './queries.ts';

/** When the job looks whether the bank was asked, should the process that asks die. */
const ISSUE_RETRY_DELAY_MS = 15_000;
/** Free numbers that are tried for one wish. */
const CANDIDATES_MAX = 40;

/** Where a number is asked for when it is neither the dashboard nor the API. */
export interface VaOrigin {
  source: 'payment_link';
  payment_link_id: string;
}

/**
 * Makes the number (`pending`), its waiting payment when it is for one exact payment (`created`), the first events, and
 * the job that is the safety net. Answers the id of the virtual account; after the commit, `issueVirtualAccount` has the
 * bank open it. Refuses with 400 for what the bank does not take, 422 `merchant_not_active`, 409 `duplicate_reference`
 * and 409 `number_taken`.
 */
export async function createUnissuedVa(
  tx: MerchantTx,
  actor: Actor,
  wish: CreateVaInput,
  now: Date,
  origin?: VaOrigin,
): Promise<string> {
  assertValid(validateVaInput(wish));
  const merchant = await findMerchantOfVa(tx);
  if (merchant?.status !== 'active' || merchant.va_part === null) {
    throw new Problem(422, 'merchant_not_active', 'Payments can be taken once the business is active.');
  }
  const va_number = await getFreeNumber(tx, wish.bank, merchant.va_part, wish.suffix);
  const source = origin?.source ?? (actor.actor_type === 'api_key' ? 'api' : 'dashboard');
  const va = buildVa(tx.merchant_id, wish, va_number, now, {
    source,
    payment_link_id: origin?.payment_link_id ?? null,
  });
  try {
    await insertVa(tx, va, actor);
  } catch (error) {
    if (isUniqueViolation(error, NUMBER_TAKEN)) throw buildNumberTaken();
    if (!isUniqueViolation(error, REFERENCE_TAKEN)) throw error;
    throw new Problem(409, 'duplicate_reference', 'There is a virtual account with this merchant reference already.');
  }
  await enqueue(
    tx,
    'issue_virtual_account',
    { merchant_id: tx.merchant_id, id: va.id },
    { run_at: new Date(now.getTime() + ISSUE_RETRY_DELAY_MS), job_key: `issue_virtual_account:${va.id}` },
  );
  return va.id;
}

/** Refuses a request whose fields do not go together, as one whose fields are wrong in themselves. */
export function assertValid(errors: FieldError[]): void {
  const [first] = errors;
  if (first) throw new Problem(400, 'invalid_request', `${first.field}: ${first.detail}`, { errors });
}

const buildNumberTaken = () =>
  new Problem(409, 'number_taken', 'This number is in use. Choose another suffix, or leave it to us.');

async function insertVa(tx: MerchantTx, va: NewVirtualAccount, actor: Actor): Promise<void> {
  const { id, created_at: at } = va;
  const first = { seq: 1, at, from_status: null, to_status: 'pending' as const, reason: null, ...actor };
  const writes = { va: buildVaInsert(tx, va), va_events: buildVaEventsInsert(tx, id, [first]) };
  const news = { topic: 'virtual-account', id, change: 'created' } as const;
  if (va.transaction_id === null) {
    await executeWriteBatch(tx, writes);
    return publishLiveEvents(tx, news);
  }
  const payment = buildWaitingPayment(va, va.transaction_id);
  return insertTransaction(tx, payment, { status: 'created', actor, reason: null }, writes, [news]);
}

function buildVa(
  merchant_id: string,
  wish: CreateVaInput,
  va_number: string,
  now: Date,
  origin: Pick<NewVirtualAccount, 'source' | 'payment_link_id'>,
): NewVirtualAccount {
  const id = newId('virtual_account', now);
  const is_waiting = wish.type === 'single' && wish.amount_type === 'closed';
  return {
    id,
    bank: wish.bank,
    va_number,
    trx_id: merchant_id.slice('mer_'.length) + id.slice('va_'.length),
    holder_name: wish.holder_name,
    type: wish.type,
    amount_type: wish.amount_type,
    expected_amount: wish.expected_amount ?? null,
    amount_min: wish.amount_min ?? null,
    amount_max: wish.amount_max ?? null,
    ...origin,
    merchant_reference: wish.merchant_reference ?? null,
    description: wish.description || null,
    customer_name: wish.customer_name || null,
    customer_email: wish.customer_email ?? null,
    customer_phone: wish.customer_phone ?? null,
    metadata: wish.metadata === undefined ? null : JSON.stringify(wish.metadata),
    transaction_id: is_waiting ? newId('transaction', now) : null,
    expires_at: wish.expires_in_s === null ? null : new Date(now.getTime() + wish.expires_in_s * 1000),
    created_at: now,
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

/** The number with the wished suffix, or one that was never given; when all were, one that cannot be paid any more. */
async function getFreeNumber(
  tx: MerchantTx,
  bank: VaBank,
  va_part: string,
  suffix: string | undefined,
): Promise<string> {
  const suffixes = suffix === undefined ? generateSuffixes(bank) : [suffix];
  const numbers = suffixes.map((each) => buildVaNumber(bank, va_part, each));
  const given = new Map(
    (await listGivenNumbers(tx, numbers)).toSorted(compareOpenLast).map((row) => [row.va_number, row.is_open]),
  );
  const free = numbers.find((number) => !given.has(number)) ?? numbers.find((number) => given.get(number) === false);
  if (free === undefined) throw buildNumberTaken();
  return free;
}

/** A number that was given several times is open when one of them is. */
const compareOpenLast = (a: { is_open: unknown }, b: { is_open: unknown }): number =>
  Number(a.is_open) - Number(b.is_open);

/** Above zero: zeros only are the merchant's own deposit number. */
function generateSuffixes(bank: VaBank): string[] {
  const { suffix_digits } = getVaBank(bank);
  return Array.from({ length: CANDIDATES_MAX }, () =>
    String(randomInt(1, 10 ** suffix_digits)).padStart(suffix_digits, '0'),
  );
}
