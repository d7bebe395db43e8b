/** Stickers and their payments against the sandbox bank. */
import { expect, test } from 'vitest';
import { parseQris } from '@dasbor/contract/qris';
import { validateQris } from '@dasbor/contract/qris-validation';
import { cancelQrisPayment, getQrisPayment, listQrisPayments } from '@dasbor/contract/qris-payment';
import { getQrisPdf, getQrisPng, getQrisSvg } from '@dasbor/contract/qris-image';
import { listExceptions } from '@dasbor/contract/operations';
import { getMerchant, setMerchantLimits } from '@dasbor/contract/merchant';
import { setMerchantChannels } from '@dasbor/contract/merchant-channels';
import {
  createQrisSticker,
  listQrisStickerEvents,
  listQrisStickers,
  setQrisStickerStatus,
} from '@dasbor/contract/sticker';
import { syncTransaction } from '@dasbor/contract/transaction';
import { waitForUnendingDay } from '../../test/app-with-bank.ts';
import { createBankClient, buildPaidNotification } from '../../test/bank-client.ts';
import type { DB } from '../db/schema.gen.ts';
import { asPlatform } from '../db/tx.ts';
import { KOPI_NUSANTARA } from '../sandbox/people.ts';
import { stickerJobs } from './jobs.ts';
import { listStickersToSync } from './queries.ts';
import { syncStickerHistory } from './sync-history.ts';
import { toStatusAndCode } from '../../test/answer.ts';
import {
  KOPI,
  listAuditEntries,
  bank,
  readTransaction,
  createDynamicCode,
  findRow,
  headers,
  kopi,
  listPayments,
  readCode,
  createSticker,
  t,
  waitForPayments,
  setUpStickers,
} from '../../test/sticker-fixture.ts';

setUpStickers();

test('the timeline has its creation, issue, status changes, and its first and latest payment', async () => {
  const made = await createSticker({ name: 'With a timeline' });
  const read = () => kopi.ok(listQrisStickerEvents, { params: { id: made.id } });
  expect(await read()).toMatchObject({ first_payment: null, latest_payment: null });
  t.clock.set(new Date());
  await bank.pay({ qr_content: made.qr_content, amount: 12_000, issuer: 'OVO' });
  await waitForPayments(made, 1);
  t.clock.set(new Date());
  await bank.pay({ qr_content: made.qr_content, amount: 15_000, issuer: 'OVO' });
  await waitForPayments(made, 2);
  const set = (status: 'active' | 'inactive') =>
    kopi.ok(setQrisStickerStatus, { params: { id: made.id }, body: { status } });
  await set('inactive');
  // Idempotent: the same status again is no event.
  await set('inactive');
  await set('active');
  const { data, first_payment, latest_payment } = await read();
  expect(data.map(({ seq, from_status, to_status, actor_type }) => [seq, from_status, to_status, actor_type])).toEqual([
    [1, null, 'issuing', 'user'],
    [2, 'issuing', 'active', 'provider'],
    [3, 'active', 'inactive', 'user'],
    [4, 'inactive', 'active', 'user'],
  ]);
  expect([first_payment?.amount, latest_payment?.amount]).toEqual([12_000, 15_000]);
});

test('a sticker payment above what the provider allows is recorded, and its timeline says so', async () => {
  const made = await createSticker({ name: 'Above limits' });
  const admin = await t.signIn('platform_admin@dasbor.example');
  const params = { merchant_id: KOPI };
  const none = { limit_per_payment: null, limit_per_day: null, limit_per_month: null, limit_per_payout: null };
  await admin.ok(setMerchantLimits, { params, body: { ...none, limit_per_payment: 10_000 } });
  await admin.ok(setMerchantChannels, { params, body: { disabled_channels: ['QRIS'] } });
  t.clock.set(new Date());
  await bank.pay({ qr_content: made.qr_content, amount: 12_000, issuer: 'OVO' });
  const [payment] = await waitForPayments(made, 1);
  await admin.ok(setMerchantLimits, { params, body: none });
  await admin.ok(setMerchantChannels, { params, body: { disabled_channels: [] } });
  const { events } = await readTransaction(payment!.id);
  expect(events.at(-1)?.reason).toBe(
    'Paid with OVO at Above limits, while QRIS was disabled for your business, above your limit per payment',
  );
  // The provider's staff decide what happens to the money.
  const { data: exceptions } = await admin.ok(listExceptions);
  expect(exceptions.filter(({ kind }) => kind === 'payment_not_allowed')).toMatchObject([
    { object_id: payment!.id, merchant_id: KOPI, amount: 12_000, reference: 'Above limits', is_resolvable: true },
  ]);
});

