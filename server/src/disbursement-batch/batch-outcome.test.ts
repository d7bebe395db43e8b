/** Progress and outcome of batches: rows that are not paid, transfers returned or executed late, and the result. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import PostalMime from 'postal-mime';
import { describe, expect, test } from 'vitest';
import { getBatchResult } from '@dasbor/contract/disbursement-batch';
import { createDisbursement, getDisbursement, listDisbursements } from '@dasbor/contract/disbursement';
import { getErrorCode } from '../../test/answer.ts';
import { makeTransfersDue } from '../../test/due-transfers.ts';
import { asMerchant } from '../db/tx.ts';
import { sendDisbursement } from '../disbursement/send.ts';
import { JOBS } from '../jobs/registry.ts';
import { findMessage, listMessages } from '../mail/mailbox-folder.ts';
import { dispatchNotifications } from '../notification-email/dispatch.ts';
import { sendDueEmails } from '../notification-email/send.ts';
import { runBatch } from './run.ts';
import {
  merchant_id,
  t,
  bank,
  finance,
  headers,
  nextReference,
  buildRow,
  buildFile,
  upload,
  run,
  uploadAndValidate,
  readBatch,
  listRows,
  submit,
  approve,
  payBatch,
  setUpDisbursementBatches,
} from '../../test/disbursement-batch-fixture.ts';

setUpDisbursementBatches();

describe('approval and payment', () => {
  test('domain 1.12: progress is counted while rows still become disbursements, and does not end the batch', async () => {
    const file = Array.from({ length: 60 }, () => `${nextReference()},10000,014,SARI PRATIWI,8010000001,Salary,`);
    const id = await uploadAndValidate(buildFile(...file));
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
    expect(await readBatch(id)).toMatchObject({ status: 'processing', paid_rows: 50, paid_amount: 500_000 });
    await payBatch(id);
    expect(await readBatch(id)).toMatchObject({ status: 'completed', paid_rows: 60, paid_amount: 600_000 });
  });

  test('a transfer that is returned after the end changes counts, status and result of its batch', async () => {
    const id = await uploadAndValidate(buildFile(buildRow(), buildRow()));
    await submit(id);
    await approve(id);
    await payBatch(id);
    expect(await readBatch(id)).toMatchObject({ status: 'completed', paid_rows: 2, failed_rows: 0 });
    const { data } = await finance.ok(listDisbursements, { query: { batch_id: id } });
    for (const [index, status] of (['partially_completed', 'failed'] as const).entries()) {
      const { partner_reference_no } = (await finance.ok(getDisbursement, { params: { id: data[index]!.id } })).data;
      expect((await bank.simulate('POST', '/transfers/return', { partner_reference_no })).status).toBe(200);
      await makeTransfersDue(t, merchant_id);
      await JOBS.find((job) => job.name === 'sweep_bank_transfers')!.run(t.deps, {});
      await run('recount_disbursement_batch', id);
      await run('recount_disbursement_batch', id);
      const counts = { paid_rows: 1 - index, failed_rows: 1 + index, paid_amount: 100_000 * (1 - index) };
      expect(await readBatch(id)).toMatchObject({ status, ...counts });
    }
    const { events } = await readBatch(id);
    expect(events.at(-1)).toMatchObject({ from_status: 'partially_completed', to_status: 'failed' });
    expect(events.at(-1)?.reason).toContain('returned');
    const result = await finance.call(getBatchResult, { params: { id } });
    expect(result.body).not.toContain(',Completed,');
  });

  test('domain 1.12: a transfer that is executed after all is counted, although the file was uploaded again', async () => {
    const file = buildFile(buildRow());
    const id = await uploadAndValidate(file);
    await submit(id);
    await approve(id);
    await payBatch(id);
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
    expect(await readBatch(id)).toMatchObject({ status: 'failed', paid_rows: 0 });
    const again = await uploadAndValidate(file);
    expect((await readBatch(again)).status).toBe('needs_fix');
    await set('success');
    await run('recount_disbursement_batch', id);
    expect(await readBatch(id)).toMatchObject({ status: 'completed', paid_rows: 1, paid_amount: 100_000 });
    // Both batches are of this file now; none is uploaded a third time.
    expect(getErrorCode(await upload(file))).toBe('duplicate_file');
  });

  test('the stored result is linked in the email, and downloads without a session', async () => {
    await rm(join(t.deps.env.DATA_DIR, 'mailbox'), { recursive: true, force: true });
    const id = await uploadAndValidate(buildFile(buildRow()), { name: 'Mailed.csv' });
    await submit(id);
    await approve(id);
    await Promise.all([payBatch(id), payBatch(id)]);
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
    const row = buildRow();
    const id = await uploadAndValidate(buildFile(row, buildRow()));
    await submit(id);
    await approve(id);
    const [merchant_reference = ''] = row.split(',');
    const body = { bank_code: '014', account_no: '8010000001', amount: 50_000, merchant_reference };
    await finance.ok(createDisbursement, { body, headers: headers() });
    await payBatch(id);
    expect((await listRows(id)).map(({ not_paid_reason }) => not_paid_reason)).toEqual([
      'Another disbursement with this reference was created before the batch was paid',
      null,
    ]);
    const counts = { paid_rows: 1, failed_rows: 1, excluded_rows: 0 };
    expect(await readBatch(id)).toMatchObject({ status: 'partially_completed', ...counts });
  });

  test('domain 1.12: a batch whose rows were all dropped when it was paid has failed', async () => {
    const row = buildRow();
    const id = await uploadAndValidate(buildFile(row));
    await submit(id);
    await approve(id);
    const [merchant_reference = ''] = row.split(',');
    const body = { bank_code: '014', account_no: '8010000001', amount: 50_000, merchant_reference };
    await finance.ok(createDisbursement, { body, headers: headers() });
    await payBatch(id);
    expect(await readBatch(id)).toMatchObject({ status: 'failed', paid_rows: 0, failed_rows: 1 });
  });
});
