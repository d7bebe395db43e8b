/** Steps of disbursements: requested, decided, cancelled and sent to accounts whose bank misbehaves. */
import { TRANSFER_OUTCOMES } from '../../bank/src/transfer-behaviour.ts';
import { APPROVER_EMAIL, MERCHANT_EMAIL } from '../users.ts';
import { type SimulationContext, type Step, expectStatus } from './context.ts';

const MINUTE_MS = 60_000;
/** Beneficiaries of disbursements, batches and refunds. */
export const ACCOUNTS = [
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

/** Two decisions at once: one of them counts, or none when the controls refuse the payment now (422). */
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
  const is_refused = answers.some(({ status }) => status === 422);
  if (counted > 1 || (counted === 0 && !is_refused)) {
    context.records.violations.push(`${counted} decisions on ${id} counted`);
  }
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

/** Jobs that send money. */
const SENDING_JOBS = ['sweep_disbursements', 'sweep_settlements', 'sweep_refunds', 'sweep_bank_transfers'];

/** A process dies before or after the bank has received a transfer: what was committed before stays, nothing comes after. */
async function killSender({ environment, clock, between, random, pick }: SimulationContext): Promise<void> {
  const { deps } = environment;
  const is_after = random() < 0.5;
  // Time passes, so that transfers of earlier runs are due again.
  clock.advance(between(1, 20) * MINUTE_MS);
  const dying = {
    ...deps,
    bank: {
      ...deps.bank,
      transfer: async (transfer: Parameters<typeof deps.bank.transfer>[0]) => {
        if (is_after) await deps.bank.transfer(transfer);
        throw new Error('The process was killed');
      },
    },
  };
  await environment.runJob(pick(SENDING_JOBS) ?? 'sweep_disbursements', dying);
}

export const DISBURSEMENT_STEPS: Step[] = [
  { name: 'request a disbursement', weight: 5, run: requestDisbursement },
  { name: 'decide on a disbursement', weight: 5, run: decideOnDisbursement },
  { name: 'cancel a disbursement', weight: 1, run: cancelDisbursement },
  { name: 'change the behaviour of an account', weight: 2, run: setBehaviour },
  { name: 'send disbursements', weight: 6, run: sendDisbursements },
  { name: 'kill a process that sends', weight: 2, run: killSender },
];

/** All accounts behave again. */
export async function resetBehaviours({ environment }: SimulationContext): Promise<void> {
  for (const { account_no } of ACCOUNTS) {
    await environment.simulate('POST', '/simulate/transfer/behaviour', { account_no, outcome: 'success' });
  }
}
