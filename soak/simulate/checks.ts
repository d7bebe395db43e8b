/** Invariants after every step, and invariants once all work is done. */
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

/** Status of each payment at the last check. */
export type LastStatuses = Map<string, TransactionStatus>;

/** Checks status transitions, the origin of every payment, and exact fees. Returns the violations. */
export async function checkPayments(context: SimulationContext, seen: LastStatuses): Promise<string[]> {
  const rows = await readPayments(context);
  const violations: string[] = [];
  for (const row of rows) {
    const before = seen.get(row.id);
    const may =
      before === undefined
        ? TRANSACTION_INITIAL_STATUSES.flatMap(listReachableStatuses)
        : listReachableStatuses(before);
    if (!may.includes(row.status)) violations.push(`${row.id} went from ${before ?? 'nothing'} to ${row.status}`);
    seen.set(row.id, row.status);
    if (PAID.includes(row.status)) violations.push(...checkPaidPayment(context, row));
  }
  return violations;
}

async function readPayments({ environment }: SimulationContext): Promise<Row[]> {
  const { rows } = await environment.owner.query<Row>(
    `select id, status, method, channel_code, amount::text, fee_amount::text, fee_vat_amount::text, net_amount::text,
       rrn, provider_reference from app.transaction`,
  );
  return rows;
}

/** The status itself and all statuses reachable from it. */
function listReachableStatuses(from: TransactionStatus): TransactionStatus[] {
  const found = new Set<TransactionStatus>([from]);
  for (const status of found) for (const next of TRANSACTION_TRANSITIONS[status]) found.add(next);
  return [...found];
}

function checkPaidPayment({ records }: SimulationContext, row: Row): string[] {
  const paid = records.paid.filter((each) => isMatch(each, row));
  const right = paid.find(({ amount, is_wrong }) => !is_wrong && amount === Number(row.amount));
  if (right === undefined) return [`${row.id} is ${row.status} with Rp ${row.amount}, but no such payment was made`];
  if (row.status === 'reversed' && right.is_reversed !== true)
    return [`${row.id} is reversed, but the bank did not reverse it`];
  const amount = BigInt(row.amount);
  const { fee, vat } = calculateFees({ method: row.method, channel: row.channel_code, amount });
  const stored = [row.fee_amount, row.fee_vat_amount, row.net_amount].map(BigInt);
  const expected = [fee, vat, amount - fee - vat];
  return stored.every((value, index) => value === expected[index])
    ? []
    : [`${row.id} of Rp ${row.amount} costs ${stored.join(', ')}; ${expected.join(', ')} expected`];
}

const isMatch = ({ match: found_by }: PaidRecord, row: Row): boolean =>
  'transaction_id' in found_by
    ? found_by.transaction_id === row.id
    : 'rrn' in found_by
      ? found_by.rrn === row.rrn
      : found_by.provider_reference === row.provider_reference;

/** Runs the ledger verifier and checks the recorded status transitions. */
export async function checkLedger({ environment }: SimulationContext): Promise<string[]> {
  const { discrepancies } = await verifyLedger(environment.deps.db);
  const named = discrepancies.map(({ kind, object_id, detail }) => `ledger: ${kind} ${object_id}: ${detail}`);
  const { rows } = await environment.owner.query<{ from_status: string | null; to_status: string; n: number }>(
    `select from_status, to_status, count(*)::int as n from app.transaction_event group by 1, 2`,
  );
  const illegal = rows.filter(({ from_status: from, to_status: to }) => !isAllowedTransition(from, to));
  return [...named, ...illegal.map(({ from_status, to_status, n }) => `${n} moves ${from_status} → ${to_status}`)];
}

/** Timeline events may also keep the status. */
const isAllowedTransition = (from: string | null, to: string): boolean =>
  from === null
    ? (TRANSACTION_INITIAL_STATUSES as readonly string[]).includes(to)
    : from === to || (TRANSACTION_TRANSITIONS[from as TransactionStatus] as readonly string[]).includes(to);

/** Final check: every payment received by the bank exists exactly once, and the ledger holds their gross sum. */
export async function checkAllPaymentsRecorded(context: SimulationContext): Promise<string[]> {
  const rows = (await readPayments(context)).filter(({ status }) => PAID.includes(status));
  const violations: string[] = [];
  const expected = context.records.paid.filter(({ is_wrong }) => !is_wrong);
  for (const paid of expected) {
    const found = rows.filter((row) => isMatch(paid, row));
    if (found.length !== 1) {
      violations.push(
        `Rp ${paid.amount} paid at ${paid.paid_at.toISOString()} exists ${found.length} times: ${JSON.stringify(paid.match)}`,
      );
    }
  }
  if (rows.length !== expected.length)
    violations.push(`${rows.length} payments are paid, ${expected.length} were paid`);
  const gross = expected.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
  const { rows: sums } = await context.environment.owner.query<{ sum: string }>(
    `select coalesce(sum(amount), 0)::text as sum from app.transfer where kind = 'payment'`,
  );
  if (BigInt(sums[0]?.sum ?? '0') !== gross) violations.push(`the ledger holds ${sums[0]?.sum} of Rp ${gross} paid`);
  return violations;
}

/** Final check: every deposit received by the bank exists exactly once. */
export async function checkDeposits({ environment, records }: SimulationContext): Promise<string[]> {
  const { rows } = await environment.owner.query<{ payment_request_id: string; amount: string; status: string }>(
    `select payment_request_id, amount::text, status from app.deposit`,
  );
  const violations = records.deposits.flatMap(({ payment_request_id, amount }) => {
    const found = rows.filter((row) => row.payment_request_id === payment_request_id && Number(row.amount) === amount);
    return found.length === 1 ? [] : [`deposit ${payment_request_id} of Rp ${amount} exists ${found.length} times`];
  });
  if (rows.length !== records.deposits.length)
    violations.push(`${rows.length} deposits, ${records.deposits.length} were paid`);
  return violations;
}

/** Final check: the totals of a link equal those of its payments, and every payment has the metadata of its link. */
export async function checkLinks({ environment }: SimulationContext): Promise<string[]> {
  const { rows } = await environment.owner.query<{ id: string; stored: string; is: string }>(
    `select l.id, l.paid_count || ' payments, Rp ' || l.collected_amount as stored,
       count(t.id) || ' payments, Rp ' || coalesce(sum(t.amount - t.refunded_amount), 0) as is
     from app.payment_link l
     left join app.transaction t on t.merchant_id = l.merchant_id and t.payment_link_id = l.id
       and t.status in ('success', 'partially_refunded', 'refunded')
     group by l.merchant_id, l.id, l.paid_count, l.collected_amount`,
  );
  const sums = rows
    .filter(({ stored, is }) => stored !== is)
    .map(({ id, stored, is }) => `${id} says ${stored}; it has ${is}`);
  const { rows: bare } = await environment.owner.query<{ id: string }>(
    `select id from app.transaction where payment_link_id is not null and not coalesce(metadata ? 'step', false)`,
  );
  return [...sums, ...bare.map(({ id }) => `${id} lacks the metadata of its link`)];
}
