/** Steps of controls: retries, blocked beneficiaries, the whitelist, and API keys through their generations. */
import { APPROVER_EMAIL, MERCHANT_EMAIL } from '../users.ts';
import { type SimulationContext, type Step, countOutcome, expectStatus } from './context.ts';
import { ACCOUNTS } from './disbursement-steps.ts';

const ADMIN_EMAIL = 'admin@kopi.example';
const DISBURSEMENTS_OF_ACCOUNT = `select count(*)::int as count from app.bank_transfer
  where subject_type = 'disbursement' and bank_code = $1 and account_last4 = right($2, 4)`;

/** Retries ended disbursements, several times at once: at most one retry exists, and none before the transfer is confirmed as not executed. */
async function retry(context: SimulationContext): Promise<void> {
  const { environment, pick, nextKey, records } = context;
  const { rows } = await environment.owner.query<{ id: string }>(
    `select id from app.disbursement where status in ('failed', 'reversed', 'rejected', 'cancelled') order by id`,
  );
  const id = pick(rows)?.id;
  if (id === undefined) return;
  const ask = () =>
    environment.call(MERCHANT_EMAIL, 'POST', `/disbursements/${id}/retry`, {
      body: { merchant_reference: nextKey() },
      key: nextKey(),
    });
  const answers = await Promise.all([ask(), ask()]);
  // 502: the bank is offline.
  for (const answer of answers) expectStatus(context, 'retryDisbursement', answer, [201, 409, 422, 502]);
  const made = answers.filter(({ status }) => status === 201).length;
  if (made > 1) records.violations.push(`${id} was retried ${made} times`);
  if (made === 1) countOutcome(context, 'repeated');
}

async function countSent({ environment }: SimulationContext, account: (typeof ACCOUNTS)[number]): Promise<number> {
  const { rows } = await environment.owner.query<{ count: number }>(DISBURSEMENTS_OF_ACCOUNT, [
    account.bank_code,
    account.account_no,
  ]);
  return rows[0]?.count ?? 0;
}

async function block(context: SimulationContext): Promise<void> {
  const account = context.pick(ACCOUNTS);
  if (account !== undefined) await blockAccount(context, account);
}

/** Blocks an account. From then on no disbursement is sent to it, whenever it was requested or approved. */
export async function blockAccount(context: SimulationContext, account: (typeof ACCOUNTS)[number]): Promise<void> {
  const { environment, records } = context;
  if (records.blocked.has(account.account_no)) return;
  const saved = await environment.call(MERCHANT_EMAIL, 'POST', '/beneficiaries', { body: account });
  // 422: closed; 429: too many checks within a minute; 502: the bank is offline.
  expectStatus(context, 'createBeneficiary', saved, [201, 409, 422, 429, 502]);
  const id = await findBeneficiary(context, account);
  if (id === undefined) return;
  const answer = await environment.call(MERCHANT_EMAIL, 'POST', `/beneficiaries/${id}/block`, {
    body: { reason: 'Simulation' },
  });
  if (!expectStatus(context, 'blockBeneficiary', answer, [200])) return;
  records.blocked.set(account.account_no, { account, id, sent: await countSent(context, account) });
  countOutcome(context, 'blocked');
}

async function findBeneficiary(
  { environment }: SimulationContext,
  { bank_code, account_no }: (typeof ACCOUNTS)[number],
): Promise<string | undefined> {
  const { rows } = await environment.owner.query<{ id: string }>(
    'select id from app.beneficiary where bank_code = $1 and account_last4 = right($2, 4)',
    [bank_code, account_no],
  );
  return rows[0]?.id;
}

/** Notes a violation for every transfer that was sent to a blocked account. */
export async function checkBlocked(context: SimulationContext): Promise<void> {
  for (const { account, sent } of context.records.blocked.values()) {
    const now = await countSent(context, account);
    if (now !== sent) context.records.violations.push(`${now - sent} sent to the blocked ${account.account_no}`);
  }
}

async function unblock(context: SimulationContext): Promise<void> {
  const { environment, pick, records } = context;
  const found = pick([...records.blocked.values()]);
  if (found === undefined) return;
  await checkBlocked(context);
  const answer = await environment.call(APPROVER_EMAIL, 'POST', `/beneficiaries/${found.id}/unblock`);
  if (expectStatus(context, 'unblockBeneficiary', answer, [200])) records.blocked.delete(found.account.account_no);
}

