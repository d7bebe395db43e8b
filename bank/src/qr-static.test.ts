/** Static codes, tips, and the end of a code before it is paid. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parseQris } from '@dasbor/contract/qris';
import { validateQris } from '@dasbor/contract/qris-validation';
import { SNAP_PATHS } from '@dasbor/contract/snap';
import { expect, onTestFinished, test } from 'vitest';
import { GENERATE, startBank } from '../test/harness.ts';
import { openDatabase } from './database.ts';
import { findCode } from './qr-code.ts';

const STATIC = { amount: undefined, validityPeriod: undefined };
const tipped = (tipMode: string, tipValue?: number) => ({
  additionalInfo: { ...GENERATE.additionalInfo, tipMode, tipValue },
});
const getCode = (response: { json: () => unknown }) => (response.json() as { code: string }).code;
const getSnapCode = (response: { json: () => unknown }) => (response.json() as { responseCode: string }).responseCode;
const CANCEL = { originalPartnerReferenceNo: 'txn_1', merchantId: GENERATE.merchantId };

test('a static code accepts any number of payments, each with its own references', async () => {
  const { bank, generate, pay, partner } = await startBank();
  const { qrContent } = (await generate({ ...STATIC, storeId: 'Tebet', terminalId: 'K1' })).json<{
    qrContent: string;
  }>();
  expect(validateQris(qrContent)).toEqual([]);
  expect(parseQris(qrContent)).toMatchObject({
    is_dynamic: false,
    amount: null,
    store_label: 'Tebet',
    terminal_label: 'K1',
  });
  for (const amount of [15_000, 15_000, 22_500]) {
    const paid = await pay({ qr_content: qrContent, amount });
    expect(paid.json()).toMatchObject({ status: 'open', is_static: true, paid_amount: amount, expires_at: null });
  }
  await bank.delivery.deliverDue();
  const bodies = partner.notifications.map(({ body }) => body) as {
    originalReferenceNo: string;
    originalPartnerReferenceNo: string;
    amount: { value: string };
    additionalInfo: { rrn: string };
  }[];
  expect(bodies.map(({ amount }) => amount.value).toSorted()).toEqual(['15000.00', '15000.00', '22500.00']);
  expect(new Set(bodies.map(({ originalReferenceNo }) => originalReferenceNo)).size).toBe(3);
  expect(new Set(bodies.map(({ additionalInfo }) => additionalInfo.rrn)).size).toBe(3);
  expect(new Set(bodies.map(({ originalPartnerReferenceNo }) => originalPartnerReferenceNo))).toEqual(
    new Set(['txn_1']),
  );
});

test('the payer of a static code enters the amount, up to the limit', async () => {
  const { generate, pay } = await startBank();
  await generate(STATIC);
  const missing = await pay();
  expect([missing.statusCode, getCode(missing)]).toEqual([422, 'amount_missing']);
  const most = await pay({ partner_reference_no: 'txn_1', amount: 10_000_000 });
  expect(most.statusCode).toBe(200);
  const too_much = await pay({ partner_reference_no: 'txn_1', amount: 10_000_001 });
  expect([too_much.statusCode, getCode(too_much)]).toEqual([422, 'amount_limit']);
});

test.each<[string, object, object, object]>([
  ['fixed', tipped('fixed', 5_000), {}, { paid_amount: 55_000, tip_amount: 5_000 }],
  ['percent', tipped('percent', 1_000), {}, { paid_amount: 55_000, tip_amount: 5_000 }],
  ['prompt without a tip', tipped('prompt'), {}, { paid_amount: 50_000, tip_amount: 0 }],
  ['prompt', tipped('prompt'), { tip: 7_500 }, { paid_amount: 57_500, tip_amount: 7_500 }],
  ['prompt up to the limit', tipped('prompt'), { tip: 9_950_000 }, { paid_amount: 10_000_000, tip_amount: 9_950_000 }],
  ['prompt above the limit', tipped('prompt'), { tip: 9_950_001 }, { status_code: 422, code: 'amount_limit' }],
  ['none', {}, { tip: 1 }, { status_code: 422, code: 'tip_differs' }],
])('a code with a tip: %s', async (_what, asked, paid_with, outcome) => {
  const { generate, pay } = await startBank();
  const made = await generate(asked);
  expect(validateQris(made.json<{ qrContent: string }>().qrContent)).toEqual([]);
  const paid = await pay({ partner_reference_no: 'txn_1', ...paid_with });
  expect(paid.json()).toMatchObject(outcome);
});

test.each([
  ['a fixed tip without a value', tipped('fixed'), '4004701'],
  ['a tip of 100 percent', tipped('percent', 10_000), '4004701'],
  ['a tip that leads above the limit', { ...tipped('fixed', 1), amount: formatAmount('10000000.00') }, '4034702'],
  ['an amount without an end', { validityPeriod: undefined }, '4004702'],
  ['an end without an amount', { amount: undefined }, '4004702'],
])('%s is refused %s', async (_what, change, code) => {
  const { generate } = await startBank();
  expect(getSnapCode(await generate(change))).toBe(code);
});
function formatAmount(value: string) {
  return { value, currency: 'IDR' };
}

test('cancelling an unpaid code is idempotent and prevents payment', async () => {
  const { generate, call, pay, query } = await startBank();
  await generate();
  for (let time = 0; time < 2; time++) {
    const ended = await call(SNAP_PATHS.qr_mpm_cancel, CANCEL);
    expect(ended.json()).toMatchObject({ responseCode: '2007700', cancelTime: '2026-11-21T10:00:00+07:00' });
  }
  const paid = await pay();
  expect([paid.statusCode, getCode(paid)]).toEqual([422, 'cancelled']);
  expect((await query()).json()).toMatchObject({ latestTransactionStatus: '05', transactionStatusDesc: 'Cancelled' });
});

test.each([
  ['a paid code', async ({ pay }: Awaited<ReturnType<typeof startBank>>) => pay(), {}, '4047714'],
  ['an unknown code', async () => undefined, { originalPartnerReferenceNo: 'txn_9' }, '4047701'],
  ["another merchant's code", async () => undefined, { merchantId: 'ID1020000000018' }, '4047701'],
  [
    'a code that is paid at that moment',
    async ({ turn }: Awaited<ReturnType<typeof startBank>>) => turn({ paid_before_cancel: true }),
    {},
    '4047714',
  ],
])('%s is not ended: %s %s', async (_what, prepare, change, code) => {
  const bank = await startBank();
  await bank.generate();
  await prepare(bank);
  expect(getSnapCode(await bank.call(SNAP_PATHS.qr_mpm_cancel, { ...CANCEL, ...change }))).toBe(code);
});

test('a static code does not expire', async () => {
  const { generate, call } = await startBank();
  await generate(STATIC);
  expect(getSnapCode(await call(SNAP_PATHS.qr_mpm_cancel, CANCEL))).toBe('4037705');
});

test('codes and payments of an older database version are migrated', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bank-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const old = new DatabaseSync(join(folder, 'bank.sqlite'));
  old.exec(`pragma user_version = 1;
    create table qr_code (reference_no text primary key, partner_reference_no text not null unique,
      amount integer not null, nmid text not null, merchant_name text not null, merchant_city text not null,
      qr_content text not null unique, created_at integer not null, expires_at integer not null, paid_at integer,
      paid_amount integer, rrn text unique, approval_code text, issuer_name text, payer_name text) strict;
    create index qr_code_recent on qr_code (created_at desc);
    insert into qr_code values
      ('BS1', 'open', 5000, 'ID1', 'Kopi', 'Jakarta', 'a', 1, 2, null, null, null, null, null, null),
      ('BS2', 'paid', 7000, 'ID1', 'Kopi', 'Jakarta', 'b', 1, 2, 3, 7000, '632', '1', 'OVO', 'SARI');`);
  old.close();
  for (let start = 0; start < 2; start++) {
    const database = openDatabase(folder);
    expect(findCode(database, 'partner_reference_no', 'open')).toMatchObject({ amount: 5000, payment: null });
    expect(findCode(database, 'partner_reference_no', 'paid')?.payment).toMatchObject({
      paid_amount: 7000,
      rrn: '632',
    });
    database.close();
  }
});
