/** Invariants after failures: acknowledged ⊆ stored ⊆ attempted, amounts match, and every paid payment is successful. */
import { setTimeout as sleep } from 'node:timers/promises';
import { getTransaction } from '@dasbor/contract/transaction';
import { RETRY_MS } from './fetch-with-retry.ts';
import type { Acknowledged, PaymentRecords } from './merchant.ts';
import type { Session } from './session.ts';

/** Waits up to `timeout_ms` until every paid payment is successful, and returns the violations. */
export async function compareWithStored(
  session: Session,
  records: PaymentRecords,
  before: number,
  timeout_ms: number,
): Promise<string[]> {
  const violations: string[] = [];
  const deadline = Date.now() + timeout_ms;
  await session.signIn();
  for (const each of records.acknowledged) {
    const violation = await comparePayment(session, each, deadline);
    if (violation !== null) violations.push(violation);
  }
  const stored = (await session.countTransactions()) - before;
  if (stored < records.acknowledged.length || stored > records.attempted) {
    violations.push(`${stored} stored, ${records.acknowledged.length} acknowledged, ${records.attempted} attempted`);
  }
  return violations;
}

async function comparePayment(session: Session, each: Acknowledged, deadline: number): Promise<string | null> {
  for (;;) {
    const answer = await session.send('GET', getTransaction.path.replace('{id}', each.transaction_id));
    if (answer.status === 404) return `${each.transaction_id} was acknowledged but is missing`;
    if (answer.status === 401) await session.signIn();
    if (answer.ok) {
      const { data } = getTransaction.output.parse(await answer.json());
      if (data.amount !== each.amount) return `${each.transaction_id} has amount ${data.amount}, not ${each.amount}`;
      if (!each.is_paid || data.status === 'success') return null;
      if (Date.now() > deadline) return `${each.transaction_id} was paid but is ${data.status}`;
    }
    await sleep(RETRY_MS);
  }
}
