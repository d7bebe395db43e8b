/** Invariants after failures: acknowledged ⊆ stored ⊆ sent, nothing twice, amounts match, every paid payment successful. */
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { MoneyRecords } from './records.ts';

const POLL_MS = 500;

interface StoredPayment {
  id: string;
  amount: number;
  status: string;
  source: string;
  merchant_reference: string | null;
  provider_reference: string | null;
}

/** A category of the comparison, with what violates it. */
export interface Comparison {
  /** Acknowledged, but missing or different. */
  lost: string[];
  /** Stored more often than it was sent. */
  duplicated: string[];
}

/**
 * Waits up to `timeout_ms` until every paid payment is successful, as lost callbacks are sent again, and compares everything
 * with the database. Its payments must all be of this load.
 */
export async function compareWithStored(
  owner: pg.Client,
  records: MoneyRecords,
  timeout_ms: number,
): Promise<Comparison> {
  const deadline = Date.now() + timeout_ms;
  for (;;) {
    const stored = await listPayments(owner);
    const by_id = new Map(stored.map((payment) => [payment.id, payment]));
    const unpaid = records.acknowledged.filter(
      ({ transaction_id, is_paid }) => is_paid && by_id.get(transaction_id)?.status !== 'success',
    );
    if (unpaid.length === 0 || Date.now() > deadline) {
      return {
        lost: [
          ...records.acknowledged.flatMap((each) => findLoss(each, by_id.get(each.transaction_id))),
          ...findLostNotifications(records, stored),
          ...(await findLostRefunds(owner, records)),
        ],
        duplicated: [...findDuplicates(records, stored), ...(await findRepeatedEffects(owner))],
      };
    }
    await sleep(POLL_MS);
  }
}

async function listPayments(owner: pg.Client): Promise<StoredPayment[]> {
  const { rows } = await owner.query<StoredPayment>(
    `select id, amount::float8 as amount, status, source, merchant_reference, provider_reference from app.transaction`,
  );
  return rows;
}

function findLoss(
  { transaction_id: id, amount, is_paid }: MoneyRecords['acknowledged'][number],
  stored: StoredPayment | undefined,
): string[] {
  if (stored === undefined) return [`${id} was acknowledged but is missing`];
  if (stored.amount !== amount) return [`${id} has amount ${stored.amount}, not ${amount}`];
  return is_paid && stored.status !== 'success' ? [`${id} was paid but is ${stored.status}`] : [];
}

function findLostNotifications({ notified }: MoneyRecords, stored: StoredPayment[]): string[] {
  const by_reference = new Map(stored.map((payment) => [payment.provider_reference, payment]));
  return [...notified].flatMap(([reference, amount]) => {
    const payment = by_reference.get(reference);
    if (payment === undefined) return [`the callback ${reference} was acknowledged but is missing`];
    const is_right = payment.amount === amount && payment.status === 'success';
    return is_right ? [] : [`the callback ${reference} of ${amount} is ${payment.status} with ${payment.amount}`];
  });
}

async function findLostRefunds(owner: pg.Client, { refunds }: MoneyRecords): Promise<string[]> {
  const { rows } = await owner.query<{ id: string; transaction_id: string }>(
    'select id, transaction_id from app.refund',
  );
  const stored = new Map(rows.map(({ id, transaction_id }) => [id, transaction_id]));
  return [...refunds].flatMap(([id, transaction_id]) =>
    stored.get(id) === transaction_id ? [] : [`the refund ${id} was acknowledged but is missing`],
  );
}

function findDuplicates({ attempted, sent }: MoneyRecords, stored: StoredPayment[]): string[] {
  const of_callbacks = stored.filter(({ source }) => source === 'static_qr');
  const created = stored.filter(({ source }) => source !== 'static_qr');
  const unknown = of_callbacks.filter(({ provider_reference }) => !sent.has(provider_reference ?? ''));
  return [
    ...listRepeated(of_callbacks.map(({ provider_reference }) => provider_reference)),
    ...listRepeated(created.map(({ merchant_reference }) => merchant_reference)),
    ...unknown.map(({ id }) => `${id} was never sent`),
    ...(created.length > attempted ? [`${created.length} payments stored, ${attempted} sent`] : []),
  ];
}

function listRepeated(references: readonly (string | null)[]): string[] {
  const seen = new Set<string | null>();
  return references.flatMap((reference) => {
    if (seen.has(reference)) return [`${reference} is stored twice`];
    seen.add(reference);
    return [];
  });
}

/** Payments that became successful other than once, and payments with several refunds. */
async function findRepeatedEffects(owner: pg.Client): Promise<string[]> {
  const { rows } = await owner.query<{ detail: string }>(
    `select t.id || ' became successful ' || count(e.seq) || ' times' as detail
     from app.transaction t
     left join app.transaction_event e
       on e.merchant_id = t.merchant_id and e.transaction_id = t.id and e.to_status = 'success'
       and e.from_status is distinct from 'success'
     where t.status = 'success' group by t.id having count(e.seq) <> 1
     union all
     select transaction_id || ' has ' || count(*) || ' refunds' from app.refund
     group by transaction_id having count(*) > 1`,
  );
  return rows.map(({ detail }) => detail);
}
