/** Fixtures of the requests: paid payments, balances, disbursements, batches and settlements. */
import { setTimeout as sleep } from 'node:timers/promises';
import path from 'node:path';
import { KOPI_NUSANTARA } from '../../server/src/sandbox/people.ts';
import { BANK_CREDENTIALS_FILE } from '../../server/src/secrets.ts';
import type { ApiResponse, SoakEnvironment } from '../environment.ts';
import { createNotifier } from '../load/notifier.ts';
import { type MoneyRecords, createRecords } from '../load/records.ts';
import { APPROVER_EMAIL, MERCHANT_EMAIL, PROVIDER_EMAIL } from '../users.ts';

export const FINANCE_EMAIL = 'platform_finance@dasbor.example';
export const MERCHANT_PATH = `/merchants/${KOPI_NUSANTARA.merchant_id}`;
export const ACCOUNT = { bank_code: '014', account_no: '8010000001' };
const FUNDS = 1_000_000_000;
const NOTIFIERS = 4;
const ATTEMPTS_MAX = 200;

export interface StormFixtures {
  environment: SoakEnvironment;
  nextKey: () => string;
  /** Posts a request that must succeed, and returns the `data` of its response. */
  post: <T extends object = { id: string }>(email: string, at: string, body?: object) => Promise<T>;
  /** Ids of new paid payments. */
  createPaid: (count: number) => Promise<string[]>;
  createDisbursements: (count: number) => Promise<string[]>;
  /** Ids of disbursements that were rejected. */
  createRejected: (count: number) => Promise<string[]>;
  /** Ids of batches that can be submitted, or were. */
  createBatches: (count: number, submitted: boolean) => Promise<string[]>;
  /** Ids of the approval requests of new balance adjustments. */
  createAdjustments: (count: number) => Promise<string[]>;
  /** Completes every closed settlement, so that the next one may begin. */
  completeSettlements: () => Promise<void>;
}

export async function createStormFixtures(environment: SoakEnvironment, seed: number): Promise<StormFixtures> {
  let keys = 0;
  const nextKey = () => `fixture-${seed}-${++keys}`;
  const post: StormFixtures['post'] = async <T extends object>(email: string, at: string, body?: object) => {
    for (let attempt = 1; ; attempt++) {
      const key = nextKey();
      const answer = await environment.call(email, 'POST', at, { key, ...(body === undefined ? {} : { body }) });
      if (answer.status < 300) return answer.json<{ data: T }>().data;
      if (answer.status !== 429 || attempt === ATTEMPTS_MAX) throw new Error(describe(at, answer));
      await sleep(1_000);
    }
  };
  const fixtures = { environment, nextKey, post };
  await setManualApproval(fixtures);
  const { data } = await createSticker(fixtures);
  const records = createRecords();
  const createDisbursements: StormFixtures['createDisbursements'] = (count) =>
    repeat(count, async () => {
      const body = { ...ACCOUNT, amount: 10_000, merchant_reference: nextKey() };
      return (await post(MERCHANT_EMAIL, '/disbursements', body)).id;
    });
  const createAdjustments: StormFixtures['createAdjustments'] = (count) =>
    repeat(count, async () => (await adjust(fixtures, 'available', 1_000)).approval_id);
  for (const account_type of ['available', 'payout'] as const) {
    const { approval_id } = await adjust(fixtures, account_type, FUNDS);
    await post(PROVIDER_EMAIL, `/approvals/${approval_id}/approve`, {});
  }
  return {
    ...fixtures,
    createPaid: (count) => createPaid(environment, records, { count, sticker_id: data.id }),
    createDisbursements,
    createRejected: async (count) => {
      const ids = await createDisbursements(count);
      for (const id of ids) await post(APPROVER_EMAIL, `/disbursements/${id}/reject`, { reason: 'Storm' });
      return ids;
    },
    createBatches: (count, submitted) => repeat(count, () => createBatch(fixtures, submitted)),
    createAdjustments,
    completeSettlements: () => completeSettlements(fixtures),
  };
}

type Fixtures = Pick<StormFixtures, 'environment' | 'nextKey' | 'post'>;

const describe = (at: string, { status, text }: ApiResponse): string => `${at} answered ${status}: ${text}`;