test('sticker payments at once above the limit of the day are marked, as many as are above it', async () => {
  await waitForUnendingDay();
  const made = await createSticker({ name: 'Above the day' });
  const admin = await t.signIn('platform_admin@dasbor.example');
  const params = { merchant_id: KOPI };
  const none = { limit_per_payment: null, limit_per_day: null, limit_per_month: null, limit_per_payout: null };
  t.clock.set(new Date());
  const { volume_today_amount } = (await admin.ok(getMerchant, { params })).data;
  await admin.ok(setMerchantLimits, { params, body: { ...none, limit_per_day: volume_today_amount + 25_000 } });
  await Promise.all(
    [10_000, 10_001, 10_002, 10_003].map((amount) => bank.pay({ qr_content: made.qr_content, amount, issuer: 'OVO' })),
  );
  const payments = await waitForPayments(made, 4);
  await admin.ok(setMerchantLimits, { params, body: none });
  const details = await Promise.all(payments.map(({ id }) => readTransaction(id)));
  const marked = details.filter(({ events }) => events.at(-1)?.reason?.endsWith(', above your limit per day'));
  expect(marked).toHaveLength(2);
  const { data } = await admin.ok(listExceptions);
  const reported = data.filter(({ reference }) => reference === 'Above the day');
  expect(reported.map(({ object_id }) => object_id).toSorted()).toEqual(marked.map(({ id }) => id).toSorted());
});

test('a sticker that the bank did not answer for waits behind the others', async () => {
  const [silent, other] = [await createSticker({ name: 'Silent' }), await createSticker({ name: 'Other' })];
  await bank.setSwitches({ offline: true });
  expect(await syncStickerHistory(t.deps, KOPI, silent.id)).toBeNull();
  await bank.setSwitches({ offline: false });
  const due = (await asPlatform(t.deps.db, (tx) => listStickersToSync(tx, t.clock.now(), 500))).map(({ id }) => id);
  expect(due).toContain(silent.id);
  expect(due.indexOf(other.id)).toBeLessThan(due.indexOf(silent.id));
});

test('domain 1.10, 4.7: a sticker payment whose callback was lost is found in the bank history', async () => {
  const findLost = () => stickerJobs.find(({ name }) => name === 'find_lost_sticker_payments')!.run(t.deps, {});
  const made = await createSticker({ name: 'Lost and found', tip_mode: 'prompt' });
  t.clock.set(new Date());
  await bank.setSwitches({ lost: true });
  // Two payments of the same amount at nearly the same time.
  await bank.pay({ qr_content: made.qr_content, amount: 30_000, tip: 2_000, issuer: 'GoPay' });
  await bank.pay({ qr_content: made.qr_content, amount: 30_000, tip: 2_000, issuer: 'GoPay' });
  // An inactive sticker can still be paid.
  await kopi.ok(setQrisStickerStatus, { params: { id: made.id }, body: { status: 'inactive' } });
  await bank.pay({ qr_content: made.qr_content, amount: 41_000, issuer: 'OVO' });
  await bank.setSwitches({ lost: false });
  expect(await listPayments(made)).toHaveLength(0);
  // Retried after the bank did not respond.
  await bank.setSwitches({ offline: true });
  t.clock.set(new Date(Date.now() + 60_000));
  await findLost();
  expect(await listPayments(made)).toHaveLength(0);
  await bank.setSwitches({ offline: false });
  t.clock.set(new Date(Date.now() + 61_000));
  await Promise.all([findLost(), findLost()]);
  const rows = await listPayments(made);
  expect(rows.map(({ amount, status }) => `${amount} ${status}`).toSorted()).toEqual([
    '32000 success',
    '32000 success',
    '41000 success',
  ]);
  const found = rows.find(({ amount }) => amount === 32_000)!;
  expect(found.tip_amount).toBe(2_000);
  const detail = await readTransaction(found.id);
  expect(detail.events[0]).toMatchObject({
    reason: expect.stringContaining('found in the transaction history of the bank'),
  });
  expect(detail.rail_log.map(({ endpoint }) => endpoint)).toContain('/v1.0/transaction-history-list');
  // The next run ten minutes later records nothing twice.
  t.clock.advance(601_000);
  await findLost();
  t.clock.set(new Date());
  expect(await listPayments(made)).toHaveLength(3);
});

