/** Disbursements as a principal sees them. */
import type { Output } from '@dasbor/contract/route';
import type { getDisbursement } from '@dasbor/contract/disbursement';
import type { Disbursement, ReadDisbursement } from '@dasbor/contract/disbursement-fields';
import { listDecisions } from '../approval/list-queries.ts';
import { findLatestRequest } from '../approval/queries.ts';
import { getProgress } from '../approval/request.ts';
import type { MerchantTx } from '../db/tx.ts';
import type { Principal } from '../http/principal.ts';
import { notFound } from '../http/problem.ts';
import { listRailLog } from '../rails/queries.ts';
import { findDisbursement, readDisbursementParts } from './list-queries.ts';

/** Rows with the progress of their approval. */
export async function toReadDisbursements(
  tx: MerchantTx,
  rows: readonly Disbursement[],
  principal: Principal,
): Promise<ReadDisbursement[]> {
  const pending = rows.filter(({ status }) => status === 'pending_approval').map(({ id }) => id);
  const findProgress = await getProgress(tx, 'disbursement', pending, principal);
  return rows.map((row) => ({ ...row, ...findProgress(row.id) }));
}

/** One disbursement; throws 404. */
export async function readDisbursement(tx: MerchantTx, id: string, principal: Principal): Promise<ReadDisbursement> {
  const row = await findDisbursement(tx, id);
  const [found] = row === undefined ? [] : await toReadDisbursements(tx, [row], principal);
  if (found === undefined) throw notFound();
  return found;
}

/** One disbursement with its timeline, approvals and bank messages, and its request for approval; throws 404. */
export async function readDisbursementDetail(tx: MerchantTx, id: string, principal: Principal) {
  const row = await readDisbursement(tx, id, principal);
  const request = await findLatestRequest(tx, { subject_type: 'disbursement', subject_id: id });
  const detail: Omit<Output<typeof getDisbursement>['data'], 'approvers'> = {
    ...row,
    ...(await readDisbursementParts(tx, id)),
    approvals_required: request?.approvals_required ?? null,
    decisions: request === undefined ? [] : await listDecisions(tx, request.id),
    rail_log: await listRailLog(tx, [id]),
  };
  return { detail, request };
}
