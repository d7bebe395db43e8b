/** Virtual accounts as merchants request, list, read and share them. */
import { expect, test } from 'vitest';
import {
  createVirtualAccount,
  deactivateVirtualAccount,
  getVirtualAccount,
  getVirtualAccountMetrics,
  listVirtualAccounts,
  sendVirtualAccountInstructions,
  summariseVirtualAccounts,
  syncVirtualAccount,
  updateVirtualAccount,
} from '@dasbor/contract/virtual-account';
import type { VaPayment, VirtualAccount } from '@dasbor/contract/virtual-account-fields';
import { listVirtualAccountPayments } from '@dasbor/contract/virtual-account-payment';
import { waitForUnendingDay } from '../../test/app-with-bank.ts';
import { sendBankRequest, buildVaPayment } from '../../test/va-callbacks.ts';
import type { DB } from '../db/schema.gen.ts';
import { asMerchant, asPlatform } from '../db/tx.ts';
import { getLimitWindows } from '../mail/email-limits.ts';
import { MailError } from '../mail/mailer.ts';
import { countInstructionEmails } from './instructions-queries.ts';
import {
  KOPI,
  buildInput,
  create,
  readVirtualAccount,
  kopi,
  newKey,
  requestCreate,
  sendPayment,
  t,
  setUpVirtualAccounts,
} from '../../test/virtual-account-fixture.ts';

setUpVirtualAccounts();

test('domain 1.9: the list and file of payments are complete, without gaps between pages', async () => {
  const va = await create({ bank: 'BNI', type: 'reusable', amount_type: 'open', expires_in_s: null });
  // Some at the same instant: the id orders them.
  const paid_at = t.clock.now();
  for (let n = 1; n <= 7; n += 1) {
    const at = new Date(paid_at.getTime() + Math.floor(n / 3) * 1000);
    const payment = buildVaPayment(va.va_number, 10_000 + n, at, {
      paidAmount: { value: `${10_000 + n}.00`, currency: 'IDR' },
    });
    expect((await sendBankRequest(t, 'va_payment', payment)).body.responseCode).toBe('2002500');
  }
  const read: VaPayment[] = [];
  for (let cursor: string | undefined; ;) {
    const query = { limit: 3, ...(cursor === undefined ? {} : { cursor }) };
    const { data, next_cursor } = await kopi.ok(listVirtualAccountPayments, { params: { id: va.id }, query });
    read.push(...data);
    if (next_cursor === null) break;
    cursor = next_cursor;
  }
  expect(read.map(({ amount }) => amount).toSorted((a, b) => a - b)).toEqual(
    [1, 2, 3, 4, 5, 6, 7].map((n) => 10_000 + n),
  );
  expect(read).toEqual((await readVirtualAccount(va)).payments);
  const csv = await kopi.call(listVirtualAccountPayments, { params: { id: va.id }, headers: { accept: 'text/csv' } });
  const [head, ...lines] = csv.body.trimEnd().split('\n');
  expect(head).toMatch(/^id,paid_at \(WIB\),received_at \(WIB\),amount,match,/);
  expect(lines.map((line) => line.split(',')[0])).toEqual(read.map(({ id }) => id));
  // Another merchant, and an invalid cursor.
  const batik = await t.signIn('superadmin@batik.example');
  expect((await batik.call(listVirtualAccountPayments, { params: { id: va.id } })).statusCode).toBe(404);
  const foreign = { params: { id: va.id }, query: { cursor: 'x' } };
  expect((await kopi.call(listVirtualAccountPayments, foreign)).statusCode).toBe(400);
});

