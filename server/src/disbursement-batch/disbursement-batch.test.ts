/** Batches from the file to the bank and its result, each refusal, against the sandbox bank. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import pg from 'pg';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  approveDisbursementBatch,
  cancelDisbursementBatch,
  deleteBatchRow,
  getBatchErrors,
  getBatchResult,
  getBatchTemplate,
  getDisbursementBatch,
  listBatchRows,
  listDisbursementBatches,
  rejectDisbursementBatch,
  submitDisbursementBatch,
  updateBatchRow,
  uploadDisbursementBatch,
} from '@dasbor/contract/disbursement-batch';
import { createDisbursement, getDisbursement, listDisbursements } from '@dasbor/contract/disbursement';
import { API_BASE } from '@dasbor/contract/route';
import { getErrorCode } from '../../test/answer.ts';
import { startAppWithBank } from '../../test/app-with-bank.ts';
import type { BankProcess } from '../../test/bank-process.ts';
import { makeOrdersDue } from '../../test/due-orders.ts';
import { readBalances, topUpPayout } from '../../test/payout-fixture.ts';
import type { TestApp, TestClient } from '../../test/test-app.ts';
import { listWebhookErrors, recordWebhooks } from '../../test/webhook-events.ts';
import { asMerchant } from '../db/tx.ts';
import { sendDisbursement } from '../disbursement/send.ts';
import { JOBS } from '../jobs/registry.ts';
import { verifyLedger } from '../ledger/verifier.ts';
import { findMessage, listMessages } from '../mail/mailbox-folder.ts';
import { dispatchNotifications } from '../notification-email/dispatch.ts';
import { sendDueEmails } from '../notification-email/send.ts';
import { KOPI_NUSANTARA } from '../sandbox/people.ts';
import { renderXlsx } from '../table-file/xlsx.ts';
import { disbursementBatchJobs } from './jobs.ts';
import { runBatch } from './run.ts';

const { merchant_id } = KOPI_NUSANTARA;
let t: TestApp;
let bank: BankProcess;
let finance: TestClient;
let operator: TestClient;
let approver: TestClient;
let count = 0;

beforeAll(async () => {
  ({ t, bank } = await startAppWithBank());
  await recordWebhooks(t);
  finance = await t.signIn('finance@kopi.example');
  operator = await t.signIn('operator@kopi.example');
  approver = await t.signIn('approver@kopi.example');
  await topUpPayout(t, merchant_id, 10_000_000);
});
afterAll(async () => {
  await bank?.stop();
  await t?.close();
});
beforeEach(() => {
  t.clock.advance(61);
});

const HEADER = 'reference_id,amount,bank_code,account_name,account_number,description,email';
const headers = () => ({ 'idempotency-key': `batch-${++count}` });
/** Rows with their own references. */
const csv = (...rows: string[]): Buffer => Buffer.from(`${HEADER}\n${rows.join('\n')}\n`);
const ref = () => `B-${Date.now().toString(36)}-${++count}`;

async function upload(file: Buffer, { name = 'payroll.csv', client = finance } = {}) {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(file)]), name);
  const request = new Request('http://x', { method: 'POST', body: form });
  return t.app.inject({
    method: 'POST',
    url: `${API_BASE}${uploadDisbursementBatch.path}`,
    headers: { authorization: client.authorization ?? '', 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  });
}
const run = (name: string, id: string) =>
  disbursementBatchJobs.find((job) => job.name === name)!.run(t.deps, { merchant_id, id });
async function validated(file: Buffer, options: { name?: string } = {}): Promise<string> {
  const answer = await upload(file, options);
  expect(answer.statusCode, answer.body).toBe(201);
  const { id } = answer.json<{ data: { id: string } }>().data;
  await run('validate_disbursement_batch', id);
  return id;
}
const read = async (id: string) => (await finance.ok(getDisbursementBatch, { params: { id } })).data;
const rowsOf = async (id: string) => (await finance.ok(listBatchRows, { params: { id } })).data;
const submit = (id: string, body: object = {}, client = finance) =>
  client.call(submitDisbursementBatch, { params: { id }, body, headers: headers() });
const approve = (id: string, body: object = {}, client = approver) =>
  client.call(approveDisbursementBatch, { params: { id }, body, headers: headers() });
