/** Write-offs of lines that concern no merchant, and their reversals: requested by one person, approved by another. */
import { localized } from '@dasbor/contract/language';
import type { ProviderAction } from '@dasbor/contract/provider-actions';
import { SELF_APPROVAL } from '../approval/decide.ts';
import { newId } from '../db/new-id.ts';
import type { PlatformTx } from '../db/tx.ts';
import { Problem, notFound } from '../http/problem.ts';
import { postBankDifference, reverseBankDifference } from '../ledger/provider-posting.ts';
import * as queries from './queries.ts';
import { type ReconciliationContext, lineNotOpen, lockOpenLine, recordLineEvent } from './reconcile.ts';

type Tx = PlatformTx;

const buildRequest = (line_id: string, reason: string, { principal, now }: ReconciliationContext) => ({
  id: newId('bank_write_off', now),
  line_id,
  reason,
  requested_at: now,
  requested_by_id: principal.id,
  requested_by: principal.name,
});

export async function requestWriteOff(
  tx: Tx,
  id: string,
  reason: string,
  context: ReconciliationContext,
): Promise<void> {
  const line = await lockOpenLine(tx, id);
  await queries.insertWriteOff(tx, buildRequest(id, reason, context));
  await recordLineEvent(tx, context, { action: 'bank_statement.write_off_requested', line, after: { reason } });
}

/** Requests that an approved write-off is reversed. The line stays written off until another person approves. */
export async function requestReversal(
  tx: Tx,
  id: string,
  reason: string,
  context: ReconciliationContext,
): Promise<void> {
  const line = await queries.lockLine(tx, id);
  if (line === undefined) throw notFound();
  const write_off = await queries.findApprovedWriteOff(tx, id);
  const is_waiting = (await queries.findPendingWriteOff(tx, id)) !== undefined;
  if (write_off === undefined || is_waiting) {
    throw new Problem(
      409,
      'line_not_written_off',
      localized(
        'This line is not written off, or the reversal of its write-off awaits approval.',
        'Baris ini belum dihapusbukukan, atau pembalikannya menunggu persetujuan.',
      ),
    );
  }
  await queries.insertWriteOff(tx, { ...buildRequest(id, reason, context), reverses_id: write_off.id });
  await recordLineEvent(tx, context, {
    action: 'bank_statement.write_off_reversal_requested',
    line,
    after: { reason, write_off_id: write_off.id },
  });
}

/**
 * Approves the write-off or reversal of somebody else, and books it in the transaction of the decision; rejecting withdraws
 * one's own.
 */
export async function decideLineWriteOff(
  tx: Tx,
  id: string,
  { decision, reason }: { decision: 'approve' | 'reject'; reason: string | null },
  context: ReconciliationContext,
): Promise<void> {
  const line = await queries.lockLine(tx, id);
  if (line === undefined) throw notFound();
  const request = await queries.findPendingWriteOff(tx, id);
  if (request === undefined) throw noWriteOff();
  const { principal, now } = context;
  if (decision === 'approve' && request.requested_by_id === principal.id) throw selfApproval();
  const status = decision === 'approve' ? 'approved' : 'rejected';
  await queries.decideWriteOff(tx, request.id, {
    status,
    decision_reason: reason,
    decided_at: now,
    decided_by_id: principal.id,
    decided_by: principal.name,
  });
  const is_reversal = request.reverses_id !== null;
  const transfer_id = status === 'approved' ? await applyApproval(tx, line, request, now) : null;
  const action: ProviderAction = is_reversal
    ? (`bank_statement.${status === 'approved' ? 'write_off_reversed' : 'write_off_reversal_rejected'}` as const)
    : (`bank_statement.write_off_${status}` as const);
  const after = { status, reason: request.reason, decision_reason: reason, transfer_id };
  await recordLineEvent(tx, context, { action, line, after });
}

/** Changes the line and books the amount. Returns the id of the ledger transfer. */
async function applyApproval(
  tx: Tx,
  line: { id: string; status: string; amount: number; cents: number; account_no: string },
  { id, reverses_id }: { id: string; reverses_id: string | null },
  posted_at: Date,
): Promise<string> {
  if (reverses_id !== null) {
    await queries.updateLineStatus(tx, line.id, 'open');
    return reverseBankDifference(tx, { write_off_id: id, reverses: reverses_id, posted_at });
  }
  if (line.status !== 'open') throw lineNotOpen();
  await queries.updateLineStatus(tx, line.id, 'written_off');
  const { amount, cents, account_no } = line;
  return postBankDifference(tx, { write_off_id: id, account_no, amount, cents, posted_at });
}

const noWriteOff = (): Problem =>
  new Problem(
    409,
    'no_write_off',
    localized(
      'No write-off of this line awaits approval.',
      'Tidak ada hapus buku baris ini yang menunggu persetujuan.',
    ),
  );

const selfApproval = (): Problem => new Problem(422, 'self_approval', SELF_APPROVAL.bank_write_off);