test('domain 4.3: a suffix has the digits of the bank, is free and not reserved, and can be reused after it ended', async () => {
  const va = await create({ suffix: '00000042' });
  expect(va.va_number.endsWith('00000042')).toBe(true);
  const taken = await requestCreate({ suffix: '00000042' });
  expect([taken.statusCode, taken.json<{ code: string }>().code]).toEqual([409, 'number_taken']);
  await kopi.ok(deactivateVirtualAccount, { params: { id: va.id } });
  const again = await create({ suffix: '00000042' });
  expect([again.va_number, again.status]).toEqual([va.va_number, 'active']);
  // A callback without trxId applies to the open number.
  expect(await sendPayment(va, 150_000)).toBe('2002500');
  expect([(await readVirtualAccount(again)).status, (await readVirtualAccount(va)).status]).toEqual([
    'paid',
    'inactive',
  ]);
});

const INVALID_INPUTS: [object, string][] = [
  [{ holder_name: 'A'.repeat(25) }, 'holder_name'],
  [{ holder_name: 'Kopi & Teh' }, 'holder_name'],
  [{ expected_amount: 9_999 }, 'expected_amount'],
  [{ amount_type: 'open', expected_amount: 20_000 }, 'expected_amount'],
  [{ suffix: '1234567' }, 'suffix'],
  [{ suffix: '00000000' }, 'suffix'],
  [{ expires_in_s: null }, 'expires_in_s'],
  [{ expires_in_s: 19 }, 'expires_in_s'],
  [{ bank: 'DANAMON' }, 'bank'],
];
test('domain 4.3: input outside the limits of the bank is rejected with its field', async () => {
  for (const [change, field] of INVALID_INPUTS) {
    const answer = await requestCreate(change);
    expect([answer.statusCode, answer.json<{ errors: { field: string }[] }>().errors[0]?.field]).toEqual([400, field]);
  }
});

test('one Idempotency-Key and one reference create one number', async () => {
  const input = { body: buildInput({ merchant_reference: 'VA-STORM' }), headers: { 'idempotency-key': newKey() } };
  const answers = await Promise.all(Array.from({ length: 8 }, () => kopi.call(createVirtualAccount, input)));
  expect(answers.every(({ statusCode }) => statusCode === 201 || statusCode === 409)).toBe(true);
  expect((await kopi.ok(listVirtualAccounts, { query: { q: 'VA-STORM' } })).data).toHaveLength(1);
  for (const change of [{}, { amount_type: 'open' }]) {
    const answer = await requestCreate({ ...change, merchant_reference: 'VA-STORM' });
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([409, 'duplicate_reference']);
  }
});

test('an inactive merchant cannot create virtual accounts', async () => {
  const setStatus = (status: DB['merchant']['status']) =>
    asPlatform(t.deps.db, (tx) =>
      tx.sql.updateTable('merchant').set({ status }).where('merchant_id', '=', KOPI).execute(),
    );
  await setStatus('suspended');
  const answer = await requestCreate().finally(() => setStatus('active'));
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([409, 'merchant_not_active']);
});