const GOOD = () => `${ref()},100000,014,SARI PRATIWI,8010000001,Salary,sari@example.com`;

describe('the file', () => {
  test('CSV and XLSX are read, with the columns of the template', async () => {
    const csv_id = await validated(csv(GOOD(), GOOD()));
    expect(await read(csv_id)).toMatchObject({ total_rows: 2, checked_rows: 2, file_name: 'payroll.csv' });
    const columns = HEADER.split(',').map((header) => ({ header, kind: 'text' as const }));
    const rows = [GOOD().split(',')];
    const xlsx = await buffer(renderXlsx({ title: 'x', sheets: [{ name: 'x', table: { columns, rows } }] }));
    const xlsx_id = await validated(xlsx, { name: 'payroll.xlsx' });
    expect(await read(xlsx_id)).toMatchObject({ status: 'ready', total_rows: 1, total_amount: 100_000 });
  });

  test.each([
    ['missing_columns', Buffer.from('amount,bank_code\n1,014\n')],
    ['no_rows', Buffer.from(`${HEADER}\n`)],
    ['unreadable_file', Buffer.from(`${HEADER}\n"open`)],
    ['too_many_rows', csv(...Array.from({ length: 10_001 }, (_, n) => `R${n},1,014,A,80100000`))],
  ])('%s is refused at once', async (code, file) => {
    const answer = await upload(file);
    expect([answer.statusCode, getErrorCode(answer)]).toEqual([422, code]);
  });

  test('the same file is accepted once, until its batch is cancelled', async () => {
    const file = csv(GOOD());
    const id = await validated(file);
    const again = await upload(file, { name: 'other-name.csv' });
    expect([again.statusCode, getErrorCode(again)]).toEqual([409, 'duplicate_file']);
    expect(again.json<{ detail: string }>().detail).toContain(id);
    await finance.ok(cancelDisbursementBatch, { params: { id }, headers: headers() });
    expect((await upload(file)).statusCode).toBe(201);
  });

  test.each(['csv', 'xlsx'] as const)('the template as %s', async (format) => {
    const answer = await finance.call(getBatchTemplate, { query: { format } });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-disposition']).toContain(`disbursement-template.${format}`);
  });
});

describe('the review', () => {
  test('names errors and warnings, and can be corrected in place', async () => {
    const [one, two, twice] = [ref(), ref(), ref()];
    const id = await validated(
      csv(
        `${one},100000,014,SARI PRATIWI,8010000001,Salary,`,
        `${two},1.5,Nowhere,,12,=1+1,nobody`,
        `${twice},50000,BCA,Someone Else Entirely,8010000001,,`,
        `${twice},50000,BCA,SARI PRATIWI,8010000001,,`,
      ),
    );
    expect(await read(id)).toMatchObject({ status: 'needs_fix', valid_rows: 2, warning_rows: 1, invalid_rows: 2 });
    const rows = await rowsOf(id);
    expect(rows.map(({ status }) => status)).toEqual(['valid', 'error', 'warning', 'error']);
    expect(rows[1]?.issues.map(({ code }) => code)).toEqual([
      'amount_invalid',
      'bank_unknown',
      'account_invalid',
      'account_name_missing',
      'email_invalid',
    ]);
    expect(rows[2]).toMatchObject({ verified_name: expect.any(String), issues: [{ code: 'name_mismatch' }] });
    expect(rows[3]?.issues).toMatchObject([{ code: 'duplicate_in_file', detail: 'Row 3 has the same reference.' }]);
    // Account numbers do not leave the server.
    expect(JSON.stringify(rows)).not.toContain('8010000001');

    const change = {
      amount: 75_000,
      bank_code: '014',
      account_name: 'Sari Pratiwi',
      account_number: '8010000001',
      email: '',
    };
    await finance.ok(updateBatchRow, { params: { id, row_no: 2 }, body: change });
    await finance.ok(deleteBatchRow, { params: { id, row_no: 3 } });
    expect((await read(id)).status).toBe('validating');
    await run('validate_disbursement_batch', id);
    // Without row 3, row 4 is the first with its reference.
    expect(await read(id)).toMatchObject({ status: 'ready', total_rows: 3, valid_rows: 3, total_amount: 225_000 });
    expect((await read(id)).total_fee).toBeGreaterThan(0);
  });

  test('errors can be downloaded, corrected and uploaded again', async () => {
    const bad = ref();
    const id = await validated(csv(GOOD(), `${bad},100000,014,SARI PRATIWI,801 000 0001,-1+1,nobody`));
    const answer = await finance.call(getBatchErrors, { params: { id } });
    const lines = answer.body.trim().split('\n');
    expect(lines[0]).toBe(
      'reference_id,amount,bank_code,account_name,account_number,description,email,email_cc,email_bcc,errors',
    );
    expect(lines[1]).toContain(`${bad},100000,014,SARI PRATIWI,801 000 0001,'-1+1,nobody`);
    expect(lines).toHaveLength(2);
    const corrected = await validated(Buffer.from(answer.body.replace(',nobody', ',sari@example.com')), {
      name: 'fixed.csv',
    });
    expect(await read(corrected)).toMatchObject({ status: 'ready', total_rows: 1 });
    expect((await rowsOf(corrected))[0]).toMatchObject({ description: '-1+1', email: 'sari@example.com' });
  });
});