async function repeat<T>(count: number, create: () => Promise<T>): Promise<T[]> {
  const made: T[] = [];
  while (made.length < count) made.push(await create());
  return made;
}

/** Settlements go to a bank account, whose cooling-off period is over, and wait for an approval. */
async function setManualApproval({ environment: { call, owner }, post }: Fixtures): Promise<void> {
  const requested = await call(MERCHANT_EMAIL, 'PUT', '/settlement-setting/bank-account', { body: ACCOUNT });
  if (requested.status !== 200) throw new Error(describe('/settlement-setting/bank-account', requested));
  const { data } = requested.json<{ data: { pending_bank_account: { id: string } } }>();
  await post(APPROVER_EMAIL, `/settlement-setting/bank-accounts/${data.pending_bank_account.id}/approve`);
  await owner.query('update app.bank_account set usable_from = approved_at where approved_at is not null');
  const body = { destination: 'bank', approval: 'manual', schedule: 'daily', weekday: null, month_day: null };
  const answer = await call(MERCHANT_EMAIL, 'PUT', '/settlement-setting', { body: { ...body, minimum_amount: 0 } });
  if (answer.status !== 200) throw new Error(describe('/settlement-setting', answer));
}

async function createSticker({ environment, nextKey }: Omit<Fixtures, 'post'>) {
  const options = { body: { name: 'Counter' }, key: nextKey() };
  const answer = await environment.call(MERCHANT_EMAIL, 'POST', '/qris-stickers', options);
  if (answer.status !== 201) throw new Error(describe('/qris-stickers', answer));
  return answer.json<{ data: { id: string } }>();
}

/** Callbacks of the bank for a sticker. */
async function createPaid(
  { owner, url, process_env }: SoakEnvironment,
  records: MoneyRecords,
  { count, sticker_id }: { count: number; sticker_id: string },
): Promise<string[]> {
  const { rows: stickers } = await owner.query<{ reference: string }>(
    'select partner_reference_no as reference from app.qris_payment where id = $1',
    [sticker_id],
  );
  const known = new Set(records.sent.keys());
  const target = known.size + count;
  const notify = createNotifier({
    url,
    credentials_file: path.join(process_env['DATA_DIR'] ?? '', BANK_CREDENTIALS_FILE),
    partner_reference_no: stickers[0]?.reference ?? '',
    records,
    observer: { onAnswer: () => undefined },
  });
  await Promise.all(Array.from({ length: NOTIFIERS }, () => notify(() => records.sent.size >= target)));
  const references = [...records.sent.keys()].filter((reference) => !known.has(reference));
  const { rows } = await owner.query<{ id: string }>(
    'select id from app.transaction where provider_reference = any ($1)',
    [references],
  );
  return rows.map(({ id }) => id);
}

const adjust = (
  { post }: Fixtures,
  account_type: 'available' | 'payout',
  amount: number,
): Promise<{ approval_id: string }> =>
  post(FINANCE_EMAIL, `${MERCHANT_PATH}/balance-adjustments`, { account_type, amount, reason: 'Storm' });

async function createBatch({ environment, nextKey, post }: Fixtures, submitted: boolean): Promise<string> {
  const header = 'reference_id,amount,bank_code,account_name,account_number,description,email';
  const row = () => `${nextKey()},10000,${ACCOUNT.bank_code},SARI PRATIWI,${ACCOUNT.account_no},Load,`;
  const file = { name: `${nextKey()}.csv`, content: `${header}\n${row()}\n${row()}\n` };
  const answer = await environment.upload(MERCHANT_EMAIL, '/disbursement-batches', file);
  if (answer.status !== 201) throw new Error(describe('/disbursement-batches', answer));
  const { id } = answer.json<{ data: { id: string } }>().data;
  await environment.runDueJobs();
  if (submitted) await post(MERCHANT_EMAIL, `/disbursement-batches/${id}/submit`, { skip_errors: true });
  return id;
}

async function completeSettlements({ environment, post }: Fixtures): Promise<void> {
  const { rows } = await environment.owner.query<{ id: string }>(
    `select id from app.settlement_batch where status = 'closed'`,
  );
  for (const { id } of rows) await post(MERCHANT_EMAIL, `/settlements/${id}/approve`);
  await environment.runJob('sweep_settlements');
}