test('filters can be combined; pages have no gaps; totals and CSV match the list', async () => {
  const made: VirtualAccount[] = [];
  for (const bank_channel of ['CIMB', 'PERMATA'] as const) {
    for (const type of ['single', 'reusable'] as const) {
      made.push(await create({ bank: bank_channel, type, holder_name: 'FILTER HOLDER', expires_in_s: 7_200 }));
    }
  }
  await kopi.ok(deactivateVirtualAccount, { params: { id: made[0]?.id ?? '' } });
  const listIds = async (query: object) =>
    (await kopi.ok(listVirtualAccounts, { query: { q: 'filter holder', ...query } })).data.map(({ id }) => id);
  const ids = made.map(({ id }) => id).toReversed();
  expect(await listIds({})).toEqual(ids);
  expect(await listIds({ sort: 'created_at' })).toEqual(ids.toReversed());
  expect(await listIds({ bank: 'CIMB,BCA', type: 'single', status: 'inactive' })).toEqual([made[0]?.id]);
  expect(await listIds({ bank: 'CIMB', status: 'active', amount_type: 'closed', mismatch: 'no' })).toEqual([
    made[1]?.id,
  ]);
  expect(await listIds({ amount_type: 'open' })).toEqual([]);
  expect(await listIds({ from: made[2]?.created_at, to: made[3]?.created_at })).toEqual([made[2]?.id]);
  expect(await listIds({ date_field: 'expires_at', to: made[1]?.expires_at })).toEqual([made[0]?.id]);
  expect(await listIds({ expires_to: made[1]?.expires_at })).toEqual([made[0]?.id]);
  expect(await listIds({ expires_from: made[1]?.expires_at })).toEqual(ids.slice(0, 3));

  const pages: string[] = [];
  let cursor: string | null = null;
  do {
    const query: object = { q: 'filter holder', limit: 3, ...(cursor === null ? {} : { cursor }) };
    const { data, next_cursor } = await kopi.ok(listVirtualAccounts, { query });
    pages.push(...data.map(({ id }) => id));
    cursor = next_cursor;
  } while (cursor !== null);
  expect(pages).toEqual(ids);

  const summary = (await kopi.ok(summariseVirtualAccounts, { query: { q: 'filter holder' } })).data;
  expect(summary).toEqual([
    { status: 'active', count: 3, amount: 0 },
    { status: 'inactive', count: 1, amount: 0 },
  ]);
  const csv = await kopi.call(listVirtualAccounts, {
    query: { q: 'filter holder', columns: 'va_number,bank,status,expected_amount,created_at' },
    headers: { accept: 'text/csv' },
  });
  const [head, ...lines] = csv.body.trimEnd().split('\n');
  expect(head).toBe('va_number,bank,status,expected_amount,created_at (WIB)');
  expect(lines).toHaveLength(4);
  expect(lines[3]).toContain(`${made[0]?.va_number},CIMB,inactive,150000,`);
  const whole = await kopi.call(listVirtualAccounts, {
    query: { q: 'filter holder' },
    headers: { accept: 'text/csv' },
  });
  expect(whole.body.trimEnd().split('\n')).toHaveLength(5);
});

test('a range that is too long, an invalid cursor and an unknown column are rejected', async () => {
  const range = { from: '2026-01-01T00:00:00.000Z', to: '2026-06-30T00:00:00.001Z' };
  for (const route of [listVirtualAccounts, summariseVirtualAccounts] as const) {
    const answer = await kopi.call(route, { query: range });
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([422, 'range_too_long']);
  }
  expect((await kopi.call(listVirtualAccounts, { query: { cursor: 'nonsense' } })).statusCode).toBe(400);
  const csv = { query: { columns: 'trx_id' }, headers: { accept: 'text/csv' } };
  expect((await kopi.call(listVirtualAccounts, csv)).statusCode).toBe(400);
});

test('the key metrics count active, paid today and expiring soon', async () => {
  await waitForUnendingDay();
  const before = (await kopi.ok(getVirtualAccountMetrics)).data;
  const [, paid] = [await create({ expires_in_s: 3_600 }), await create({ expires_in_s: 172_800 })];
  await create({ expires_in_s: 172_800 });
  expect(await sendPayment(paid, 150_000)).toBe('2002500');
  const after = (await kopi.ok(getVirtualAccountMetrics)).data;
  const change = (name: Exclude<keyof typeof after, 'as_of'>) => after[name] - before[name];
  expect([change('active_count'), change('expiring_count')]).toEqual([2, 1]);
  expect([change('paid_today_count'), change('paid_today_amount')]).toEqual([1, 150_000]);
});

test('contact data is masked for support; another merchant has no access', async () => {
  const va = await create({ customer_email: 'sari@mail.example', customer_phone: '08123456789' });
  const support = await t.signIn('support@kopi.example');
  expect(await readVirtualAccount(va, support)).toMatchObject({
    customer_email: 's***@mail.example',
    customer_phone: '***6789',
  });
  const csv = await support.call(listVirtualAccounts, { query: { q: va.va_number }, headers: { accept: 'text/csv' } });
  expect(csv.body).toContain('s***@mail.example');
  expect(csv.body).not.toContain('sari@');
  const batik = await t.signIn('superadmin@batik.example');
  const params = { id: va.id };
  expect((await batik.call(getVirtualAccount, { params })).statusCode).toBe(404);
  expect((await batik.call(updateVirtualAccount, { params, body: { no: 1 } })).statusCode).toBe(404);
  expect((await batik.call(deactivateVirtualAccount, { params })).statusCode).toBe(404);
  expect((await batik.call(syncVirtualAccount, { params })).statusCode).toBe(404);
  expect((await batik.ok(listVirtualAccounts)).data).toEqual([]);
});

