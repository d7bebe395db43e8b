/** Submits a validated batch for approval, and cancels a batch that nobody has approved. */
import { localized } from '@dasbor/contract/language';
import { add } from '@dasbor/contract/money';
import { assertWithinDailyLimit, cancelApproval, requestApproval } from '../approval/request.ts';
import { type ActionContext, recordAudit } from '../audit/record.ts';
import { publishLiveEvents } from '../db/live-events.ts';
import type { MerchantTx } from '../db/tx.ts';
import { assertMerchantCan } from '../http/active-merchant.ts';
import { getPersonId } from '../http/principal.ts';
import { Problem, notFound } from '../http/problem.ts';
import { enqueueNotification } from '../notification-email/outbox-queries.ts';
import type { Vault } from '../vault.ts';
import { assertRowsPayable } from './assert-payable.ts';
import { type LockedBatch, countBatchRows, lockBatch, transitionBatch } from './queries.ts';
import { NOT_EDITABLE } from './review.ts';
import { excludeInvalidRows, listConflictingReferences } from './row-queries.ts';
import { canTransitionBatch, isUnvalidated } from './rules.ts';

/** 'Awaiting approval' in the catalogue of notifications (domain 1.21). */
const AWAITING_APPROVAL_ACTION = 1201;
/** References that an error names. */
const NAMED_MAX = 3;

interface SubmitInput {
  batch_reference?: string | undefined;
  note?: string | undefined;
  skip_errors: boolean;
}

/** Throws the errors of the contract. Rows with errors are excluded when they are skipped. */
export async function submitBatch(
  tx: MerchantTx,
  id: string,
  { batch_reference, note, skip_errors }: SubmitInput,
  context: ActionContext & { vault: Vault },
): Promise<void> {
  const { principal, now, vault } = context;
  const batch = await lockBatch(tx, id);
  if (batch === undefined) throw notFound();
  assertSubmittable(batch, skip_errors);
  await assertMerchantCan(tx, 'payouts');
  await assertUnusedReferences(tx, id);
  await excludeInvalidRows(tx, id);
  const counts = await countBatchRows(tx, id);
  if (counts.valid_rows === 0) throw noValidRows();
  await assertRowsPayable(tx, vault, { id, now });
  const { total_amount } = counts;
  await assertWithinDailyLimit(tx, { subject_type: 'disbursement_batch', amount: total_amount }, context);
  const name = batch_reference ?? batch.batch_reference;
  const change = {
    ...counts,
    batch_reference: name,
    note: note === undefined ? batch.note : note || null,
    submitted_by_type: principal.type,
    submitted_by_id: principal.id,
    submitted_by: principal.name,
    submitted_by_owner: getPersonId(principal),
    submitted_at: now,
  };
  const actor = { actor_type: principal.type, actor_name: principal.name };
  await transitionBatch(tx, batch, { to: 'pending_approval', change, actor, now });
  await requestApproval(
    tx,
    {
      subject_type: 'disbursement_batch',
      subject_id: id,
      amount: total_amount,
      details: { merchant_reference: name },
      maker_ids: batch.maker_ids,
    },
    context,
  );
  await recordAudit(context, tx, {
    action: 'disbursement_batch.submitted',
    object_type: 'disbursement_batch',
    object_id: id,
    after: { rows: counts.valid_rows, amount: total_amount, fee: counts.total_fee },
  });
  await enqueueNotification(tx, {
    event_id: `${id}.submitted`,
    action: AWAITING_APPROVAL_ACTION,
    object_type: 'disbursement_batch',
    object_id: id,
    template_data: {
      outcome: 'disbursement_batch',
      amount: add(total_amount, counts.total_fee),
      rows: counts.valid_rows,
      batch_reference: name,
      requested_by: principal.name,
    },
    at: now,
  });
  await publishLiveEvents(tx, { topic: 'disbursement-batch', id, change: 'updated' });
}

function assertSubmittable(batch: LockedBatch, skip_errors: boolean): void {
  if (isUnvalidated(batch.status)) {
    throw new Problem(
      409,
      'not_validated',
      localized(
        'The rows of this batch are still being validated. Submit it once the validation has finished.',
        'Baris batch ini masih diperiksa. Ajukan setelah pemeriksaan selesai.',
      ),
    );
  }
  if (!canTransitionBatch(batch.status, 'pending_approval')) throw new Problem(409, 'not_editable', NOT_EDITABLE);
  if (batch.status === 'needs_fix' && !skip_errors) {
    throw new Problem(
      422,
      'batch_has_errors',
      localized(
        'Some rows have errors. Correct or delete them, or submit only the valid rows.',
        'Beberapa baris memiliki kesalahan. Perbaiki atau hapus, atau ajukan hanya baris yang valid.',
      ),
    );
  }
}

/** Another batch or disbursement may have used a reference since the rows were validated. */
async function assertUnusedReferences(tx: MerchantTx, id: string): Promise<void> {
  const used = await listConflictingReferences(tx, id, NAMED_MAX + 1);
  if (used.length === 0) return;
  const names = used.slice(0, NAMED_MAX).join(', ') + (used.length > NAMED_MAX ? ', …' : '');
  throw new Problem(
    409,
    'duplicate_reference',
    localized(
      `These references were used meanwhile: ${names}. Change or delete the rows.`,
      `Referensi ini sudah dipakai disbursement lain: ${names}. Ubah atau hapus barisnya.`,
    ),
  );
}

export const noValidRows = () =>
  new Problem(
    422,
    'no_valid_rows',
    localized('No row of this batch can be paid.', 'Tidak ada baris batch ini yang dapat dibayar.'),
  );

/** Cancels a batch. Throws 404 and 409 `not_cancellable`. */
export async function cancelBatch(tx: MerchantTx, id: string, context: ActionContext): Promise<void> {
  const { principal, now } = context;
  const batch = await lockBatch(tx, id);
  if (batch === undefined) throw notFound();
  if (!canTransitionBatch(batch.status, 'cancelled')) {
    const detail = localized(
      'This batch was already approved or has ended, so it cannot be cancelled.',
      'Batch ini sudah disetujui atau sudah berakhir, sehingga tidak dapat dibatalkan.',
    );
    throw new Problem(409, 'not_cancellable', detail);
  }
  const actor = { actor_type: principal.type, actor_name: principal.name };
  await transitionBatch(tx, batch, { to: 'cancelled', change: { completed_at: now }, actor, now });
  await cancelApproval(tx, { subject_type: 'disbursement_batch', subject_id: id }, now);
  await recordAudit(context, tx, {
    action: 'disbursement_batch.cancelled',
    object_type: 'disbursement_batch',
    object_id: id,
    before: { status: batch.status },
  });
  await publishLiveEvents(tx, { topic: 'disbursement-batch', id, change: 'updated' });
}
