/** Creates QRIS payments. Our rows are committed first; the bank is called after the commit (issue.ts). */
import { BANK_PARTNER_ID } from '@dasbor/contract/bank';
import * as duration from '@dasbor/contract/duration';
import { formatRupiah } from '@dasbor/contract/format';
import { localized } from '@dasbor/contract/language';
import type { Body } from '@dasbor/contract/route';
import { add } from '@dasbor/contract/money';
import type { createQrisPayment } from '@dasbor/contract/qris-payment';
import { QRIS_AMOUNT_MAX, type QrisTip, calculateTip } from '@dasbor/contract/qris-tip';
import { enqueue } from '../db/enqueue.ts';
import { newId } from '../db/new-id.ts';
import type { MerchantTx } from '../db/tx.ts';
import { assertMerchantCan } from '../http/active-merchant.ts';
import { Problem } from '../http/problem.ts';
import { assertPaymentAllowed } from '../merchant/limit-queries.ts';
import { type Actor, type NewTransaction, insertTransaction } from '../transaction/write-queries.ts';
import { type NewQrisPayment, buildQrisPaymentInsert } from './queries.ts';
import { buildPartnerReference } from './reference-rules.ts';

/** Delay of the retry job, in case the process stops before it has called the bank. */
const ISSUE_RETRY_DELAY_MS = duration.seconds(15);

/** Creator of a payment. */
export type Requester = Pick<Actor, 'actor_type' | 'actor_name'>;

interface CreateOptions {
  actor: Requester;
  now: Date;
  /** Origin of payments that are created neither in the dashboard nor through the API. */
  origin?: { source: 'payment_link'; payment_link_id: string };
}

type CreateBody = Body<typeof createQrisPayment>;
/** The tip is optional; the default is no tip. */
export type CreateQrisInput = Omit<CreateBody, keyof QrisTip> & Partial<QrisTip>;

/**
 * Inserts the payment (`created`), its code (`issuing`), the first event and the retry job. Returns the id of the code;
 * call `issueQrisPayment` after the commit. Throws 422 `amount_limit`, 409 `merchant_not_active` and `duplicate_reference`.
 */
export async function createUnissuedQrisPayment(
  tx: MerchantTx,
  input: CreateQrisInput,
  { actor, now, origin }: CreateOptions,
): Promise<string> {
  await assertMerchantCan(tx, 'payments');
  assertWithinAmountLimit(input);
  const { bank_credential_id } = await assertPaymentAllowed(tx, { channel: 'QRIS', amount: input.amount, now });
  const code = { ...buildCode(tx.merchant_id, input, now), bank_credential_id };
  const { id } = code;
  const payment: NewTransaction = {
    id: code.transaction_id,
    method: 'qris',
    channel_code: null,
    source: origin?.source ?? (actor.actor_type === 'api_key' ? 'api' : 'dashboard'),
    payment_link_id: origin?.payment_link_id ?? null,
    provider: BANK_PARTNER_ID,
    amount: code.amount,
    merchant_reference: input.merchant_reference ?? null,
    description: input.description || null,
    customer_name: input.customer_name || null,
    customer_email: input.customer_email ?? null,
    metadata: input.metadata === undefined ? null : JSON.stringify(input.metadata),
    qris_payment_id: id,
    expires_at: code.expires_at,
    created_at: now,
  };
  await insertTransaction(tx, payment, {
    status: 'created',
    actor,
    reason: null,
    more: { code: buildQrisPaymentInsert(tx, code) },
    live_events: [{ topic: 'qris-payment', id, change: 'created' }],
  });
  await enqueue(
    tx,
    'issue_qris_payment',
    { merchant_id: tx.merchant_id, id },
    { run_at: new Date(now.getTime() + ISSUE_RETRY_DELAY_MS), job_key: `issue_qris_payment:${id}` },
  );
  return id;
}

/** The limit applies to the total that is paid, including the tip. */
function assertWithinAmountLimit({ amount, ...input }: CreateQrisInput): void {
  if (add(amount, calculateTip(amount, toTip(input))) <= QRIS_AMOUNT_MAX) return;
  const max = formatRupiah(QRIS_AMOUNT_MAX);
  const detail = localized(
    `A QRIS payment can be at most ${max}, including the tip.`,
    `Pembayaran QRIS maksimal ${max}, termasuk tip.`,
  );
  const field_detail = localized(
    `Amount and tip together exceed ${max}.`,
    `Jumlah dan tip bersama-sama melebihi ${max}.`,
  );
  throw new Problem(422, 'amount_limit', detail, { errors: [{ field: 'tip_value', detail: field_detail }] });
}

const toTip = ({ tip_mode = 'none', tip_value = null }: Partial<QrisTip>): QrisTip => ({ tip_mode, tip_value });

function buildCode(merchant_id: string, input: CreateQrisInput, now: Date): Omit<NewQrisPayment, 'bank_credential_id'> {
  const id = newId('qris_payment', now);
  return {
    id,
    transaction_id: newId('transaction', now),
    partner_reference_no: buildPartnerReference(merchant_id, id),
    amount: input.amount,
    store: input.store ?? null,
    terminal: input.terminal ?? null,
    ...toTip(input),
    created_at: now,
    expires_at: new Date(now.getTime() + duration.minutes(input.expires_in_minutes)),
  };
}
