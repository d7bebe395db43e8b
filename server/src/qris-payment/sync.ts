/** Asks the bank how a code stands and takes the answer over: by a person's wish, and when a code's time is over. */
import type { QrQueryResponse } from '@dasbor/contract/snap';
import { asMerchant } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import type { QrServices } from '../rails/bank-qr.ts';
import type { BankOutcome } from '../rails/snap-client.ts';
import { BANK_ACTOR, SYSTEM_ACTOR } from '../transaction/write-queries.ts';
import { issueQrisPayment } from './issue.ts';
import { applyDecision } from './apply-decision.ts';
import { type LockedPayment, lockPayment } from './queries.ts';
import { type BankStatus, type Decision, decide, decideUnanswered } from './rules.ts';
import { NOT_FOUND, parseQueryStatus } from './parse-status-rules.ts';

type SyncDeps = Pick<Deps, 'db' | 'clock' | 'log'> & { bank: Pick<QrServices, 'generateQr' | 'queryQr'> };

/** The bank's answer about a code that it does not know. */
export const NOT_FOUND_CODE = /^404..01$/;

/**
 * Asks the bank about a code and moves its payment as the answer says: a lost callback is found this way. Codes that
 * were never issued are asked for again while there is time. Answers false when the bank could not be asked.
 */
export async function syncQrisPayment(deps: SyncDeps, merchant_id: string, id: string): Promise<boolean> {
  const payment = await asMerchant(deps.db, merchant_id, (tx) => lockPayment(tx, { id }));
  // A sticker only ever waits for the next payer; the bank tells of each payment by itself.
  if (payment === undefined) return true;
  const has_time = Date.parse(payment.expires_at) > deps.clock.now().getTime();
  if (payment.status === 'created' && has_time) {
    return (await issueQrisPayment(deps, merchant_id, id)) !== 'unreachable';
  }
  if (!['created', 'pending', 'expired'].includes(payment.status)) return true;
  const outcome = await deps.bank.queryQr(payment.partner_reference_no);
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
    if (payment === undefined) throw new Error(`There is no QRIS payment ${id}`);
    const now = deps.clock.now();
    const word = toBankStatus(outcome);
    const decision = word ? decide(payment, word, now) : decideUnanswered(payment, now);
    await applyDecision(tx, payment, decision, word, { now, actor: getActor(decision), message: outcome.message });
    logRejection(deps, payment, decision);
  });
}

/** What the bank said; null when it could not be asked. */
function toBankStatus(outcome: BankOutcome<QrQueryResponse>): BankStatus | null {
  if (outcome.kind === 'refused') return NOT_FOUND_CODE.test(outcome.response_code) ? NOT_FOUND : null;
  if (outcome.kind === 'unreachable') return null;
  return parseQueryStatus(outcome.response);
}

/** Time ends a payment, the bank pays it. */
const getActor = (decision: Decision) =>
  decision.do === 'end' && decision.path.at(-1) === 'expired' ? SYSTEM_ACTOR : BANK_ACTOR;

function logRejection(deps: SyncDeps, payment: LockedPayment, decision: Decision): void {
  if (decision.do === 'refuse') deps.log.warn({ code: payment.id, reason: decision.reason }, 'answer refused');
}