test('domain 1.10: a sticker accepts any number of payments, each as a transaction of its own', async () => {
  await waitForUnendingDay();
  const made = await createSticker({ store: 'Tebet', terminal: 'K1' });
  expect(made).toMatchObject({
    type: 'static',
    status: 'active',
    name: 'Front counter',
    amount: null,
    transaction_id: null,
    expires_at: null,
    nmid: KOPI_NUSANTARA.nmid,
  });
  expect(validateQris(made.qr_content ?? '')).toEqual([]);
  expect(parseQris(made.qr_content ?? '')).toMatchObject({
    is_dynamic: false,
    store_label: 'Tebet',
    terminal_label: 'K1',
  });
  t.clock.set(new Date());
  expect((await bank.pay({ qr_content: made.qr_content, amount: 15_000, issuer: 'GoPay' })).status).toBe(200);
  expect((await bank.pay({ qr_content: made.qr_content, amount: 15_000, issuer: 'BCA' })).status).toBe(200);
  const rows = await waitForPayments(made, 2);
  expect(new Set(rows.map(({ rrn }) => rrn)).size).toBe(2);
  const gopay = rows.find(({ issuer }) => issuer === 'GoPay');
  expect(gopay).toMatchObject({
    type: 'static',
    code_name: 'Front counter',
    store: 'Tebet',
    terminal: 'K1',
    amount: 15_000,
    tip_amount: 0,
    issuer_code: '93600914',
    payer_name: expect.stringContaining('***'),
    approval_code: expect.stringMatching(/^\d{6}$/),
    mdr_rate_bps: 70,
    mdr_amount: 105,
    net_amount: 15_000 - 105 - 12,
  });
  const detail = await readTransaction(gopay?.id ?? '');
  expect(detail).toMatchObject({ source: 'static_qr', qris_payment_id: made.id, status: 'success', expires_at: null });
  expect(detail.events.map(({ to_status, reason }) => [to_status, reason])).toEqual([
    ['success', 'Paid with GoPay at Front counter'],
  ]);
  expect(detail.rail_log.map(({ endpoint }) => endpoint)).toContain('/v1.0/qr/qr-mpm-notify');
  const { data } = await kopi.ok(listQrisStickers, { query: { q: 'tebet' } });
  expect(data).toMatchObject([{ id: made.id, today_count: 2, today_amount: 30_000, last_paid_at: rows[0]?.paid_at }]);
  // Syncing a payment that was not created in advance is a no-op.
  expect((await kopi.call(syncTransaction, { params: { id: detail.id } })).statusCode).toBe(200);
  expect(await listAuditEntries(made.id)).toEqual(['Sari Pratiwi qris_sticker.created']);
});

test('repeated and concurrent callbacks of a sticker payment have one effect', async () => {
  const made = await createSticker();
  const bank_client = createBankClient(t);
  const { partner_reference_no } = await findRow(made);
  const callback = buildPaidNotification(
    { partner_reference_no, amount: 9_000 },
    { originalReferenceNo: 'BP-ONCE', rrn: '640000000001' },
  );
  callback.additionalInfo.rrn = '640000000001';
  const answers = await Promise.all(Array.from({ length: 6 }, () => bank_client.notify(callback)));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200, 200]);
  expect(await listPayments(made)).toHaveLength(1);
  // The same RRN with another reference of the bank is the same payment.
  expect((await bank_client.notify({ ...callback, originalReferenceNo: 'BP-TWICE' })).statusCode).toBe(200);
  const another = await bank_client.notify({ ...callback, amount: { value: '9001.00', currency: 'IDR' } });
  expect(another.json()).toMatchObject({ responseCode: '4045218' });
  const cents = { ...callback, originalReferenceNo: 'BP-C', amount: { value: '9000.50', currency: 'IDR' } };
  expect((await bank_client.notify(cents)).json()).toMatchObject({ responseCode: '4045213' });
  expect(await listPayments(made)).toHaveLength(1);
  const used = { external_id: `88${Date.now()}` };
  const second = {
    ...callback,
    originalReferenceNo: 'BP-2',
    additionalInfo: { ...callback.additionalInfo, rrn: '640000000002' },
  };
  expect((await bank_client.notify(second, used)).statusCode).toBe(200);
  expect((await bank_client.notify(second, used)).json()).toMatchObject({ responseCode: '4095200' });
  const unknown = { ...callback, originalPartnerReferenceNo: `${'0'.repeat(52)}s` };
  expect((await bank_client.notify(unknown)).json()).toMatchObject({ responseCode: '4045201' });
  expect(await listPayments(made)).toHaveLength(2);
});

