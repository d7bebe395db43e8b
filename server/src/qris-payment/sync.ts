/** Queries the status of a code at the bank: on request, and when the code expires. */
import type { QrQueryResponse } from '@dasbor/contract/snap';
import { asMerchant } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { getCollectionBank } from '../rails/collection-clients.ts';
import type { QrServices } from '../rails/bank-qr.ts';
import type { BankOutcome } from '../rails/snap-client.ts';
import { BANK_ACTOR, SYSTEM_ACTOR } from '../transaction/write-queries.ts';
import { applyDecision } from './apply-decision.ts';
import { issueQrisPayment } from './issue.ts';
import { NOT_FOUND, parseQueryStatus } from './parse-status-rules.ts';
import { lockPayment } from './queries.ts';
import {
  type QrisBankStatus,
  type QrisDecision,
  NOT_FOUND_CODE,
  decideQrisPayment,
  decideOnBankTimeout,
} from './rules.ts';

type SyncDeps = Pick<Deps, 'db' | 'clock' | 'log' | 'collection_clients'> & {
  bank: Pick<QrServices, 'generateQr' | 'queryQr'>;
};

/**
 * Applies the status at the bank to a code and its payment, so that a lost callback has no effect. Codes that were never
 * issued are requested again until they expire. Returns false when the bank did not respond.
 */
export async function syncQrisPayment(deps: SyncDeps, merchant_id: string, id: string): Promise<boolean> {
  const payment = await asMerchant(deps.db, merchant_id, (tx) => lockPayment(tx, { id }));
  // A static code has no status to query; each of its payments is reported separately.
  if (payment === undefined) return true;
  const is_open = Date.parse(payment.expires_at) > deps.clock.now().getTime();
  if (payment.status === 'created' && is_open) {
    return (await issueQrisPayment(deps, merchant_id, id)) !== 'unreachable';
  }
  if (!['created', 'pending', 'expired'].includes(payment.status)) return true;
  const bank = await getCollectionBank(deps, merchant_id, payment);
  const outcome = await bank.queryQr(payment.partner_reference_no);
  await applyQueryResponse(deps, merchant_id, id, outcome);
  return outcome.kind !== 'unreachable' && toBankStatus(outcome) !== null;
}

async function applyQueryResponse(
  deps: SyncDeps,
  merchant_id: string,
  id: string,
  outcome: BankOutcome<QrQueryResponse>,
): Promise<void> {
  await asMerchant(deps.db, merchant_id, async (tx) => {
    const payment = await lockPayment(tx, { id });
    if (payment === undefined) throw new Error(`QRIS payment ${id} not found`);
    const now = deps.clock.now();
    const bank_status = toBankStatus(outcome);
    const decision = bank_status ? decideQrisPayment(payment, bank_status, now) : decideOnBankTimeout(payment, now);
    const context = { now, actor: getActor(decision), message: outcome.message, bank_status };
    await applyDecision(tx, payment, decision, context);
    if (decision.do === 'reject') {
      deps.log.warn({ qris_payment_id: payment.id, reason: decision.reason }, 'status response rejected');
    }
  });
}

/** null when the bank did not respond. */
function toBankStatus(outcome: BankOutcome<QrQueryResponse>): QrisBankStatus | null {
  if (outcome.kind === 'refused') return NOT_FOUND_CODE.test(outcome.response_code) ? NOT_FOUND : null;
  if (outcome.kind === 'unreachable') return null;
  return parseQueryStatus(outcome.response);
}

/** The system expires payments; every other change comes from the bank. */
const getActor = (decision: QrisDecision) =>
  decision.do === 'end' && decision.path.at(-1) === 'expired' ? SYSTEM_ACTOR : BANK_ACTOR;
