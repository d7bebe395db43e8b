/** Batches from their submission to the approval and the bank, and each refusal, against the sandbox bank. */
import { describe, expect, test } from 'vitest';
import {
  deleteBatchRow,
  getBatchResult,
  listDisbursementBatches,
  rejectDisbursementBatch,
} from '@dasbor/contract/disbursement-batch';
import { listDisbursements } from '@dasbor/contract/disbursement';
import { getErrorCode } from '../../test/answer.ts';
import { readBalances } from '../../test/payout-fixture.ts';
import { listWebhookErrors } from '../../test/webhook-events.ts';
import { asMerchant } from '../db/tx.ts';
import { verifyLedger } from '../ledger/verifier.ts';
import {
  merchant_id,
  t,
  finance,
  operator,
  approver,
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
  const readPayoutBalance = async () => (await readBalances(t, merchant_id))['payout'] ?? 0;

  test('valid rows are paid once; excluded rows and rows with errors are not', async () => {
    const id = await uploadAndValidate(
      buildFile(buildRow(), buildRow(), buildRow(), `${nextReference()},,014,X,8010000001,,`),
    );
    const refused = await submit(id);
    expect([refused.statusCode, getErrorCode(refused)]).toEqual([422, 'batch_has_errors']);
    expect((await submit(id, { skip_errors: true, note: 'November' })).statusCode).toBe(200);
    expect(await readBatch(id)).toMatchObject({ status: 'pending_approval', total_amount: 300_000, excluded_rows: 1 });
    const own = await approve(id, {}, finance);
    expect(own.statusCode).toBe(403);
    const before = await readPayoutBalance();
    const approved = await approve(id, { excluded_rows: [2], remark: 'Not row 2' });
    expect(approved.statusCode, approved.body).toBe(200);
    expect(approved.json()).toMatchObject({ data: { status: 'approved', total_amount: 200_000, excluded_rows: 2 } });
    await payBatch(id);
    await payBatch(id);
    const batch = await readBatch(id);
    expect(batch).toMatchObject({ status: 'completed', paid_rows: 2, failed_rows: 0, paid_amount: 200_000 });
    expect(await readPayoutBalance()).toBe(before - 200_000 - batch.total_fee);
    expect((await listRows(id)).map(({ disbursement_status }) => disbursement_status)).toEqual([
      'success',
      null,
      'success',
      null,
    ]);
    const result = await finance.call(getBatchResult, { params: { id } });
    expect(result.body.split('\n')[1]).toMatch(/^1,.*,100000,BCA,••••0001,SARI PRATIWI,.*,Completed,/);
    expect(result.body).not.toContain('8010000001');
    expect(result.body.split('\n')[2]).toContain('Not paid,,,,,Excluded by an approver');
    expect((await listRows(id)).map(({ not_paid_reason }) => not_paid_reason)).toEqual([
      null,
      'Excluded by an approver',
      null,
      'The row had errors when the batch was submitted',
    ]);
    expect((await verifyLedger(t.deps.db)).discrepancies).toEqual([]);
  });

  test('the fees are those of the approval, and then those that were charged', async () => {
    const id = await uploadAndValidate(buildFile(buildRow(), buildRow()));
    const { total_fee } = await readBatch(id);
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
    await payBatch(id);
    const { data } = await finance.ok(listDisbursements, { query: { batch_id: id } });
    const charged = data.reduce((sum, each) => sum + each.fee_amount + each.fee_vat_amount, 0);
    expect([charged, (await readBatch(id)).total_fee]).toEqual([total_fee, total_fee]);
  });

  test('a rejected batch pays nothing, and its references are free again', async () => {
    const row = buildRow();
    const id = await uploadAndValidate(buildFile(row));
    await submit(id);
    const reject = (reason: string) =>
      approver.call(rejectDisbursementBatch, { params: { id }, body: { reason }, headers: headers() });
    expect((await reject('Wrong month')).statusCode).toBe(200);
    expect(await readBatch(id)).toMatchObject({ status: 'rejected', rejected_reason: 'Wrong month' });
    const again = await reject('Again');
    expect([again.statusCode, getErrorCode(again)]).toEqual([409, 'not_pending']);
    expect(await readBatch(await uploadAndValidate(buildFile(row)))).toMatchObject({ status: 'ready' });
  });

  test('a reference of a submitted batch is taken', async () => {
    const row = buildRow();
    const [first, second] = [
      await uploadAndValidate(buildFile(row)),
      await uploadAndValidate(buildFile(row, buildRow())),
    ];
    expect((await submit(first)).statusCode).toBe(200);
    const refused = await submit(second);
    expect([refused.statusCode, getErrorCode(refused)]).toEqual([409, 'duplicate_reference']);
    const third = await uploadAndValidate(buildFile(row, buildRow(), buildRow()));
    expect((await listRows(third))[0]?.issues).toMatchObject([{ code: 'duplicate_reference' }]);
  });

  test('a submitted batch cannot be edited; twenty approvals at once count as one', async () => {
    const id = await uploadAndValidate(buildFile(buildRow()));
    await submit(id);
    const edit = await operator.call(deleteBatchRow, { params: { id, row_no: 1 } });
    expect([edit.statusCode, getErrorCode(edit)]).toEqual([409, 'not_editable']);
    const answers = await Promise.all(Array.from({ length: 20 }, () => approve(id)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    await Promise.all([payBatch(id), payBatch(id)]);
    const { data } = await finance.ok(listDisbursements, { query: { batch_id: id } });
    expect(data).toHaveLength(1);
  });

  test('what cannot be submitted or approved is refused with its reason', async () => {
    const uploaded = await upload(buildFile(buildRow()));
    const { id: waiting } = uploaded.json<{ data: { id: string } }>().data;
    expect(getErrorCode(await submit(waiting))).toBe('not_validated');
    for (let n = 0; n < 4; n++) await upload(buildFile(buildRow()));
    const one_more = await upload(buildFile(buildRow()));
    expect([one_more.statusCode, getErrorCode(one_more)]).toEqual([429, 'too_many_batches']);
    const { data } = await finance.ok(listDisbursementBatches, { query: { status: ['uploaded'] as never } });
    for (const { id } of data) await run('validate_disbursement_batch', id);

    const bad = await uploadAndValidate(buildFile(`${nextReference()},0,014,SARI PRATIWI,8010000001,,`));
    expect(getErrorCode(await submit(bad, { skip_errors: true }))).toBe('no_valid_rows');
    await submit(waiting);
    expect(getErrorCode(await approve(waiting, { excluded_rows: [7] }))).toBe('unknown_row');
    expect(getErrorCode(await approve(waiting, { excluded_rows: [1] }))).toBe('no_valid_rows');
    expect((await readBatch(waiting)).status).toBe('pending_approval');
  });

  test('batches are listed and found by the beginning of their name', async () => {
    await uploadAndValidate(buildFile(buildRow()), { name: 'Bonus December.csv' });
    const { data } = await finance.ok(listDisbursementBatches, { query: { q: 'bonus' } });
    expect(data.map(({ batch_reference }) => batch_reference)).toEqual(['Bonus December']);
  });
});

test('its flows cause its webhook events', async () => {
  expect(await listWebhookErrors(t, 'disbursement-batch')).toEqual([]);
});
