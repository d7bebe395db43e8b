/** Steps of settlements, payouts and balance transfers. */
import { KOPI_NUSANTARA } from '../../server/src/sandbox/people.ts';
import { APPROVER_EMAIL, MERCHANT_EMAIL, PROVIDER_EMAIL } from '../users.ts';
import { type SimulationContext, type Step, expectStatus } from './context.ts';

const HOUR_MS = 3_600_000;
const ACCOUNTS = [
  { bank_code: '014', account_no: '8010000001' },
  { bank_code: '009', account_no: '0090000003' },
  { bank_code: '022', account_no: '0220000006' },
];

/** The merchant requests a payout account; the approver approves it, and its cooling-off period passes. */
async function changeAccount(context: SimulationContext): Promise<void> {
  const { environment, pick, random, clock } = context;
  const answer = await environment.call(MERCHANT_EMAIL, 'PUT', '/settlement-setting/bank-account', {
    body: pick(ACCOUNTS),
  });
  // 429: too many checks within a minute; 502: the bank is offline.
  if (!expectStatus(context, 'setSettlementBankAccount', answer, [200, 429, 502])) return;
  const { data } = answer.json<{ data: { pending_bank_account: { id: string } } }>();
  const at = `/settlement-setting/bank-accounts/${data.pending_bank_account.id}`;
  const own = await environment.call(MERCHANT_EMAIL, 'POST', `${at}/approve`);
  if (own.status !== 422) context.records.violations.push(`the requester approved an account: ${own.status}`);
  const decided = await environment.call(APPROVER_EMAIL, 'POST', `${at}/${random() < 0.9 ? 'approve' : 'reject'}`);
  if (!expectStatus(context, 'decide on an account', decided, [200])) return;
  await changePayout(context, random() < 0.8 ? 'auto' : 'manual');
  if (random() < 0.7) clock.advance(25 * HOUR_MS);
}

/** Settlements go to the bank account every day, whatever their amount. */
export async function changePayout(context: SimulationContext, approval: 'auto' | 'manual'): Promise<void> {
  const body = {
    destination: 'bank',
    approval,
    schedule: 'daily',
    weekday: null,
    month_day: null,
    minimum_amount: 0,
  };
  const changed = await context.environment.call(MERCHANT_EMAIL, 'PUT', '/settlement-setting', { body });
  expectStatus(context, 'updateSettlementSetting', changed, [200]);
}

async function settle(context: SimulationContext): Promise<void> {
  const { environment, nextKey } = context;
  const at = `/merchants/${KOPI_NUSANTARA.merchant_id}/settlements/early`;
  const answers = await Promise.all([1, 2].map(() => environment.call(PROVIDER_EMAIL, 'POST', at, { key: nextKey() })));
  for (const answer of answers) expectStatus(context, 'settleEarly', answer, [200, 409, 422]);
}

async function decideOnBatch(context: SimulationContext): Promise<void> {
  const { environment, pick, nextKey } = context;
  const { rows } = await environment.owner.query<{ id: string; status: string }>(
    `select id, status from app.settlement_batch where status not in ('open', 'paid', 'processing')`,
  );
  const batch = pick(rows);
  if (batch === undefined) return;
  const provider = (action: string, body?: object) =>
    environment.call(
      PROVIDER_EMAIL,
      'POST',
      `/merchants/${KOPI_NUSANTARA.merchant_id}/settlements/${batch.id}/${action}`,
      body === undefined ? { key: nextKey() } : { body },
    );
  const actions: Record<string, () => Promise<{ status: number; text: string }>> = {
    closed: () => environment.call(MERCHANT_EMAIL, 'POST', `/settlements/${batch.id}/approve`, { key: nextKey() }),
    approved: () => provider('hold', { reason: 'Simulation' }),
    on_hold: () => provider('release'),
    failed: () => provider('retry'),
    returned: () => provider('retry'),
  };
  const answer = await (context.random() < 0.2 ? provider('rebind') : actions[batch.status]?.());
  if (answer !== undefined) expectStatus(context, `act on a ${batch.status} batch`, answer, [200, 409, 422]);
}

async function runPayouts({ environment, clock, random, between }: SimulationContext): Promise<void> {
  if (random() < 0.5) clock.advance(between(1, 12) * 60_000);
  await environment.runJob('sweep_settlements');
  await environment.runJob('sweep_bank_transfers');
}

