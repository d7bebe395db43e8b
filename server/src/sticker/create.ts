/** Stickers: asking the bank for a static code, and taking one out of use and into use again. */
import type { createQrisSticker } from '@dasbor/contract/sticker';
import type { Body } from '@dasbor/contract/route';
import type { QrGenerateResponse } from '@dasbor/contract/snap';
import { enqueue } from '../db/enqueue.ts';
import { newId } from '../db/new-id.ts';
import { publishLiveEvents } from '../db/live-events.ts';
import { type MerchantTx, asMerchant } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { Problem } from '../http/problem.ts';
import type { QrServices } from '../rails/bank-qr.ts';
import type { BankOutcome } from '../rails/snap-client.ts';
import { insertRailLog } from '../rails/queries.ts';
import { assertMerchantActive, buildStickerReference } from '../qris-payment/create.ts';
import { type IssueOutcome, buildCodeRequest } from '../qris-payment/issue.ts';
import { buildLiveEvent, toRailLogObject } from '../qris-payment/apply-decision.ts';
import { findPayloadError } from '../qris-payment/rules.ts';
import { insertSticker, lockSticker, updateSticker } from './queries.ts';
import { STICKER_TRANSITIONS } from './rules.ts';

/** When the job looks whether the bank was asked, should the process that asks die. */
const ISSUE_RETRY_DELAY_MS = 15_000;

/**
 * Makes the sticker (`issuing`) and the job that is the safety net; answers its id. After the commit, `issueSticker`
 * asks the bank. Refuses with 422 `merchant_not_active`.
 */
export async function createUnissuedSticker(
  tx: MerchantTx,
  created_by: string,
  { store, terminal, ...wish }: Body<typeof createQrisSticker>,
  now: Date,
): Promise<string> {
  await assertMerchantActive(tx);
  const id = newId('qris_payment', now);
  const partner_reference_no = buildStickerReference(tx.merchant_id, id);
  const place = { store: store ?? null, terminal: terminal ?? null };
  await insertSticker(tx, { id, ...wish, ...place, partner_reference_no, created_by, created_at: now });
  await publishLiveEvents(tx, { ...buildLiveEvent({ id }), change: 'created' });
  await enqueue(
    tx,
    'issue_qris_sticker',
    { merchant_id: tx.merchant_id, id },
    { run_at: new Date(now.getTime() + ISSUE_RETRY_DELAY_MS), job_key: `issue_qris_sticker:${id}` },
  );
  return id;
}

/** Asks the bank for the code unless it is known, and takes the answer over. May be run any number of times. */
export async function issueSticker(
  deps: Pick<Deps, 'db' | 'clock'> & { bank: Pick<QrServices, 'generateQr'> },
  merchant_id: string,
  id: string,
): Promise<IssueOutcome> {
  const sticker = await asMerchant(deps.db, merchant_id, (tx) => lockSticker(tx, { id }, 'share'));
  if (sticker === undefined) throw new Error(`There is no sticker ${id}`);
  if (sticker.status !== 'issuing') return sticker.status === 'failed' ? 'refused' : 'done';
  const outcome = await deps.bank.generateQr(buildCodeRequest(sticker));
  return asMerchant(deps.db, merchant_id, (tx) => applyGenerateResponse(tx, id, outcome, deps.clock.now()));
}

async function applyGenerateResponse(
  tx: MerchantTx,
  id: string,
  outcome: BankOutcome<QrGenerateResponse>,
  now: Date,
): Promise<IssueOutcome> {
  const sticker = await lockSticker(tx, { id }, 'update');
  if (sticker === undefined) throw new Error(`There is no sticker ${id}`);
  await insertRailLog(tx, toRailLogObject(sticker), outcome.message);
  if (outcome.kind === 'unreachable') return 'unreachable';
  // Another ask was faster.
  if (sticker.status !== 'issuing') return sticker.status === 'failed' ? 'refused' : 'done';
  await publishLiveEvents(tx, buildLiveEvent(sticker));
  const { nmid } = sticker;
  const is_sound =
    outcome.kind === 'ok' && findPayloadError(outcome.response.qrContent, { ...sticker, amount: null }) === null;
  if (!is_sound) {
    await updateSticker(tx, id, { status: 'failed', updated_at: now });
    return 'refused';
  }
  const { qrContent: qr_content, referenceNo: provider_reference } = outcome.response;
  await updateSticker(tx, id, { status: 'active', updated_at: now, qr_content, nmid, provider_reference });
  return 'done';
}

/** Sets a sticker's state; answers the one before. Refuses with 409 `not_issued`. */
export async function changeStickerStatus(
  tx: MerchantTx,
  id: string,
  status: 'active' | 'inactive',
  now: Date,
): Promise<string> {
  const sticker = await lockSticker(tx, { id }, 'update');
  if (sticker === undefined) throw new Error(`There is no sticker ${id}`);
  const { status: before } = sticker;
  if (before === 'issuing' || (before !== status && !STICKER_TRANSITIONS[before].includes(status))) {
    throw new Problem(
      409,
      'not_issued',
      'The bank has not issued this sticker, so it cannot be taken in or out of use.',
    );
  }
  if (before !== status) {
    await updateSticker(tx, id, { status, updated_at: now });
    await publishLiveEvents(tx, buildLiveEvent(sticker));
  }
  return before;
}
