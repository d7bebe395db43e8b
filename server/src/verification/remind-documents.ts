/** Reminds merchants of documents that expire. */
import { DOCUMENT_LABELS } from '@dasbor/contract/business-profile-labels';
import { DOCUMENT_EXPIRY_DAYS } from '@dasbor/contract/operations';
import { addDays, toBusinessDay } from '@dasbor/contract/time';
import { type MerchantTx, asMerchant, asPlatform } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { enqueueNotification } from '../notification-email/outbox-queries.ts';
import { findExpiringDocument, listExpiringDocuments } from './expiry-queries.ts';
import { findDocumentReminder } from './rules.ts';
import { VERIFICATION_ACTION } from './transition.ts';

const BATCH = 500;

/** Idempotent: the outbox stores each reminder of a document once. One that fails does not keep the others. */
export async function remindExpiringDocuments({ db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>): Promise<void> {
  const now = clock.now();
  const today = toBusinessDay(now);
  const range = { from: today, to: addDays(today, DOCUMENT_EXPIRY_DAYS) };
  const failures: unknown[] = [];
  let after_id = '';
  for (;;) {
    const documents = await asPlatform(db, (tx) => listExpiringDocuments(tx, range, after_id, BATCH));
    for (const { merchant_id, id } of documents) {
      await asMerchant(db, merchant_id, (tx) => remind(tx, id, now)).catch((error: unknown) => {
        log.error({ err: error, document_id: id }, 'a reminder of a document failed');
        failures.push(error);
      });
    }
    if (documents.length < BATCH) break;
    after_id = documents.at(-1)?.id ?? '';
  }
  // The job is retried with backoff.
  if (failures.length > 0) throw failures[0];
}

/** The document is read again: it may have been replaced meanwhile. */
async function remind(tx: MerchantTx, id: string, now: Date): Promise<void> {
  const document = await findExpiringDocument(tx, id);
  if (document === undefined) return;
  const { document_type, expires_on, uploaded_at } = document;
  const uploaded_on = toBusinessDay(new Date(uploaded_at));
  const days = findDocumentReminder({ expires_on, uploaded_on }, toBusinessDay(now));
  if (days === null) return;
  await enqueueNotification(tx, {
    event_id: `${tx.merchant_id}:document:${id}:expires_in_${days}`,
    action: VERIFICATION_ACTION,
    object_type: 'verification',
    object_id: tx.merchant_id,
    template_data: { outcome: 'document_expiring', document: DOCUMENT_LABELS[document_type], expires_on },
    at: now,
  });
}
