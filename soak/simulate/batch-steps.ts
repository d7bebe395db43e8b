/** Steps of disbursement batches: uploaded, submitted, decided in whole or in part, cancelled. */
import { APPROVER_EMAIL, MERCHANT_EMAIL } from '../users.ts';
import { type SimulationContext, type Step, expectStatus } from './context.ts';
import { ACCOUNTS } from './disbursement-steps.ts';

const HEADER = 'reference_id,amount,bank_code,account_name,account_number,description,email';

/** Why a batch may not be submitted: every row has errors, or an account was blocked since. */
const SUBMIT_REFUSALS: readonly string[] = ['no_valid_rows', 'beneficiary_blocked', 'beneficiary_not_allowed'];

/** A file with a row for each amount to an account. Names of holders that differ are warnings. */
export function buildBatchFile(
  { nextKey }: SimulationContext,
  rows: readonly { account: number; amount: number | string }[],
): string {
  const lines = rows.map(({ account, amount }) => {
    const { bank_code, account_no } = ACCOUNTS[account % ACCOUNTS.length] ?? ACCOUNTS[0]!;
    return `${nextKey()},${amount},${bank_code},SARI PRATIWI,${account_no},Simulation,`;
  });
  return `${HEADER}\n${lines.join('\n')}\n`;
}

async function uploadBatch(context: SimulationContext): Promise<void> {
  const { environment, between, random, nextKey } = context;
  const rows = Array.from({ length: between(1, 6) }, () => ({
    account: between(0, ACCOUNTS.length - 1),
    // Some rows cannot be paid.
    amount: random() < 0.1 ? 'nothing' : between(1, 40_000),
  }));
  const file = { name: `${nextKey()}.csv`, content: buildBatchFile(context, rows) };
  const answer = await environment.upload(MERCHANT_EMAIL, '/disbursement-batches', file);
  // 429: too many batches wait for validation.
  expectStatus(context, 'uploadDisbursementBatch', answer, [201, 429]);
  await environment.runDueJobs();
}

async function pickBatch(context: SimulationContext, statuses: readonly string[]): Promise<string | undefined> {
  const { rows } = await context.environment.owner.query<{ id: string }>(
    'select id from app.disbursement_batch where status = any ($1) order by id',
    [statuses],
  );
  return context.pick(rows)?.id;
}

async function submitBatch(context: SimulationContext): Promise<void> {
  const { environment, nextKey } = context;
  const id = await pickBatch(context, ['ready', 'needs_fix']);
  if (id === undefined) return;
  const act = (email: string, action: string, body: object) =>
    environment.call(email, 'POST', `/disbursement-batches/${id}/${action}`, { body, key: nextKey() });
  const answer = await act(MERCHANT_EMAIL, 'submit', { skip_errors: true });
  if (!expectStatus(context, 'submitDisbursementBatch', answer, [200, 409, 422])) {
    if (answer.status === 422 && !SUBMIT_REFUSALS.includes(answer.json<{ code: string }>().code)) {
      context.records.violations.push(`submitDisbursementBatch was refused: ${answer.text.slice(0, 300)}`);
    }
    return;
  }
  const own = await act(MERCHANT_EMAIL, 'approve', {});
  if (own.status !== 422) context.records.violations.push(`the requester approved a batch: ${own.status}`);
}

/** Two decisions at once: one of them counts. */
async function decideOnBatch(context: SimulationContext): Promise<void> {
  const { environment, random, between, nextKey } = context;
  const id = await pickBatch(context, ['pending_approval']);
  if (id === undefined) return;
  const decide = () => {
    const [what, body] =
      random() < 0.85
        ? ['approve', random() < 0.3 ? { excluded_rows: [between(1, 3)] } : {}]
        : ['reject', { reason: 'Simulation' }];
    const at = `/disbursement-batches/${id}/${String(what)}`;
    return environment.call(APPROVER_EMAIL, 'POST', at, { body, key: nextKey() });
  };
  const answers = await Promise.all([decide(), decide()]);
  for (const answer of answers) expectStatus(context, 'decide on a batch', answer, [200, 409, 422]);
  const counted = answers.filter(({ status }) => status === 200).length;
  if (counted > 1) context.records.violations.push(`${counted} decisions on batch ${id} counted`);
  await environment.runDueJobs();
}

async function cancelBatch(context: SimulationContext): Promise<void> {
  const { environment, nextKey } = context;
  const id = await pickBatch(context, ['ready', 'needs_fix', 'pending_approval', 'processing']);
  if (id === undefined) return;
  const at = `/disbursement-batches/${id}/cancel`;
  const answer = await environment.call(MERCHANT_EMAIL, 'POST', at, { body: {}, key: nextKey() });
  expectStatus(context, 'cancelDisbursementBatch', answer, [200, 409]);
}

export const BATCH_STEPS: Step[] = [
  { name: 'upload a batch', weight: 2, run: uploadBatch },
  { name: 'submit a batch', weight: 2, run: submitBatch },
  { name: 'decide on a batch', weight: 3, run: decideOnBatch },
  { name: 'cancel a batch', weight: 0.5, run: cancelBatch },
];