test('a payment of an inactive sticker is recorded and flagged', async () => {
  const made = await createSticker();
  const params = { id: made.id };
  const off = await kopi.ok(setQrisStickerStatus, { params, body: { status: 'inactive' } });
  expect(off.data.status).toBe('inactive');
  await kopi.ok(setQrisStickerStatus, { params, body: { status: 'inactive' } });
  await bank.pay({ qr_content: made.qr_content, amount: 12_000, issuer: 'OVO' });
  const [row] = await waitForPayments(made, 1);
  const { events } = await readTransaction(row?.id ?? '');
  expect(events[0]?.reason).toBe('Paid with OVO at Front counter, while the sticker was inactive');
  expect((await kopi.ok(setQrisStickerStatus, { params, body: { status: 'active' } })).data.status).toBe('active');
  expect((await kopi.ok(listQrisStickers, { query: { status: 'active' } })).data.map(({ id }) => id)).toContain(
    made.id,
  );
  expect(await listAuditEntries(made.id)).toEqual([
    'Sari Pratiwi qris_sticker.created',
    'Sari Pratiwi qris_sticker.updated',
    'Sari Pratiwi qris_sticker.updated',
  ]);
  const code = await createDynamicCode();
  const no_sticker = await kopi.call(setQrisStickerStatus, { params: { id: code.id }, body: { status: 'inactive' } });
  expect(no_sticker.statusCode).toBe(404);
});

test('a sticker is issued by the jobs when the bank did not respond, and fails when the bank declines', async () => {
  await bank.setSwitches({ offline: true });
  const made = await createSticker({ name: 'Terrace' });
  expect(made).toMatchObject({ status: 'issuing', qr_content: null });
  const early = await kopi.call(setQrisStickerStatus, { params: { id: made.id }, body: { status: 'inactive' } });
  expect(toStatusAndCode(early)).toEqual([409, 'not_issued']);
  for (const route of [getQrisPng, getQrisSvg, getQrisPdf]) {
    expect(toStatusAndCode(await kopi.call(route, { params: { id: made.id } }))).toEqual([409, 'not_issued']);
  }
  await bank.setSwitches({ offline: false });
  t.clock.advance(60_000);
  await stickerJobs.find(({ name }) => name === 'sweep_unissued_stickers')?.run(t.deps, {});
  expect((await readCode(made)).status).toBe('active');
  t.clock.set(new Date());
  await bank.setSwitches({ generate_refuse: true });
  const refused = await kopi.call(createQrisSticker, { body: { name: 'Bar' }, headers: headers() });
  await bank.setSwitches({ generate_refuse: false });
  expect(toStatusAndCode(refused)).toEqual([422, 'bank_refused']);
  const { data } = await kopi.ok(listQrisStickers, { query: { q: 'bar', status: 'failed' } });
  expect(data).toMatchObject([{ name: 'Bar', status: 'failed', today_count: 0, last_paid_at: null }]);
});

test('an inactive merchant cannot create stickers', async () => {
  const setStatus = (status: DB['merchant']['status']) =>
    asPlatform(t.deps.db, (tx) =>
      tx.sql.updateTable('merchant').set({ status }).where('merchant_id', '=', KOPI).execute(),
    );
  await setStatus('suspended');
  const answer = await kopi.call(createQrisSticker, { body: { name: 'Late' }, headers: headers() });
  await setStatus('active');
  expect(toStatusAndCode(answer)).toEqual([409, 'merchant_not_active']);
});

test('another merchant cannot access codes, images or payments', async () => {
  const made = await createSticker();
  const batik = await t.signIn('superadmin@batik.example');
  const params = { id: made.id };
  for (const route of [getQrisPayment, getQrisPng, getQrisSvg, getQrisPdf, cancelQrisPayment]) {
    expect((await batik.call(route, { params })).statusCode).toBe(404);
  }
  expect((await batik.call(setQrisStickerStatus, { params, body: { status: 'inactive' } })).statusCode).toBe(404);
  expect((await batik.ok(listQrisStickers)).data).toEqual([]);
  expect((await batik.ok(listQrisPayments, { query: { qris_payment_id: made.id } })).data).toEqual([]);
});
