/** What must hold after every step, and what must hold once everything has come to rest. */
import type { TransactionStatus } from '@dasbor/contract/transaction';
import { verifyLedger } from '../../server/src/ledger/verifier.ts';
import { TRANSACTION_INITIAL_STATUSES, TRANSACTION_TRANSITIONS } from '../../server/src/transaction/rules.ts';
import { calculateFees } from './fees.ts';
import type { PaidRecord, SimulationContext } from './context.ts';

interface Row {
  id: string;
  status: TransactionStatus;
  method: string;
  channel_code: string | null;
  amount: string;
  fee_amount: string;
  fee_vat_amount: string;
  net_amount: string;
  rrn: string | null;
  provider_reference: string | null;
}

const PAID: readonly string[] = ['success', 'partially_refunded', 'refunded', 'reversed'];

/** States seen at the last look, by payment. */
export type LastStatuses = Map<string, TransactionStatus>;

/** States moved legally, nothing was invented, and every price is exact. Answers the faults. */
export async function checkPayments(scene: SimulationContext, seen: LastStatuses): Promise<string[]> {
  const rows = await readPayments(scene);
  const faults: string[] = [];
  for (const row of rows) {
    const before = seen.get(row.id);
    const may =
      before === undefined
        ? TRANSACTION_INITIAL_STATUSES.flatMap(listReachableStatuses)
        : listReachableStatuses(before);
    if (!may.includes(row.status)) faults.push(`${row.id} went from ${before ?? 'nothing'} to ${row.status}`);
    seen.set(row.id, row.status);
    if (PAID.includes(row.status)) faults.push(...checkPaidPayment(scene, row));
  }
  return faults;
}

async function readPayments({ environment: world }: SimulationContext): Promise<Row[]> {
  const { rows } = await world.owner.query<Row>(
    `select id, status, method, channel_code, amount::text, fee_amount::text, fee_vat_amount::text, net_amount::text,
       rrn, provider_reference from app.transaction`,
  );
  return rows;
}

/** The state itself and all that may follow it. */
function listReachableStatuses(from: TransactionStatus): TransactionStatus[] {
  const found = new Set<TransactionStatus>([from]);
  for (const status of found) for (const next of TRANSACTION_TRANSITIONS[status]) found.add(next);
  return [...found];
}

function checkPaidPayment({ records: book }: SimulationContext, row: Row): string[] {
  const paid = book.paid.filter((each) => isMatch(each, row));
  const right = paid.find(({ amount, is_wrong }) => !is_wrong && amount === Number(row.amount));
  if (right === undefined) return [`${row.id} is ${row.status} with Rp ${row.amount}, and no payer paid that`];
  if (row.status === 'reversed' && right.is_reversed !== true)
    return [`${row.id} is reversed, and no bank took it back`];
  const amount = BigInt(row.amount);
  const { fee, vat } = calculateFees({ method: row.method, channel: row.channel_code, amount });
  const stored = [row.fee_amount, row.fee_vat_amount, row.net_amount].map(BigInt);
  const exact = [fee, vat, amount - fee - vat];
  return stored.every((value, place) => value === exact[place])
    ? []
    : [`${row.id} of Rp ${row.amount} costs ${stored.join(', ')}; ${exact.join(', ')} is right`];
}

const isMatch = ({ match: found_by }: PaidRecord, row: Row): boolean =>
  'transaction_id' in found_by
    ? found_by.transaction_id === row.id
    : 'rrn' in found_by
      ? found_by.rrn === row.rrn
      : found_by.provider_reference === row.provider_reference;

