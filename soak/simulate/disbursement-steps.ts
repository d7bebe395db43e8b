/** Steps of disbursements: requested, decided, cancelled and sent to accounts whose bank misbehaves. */
import { TRANSFER_OUTCOMES } from '../../bank/src/transfer-behaviour.ts';
import { APPROVER_EMAIL, MERCHANT_EMAIL } from '../users.ts';
import { type SimulationContext, type Step, expectStatus } from './context.ts';

const MINUTE_MS = 60_000;
const ACCOUNTS = [
  { bank_code: '014', account_no: '8010000001' },
  { bank_code: '014', account_no: '8010000002' },
  { bank_code: '009', account_no: '0090000003' },
  { bank_code: '002', account_no: '0020000004' },
  { bank_code: '036', account_no: '0360000007' },
  // Closed.
  { bank_code: '014', account_no: '8010000018' },
];
/** `slow` waits in real time, and changes nothing that the others do not. */
const BEHAVIOURS = TRANSFER_OUTCOMES.filter((outcome) => outcome !== 'slow');

async function requestDisbursement(context: SimulationContext): Promise<void> {
  const { environment, pick, between, random, nextKey, clock } = context;
  const schedule = random() < 0.2 ? { schedule_at: new Date(clock.now().getTime() + between(1, 90) * MINUTE_MS) } : {};
  const rail = random() < 0.2 ? { rail: 'skn' } : {};
  const body = { ...pick(ACCOUNTS), amount: between(1, 60_000), merchant_reference: nextKey(), ...schedule, ...rail };
  const answer = await environment.call(MERCHANT_EMAIL, 'POST', '/disbursements', { body, key: nextKey() });
  // 502: the bank is offline.
  if (!expectStatus(context, 'createDisbursement', answer, [201, 422, 502])) return;
  const { id } = answer.json<{ data: { id: string } }>().data;
  const at = `/disbursements/${id}/approve`;
  const own = await environment.call(MERCHANT_EMAIL, 'POST', at, { body: {}, key: nextKey() });
  if (own.status !== 422) context.records.violations.push(`the requester approved a disbursement: ${own.status}`);
}

async function pickDisbursement(context: SimulationContext, statuses: readonly string[]): Promise<string | undefined> {
  const { rows } = await context.environment.owner.query<{ id: string }>(
    'select id from app.disbursement where status = any ($1) order by id',
    [statuses],
  );
  return context.pick(rows)?.id;
}

/** Several decisions at once: one of them counts. */
async function decideOnDisbursement(context: SimulationContext): Promise<void> {
  const { environment, random, nextKey } = context;
  const id = await pickDisbursement(context, ['pending_approval']);
  if (id === undefined) return;
  const decide = () => {
    const [what, body] = random() < 0.85 ? ['approve', {}] : ['reject', { reason: 'Simulation' }];
    return environment.call(APPROVER_EMAIL, 'POST', `/disbursements/${id}/${String(what)}`, { body, key: nextKey() });
  };
  const answers = await Promise.all([decide(), decide()]);
  for (const answer of answers) expectStatus(context, 'decide on a disbursement', answer, [200, 409, 422]);
  const counted = answers.filter(({ status }) => status === 200).length;
  if (counted !== 1) context.records.violations.push(`${counted} decisions on ${id} counted`);
}

/** A cancellation against the jobs that send. */
async function cancelDisbursement(context: SimulationContext): Promise<void> {
  const { environment, nextKey } = context;
  const id = await pickDisbursement(context, ['pending_approval', 'approved', 'queued', 'processing', 'unknown']);
  if (id === undefined) return;
  const [answer] = await Promise.all([
    environment.call(MERCHANT_EMAIL, 'POST', `/disbursements/${id}/cancel`, { body: {}, key: nextKey() }),
    environment.runJob('sweep_disbursements'),
  ]);
  expectStatus(context, 'cancelDisbursement', answer, [200, 409]);
}

async function setBehaviour({ environment, pick }: SimulationContext): Promise<void> {
  const account_no = pick(ACCOUNTS)?.account_no;
  await environment.simulate('POST', '/simulate/transfer/behaviour', { account_no, outcome: pick(BEHAVIOURS) });
}

