/**
 * Resolves transfers without a clear status: one staff member of the provider states what the bank executed, another
 * approves it. The approval books the outcome in the ledger, as a response of the bank would. Until then the money stays
 * reserved and the status is still queried; a response of the bank comes first and closes the request.
 */
import type { requestTransferResolution } from '@dasbor/contract/bank-transfer';
import * as duration from '@dasbor/contract/duration';
import { localized } from '@dasbor/contract/language';
import type { Body } from '@dasbor/contract/route';
import { decideApproval } from '../approval/decide.ts';
import { cancelApproval, expireApproval, requestApproval } from '../approval/request.ts';
import type { DecisionContext } from '../approval/decide.ts';
import { recordAudit } from '../audit/record.ts';
import type { MerchantTx } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { Problem, notFound } from '../http/problem.ts';
import { type BankTransfer, findTransfer, lockTransfer, storeResolution } from '../rails/transfer-queries.ts';
import { type Resolution, isOpen } from '../rails/transfer-rules.ts';
import { type TransferPort, type TransferPorts, applyResolution } from '../rails/send-transfer.ts';
import type { TransferRow } from './queries.ts';

type Input = Body<typeof requestTransferResolution>;

const toSubject = (subject_id: string) => ({ subject_type: 'transfer_resolution', subject_id }) as const;

/** From when a resolution may be requested. */
export const calculateResolvableFrom = (
  first_sent_at: string | Date,
  { TRANSFER_RESOLVE_AFTER_S }: Deps['env'],
): Date => new Date(new Date(first_sent_at).getTime() + duration.seconds(TRANSFER_RESOLVE_AFTER_S));

/** Requests a resolution. Throws 409 `transfer_not_open`, `transfer_too_recent` or `resolution_pending`. */
export async function requestResolution(
  tx: MerchantTx,
  found: TransferRow,
  input: Input,
  { env, ...context }: DecisionContext & Pick<Deps, 'env'>,
): Promise<void> {
  const transfer = await lockTransfer(tx, found.id);
  if (transfer === undefined) throw notFound();
  assertResolvable(transfer, env, context.now);
  const { outcome, executed_amount = null, bank_reference = null, reason } = input;
  await storeResolution(tx, transfer.id, {
    resolution: outcome,
    resolution_amount: executed_amount,
    resolution_reference: bank_reference,
    resolution_reason: reason,
  });
  const { amount, subject_id } = transfer;
  const { bank_code, account_last4, partner_reference_no } = found;
  const details = {
    merchant_reference: partner_reference_no,
    reason,
    bank_code,
    account_last4,
    transfer_subject_id: subject_id,
    executed_amount,
  };
  await requestApproval(tx, { ...toSubject(transfer.id), amount, details }, toRequester(context));
  await recordResolution(context, tx, transfer, {
    action: 'resolution_requested',
    after: { outcome, executed_amount, bank_reference, reason },
  });
}

/** Only people of the provider reach this. */
function toRequester({ principal, now }: DecisionContext) {
  if (principal.type !== 'user') throw new Error('A person requests a resolution');
  return { principal, now };
}

function assertResolvable(transfer: BankTransfer, env: Deps['env'], now: Date): void {
  if (!isOpen(transfer)) throw notOpen();
  if (transfer.resolution !== null) {
    throw new Problem(
      409,
      'resolution_pending',
      localized(
        'A resolution of this transfer is already awaiting approval. Another person must approve or reject it first.',
        'Penyelesaian transfer ini sudah menunggu persetujuan. Orang lain harus menyetujui atau menolaknya dahulu.',
      ),
    );
  }
  if (calculateResolvableFrom(transfer.first_sent_at, env).getTime() <= now.getTime()) return;
  throw new Problem(
    409,
    'transfer_too_recent',
    localized(
      'The bank may still respond. A transfer can be resolved manually once its status has been unclear for the configured time.',
      'Bank masih mungkin merespons. Transfer dapat diselesaikan manual setelah statusnya tidak jelas selama waktu yang ditetapkan.',
    ),
  );
}