/** The verifier is content, and the accounts of every merchant add up to nothing. */
export async function checkLedger({ environment: world }: SimulationContext): Promise<string[]> {
  const { discrepancies: faults } = await verifyLedger(world.deps.db);
  const named = faults.map(({ kind, object_id, detail }) => `ledger: ${kind} ${object_id}: ${detail}`);
  const { rows } = await world.owner.query<{ from_status: string | null; to_status: string; n: number }>(
    `select from_status, to_status, count(*)::int as n from app.transaction_event group by 1, 2`,
  );
  const illegal = rows.filter(({ from_status: from, to_status: to }) => !isAllowedTransition(from, to));
  return [...named, ...illegal.map(({ from_status, to_status, n }) => `${n} moves ${from_status} → ${to_status}`)];
}

/** A line of the timeline may also tell something without a move. */
const isAllowedTransition = (from: string | null, to: string): boolean =>
  from === null
    ? (TRANSACTION_INITIAL_STATUSES as readonly string[]).includes(to)
    : from === to || (TRANSACTION_TRANSITIONS[from as TransactionStatus] as readonly string[]).includes(to);

/** At rest: every payment that a bank took is there exactly once, and the ledger holds their gross sum. */
export async function checkAllPaymentsRecorded(scene: SimulationContext): Promise<string[]> {
  const rows = (await readPayments(scene)).filter(({ status }) => PAID.includes(status));
  const faults: string[] = [];
  const expected = scene.records.paid.filter(({ is_wrong }) => !is_wrong);
  for (const paid of expected) {
    const found = rows.filter((row) => isMatch(paid, row));
    if (found.length !== 1) {
      faults.push(
        `Rp ${paid.amount} paid at ${paid.paid_at.toISOString()} is there ${found.length} times: ${JSON.stringify(paid.match)}`,
      );
    }
  }
  if (rows.length !== expected.length) faults.push(`${rows.length} payments are paid, ${expected.length} were paid`);
  const gross = expected.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
  const { rows: sums } = await scene.environment.owner.query<{ sum: string }>(
    `select coalesce(sum(amount), 0)::text as sum from app.transfer where kind = 'payment'`,
  );
  if (BigInt(sums[0]?.sum ?? '0') !== gross) faults.push(`the ledger holds ${sums[0]?.sum} of Rp ${gross} paid`);
  return faults;
}

/** At rest: every deposit that a bank took is there exactly once, credited or under review. */
export async function checkDeposits({ environment: world, records: book }: SimulationContext): Promise<string[]> {
  const { rows } = await world.owner.query<{ payment_request_id: string; amount: string; status: string }>(
    `select payment_request_id, amount::text, status from app.deposit`,
  );
  const faults = book.deposits.flatMap(({ payment_request_id, amount }) => {
    const found = rows.filter((row) => row.payment_request_id === payment_request_id && Number(row.amount) === amount);
    return found.length === 1 ? [] : [`deposit ${payment_request_id} of Rp ${amount} is there ${found.length} times`];
  });
  if (rows.length !== book.deposits.length) faults.push(`${rows.length} deposits, ${book.deposits.length} were paid`);
  return faults;
}

/** At rest: what a link says it collected is what its payments add up to, and its texts are on every one of them. */
export async function checkLinks({ environment: world }: SimulationContext): Promise<string[]> {
  const { rows } = await world.owner.query<{ id: string; said: string; is: string }>(
    `select l.id, l.paid_count || ' payments, Rp ' || l.collected_amount as said,
       count(t.id) || ' payments, Rp ' || coalesce(sum(t.amount - t.refunded_amount), 0) as is
     from app.payment_link l
     left join app.transaction t on t.merchant_id = l.merchant_id and t.payment_link_id = l.id
       and t.status in ('success', 'partially_refunded', 'refunded')
     group by l.merchant_id, l.id, l.paid_count, l.collected_amount`,
  );
  const sums = rows.filter(({ said, is }) => said !== is).map(({ id, said, is }) => `${id} says ${said}; it has ${is}`);
  const { rows: bare } = await world.owner.query<{ id: string }>(
    `select id from app.transaction where payment_link_id is not null and not coalesce(metadata ? 'step', false)`,
  );
  return [...sums, ...bare.map(({ id }) => `${id} of a link carries none of its texts`)];
}