/** Only saved beneficiaries, for a while. While it is on, nothing is sent to others or to those saved a short time ago. */
async function limitToBeneficiaries(context: SimulationContext): Promise<void> {
  const { environment, clock, between } = context;
  const set = (whitelist_only: boolean) =>
    environment.call(APPROVER_EMAIL, 'PUT', '/disbursement-setting', { body: { whitelist_only } });
  if (!expectStatus(context, 'saveDisbursementSetting', await set(true), [200])) return;
  const from = clock.now();
  clock.advance(between(1, 120) * 1_000);
  await Promise.all([environment.runJob('sweep_disbursements'), environment.runDueJobs()]);
  const { rows } = await environment.owner.query<{ subject_id: string }>(
    `select o.subject_id from app.bank_transfer o
     where o.subject_type = 'disbursement' and o.first_sent_at > $1 and not exists (
       select from app.beneficiary b where b.merchant_id = o.merchant_id and b.bank_code = o.bank_code
         and b.account_last4 = o.account_last4 and b.usable_from <= o.first_sent_at)`,
    [from],
  );
  for (const { subject_id } of rows) context.records.violations.push(`${subject_id} went to no saved beneficiary`);
  expectStatus(context, 'saveDisbursementSetting', await set(false), [200]);
}

async function createKey(context: SimulationContext): Promise<void> {
  const { environment, nextKey, records } = context;
  const answer = await environment.call(MERCHANT_EMAIL, 'POST', '/api-keys', {
    body: { name: nextKey(), access: [{ group: 'Disbursements', access: 'manage' }] },
  });
  if (!expectStatus(context, 'createApiKey', answer, [201, 422])) return;
  const { data } = answer.json<{ data: { id: string; secret: string } }>();
  records.keys.push({ id: data.id, secret: data.secret, people: [MERCHANT_EMAIL] });
}

async function rollKey(context: SimulationContext): Promise<void> {
  const { environment, pick, random, records } = context;
  const key = pick(records.keys);
  if (key === undefined) return;
  const person = random() < 0.5 ? ADMIN_EMAIL : MERCHANT_EMAIL;
  const answer = await environment.call(person, 'POST', `/api-keys/${key.id}/roll`, { body: { overlap_hours: 0 } });
  // 422: the person may not give the access of the key.
  if (!expectStatus(context, 'rollApiKey', answer, [201, 422])) return;
  const { data } = answer.json<{ data: { id: string; secret: string } }>();
  Object.assign(key, { id: data.id, secret: data.secret, people: [...new Set([...key.people, person])] });
}

/** A disbursement that a key requests: nobody behind any of its generations approves it. */
async function requestByKey(context: SimulationContext): Promise<void> {
  const account = context.pick(ACCOUNTS);
  if (account !== undefined) await requestByKeyTo(context, account);
}

export async function requestByKeyTo(context: SimulationContext, account: (typeof ACCOUNTS)[number]): Promise<void> {
  const { environment, pick, between, nextKey, records } = context;
  if (records.keys.length === 0) await createKey(context);
  const key = pick(records.keys);
  if (key === undefined) return;
  const body = { ...account, amount: between(1, 60_000), merchant_reference: nextKey() };
  const answer = await environment.callByKey(key.secret, 'POST', '/disbursements', { body, key: nextKey() });
  // 502: the bank is offline.
  if (!expectStatus(context, 'createDisbursement by a key', answer, [201, 422, 429, 502])) return;
  const { id } = answer.json<{ data: { id: string } }>().data;
  countOutcome(context, 'requested by a key');
  for (const person of key.people) {
    const own = await environment.call(person, 'POST', `/disbursements/${id}/approve`, { body: {}, key: nextKey() });
    if (own.status !== 422 && own.status !== 403) {
      records.violations.push(`${person} approved a disbursement of an own key: ${own.status}`);
    }
  }
}

export const CONTROL_STEPS: Step[] = [
  { name: 'repeat a disbursement', weight: 3, run: retry },
  { name: 'block a beneficiary', weight: 1, run: block },
  { name: 'unblock a beneficiary', weight: 1, run: unblock },
  { name: 'pay saved beneficiaries only', weight: 0.3, run: limitToBeneficiaries },
  { name: 'create an API key', weight: 0.3, run: createKey },
  { name: 'roll an API key', weight: 0.5, run: rollKey },
  { name: 'request a disbursement by a key', weight: 1.5, run: requestByKey },
];
