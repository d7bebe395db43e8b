/**
 * Reconciles a sticker with the bank's transaction history (service 12). Payments of a sticker are not created in advance,
 * so one whose callback is lost exists only there.
 */
import * as duration from '@dasbor/contract/duration';
import { HISTORY_PAGE_MAX, type HistoryItem } from '@dasbor/contract/snap-history';
import { toSnapTime } from '@dasbor/contract/time';
import { newId } from '../db/new-id.ts';
import { asMerchant } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { getCollectionBank } from '../rails/collection-clients.ts';
import type { QrServices } from '../rails/bank-qr.ts';
import type { RailMessage } from '../rails/rail-message.ts';
import { recordFoundPayment } from './receive-payment.ts';
import { findHistoryCursor, listUnknownReferences, updateHistoryCheckedAt, updateHistoryCursor } from './queries.ts';
import { parseHistoryStatus } from '../qris-payment/parse-status-rules.ts';

type SyncDeps = Pick<Deps, 'db' | 'clock' | 'log' | 'collection_clients'> & {
  bank: Pick<QrServices, 'listQrPayments'>;
};

/** Overlap between runs: clocks differ, and banks book late. */
const OVERLAP_MS = duration.minutes(15);
/** Maximum pages per run; the next run continues where this one stopped. */
const PAGES_MAX = 50;

/** Records payments in the bank's history that are missing here. Returns their number; null when the bank did not respond. */
export async function syncStickerHistory(deps: SyncDeps, merchant_id: string, id: string): Promise<number | null> {
  const cursor = await asMerchant(deps.db, merchant_id, (tx) => findHistoryCursor(tx, id));
  if (cursor === undefined) return null;
  const bank = await getCollectionBank(deps, merchant_id, cursor);
  const now = deps.clock.now();
  await asMerchant(deps.db, merchant_id, (tx) => updateHistoryCheckedAt(tx, id, now));
  const from = new Date(Date.parse(cursor.history_read_to ?? cursor.created_at) - OVERLAP_MS);
  let found = 0;
  let read_to = now;
  for (let page = 1; page <= PAGES_MAX; page += 1) {
    const outcome = await bank.listQrPayments({
      partnerReferenceNo: newId('rail_log', now),
      fromDateTime: toSnapTime(from),
      toDateTime: toSnapTime(now),
      pageSize: String(HISTORY_PAGE_MAX),
      pageNumber: String(page),
      additionalInfo: { originalPartnerReferenceNo: cursor.partner_reference_no },
    });
    if (outcome.kind !== 'ok') return null;
    const { detailData: items } = outcome.response;
    found += await recordUnknownPayments(deps, { merchant_id, id }, items, outcome.message);
    const last = items.at(-1);
    if (last === undefined || items.length < HISTORY_PAGE_MAX) break;
    if (page === PAGES_MAX) read_to = new Date(last.dateTime);
  }
  await asMerchant(deps.db, merchant_id, (tx) => updateHistoryCursor(tx, id, read_to));
  if (found > 0)
    deps.log.warn(
      { merchant_id, sticker_id: id, payment_count: found },
      'sticker payments without a callback recorded',
    );
  return found;
}

async function recordUnknownPayments(
  deps: SyncDeps,
  { merchant_id, id }: { merchant_id: string; id: string },
  items: readonly HistoryItem[],
  message: RailMessage,
): Promise<number> {
  if (items.length === 0) return 0;
  const references = items.map(({ additionalInfo }) => additionalInfo.originalReferenceNo);
  const unknown = await asMerchant(deps.db, merchant_id, (tx) => listUnknownReferences(tx, references));
  let found = 0;
  for (const item of items) {
    if (!unknown.has(item.additionalInfo.originalReferenceNo)) continue;
    // The log entry of a payment holds its own item only.
    const entry = { ...message, response: { detailData: [item] } };
    const reported = { bank_status: parseHistoryStatus(item), message: entry };
    if (await recordFoundPayment(deps, merchant_id, id, reported)) found += 1;
  }
  return found;
}