describe('a bank that does not answer', () => {
  const countUnanswered = async (): Promise<number> => {
    const owner = new pg.Client({ connectionString: t.database.owner_url });
    await owner.connect();
    try {
      const { rows } = await owner.query(
        `select id from app.rail_log where object_type = 'account_check' and coalesce(http_status, 503) = 503`,
      );
      return rows.length;
    } finally {
      await owner.end();
    }
  };

  test('is waited for: correct rows do not become errors', async () => {
    // An account of earlier tests would be known from its check.
    const account = { bank_code: '014', account_no: '8010009999', name: 'DEWI ANGGRAINI', state: 'open' };
    expect((await bank.simulate('PUT', '/accounts', account)).status).toBe(200);
    const before = await countUnanswered();
    const row = () => `${ref()},100000,014,DEWI ANGGRAINI,8010009999,Salary,`;
    const answer = await upload(csv(row(), row()));
    const { id } = answer.json<{ data: { id: string } }>().data;
    await bank.setSwitches({ offline: true });
    try {
      const running = run('validate_disbursement_batch', id);
      await expect.poll(countUnanswered).toBeGreaterThan(before);
      expect((await read(id)).status).toBe('validating');
      await bank.setSwitches({ offline: false });
      await running;
    } finally {
      await bank.setSwitches({ offline: false });
    }
    expect(await read(id)).toMatchObject({ status: 'ready', valid_rows: 2, invalid_rows: 0 });
  });
});