async function sendDisbursements({ environment, clock, between, random }: SimulationContext): Promise<void> {
  if (random() < 0.5) clock.advance(between(1, 12) * MINUTE_MS);
  await Promise.all([environment.runJob('sweep_disbursements'), environment.runJob('sweep_bank_transfers')]);
}

export const DISBURSEMENT_STEPS: Step[] = [
  { name: 'request a disbursement', weight: 5, run: requestDisbursement },
  { name: 'decide on a disbursement', weight: 5, run: decideOnDisbursement },
  { name: 'cancel a disbursement', weight: 1, run: cancelDisbursement },
  { name: 'change the behaviour of an account', weight: 2, run: setBehaviour },
  { name: 'send disbursements', weight: 6, run: sendDisbursements },
];

/** All accounts behave again. */
export async function resetBehaviours({ environment }: SimulationContext): Promise<void> {
  for (const { account_no } of ACCOUNTS) {
    await environment.simulate('POST', '/simulate/transfer/behaviour', { account_no, outcome: 'success' });
  }
}

interface Row {
  id: string;
  status: string;
  amount: string;
  total_amount: string;
  is_reserved: boolean;
  partner_reference_no: string;
}
interface BankTransfer {
  partner_reference_no: string;
  amount: number;
  state: string;
}

/** The statuses that a disbursement may have after everything was asked, by what the bank executed. */
const EXPECTED: Record<string, readonly string[]> = {
  success: ['success'],
  returned: ['reversed', 'failed'],
  failed: ['failed'],
  pending: ['processing', 'unknown'],
  none: ['pending_approval', 'approved', 'queued', 'rejected', 'cancelled', 'failed'],
};

/** The bank's list of transfers is ours, no beneficiary is paid twice, and only what is still open is reserved. */
export async function checkDisbursements({ environment }: SimulationContext): Promise<string[]> {
  // Ended transfers are asked about rarely: all of them now.
  for (let round = 0; round < 2; round++) {
    const now = environment.deps.clock.now();
    await environment.owner.query('update app.bank_transfer set next_check_at = $1 where next_check_at is not null', [
      now,
    ]);
    await environment.runJob('sweep_bank_transfers');
  }
  const { rows } = await environment.owner.query<Row>(
    `select id, status, amount::text, total_amount::text, partner_reference_no,
      reserved_at is not null and released_at is null and status in ('approved', 'queued', 'processing', 'unknown')
        as is_reserved
     from app.disbursement`,
  );
  const answer = await environment.simulate('GET', '/simulate/transfers');
  const { data } = answer.json<{ data: BankTransfer[] }>();
  const executed = new Map(data.map((transfer) => [transfer.partner_reference_no, transfer]));
  const { rows: orders } = await environment.owner.query<{ partner_reference_no: string }>(
    `select partner_reference_no from app.bank_transfer`,
  );
  const ordered = new Set(orders.map(({ partner_reference_no }) => partner_reference_no));
  const violations = rows.flatMap(({ id, status, amount, partner_reference_no }) => {
    const transfer = executed.get(partner_reference_no);
    if (transfer !== undefined && !ordered.has(partner_reference_no)) return [`${id} was executed without an order`];
    if (transfer !== undefined && transfer.amount !== Number(amount))
      return [`${id}: the bank paid ${transfer.amount}`];
    const state = transfer?.state ?? 'none';
    return EXPECTED[state]?.includes(status) === true ? [] : [`${id} is ${status}, at the bank it is ${state}`];
  });
  const reserved = rows.reduce((sum, row) => sum + (row.is_reserved ? Number(row.total_amount) : 0), 0);
  const { rows: ledger } = await environment.owner.query<{ balance: string }>(
    `select coalesce(sum(case when t.credit_account = a.id then t.amount else -t.amount end), 0)::text as balance
     from app.ledger_account a join app.transfer t on t.merchant_id = a.merchant_id
       and a.id in (t.credit_account, t.debit_account)
     where a.type = 'payout_reserved'`,
  );
  const balance = Number(ledger[0]?.balance ?? 0);
  return balance === reserved
    ? violations
    : [...violations, `Rp ${balance} are reserved, open ones need Rp ${reserved}`];
}
