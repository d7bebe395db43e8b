/** Batches of disbursements of the generated history: salaries, of which one was refused by its bank. */
import { createHash } from 'node:crypto';
import * as duration from '@dasbor/contract/duration';
import { type BatchColumn, BATCH_COLUMNS } from '@dasbor/contract/disbursement-batch-fields';
import { asMerchant } from '../db/tx.ts';
import { approveWholeBatch } from '../disbursement-batch/decide.ts';
import { finishBatch } from '../disbursement-batch/finish.ts';
import { findBatch, findBatchOfFile } from '../disbursement-batch/queries.ts';
import { runBatch } from '../disbursement-batch/run.ts';
import { submitBatch } from '../disbursement-batch/submit.ts';
import { createBatch } from '../disbursement-batch/upload.ts';
import { validateBatch } from '../disbursement-batch/validate.ts';
import { sendDisbursement } from '../disbursement/send.ts';
import { storeFile } from '../storage/stored-file.ts';
import {
  type HistoryContext,
  type PastDeps,
  type PastEvent,
  createPastDeps,
  getPastTime,
  getPrincipal,
} from './history-context.ts';
import { listBatchDisbursements } from './history-queries.ts';

const DAYS_AGO = 15;
const HOUR = 9;
const NAME = 'gaji-kedai.csv';

/** Accounts of the people who are paid. */
const SALARIES = [
  { bank_code: '014', account_no: '8010000031', account_name: 'AYU LESTARI', amount: 3_150_000 },
  { bank_code: '008', account_no: '1370008010032', account_name: 'BAGUS SETIAWAN', amount: 3_150_000 },
  { bank_code: '009', account_no: '0198010033', account_name: 'CITRA MAHARANI', amount: 2_900_000 },
  { bank_code: '014', account_no: '8010000034', account_name: 'DIMAS PRAKOSO', amount: 2_900_000 },
  { bank_code: '002', account_no: '003301080100355', account_name: 'EKA WULANDARI', amount: 2_650_000 },
  { bank_code: '014', account_no: '8010000036', account_name: 'FAJAR NUGROHO', amount: 2_650_000 },
];
/** This row is refused by its bank. */
const REFUSED_ROW_NO = 4;

/** The batch as an event, after the deposits that pay for it. */
export const planBatches = (context: HistoryContext): PastEvent[] => [
  { at: getPastTime(context, DAYS_AGO, HOUR), run: () => createPastBatch(context) },
];

/** Continues from the current status of the batch. */
async function createPastBatch(context: HistoryContext): Promise<void> {
  const { deps, merchant_id } = context;
  const holder = Object.fromEntries(SALARIES.map(({ account_no, account_name }) => [account_no, account_name]));
  const past = createPastDeps(deps, getPastTime(context, DAYS_AGO, HOUR), { holder });
  const id = (await findPastBatch(past, merchant_id)) ?? (await uploadBatch(past, merchant_id));
  past.clock.advance(duration.minutes(1));
  await validateBatch(past, merchant_id, id);
  past.clock.advance(duration.minutes(4));
  const getStatus = async () => (await asMerchant(deps.db, merchant_id, (tx) => findBatch(tx, id)))?.status;
  const toContext = (role: 'finance' | 'approver') => ({
    principal: getPrincipal(role),
    ip: '127.0.0.1',
    now: past.clock.now(),
    vault: deps.vault,
    bank: past.bank,
  });
  if ((await getStatus()) === 'ready')
    await asMerchant(deps.db, merchant_id, (tx) => submitBatch(tx, id, { skip_errors: false }, toContext('finance')));
  past.clock.advance(duration.minutes(40));
  if ((await getStatus()) === 'pending_approval')
    await asMerchant(deps.db, merchant_id, (tx) => approveWholeBatch(tx, id, null, toContext('approver')));
  await runBatch(past, merchant_id, id);
  await payRows(context, past.clock.now(), id);
  past.clock.advance(duration.minutes(2));
  await finishBatch(past, merchant_id, id);
}

const buildFile = (): Buffer => {
  const rows = SALARIES.map(({ amount, ...account }, index) => {
    const { account_no: account_number, ...named } = account;
    const cells: Partial<Record<BatchColumn, string>> = {
      ...named,
      account_number,
      amount: String(amount),
      reference_id: `GAJI-${index + 1}`,
      description: 'Gaji',
    };
    return BATCH_COLUMNS.map((column) => cells[column] ?? '').join(',');
  });
  return Buffer.from([BATCH_COLUMNS.join(','), ...rows, ''].join('\n'));
};

const findPastBatch = async ({ db }: PastDeps, merchant_id: string): Promise<string | undefined> => {
  const sha256 = createHash('sha256').update(buildFile()).digest('hex');
  return (await asMerchant(db, merchant_id, (tx) => findBatchOfFile(tx, sha256)))?.id;
};

async function uploadBatch(past: PastDeps, merchant_id: string): Promise<string> {
  const now = past.clock.now();
  const content = { name: NAME, content_type: 'text/csv', expires_at: null };
  const stored = await storeFile(past, merchant_id, content, [buildFile()]);
  const file = { ...stored, type: 'csv', sent_sha256: stored.sha256 } as const;
  const input = {
    file,
    file_rows: SALARIES.length,
    batch_reference: 'Gaji kedai',
    note: undefined,
    language: 'id',
  } as const;
  const context = { principal: getPrincipal('finance'), ip: '127.0.0.1', now };
  return asMerchant(past.db, merchant_id, (tx) => createBatch(tx, input, context));
}

async function payRows({ deps, merchant_id }: HistoryContext, at: Date, batch_id: string): Promise<void> {
  const failing = { call: 'transfer_intrabank', response: 'inactive_account' } as const;
  const rows = await asMerchant(deps.db, merchant_id, (tx) => listBatchDisbursements(tx, batch_id));
  for (const { id, row_no } of rows) {
    const past = createPastDeps(deps, at, row_no === REFUSED_ROW_NO ? { failing } : {});
    await sendDisbursement(past, merchant_id, id);
  }
}
