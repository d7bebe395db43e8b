/** One net amount of a payment in every list and file, and the same in the ledger. Decision 0044. */
import { expect, test, vi } from 'vitest';
import { cancelQrisPayment, createQrisPayment, listQrisPayments } from '@dasbor/contract/qris-payment';
import { API_BASE, XLSX_TYPE } from '@dasbor/contract/route';
import { listTransactions } from '@dasbor/contract/transaction';
import {
  admin,
  approve,
  bank,
  checkBeneficiary,
  finance,
  headers,
  readAllBalances,
  readRefund,
  readTransaction,
  requestRefund,
  reverse,
  send,
  setUpRefunds,
  t,
} from '../../test/refund-fixture.ts';
import { readBySpreadsheet } from '../../test/export-fixture.ts';

setUpRefunds();

const createCode = async (amount: number) =>
  (await admin.ok(createQrisPayment, { body: { amount }, headers: headers() })).data;

/** Pays a code at the bank, which notifies the product. Returns the id of the transaction. */
async function payCode(amount: number): Promise<string> {
  const { qr_content, transaction_id } = await createCode(amount);
  expect((await bank.pay({ qr_content })).status).toBe(200);
  await vi.waitFor(async () => expect((await readTransaction(transaction_id as string)).status).toBe('success'));
  return transaction_id as string;
}

/** The cells of a file of a list, by the id of the transaction: net and refunded. */
async function readFile(path: string, accept: string): Promise<Map<string, string[]>> {
  const answer = await t.app.inject({
    url: `${API_BASE}${path}`,
    query: { columns: 'id,net_amount,refunded_amount' },
    headers: { accept, authorization: finance.authorization ?? '' },
  });
  expect(answer.statusCode, answer.body).toBe(200);
  const rows =
    accept === XLSX_TYPE
      ? readBySpreadsheet(answer.rawPayload, 'xlsx')
      : answer.body
          .trimEnd()
          .split('\n')
          .map((line) => line.split(','));
  // The spreadsheet program shows amounts in groups of digits.
  return new Map(rows.slice(1).map(([id = '', ...cells]) => [id, cells.map((cell) => cell.replaceAll(',', ''))]));
}

test('net is empty until paid, less refunds and nothing after a reversal, in lists, CSV and XLSX', async () => {
  const before = (await readAllBalances())['pending_settlement'] as number;
  const unpaid = (await createCode(10_000)).transaction_id;
  const { id: code_id, transaction_id: cancelled } = await createCode(20_000);
  await admin.ok(cancelQrisPayment, { params: { id: code_id } });
  const [paid, refunded, reversed] = [await payCode(100_000), await payCode(200_000), await payCode(300_000)];
  const check = await checkBeneficiary();
  const refund = await requestRefund(refunded, { amount: 50_000, method: 'transfer', account_check_id: check.id });
  await approve(refund.id);
  await send(refund.id);
  expect((await readRefund(refund.id)).status).toBe('succeeded');
  await reverse(reversed);

  // The price of small shops: 0.7 % and 11 % VAT on it; a transfer costs Rp 2,500 and VAT.
  const expected = new Map([
    [unpaid as string, { net_amount: null, refunded_amount: 0 }],
    [cancelled as string, { net_amount: null, refunded_amount: 0 }],
    [paid, { net_amount: 100_000 - 700 - 77, refunded_amount: 0 }],
    [refunded, { net_amount: 200_000 - 1_400 - 154 - 50_000 - 2_500 - 275, refunded_amount: 50_000 }],
    [reversed, { net_amount: 0, refunded_amount: 0 }],
  ]);
  const [qris_rows, rows] = [(await finance.ok(listQrisPayments)).data, (await finance.ok(listTransactions)).data];
  const files: Map<string, string[]>[] = [];
  for (const path of ['/qris-payments', '/transactions'])
    for (const accept of ['text/csv', XLSX_TYPE]) files.push(await readFile(path, accept));
  for (const [id, figures] of expected) {
    expect(qris_rows.find((row) => row.id === id)).toMatchObject(figures);
    expect(rows.find((row) => row.id === id)).toMatchObject(figures);
    expect(await readTransaction(id)).toMatchObject(figures);
    const cells = Object.values(figures).map((value) => (value === null ? '' : String(value)));
    for (const file of files) expect(file.get(id)).toEqual(cells);
  }
  const sum = [...expected.values()].reduce((total, { net_amount }) => total + (net_amount ?? 0), 0);
  expect((await readAllBalances())['pending_settlement']).toBe(before + sum);
});