const notOpen = (): Problem =>
  new Problem(
    409,
    'transfer_not_open',
    localized(
      'The bank has responded meanwhile, and the transfer has ended.',
      'Bank sudah merespons, dan transfer telah berakhir.',
    ),
  );

interface ResolutionPort {
  approve: (
    tx: MerchantTx,
    id: string,
    remark: string | null,
    context: DecisionContext & Pick<Deps, 'env'>,
  ) => Promise<void>;
  reject: (tx: MerchantTx, id: string, reason: string, context: DecisionContext) => Promise<void>;
}

/** Approves and rejects resolutions; the last approval applies them. */
export const buildResolutionPort = (ports: TransferPorts): ResolutionPort => ({
  approve: async (tx, id, remark, context) => {
    const { port, transfer } = await lockWithSubject(tx, ports, id);
    const resolution = toResolution(transfer);
    if (!isOpen(transfer) || resolution === null) throw notOpen();
    const { is_final } = await decideApproval(tx, toSubject(id), { decision: 'approve', reason: remark }, context);
    if (!is_final) return;
    await applyResolution(tx, context, { port, transfer }, resolution);
    await recordResolution(context, tx, transfer, { action: 'resolved', after: { ...resolution, remark } });
  },
  reject: async (tx, id, reason, context) => {
    const { transfer } = await lockWithSubject(tx, ports, id);
    if (!isOpen(transfer) || transfer.resolution === null) throw notOpen();
    await decideApproval(tx, toSubject(id), { decision: 'reject', reason }, context);
    await removeResolution(tx, id);
    await recordResolution(context, tx, transfer, { action: 'resolution_rejected', after: { reason } });
  },
});

/** Locks the subject and then the transfer, as a response of the bank does. */
async function lockWithSubject(
  tx: MerchantTx,
  ports: TransferPorts,
  id: string,
): Promise<{ port: TransferPort; transfer: BankTransfer }> {
  const found = await findTransfer(tx, id);
  if (found === undefined) throw notFound();
  const port = ports[found.subject_type];
  if (port === undefined) throw new Error(`Transfers of ${found.subject_type} have no port`);
  await port.lock(tx, found.subject_id, found.attempt);
  const transfer = await lockTransfer(tx, id);
  if (transfer === undefined) throw notFound();
  return { port, transfer };
}

function toResolution(transfer: BankTransfer): Resolution | null {
  const { resolution, resolution_amount, resolution_reference } = transfer;
  if (resolution === 'not_executed') return { outcome: resolution };
  if (resolution === null || resolution_amount === null || resolution_reference === null) return null;
  return { outcome: resolution, executed_amount: resolution_amount, bank_reference: resolution_reference };
}

const removeResolution = (tx: MerchantTx, id: string) =>
  storeResolution(tx, id, {
    resolution: null,
    resolution_amount: null,
    resolution_reference: null,
    resolution_reason: null,
  });

/** Removes a resolution whose request for approval has expired. Idempotent. */
export async function expireResolution(tx: MerchantTx, id: string, now: Date): Promise<void> {
  const transfer = await lockTransfer(tx, id);
  if (transfer === undefined || !(await expireApproval(tx, toSubject(id), now))) return;
  if (transfer.resolved_at === null) await removeResolution(tx, id);
}

/** The bank has responded: its response is applied, and a request for a resolution is closed. */
export const closeResolution = async (tx: MerchantTx, id: string, now: Date): Promise<void> => {
  const transfer = await findTransfer(tx, id);
  if (transfer === undefined || transfer.resolution === null || transfer.resolved_at !== null) return;
  await removeResolution(tx, id);
  await cancelApproval(tx, toSubject(id), now);
};

function recordResolution(
  context: DecisionContext,
  tx: MerchantTx,
  { id, subject_type, subject_id, amount, status }: BankTransfer,
  { action, after }: { action: 'resolution_requested' | 'resolution_rejected' | 'resolved'; after: object },
) {
  return recordAudit(context, tx, {
    action: `bank_transfer.${action}`,
    object_type: 'bank_transfer',
    object_id: id,
    before: { status, subject_type, subject_id, amount },
    after,
  });
}
