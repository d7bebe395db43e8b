/** Two people of the provider end a transfer without a clear answer, by what the bank's own list says. */
import { PROVIDER_EMAIL } from '../users.ts';
import { type SimulationContext, type Step, countOutcome, expectStatus } from './context.ts';
import { listExecuted } from './transfer-checks.ts';

const FINANCE_EMAIL = 'platform_finance@dasbor.example';

interface OpenOrder {
  merchant_id: string;
  subject_id: string;
  partner_reference_no: string;
}

export async function resolveTransfer(context: SimulationContext): Promise<void> {
  const { environment, clock, pick, nextKey, records } = context;
  const until = new Date(clock.now().getTime() - environment.deps.env.TRANSFER_RESOLVE_AFTER_S * 1_000);
  const { rows } = await environment.owner.query<OpenOrder>(
    `select merchant_id, subject_id, partner_reference_no from app.bank_transfer
     where status in ('sent', 'unknown') and first_sent_at <= $1 order by id`,
    [until],
  );
  const transfer = pick(rows);
  if (transfer === undefined) return;
  const found = (await listExecuted(context)).find(
    ({ partner_reference_no }) => partner_reference_no === transfer.partner_reference_no,
  );
  // The bank itself does not know yet, or has another end.
  if (found !== undefined && found.state !== 'success') return;
  const outcome =
    found === undefined
      ? { outcome: 'not_executed' }
      : { outcome: 'executed', executed_amount: found.amount, bank_reference: nextKey() };
  const path = `/merchants/${transfer.merchant_id}/transfers/${transfer.subject_id}/resolution`;
  const body = { ...outcome, reason: 'Simulation' };
  const answer = await environment.call(FINANCE_EMAIL, 'POST', path, { body, key: nextKey() });
  if (!expectStatus(context, 'requestTransferResolution', answer, [201, 409])) return;
  const { resolution } = answer.json<{ data: { resolution: { approval_id: string } } }>().data;
  const decide = (email: string) =>
    environment.call(email, 'POST', `/approvals/${resolution.approval_id}/approve`, { body: {}, key: nextKey() });
  const own = await decide(FINANCE_EMAIL);
  if (own.status !== 422) records.violations.push(`the requester ended a transfer: ${own.status}`);
  const answers = await Promise.all([decide(PROVIDER_EMAIL), decide(PROVIDER_EMAIL)]);
  const counted = answers.filter(({ status }) => status === 200).length;
  if (counted !== 1) records.violations.push(`${counted} approvals of an end of ${transfer.subject_id} counted`);
  countOutcome(context, 'ended by two people');
}

export const RESOLUTION_STEPS: Step[] = [
  { name: 'end an unclear transfer by two people', weight: 1.5, run: resolveTransfer },
];
