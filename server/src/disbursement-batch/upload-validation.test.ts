/** Files of batches: what is read, what is refused at once, and the errors and warnings of their rows. */
import { buffer } from 'node:stream/consumers';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import {
  cancelDisbursementBatch,
  deleteBatchRow,
  getBatchErrors,
  getBatchTemplate,
  updateBatchRow,
} from '@dasbor/contract/disbursement-batch';
import { getErrorCode } from '../../test/answer.ts';
import { renderXlsx } from '../table-file/xlsx.ts';
import {
  t,
  bank,
  finance,
  HEADER,
  headers,
  nextReference,
  buildRow,
  buildFile,
  upload,
  run,
  uploadAndValidate,
  readBatch,
  listRows,
  setUpDisbursementBatches,
} from '../../test/disbursement-batch-fixture.ts';

setUpDisbursementBatches();

describe('the file', () => {
  test('CSV and XLSX are read, with the columns of the template', async () => {
    const csv_id = await uploadAndValidate(buildFile(buildRow(), buildRow()));
    expect(await readBatch(csv_id)).toMatchObject({ total_rows: 2, checked_rows: 2, file_name: 'payroll.csv' });
    const columns = HEADER.split(',').map((header) => ({ header, kind: 'text' as const }));
    const rows = [buildRow().split(',')];
    const xlsx = await buffer(renderXlsx({ title: 'x', sheets: [{ name: 'x', table: { columns, rows } }] }));
    const xlsx_id = await uploadAndValidate(xlsx, { name: 'payroll.xlsx' });
    expect(await readBatch(xlsx_id)).toMatchObject({ status: 'ready', total_rows: 1, total_amount: 100_000 });
  });

  test.each([
    ['missing_columns', Buffer.from('amount,bank_code\n1,014\n')],
    ['no_rows', Buffer.from(`${HEADER}\n`)],
    ['unreadable_file', Buffer.from(`${HEADER}\n"open`)],
    ['too_many_rows', buildFile(...Array.from({ length: 10_001 }, (_, n) => `R${n},1,014,A,80100000`))],
  ])('%s is refused at once', async (code, file) => {
    const answer = await upload(file);
    expect([answer.statusCode, getErrorCode(answer)]).toEqual([422, code]);
  });

  test('the same file is accepted once, until its batch is cancelled', async () => {
    const file = buildFile(buildRow());
    const id = await uploadAndValidate(file);
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
    const [one, two, twice] = [nextReference(), nextReference(), nextReference()];
    const id = await uploadAndValidate(
      buildFile(
        `${one},100000,014,SARI PRATIWI,8010000001,Salary,`,
        `${two},1.5,Nowhere,,12,=1+1,nobody`,
        `${twice},50000,BCA,Someone Else Entirely,8010000001,,`,
        `${twice},50000,BCA,SARI PRATIWI,8010000001,,`,
      ),
    );
    expect(await readBatch(id)).toMatchObject({ status: 'needs_fix', valid_rows: 2, warning_rows: 1, invalid_rows: 2 });
    const rows = await listRows(id);
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
    expect((await readBatch(id)).status).toBe('validating');
    await run('validate_disbursement_batch', id);
    // Without row 3, row 4 is the first with its reference.
    expect(await readBatch(id)).toMatchObject({ status: 'ready', total_rows: 3, valid_rows: 3, total_amount: 225_000 });
    expect((await readBatch(id)).total_fee).toBeGreaterThan(0);
  });

  test('errors can be downloaded, corrected and uploaded again', async () => {
    const bad = nextReference();
    const id = await uploadAndValidate(
      buildFile(buildRow(), `${bad},100000,014,SARI PRATIWI,801 000 0001,-1+1,nobody`),
    );
    const answer = await finance.call(getBatchErrors, { params: { id } });
    const lines = answer.body.trim().split('\n');
    expect(lines[0]).toBe(
      'reference_id,amount,bank_code,account_name,account_number,description,email,email_cc,email_bcc,errors',
    );
    expect(lines[1]).toContain(`${bad},100000,014,SARI PRATIWI,801 000 0001,'-1+1,nobody`);
    expect(lines).toHaveLength(2);
    const corrected = await uploadAndValidate(Buffer.from(answer.body.replace(',nobody', ',sari@example.com')), {
      name: 'fixed.csv',
    });
    expect(await readBatch(corrected)).toMatchObject({ status: 'ready', total_rows: 1 });
    expect((await listRows(corrected))[0]).toMatchObject({ description: '-1+1', email: 'sari@example.com' });
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
    const row = () => `${nextReference()},100000,014,DEWI ANGGRAINI,8010009999,Salary,`;
    const answer = await upload(buildFile(row(), row()));
    const { id } = answer.json<{ data: { id: string } }>().data;
    await bank.setSwitches({ offline: true });
    try {
      const running = run('validate_disbursement_batch', id);
      await expect.poll(countUnanswered).toBeGreaterThan(before);
      expect((await readBatch(id)).status).toBe('validating');
      await bank.setSwitches({ offline: false });
      await running;
    } finally {
      await bank.setSwitches({ offline: false });
    }
    expect(await readBatch(id)).toMatchObject({ status: 'ready', valid_rows: 2, invalid_rows: 0 });
  });
});