test('the instructions contain the number and the steps, and sending is audited', async () => {
  const va = await create({ bank: 'MANDIRI', description: 'Order 7' });
  const sent: { to: string; text: string; html?: string }[] = [];
  const { send } = t.deps.mailer;
  t.deps.mailer.send = async (mail) => void sent.push(mail);
  const input = { params: { id: va.id }, body: { email: 'sari@mail.example' } };
  await kopi.ok(sendVirtualAccountInstructions, input);
  expect(sent[0]).toMatchObject({ to: 'sari@mail.example' });
  for (const part of [va.va_number, 'Rp 150.000 (exact amount)', 'company code 70012', 'Order 7', 'ATM Mandiri']) {
    expect(sent[0]?.text).toContain(part);
    expect(sent[0]?.html?.replaceAll('&nbsp;', ' ')).toContain(part);
  }
  t.deps.mailer.send = () => Promise.reject(new MailError('temporary', 'down'));
  const failed = await kopi.call(sendVirtualAccountInstructions, input);
  expect([failed.statusCode, failed.json<{ code: string }>().code]).toEqual([502, 'email_failed']);
  t.deps.mailer.send = send;
  await kopi.ok(deactivateVirtualAccount, { params: { id: va.id } });
  expect((await kopi.call(sendVirtualAccountInstructions, input)).statusCode).toBe(409);
  const actions = await asMerchant(t.deps.db, KOPI, async (tx) => {
    const rows = tx.sql
      .selectFrom('audit_log')
      .select('action')
      .where('merchant_id', '=', KOPI)
      .where('object_id', '=', va.id)
      .orderBy('seq');
    return (await rows.execute()).map(({ action }) => action);
  });
  // What failed was not sent.
  expect(actions).toEqual([
    'virtual_account.created',
    'virtual_account.instructions_sent',
    'virtual_account.deactivated',
  ]);
});

test('an address receives at most 20 emails with instructions of a merchant per day', async () => {
  const [first, second] = [await create({ bank: 'MANDIRI' }), await create({ bank: 'BCA' })];
  const sent: string[] = [];
  const { send } = t.deps.mailer;
  t.deps.mailer.send = async ({ to }) => void sent.push(String(to));
  const sendTo = (id: string, email: string) =>
    kopi.call(sendVirtualAccountInstructions, { params: { id }, body: { email } });
  for (let n = 0; n < 20; n++) expect((await sendTo(first.id, 'flood@mail.example')).statusCode).toBe(200);
  const limited = await sendTo(second.id, 'Flood@mail.example');
  expect([limited.statusCode, limited.json<{ code: string }>().code]).toEqual([429, 'email_limit_reached']);
  expect(limited.headers['retry-after']).toBe('86400');
  expect(sent).toHaveLength(20);
  expect((await sendTo(second.id, 'other@mail.example')).statusCode).toBe(200);
  t.deps.mailer.send = send;
  // What the hourly limit of the merchant counts; an hour later they do not count any longer.
  const count = (now: Date) =>
    asMerchant(t.deps.db, KOPI, (tx) =>
      countInstructionEmails(tx, { email: 'flood@mail.example', ...getLimitWindows(now) }),
    );
  const now = t.clock.now();
  expect(await count(now)).toMatchObject({ to_address: 20 });
  expect((await count(now)).by_merchant).toBeGreaterThanOrEqual(21);
  expect(await count(new Date(now.getTime() + 3_600_001))).toEqual({ by_merchant: 0, to_address: 20 });
});