describe('approval and payment', () => {
  const settle = async (id: string) => {
    await run('run_disbursement_batch', id);
    const { data } = await finance.ok(listDisbursements, { query: { batch_id: id, limit: 100 } });
    for (const { id: disbursement_id } of data) await sendDisbursement(t.deps, merchant_id, disbursement_id);
    await run('finish_disbursement_batch', id);
  };
  const payout = async () => (await readBalances(t, merchant_id))['payout'] ?? 0;

  test('valid rows are paid once; excluded rows and rows with errors are not', async () => {
    const id = await validated(csv(GOOD(), GOOD(), GOOD(), `${ref()},,014,X,8010000001,,`));
    const refused = await submit(id);
    expect([refused.statusCode, getErrorCode(refused)]).toEqual([422, 'batch_has_errors']);
    expect((await submit(id, { skip_errors: true, note: 'November' })).statusCode).toBe(200);
    expect(await read(id)).toMatchObject({ status: 'pending_approval', total_amount: 300_000, excluded_rows: 1 });
    const own = await approve(id, {}, finance);
    expect(own.statusCode).toBe(403);
    const before = await payout();
    const approved = await approve(id, { excluded_rows: [2], remark: 'Not row 2' });
    expect(approved.statusCode, approved.body).toBe(200);
    expect(approved.json()).toMatchObject({ data: { status: 'approved', total_amount: 200_000, excluded_rows: 2 } });
    await settle(id);
    await settle(id);
    const batch = await read(id);
    expect(batch).toMatchObject({ status: 'completed', paid_rows: 2, failed_rows: 0, paid_amount: 200_000 });
    expect(await payout()).toBe(before - 200_000 - batch.total_fee);
    expect((await rowsOf(id)).map(({ disbursement_status }) => disbursement_status)).toEqual([
      'success',
      null,
      'success',
      null,
    ]);
    const result = await finance.call(getBatchResult, { params: { id } });
    expect(result.body.split('\n')[1]).toMatch(/^1,.*,100000,BCA,••••0001,SARI PRATIWI,.*,Completed,/);
    expect(result.body).not.toContain('8010000001');
    expect(result.body.split('\n')[2]).toContain('Not paid,,,,,Excluded by an approver');
    expect((await rowsOf(id)).map(({ not_paid_reason }) => not_paid_reason)).toEqual([
      null,
      'Excluded by an approver',
      null,
      'The row had errors when the batch was submitted',
    ]);
    expect((await verifyLedger(t.deps.db)).discrepancies).toEqual([]);
  });

  test('domain 1.12: progress is counted while rows still become disbursements, and does not end the batch', async () => {
    const file = Array.from({ length: 60 }, () => `${ref()},10000,014,SARI PRATIWI,8010000001,Salary,`);
    const id = await validated(csv(...file));
    await submit(id);
    await approve(id);
    // The run stops after its first two transactions: the batch is in progress, with a part of its disbursements.
    let readings = 0;
    const now = (): Date => {
      if (++readings > 2) throw new Error('stopped');
      return t.deps.clock.now();
    };
    await expect(runBatch({ ...t.deps, clock: { now } }, merchant_id, id)).rejects.toThrow('stopped');
    const owner = new pg.Client({ connectionString: t.database.owner_url });
    await owner.connect();
    const { rowCount } = await owner.query('select from graphile_worker.jobs where key = $1', [
      `finish_disbursement_batch:${id}`,
    ]);
    await owner.end();
    expect(rowCount).toBe(1);
    const { data } = await finance.ok(listDisbursements, { query: { batch_id: id, limit: 100 } });
    expect(data).toHaveLength(50);
    for (const { id: disbursement_id } of data) await sendDisbursement(t.deps, merchant_id, disbursement_id);
    await run('finish_disbursement_batch', id);
    expect(await read(id)).toMatchObject({ status: 'processing', paid_rows: 50, paid_amount: 500_000 });
    await settle(id);
    expect(await read(id)).toMatchObject({ status: 'completed', paid_rows: 60, paid_amount: 600_000 });
  });

  test('a transfer that is returned after the end changes counts, status and result of its batch', async () => {
    const id = await validated(csv(GOOD(), GOOD()));
    await submit(id);
    await approve(id);
    await settle(id);
    expect(await read(id)).toMatchObject({ status: 'completed', paid_rows: 2, failed_rows: 0 });
    const { data } = await finance.ok(listDisbursements, { query: { batch_id: id } });
    for (const [index, status] of (['partially_completed', 'failed'] as const).entries()) {
      const { partner_reference_no } = (await finance.ok(getDisbursement, { params: { id: data[index]!.id } })).data;
      expect((await bank.simulate('POST', '/transfers/return', { partner_reference_no })).status).toBe(200);
      await makeOrdersDue(t, merchant_id);
      await JOBS.find((job) => job.name === 'sweep_bank_transfers')!.run(t.deps, {});
      await run('recount_disbursement_batch', id);
      await run('recount_disbursement_batch', id);
      const counts = { paid_rows: 1 - index, failed_rows: 1 + index, paid_amount: 100_000 * (1 - index) };
      expect(await read(id)).toMatchObject({ status, ...counts });
    }
    const { events } = await read(id);
    expect(events.at(-1)).toMatchObject({ from_status: 'partially_completed', to_status: 'failed' });
    expect(events.at(-1)?.reason).toContain('returned');
    const result = await finance.call(getBatchResult, { params: { id } });
    expect(result.body).not.toContain(',Completed,');
  });

  test('the fees are those of the approval, and then those that were charged', async () => {
    const id = await validated(csv(GOOD(), GOOD()));
    const { total_fee } = await read(id);
    await submit(id);
    // The fee rule was another one when the rows were validated.
    const setEarlierFee = () =>
      asMerchant(t.deps.db, merchant_id, (tx) =>
        tx.sql
          .updateTable('disbursement_batch_row')
          .set({ fee_amount: 1 })
          .where('merchant_id', '=', merchant_id)
          .where('batch_id', '=', id)
          .execute(),
      );
    await setEarlierFee();
    expect((await approve(id)).json()).toMatchObject({ data: { status: 'approved', total_fee } });
    await setEarlierFee();
    await settle(id);
    const { data } = await finance.ok(listDisbursements, { query: { batch_id: id } });
    const charged = data.reduce((sum, each) => sum + each.fee_amount + each.fee_vat_amount, 0);
    expect([charged, (await read(id)).total_fee]).toEqual([total_fee, total_fee]);
  });

  test('domain 1.12: a transfer that is executed after all is counted, although the file was uploaded again', async () => {
    const file = csv(GOOD());
    const id = await validated(file);
    await submit(id);
    await approve(id);
    await settle(id);
    const [disbursement] = (await finance.ok(listDisbursements, { query: { batch_id: id } })).data;
    const set = (status: 'failed' | 'success') =>
      asMerchant(t.deps.db, merchant_id, (tx) =>
        tx.sql
          .updateTable('disbursement')
          .set({ status })
          .where('merchant_id', '=', merchant_id)
          .where('id', '=', disbursement!.id)
          .execute(),
      );
    await set('failed');
    await run('recount_disbursement_batch', id);
    expect(await read(id)).toMatchObject({ status: 'failed', paid_rows: 0 });
    const again = await validated(file);
    expect((await read(again)).status).toBe('needs_fix');
    await set('success');
    await run('recount_disbursement_batch', id);
    expect(await read(id)).toMatchObject({ status: 'completed', paid_rows: 1, paid_amount: 100_000 });
    // Both batches are of this file now; none is uploaded a third time.
    expect(getErrorCode(await upload(file))).toBe('duplicate_file');
  });

  test('the stored result is linked in the email, and downloads without a session', async () => {
    await rm(join(t.deps.env.DATA_DIR, 'mailbox'), { recursive: true, force: true });
    const id = await validated(csv(GOOD()), { name: 'Mailed.csv' });
    await submit(id);
    await approve(id);
    await Promise.all([settle(id), settle(id)]);
    await dispatchNotifications(t.deps, merchant_id);
    await sendDueEmails(t.deps);
    const folder = join(t.deps.env.DATA_DIR, 'mailbox');
    const mails = await Promise.all((await listMessages(folder)).map((name) => findMessage(folder, name)));
    const parsed = await Promise.all(mails.map((mail) => PostalMime.parse(mail ?? '')));
    const finished = parsed.filter(({ subject }) => subject === 'Disbursement batch finished: Mailed');
    expect(new Set(finished.map(({ to }) => to?.[0]?.address))).toHaveLength(finished.length);
    const [url] = /http\S+\/files\/\S+/.exec(finished[0]?.text ?? '') ?? [];
    const answer = await t.app.inject({ method: 'GET', url: new URL(url ?? '').pathname });
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(answer.headers['content-disposition']).toContain(`${id}-result.csv`);
    expect(answer.body.split('\n')[1]).toContain(',Completed,');
    // Two runs ended the batch: one file is left.
    const files = await asMerchant(t.deps.db, merchant_id, (tx) =>
      tx.sql
        .selectFrom('stored_file')
        .select('id')
        .where('merchant_id', '=', merchant_id)
        .where('name', '=', `${id}-result.csv`)
        .execute(),
    );
    expect(files).toHaveLength(1);
  });

  test('a reference that was used after the approval is not paid again, with its reason', async () => {
    const row = GOOD();
    const id = await validated(csv(row, GOOD()));
    await submit(id);
    await approve(id);
    const [merchant_reference = ''] = row.split(',');
    const body = { bank_code: '014', account_no: '8010000001', amount: 50_000, merchant_reference };
    await finance.ok(createDisbursement, { body, headers: headers() });
    await settle(id);
    expect((await rowsOf(id)).map(({ not_paid_reason }) => not_paid_reason)).toEqual([
      'Another disbursement with this reference was created before the batch was paid',
      null,
    ]);
    const counts = { paid_rows: 1, failed_rows: 1, excluded_rows: 0 };
    expect(await read(id)).toMatchObject({ status: 'partially_completed', ...counts });
  });

  test('domain 1.12: a batch whose rows were all dropped when it was paid has failed', async () => {
    const row = GOOD();
    const id = await validated(csv(row));
    await submit(id);
    await approve(id);
    const [merchant_reference = ''] = row.split(',');
    const body = { bank_code: '014', account_no: '8010000001', amount: 50_000, merchant_reference };
    await finance.ok(createDisbursement, { body, headers: headers() });
    await settle(id);
    expect(await read(id)).toMatchObject({ status: 'failed', paid_rows: 0, failed_rows: 1 });
  });

  test('a rejected batch pays nothing, and its references are free again', async () => {
    const row = GOOD();
    const id = await validated(csv(row));
    await submit(id);
    const reject = (reason: string) =>
      approver.call(rejectDisbursementBatch, { params: { id }, body: { reason }, headers: headers() });
    expect((await reject('Wrong month')).statusCode).toBe(200);
    expect(await read(id)).toMatchObject({ status: 'rejected', rejected_reason: 'Wrong month' });
    const again = await reject('Again');
    expect([again.statusCode, getErrorCode(again)]).toEqual([409, 'not_pending']);
    expect(await read(await validated(csv(row)))).toMatchObject({ status: 'ready' });
  });

  test('a reference of a submitted batch is taken', async () => {
    const row = GOOD();
    const [first, second] = [await validated(csv(row)), await validated(csv(row, GOOD()))];
    expect((await submit(first)).statusCode).toBe(200);
    const refused = await submit(second);
    expect([refused.statusCode, getErrorCode(refused)]).toEqual([409, 'duplicate_reference']);
    const third = await validated(csv(row, GOOD(), GOOD()));
    expect((await rowsOf(third))[0]?.issues).toMatchObject([{ code: 'duplicate_reference' }]);
  });

  test('a submitted batch cannot be edited; twenty approvals at once count as one', async () => {
    const id = await validated(csv(GOOD()));
    await submit(id);
    const edit = await operator.call(deleteBatchRow, { params: { id, row_no: 1 } });
    expect([edit.statusCode, getErrorCode(edit)]).toEqual([409, 'not_editable']);
    const answers = await Promise.all(Array.from({ length: 20 }, () => approve(id)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    await Promise.all([settle(id), settle(id)]);
    const { data } = await finance.ok(listDisbursements, { query: { batch_id: id } });
    expect(data).toHaveLength(1);
  });

  test('what cannot be submitted or approved is refused with its reason', async () => {
    const uploaded = await upload(csv(GOOD()));
    const { id: waiting } = uploaded.json<{ data: { id: string } }>().data;
    expect(getErrorCode(await submit(waiting))).toBe('not_validated');
    for (let n = 0; n < 4; n++) await upload(csv(GOOD()));
    const one_more = await upload(csv(GOOD()));
    expect([one_more.statusCode, getErrorCode(one_more)]).toEqual([429, 'too_many_batches']);
    const { data } = await finance.ok(listDisbursementBatches, { query: { status: ['uploaded'] as never } });
    for (const { id } of data) await run('validate_disbursement_batch', id);

    const bad = await validated(csv(`${ref()},0,014,SARI PRATIWI,8010000001,,`));
    expect(getErrorCode(await submit(bad, { skip_errors: true }))).toBe('no_valid_rows');
    await submit(waiting);
    expect(getErrorCode(await approve(waiting, { excluded_rows: [7] }))).toBe('unknown_row');
    expect(getErrorCode(await approve(waiting, { excluded_rows: [1] }))).toBe('no_valid_rows');
    expect((await read(waiting)).status).toBe('pending_approval');
  });

  test('batches are listed and found by the beginning of their name', async () => {
    await validated(csv(GOOD()), { name: 'Bonus December.csv' });
    const { data } = await finance.ok(listDisbursementBatches, { query: { q: 'bonus' } });
    expect(data.map(({ batch_reference }) => batch_reference)).toEqual(['Bonus December']);
  });
});

test('its flows cause its webhook events', async () => {
  expect(await listWebhookErrors(t, 'disbursement-batch')).toEqual([]);
});
