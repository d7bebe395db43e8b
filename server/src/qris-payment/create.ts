/** Asks for a payment: first our own rows, whole or not at all; then, after the commit, the bank. */
import type { Body } from '@dasbor/contract/route';
import { add } from '@dasbor/contract/money';
import type { createQrisPayment } from '@dasbor/contract/qris-payment';
import { QRIS_AMOUNT_MAX, type QrisTip, calculateTip } from '@dasbor/contract/qris-tip';
import { enqueue } from '../db/enqueue.ts';
import { newId } from '../db/new-id.ts';
import type { MerchantTx } from '../db/tx.ts';
import { Problem } from '../http/problem.ts';
import { BANK_PARTNER_ID } from '../rails/rail-message.ts';
import { type Actor, type NewTransaction, insertTransaction } from '../transaction/write-queries.ts';
import { type NewQrisPayment, findMerchantStatus, buildQrisPaymentInsert } from './queries.ts';

/** When the job looks whether the bank was asked, should the process that asks die. */
const ISSUE_RETRY_DELAY_MS = 15_000;

/** Who asks for a payment. */
export type Requester = Pick<Actor, 'actor_type' | 'actor_name'>;

/** Where a payment is asked for when it is neither the dashboard nor the API. */
export interface QrisOrigin {
  source: 'payment_link';
  payment_link_id: string;
}

type CreateBody = Body<typeof createQrisPayment>;
/** What is asked for; without a word about it, there is no tip. */
export type CreateQrisInput = Omit<CreateBody, keyof QrisTip> & Partial<QrisTip>;

/**
 * Makes the payment (`created`), its code (`issuing`), its first event, and the job that is the safety net.
 * Answers the id of the code; after the commit, `issueQrisPayment` asks the bank for it. `origin`: for a payment that
 * another noun asks for. Refuses with 422 `merchant_not_active` and `amount_limit`, and 409 `duplicate_reference`.
 */
export async function createUnissuedQrisPayment(
  tx: MerchantTx,
  actor: Requester,
  wish: CreateQrisInput,
  now: Date,
  origin?: QrisOrigin,
): Promise<string> {
  await assertMerchantActive(tx);
  assertWithinAmountLimit(wish);
  const code = buildCode(tx.merchant_id, wish, now);
  const { id } = code;
  const payment: NewTransaction = {
    id: code.transaction_id,
    method: 'qris',
    channel_code: null,
    source: origin?.source ?? (actor.actor_type === 'api_key' ? 'api' : 'dashboard'),
    payment_link_id: origin?.payment_link_id ?? null,
    provider: BANK_PARTNER_ID,
    amount: code.amount,
    merchant_reference: wish.merchant_reference ?? null,
    description: wish.description || null,
    customer_name: wish.customer_name || null,
    customer_email: wish.customer_email ?? null,
    metadata: wish.metadata === undefined ? null : JSON.stringify(wish.metadata),
    qris_payment_id: id,
    expires_at: code.expires_at,
    created_at: now,
  };
  await insertTransaction(
    tx,
    payment,
    { status: 'created', actor, reason: null },
    { code: buildQrisPaymentInsert(tx, code) },
    [{ topic: 'qris-payment', id, change: 'created' }],
  );
  await enqueue(
    tx,
    'issue_qris_payment',
    { merchant_id: tx.merchant_id, id },
    { run_at: new Date(now.getTime() + ISSUE_RETRY_DELAY_MS), job_key: `issue_qris_payment:${id}` },
  );
  return id;
}

/** Refuses with 422 `merchant_not_active`. */
export async function assertMerchantActive(tx: MerchantTx): Promise<void> {
  const merchant = await findMerchantStatus(tx);
  if (merchant?.status === 'active') return;
  throw new Problem(422, 'merchant_not_active', 'Payments can be taken once the business is active.');
}

/** The limit of one payment is one of all that is paid, the tip that the code adds included. */
function assertWithinAmountLimit({ amount, ...wish }: CreateQrisInput): void {
  if (add(amount, calculateTip(amount, toTip(wish))) <= QRIS_AMOUNT_MAX) return;
  throw new Problem(422, 'amount_limit', 'One QRIS payment is at most Rp 10.000.000, the tip included.', {
    errors: [{ field: 'tip_value', detail: 'Together with the amount this is more than Rp 10.000.000.' }],
  });
}

const toTip = ({ tip_mode = 'none', tip_value = null }: Partial<QrisTip>): QrisTip => ({ tip_mode, tip_value });

function buildCode(merchant_id: string, wish: CreateQrisInput, now: Date): NewQrisPayment {
  const id = newId('qris_payment', now);
  return {
    id,
    transaction_id: newId('transaction', now),
    partner_reference_no: buildPartnerReference(merchant_id, id),
    amount: wish.amount,
    store: wish.store ?? null,
    terminal: wish.terminal ?? null,
    ...toTip(wish),
    created_at: now,
    expires_at: new Date(now.getTime() + wish.expires_in_minutes * 60_000),
  };
}

/** The number that the bank knows a code by. It begins with the merchant's, so that a callback names its tenant. */
export const buildPartnerReference = (merchant_id: string, id: string): string =>
  merchant_id.slice('mer_'.length) + id.slice('qr_'.length);

/** A sticker's number ends in a letter, so that a callback says what it is about before anything is read. */
export const buildStickerReference = (merchant_id: string, id: string): string =>
  `${buildPartnerReference(merchant_id, id)}${STICKER_SUFFIX}`;
const STICKER_SUFFIX = 's';

/** The merchant that a partner reference names, and the kind of code; null when it is none of ours. */
export function parsePartnerReference(
  partner_reference_no: string,
): { merchant_id: string; is_sticker: boolean } | null {
  const match = /^([0-9a-z]{26})[0-9a-z]{26}(s?)$/.exec(partner_reference_no);
  return match ? { merchant_id: `mer_${match[1]}`, is_sticker: match[2] === STICKER_SUFFIX } : null;
}
