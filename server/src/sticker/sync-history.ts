/**
 * Reads the bank's own list of a sticker's payments (service 12). A sticker is paid without having been asked for, so
 * a payment whose notification is lost is known to nobody else.
 */
import { HISTORY_PAGE_MAX, type HistoryItem } from '@dasbor/contract/snap-history';
import { toSnapTime } from '@dasbor/contract/time';
import { newId } from '../db/new-id.ts';
import { asMerchant } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import type { QrServices } from '../rails/bank-qr.ts';
import type { RailMessage } from '../rails/rail-message.ts';
import { recordFoundPayment } from './receive-payment.ts';
import { findHistoryCursor, listUnknownReferences, updateHistoryCursor } from './queries.ts';
import { parseHistoryStatus } from '../qris-payment/parse-status-rules.ts';

type SyncDeps = Pick<Deps, 'db' | 'clock' | 'log'> & { bank: Pick<QrServices, 'listQrPayments'> };

/** Read again at the next time: clocks differ, and banks book late. */
const OVERLAP_MS = 15 * 60_000;
/** Pages of one run; the next run goes on where it ended. */
const PAGES_MAX = 50;

/** Takes every payment of a sticker that the bank lists and nobody has told of. Answers how many; null: not asked. */
export async function syncStickerHistory(deps: SyncDeps, merchant_id: string, id: string): Promise<number | null> {
  const place = await asMerchant(deps.db, merchant_id, (tx) => findHistoryCursor(tx, id));
  if (place === undefined) return null;
  const now = deps.clock.now();
  const from = new Date(Date.parse(place.history_read_to ?? place.created_at) - OVERLAP_MS);
  let found = 0;
  let read_to = now;
  for (let page = 1; page <= PAGES_MAX; page += 1) {
    const outcome = await deps.bank.listQrPayments({
      partnerReferenceNo: newId('rail_log', now),
      fromDateTime: toSnapTime(from),
      toDateTime: toSnapTime(now),
      pageSize: String(HISTORY_PAGE_MAX),
      pageNumber: String(page),
      additionalInfo: { originalPartnerReferenceNo: place.partner_reference_no },
    });
    if (outcome.kind !== 'ok') return null;
    const { detailData: items } = outcome.response;
    found += await recordUnknownPayments(deps, merchant_id, id, items, outcome.message);
    const last = items.at(-1);
    if (last === undefined || items.length < HISTORY_PAGE_MAX) break;
    if (page === PAGES_MAX) read_to = new Date(last.dateTime);
  }
  await asMerchant(deps.db, merchant_id, (tx) => updateHistoryCursor(tx, id, read_to));
  if (found > 0) deps.log.warn({ merchant_id, code: id, found }, 'payments of a sticker nobody had told of were found');
  return found;
}

async function recordUnknownPayments(
  deps: SyncDeps,
  merchant_id: string,
  id: string,
  items: readonly HistoryItem[],
  message: RailMessage,
): Promise<number> {
  if (items.length === 0) return 0;
  const references = items.map(({ additionalInfo }) => additionalInfo.originalReferenceNo);
  const unknown = await asMerchant(deps.db, merchant_id, (tx) => listUnknownReferences(tx, references));
  let found = 0;
  for (const item of items) {
    if (!unknown.has(item.additionalInfo.originalReferenceNo)) continue;
    // Of the page, only what belongs to this payment is kept with it.
    const of_item = { ...message, response: { detailData: [item] } };
    if (await recordFoundPayment(deps, merchant_id, id, parseHistoryStatus(item), of_item)) found += 1;
  }
  return found;
}
