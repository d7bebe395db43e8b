/** Creates stickers: static codes that the bank issues. */
import * as duration from '@dasbor/contract/duration';
import type { createQrisSticker } from '@dasbor/contract/sticker';
import type { Body } from '@dasbor/contract/route';
import type { QrGenerateResponse } from '@dasbor/contract/snap';
import { enqueue } from '../db/enqueue.ts';
import { newId } from '../db/new-id.ts';
import { publishLiveEvents } from '../db/live-events.ts';
import { type MerchantTx, asMerchant } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { assertMerchantCan } from '../http/active-merchant.ts';
import { assertPaymentAllowed } from '../merchant/limit-queries.ts';
import { type IssueOutcome, buildCodeRequest } from '../qris-payment/code-rules.ts';
import { buildLiveEvent, toRailLogObject } from '../qris-payment/payment-queries.ts';
import { buildStickerReference } from '../qris-payment/reference-rules.ts';
import { findPayloadError } from '../qris-payment/rules.ts';
import { getCollectionBank } from '../rails/collection-clients.ts';
import type { QrServices } from '../rails/bank-qr.ts';
import type { BankOutcome } from '../rails/snap-client.ts';
import { insertRailLog } from '../rails/queries.ts';
import type { StickerActor } from './event-queries.ts';
import { insertSticker, lockSticker, transitionSticker } from './queries.ts';

const BANK: StickerActor = { actor_type: 'provider', actor_name: null };

/** Delay of the retry job, in case the process stops before it has called the bank. */
const ISSUE_RETRY_DELAY_MS = duration.seconds(15);

/**
 * Inserts the sticker (`issuing`) and the retry job, and returns its id. Call `issueSticker` after the commit. Throws 409
 * `merchant_not_active`.
 */
export async function createUnissuedSticker(
  tx: MerchantTx,
  actor: StickerActor & { actor_name: string },
  { store, terminal, ...input }: Body<typeof createQrisSticker>,
  now: Date,
): Promise<string> {
  await assertMerchantCan(tx, 'payments');
  const { bank_credential_id } = await assertPaymentAllowed(tx, { channel: 'QRIS', amount: null, now });
  const id = newId('qris_payment', now);
  const partner_reference_no = buildStickerReference(tx.merchant_id, id);
  const location = { store: store ?? null, terminal: terminal ?? null };
  const issued = { partner_reference_no, bank_credential_id };
  const sticker = { id, ...input, ...location, ...issued, created_by: actor.actor_name, created_at: now };
  await insertSticker(tx, sticker, actor);
  await publishLiveEvents(tx, { ...buildLiveEvent({ id }), change: 'created' });
  await enqueue(
    tx,
    'issue_qris_sticker',
    { merchant_id: tx.merchant_id, id },
    { run_at: new Date(now.getTime() + ISSUE_RETRY_DELAY_MS), job_key: `issue_qris_sticker:${id}` },
  );
  return id;
}

/** Requests the code from the bank unless it is issued, and stores it. Idempotent. */
export async function issueSticker(
  deps: Pick<Deps, 'db' | 'clock' | 'collection_clients'> & { bank: Pick<QrServices, 'generateQr'> },
  merchant_id: string,
  id: string,
): Promise<IssueOutcome> {
  const sticker = await asMerchant(deps.db, merchant_id, (tx) => lockSticker(tx, { id }, 'share'));
  if (sticker === undefined) throw new Error(`Sticker ${id} not found`);
  if (sticker.status !== 'issuing') return sticker.status === 'failed' ? 'refused' : 'done';
  const bank = await getCollectionBank(deps, merchant_id, sticker);
  const outcome = await bank.generateQr(buildCodeRequest(sticker));
  return asMerchant(deps.db, merchant_id, (tx) => applyGenerateResponse(tx, id, outcome, deps.clock.now()));
}

async function applyGenerateResponse(
  tx: MerchantTx,
  id: string,
  outcome: BankOutcome<QrGenerateResponse>,
  now: Date,
): Promise<IssueOutcome> {
  const sticker = await lockSticker(tx, { id }, 'no key update');
  if (sticker === undefined) throw new Error(`Sticker ${id} not found`);
  await insertRailLog(tx, toRailLogObject(sticker), outcome.message);
  if (outcome.kind === 'unreachable') return 'unreachable';
  // A concurrent request was faster.
  if (sticker.status !== 'issuing') return sticker.status === 'failed' ? 'refused' : 'done';
  await publishLiveEvents(tx, buildLiveEvent(sticker));
  const { nmid } = sticker;
  const is_valid =
    outcome.kind === 'ok' && findPayloadError(outcome.response.qrContent, { ...sticker, amount: null }) === null;
  if (!is_valid) {
    await transitionSticker(tx, sticker, BANK, { status: 'failed', updated_at: now });
    return 'refused';
  }
  const { qrContent: qr_content, referenceNo: provider_reference } = outcome.response;
  const change = { status: 'active', updated_at: now, qr_content, nmid, provider_reference } as const;
  await transitionSticker(tx, sticker, BANK, change);
  return 'done';
}