/** The receiving bank returns a credited payout. */
async function returnPayout({ environment, pick }: SimulationContext): Promise<void> {
  const { rows } = await environment.owner.query<{ partner_reference_no: string }>(
    `select partner_reference_no from app.settlement_batch where status = 'paid' and destination = 'bank'`,
  );
  const paid = pick(rows);
  if (paid !== undefined) await environment.simulate('POST', '/simulate/transfers/return', paid);
}

async function transferBalance(context: SimulationContext): Promise<void> {
  const { environment, between, random, nextKey } = context;
  const answer = await environment.call(MERCHANT_EMAIL, 'POST', '/balance-transfers', {
    body: { amount: between(1, 200_000) },
    key: nextKey(),
  });
  if (!expectStatus(context, 'createBalanceTransfer', answer, [201, 422])) return;
  const { id } = answer.json<{ data: { id: string } }>().data;
  const own = await environment.call(MERCHANT_EMAIL, 'POST', `/balance-transfers/${id}/approve`, {
    body: {},
    key: nextKey(),
  });
  if (own.status !== 422) context.records.violations.push(`the requester approved a balance transfer: ${own.status}`);
  const [decision, body] = random() < 0.8 ? ['approve', {}] : ['reject', { remark: 'Simulation' }];
  const decided = await environment.call(APPROVER_EMAIL, 'POST', `/balance-transfers/${id}/${String(decision)}`, {
    body,
    key: nextKey(),
  });
  expectStatus(context, `${String(decision)} balance transfer`, decided, [200, 409, 422]);
}

/** Callbacks arrive between two reads, so a difference counts only if it stays. */
const READS_MAX = 10;

/** The expected net of every screen adds up to the pending balance. */
async function checkForecast(context: SimulationContext): Promise<void> {
  const { environment, records } = context;
  let detail = '';
  for (let read = 0; read < READS_MAX; read++) {
    const upcoming = await environment.call(MERCHANT_EMAIL, 'GET', '/settlements/upcoming');
    const balance = await environment.call(MERCHANT_EMAIL, 'GET', '/dashboard/balance');
    const { data, later } = upcoming.json<{ data: { net_amount: number }[]; later: number }>();
    const { pending_settlement } = balance.json<{ data: { pending_settlement: number } }>().data;
    const expected = data.reduce((sum, { net_amount }) => sum + net_amount, later);
    if (expected === pending_settlement) return;
    detail = `expected settlements are Rp ${expected}, pending is Rp ${pending_settlement}`;
  }
  records.violations.push(detail);
}

export const SETTLEMENT_STEPS: Step[] = [
  { name: 'change the payout account', weight: 1, run: changeAccount },
  { name: 'settle early', weight: 3, run: settle },
  { name: 'decide on a settlement', weight: 4, run: decideOnBatch },
  { name: 'run payouts', weight: 6, run: runPayouts },
  { name: 'return a payout', weight: 1, run: returnPayout },
  { name: 'transfer balance', weight: 2, run: transferBalance },
  { name: 'check the forecast', weight: 3, run: checkForecast },
];

/**
 * Every payout is executed by the bank at most once: of the transfers of a batch at most one is final, and exactly one if
 * the batch is paid.
 */
export async function checkPayouts({ environment }: SimulationContext): Promise<string[]> {
  const { rows } = await environment.owner.query<{ id: string; status: string; net_amount: string }>(
    `select id, status, net_amount::text from app.settlement_batch where destination = 'bank'`,
  );
  const answer = await environment.simulate('GET', '/simulate/transfers');
  const { data } = answer.json<{ data: { partner_reference_no: string; amount: number; state: string }[] }>();
  return rows.flatMap(({ id, status, net_amount }) => {
    const standing = data.filter(
      ({ partner_reference_no, state }) => partner_reference_no.startsWith(`STL${id.slice(4)}`) && state === 'success',
    );
    const expected_count = status === 'paid' ? 1 : 0;
    const is_right =
      standing.length === expected_count && standing.every(({ amount }) => amount === Number(net_amount));
    return is_right ? [] : [`batch ${id} is ${status}, the bank executed it ${standing.length} times`];
  });
}
