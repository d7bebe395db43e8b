/** Tips, cancellations, refund terms and images of QR codes against the sandbox bank. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { parseQris } from '@dasbor/contract/qris';
import { cancelQrisPayment, createQrisPayment } from '@dasbor/contract/qris-payment';
import { approveRefund, createRefund } from '@dasbor/contract/refund';
import { API_BASE } from '@dasbor/contract/route';
import { createBankClient, buildPaidNotification } from '../../test/bank-client.ts';
import { findSplitIds, findUntranslatedCodes, readPdfText } from '../../test/pdf-text.ts';
import { readBalances } from '../../test/payout-fixture.ts';
import { JOBS } from '../jobs/registry.ts';
import { KOPI_NUSANTARA } from '../sandbox/people.ts';
import { toStatusAndCode } from '../../test/answer.ts';
import {
  listAuditEntries,
  bank,
  KOPI,
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

test.each<[string, number | null, object, number, number]>([
  ['fixed', 5_000, {}, 55_000, 5_000],
  ['percent', 1_000, {}, 55_000, 5_000],
  ['prompt', null, { tip: 2_500 }, 52_500, 2_500],
  ['prompt', null, {}, 50_000, 0],
])(
  'domain 1.10: a %s tip of %s is part of the gross amount and of the fee base',
  async (tip_mode, tip_value, ...payment) => {
    const [paid, gross, tip] = payment;
    const code = await createDynamicCode({ tip_mode, tip_value });
    expect(parseQris(code.qr_content ?? '').tip).toEqual({ tip_mode, tip_value });
    expect((await bank.pay({ qr_content: code.qr_content, ...paid })).status).toBe(200);
    const [row] = await waitForPayments(code, 1);
    expect(row).toMatchObject({ amount: gross, tip_amount: tip, mdr_amount: Math.round((gross * 70) / 10_000) });
    expect(await readCode(code)).toMatchObject({ status: 'paid', amount: 50_000, paid_amount: gross, tip_amount: tip });
  },
);

test('the tip of a sticker payment is recorded separately', async () => {
  const made = await createSticker({ tip_mode: 'percent', tip_value: 1_000 });
  await bank.pay({ qr_content: made.qr_content, amount: 20_000 });
  expect(await waitForPayments(made, 1)).toMatchObject([{ amount: 22_000, tip_amount: 2_000 }]);
});

test('an amount other than the total with tip, or above the limit, is rejected', async () => {
  const code = await createDynamicCode({ tip_mode: 'fixed', tip_value: 5_000 });
  const { partner_reference_no } = await findRow(code);
  const bank_client = createBankClient(t);
  for (const amount of [50_000, 54_999, 55_001]) {
    const reference = (await readTransaction(code.transaction_id ?? '')).provider_reference ?? '';
    const answer = await bank_client.notify(
      buildPaidNotification({ partner_reference_no, amount }, { originalReferenceNo: reference }),
    );
    expect(answer.json()).toMatchObject({ responseCode: '4045213' });
  }
  expect((await readCode(code)).status).toBe('active');
  const body = { amount: 9_999_000, tip_mode: 'fixed', tip_value: 1_001 };
  expect(toStatusAndCode(await kopi.call(createQrisPayment, { body: body as never, headers: headers() }))).toEqual([
    422,
    'amount_limit',
  ]);
  const unfit = { amount: 1_000, tip_mode: 'prompt', tip_value: 1 };
  expect((await kopi.call(createQrisPayment, { body: unfit as never, headers: headers() })).statusCode).toBe(400);
});

test('cancelling ends a code and its payment here and at the bank', async () => {
  const code = await createDynamicCode();
  const params = { id: code.id };
  expect((await kopi.ok(cancelQrisPayment, { params })).data.status).toBe('cancelled');
  expect((await kopi.ok(cancelQrisPayment, { params })).data.status).toBe('cancelled');
  expect((await bank.pay({ qr_content: code.qr_content })).body).toMatchObject({ code: 'cancelled' });
  const { status, events, rail_log } = await readTransaction(code.transaction_id ?? '');
  expect(status).toBe('cancelled');
  expect(events.at(-1)).toMatchObject({ actor_name: 'Sari Pratiwi', reason: 'Cancelled before it was paid' });
  expect(rail_log.map(({ response_code }) => response_code)).toContain('2007700');
  expect(await listAuditEntries(code.id)).toEqual([
    'Sari Pratiwi qris_payment.created',
    'Sari Pratiwi qris_payment.cancelled',
  ]);
  // A payment of the cancelled code is recorded as a transaction of its own, once.
  const bank_client = createBankClient(t);
  const { partner_reference_no } = await findRow(code);
  const { provider_reference } = await readTransaction(code.transaction_id ?? '');
  const callback = buildPaidNotification(
    { partner_reference_no, amount: 50_000 },
    { originalReferenceNo: provider_reference ?? '' },
  );
  for (let time = 0; time < 2; time++) expect((await bank_client.notify(callback)).statusCode).toBe(200);
  const rows = await listPayments(code);
  expect(rows.map((row) => row.status).toSorted()).toEqual(['cancelled', 'success']);
  const added = await readTransaction(rows.find((row) => row.status === 'success')?.id ?? '');
  expect(added).toMatchObject({ late_payment: true, amount: 50_000, rrn: callback.additionalInfo.rrn });
  expect(added.events[0]?.reason).toBe('Paid with GoPay, after the code was cancelled');
  // It stores the bank's own reference, by which its refund and its reversal are found.
  expect(added.provider_reference).toBe(provider_reference);
});

/** A payment of a code that the bank had reported as cancelled. Returns it, and the cancelled transaction of the code. */
async function payCancelledCode() {
  const code = await createDynamicCode();
  const { partner_reference_no } = await findRow(code);
  const cancelled_id = code.transaction_id ?? '';
  const reference = (await readTransaction(cancelled_id)).provider_reference ?? '';
  const notification = buildPaidNotification(
    { partner_reference_no, amount: 50_000 },
    { originalReferenceNo: reference, latestTransactionStatus: '05' },
  );
  expect((await createBankClient(t).notify(notification)).statusCode).toBe(200);
  expect((await readTransaction(cancelled_id)).status).toBe('cancelled');
  expect((await bank.pay({ qr_content: code.qr_content })).body).toMatchObject({ payment_reference_no: reference });
  const [payment] = await waitForPayments(code, 1);
  expect(payment?.id).not.toBe(cancelled_id);
  return { id: payment?.id ?? '', cancelled_id, reference };
}

test('a payment that came after the cancellation is refunded at the bank under its reference', async () => {
  const { id, cancelled_id, reference } = await payCancelledCode();
  const body = { amount: 50_000, reason: 'customer_request' } as const;
  const { data: refund } = await kopi.ok(createRefund, { params: { id }, body, headers: headers() });
  expect(refund.method).toBe('original');
  const approver = await t.signIn('approver@kopi.example');
  await approver.ok(approveRefund, { params: { id: refund.id }, body: {}, headers: headers() });
  await JOBS.find(({ name }) => name === 'send_refund')!.run(t.deps, { merchant_id: KOPI, id: refund.id });
  expect(await readTransaction(id)).toMatchObject({ status: 'refunded', refunded_amount: 50_000 });
  const { data: refunds } = (await bank.simulate('GET', '/refunds')).body;
  expect(refunds).toMatchObject([{ payment_reference_no: reference, amount: 50_000 }]);
  expect(await readTransaction(cancelled_id)).toMatchObject({ status: 'cancelled', refunded_amount: 0 });
});

test('a payment that came after the cancellation is found when the bank reverses it', async () => {
  const before = await readBalances(t, KOPI);
  const { id, cancelled_id, reference } = await payCancelledCode();
  expect(await readBalances(t, KOPI)).not.toEqual(before);
  expect((await bank.simulate('POST', '/qris/reverse', { reference_no: reference })).status).toBe(200);
  await vi.waitFor(async () => expect((await readTransaction(id)).status).toBe('reversed'), {
    timeout: 20_000,
    interval: 50,
  });
  expect(await readBalances(t, KOPI)).toEqual(before);
  expect((await readTransaction(cancelled_id)).status).toBe('cancelled');
});

test('a payment made before the cancellation is recorded', async () => {
  await bank.setSwitches({ paid_before_cancel: true, lost: true });
  const code = await createDynamicCode();
  const answer = await kopi.call(cancelQrisPayment, { params: { id: code.id } });
  await bank.setSwitches({ paid_before_cancel: false, lost: false });
  expect(toStatusAndCode(answer)).toEqual([409, 'not_cancellable']);
  expect(await readCode(code)).toMatchObject({ status: 'paid', paid_amount: 50_000 });
  expect(toStatusAndCode(await kopi.call(cancelQrisPayment, { params: { id: code.id } }))).toEqual([
    409,
    'not_cancellable',
  ]);
  const made = await createSticker();
  expect(toStatusAndCode(await kopi.call(cancelQrisPayment, { params: { id: made.id } }))).toEqual([
    409,
    'not_cancellable',
  ]);
});

test('a code stays active when the bank does not respond to its cancellation', async () => {
  const code = await createDynamicCode();
  await bank.setSwitches({ offline: true });
  const answer = await kopi.call(cancelQrisPayment, { params: { id: code.id } });
  await bank.setSwitches({ offline: false });
  expect(toStatusAndCode(answer)).toEqual([502, 'bank_unreachable']);
  expect((await readCode(code)).status).toBe('active');
});

test('a paid code contains the refund terms of its issuer', async () => {
  const code = await createDynamicCode();
  expect(code.refund).toBeNull();
  await bank.pay({ qr_content: code.qr_content, issuer: 'BCA' });
  await waitForPayments(code, 1);
  expect(await readCode(code)).toMatchObject({ issuer: 'BCA', refund: { is_possible: false, is_partial: false } });
});

const has = (program: string) => {
  try {
    execFileSync('which', [program]);
    return true;
  } catch {
    return false;
  }
};
test.skipIf(!has('zbarimg') || !has('pdftoppm'))(
  'zbar decodes the PNG and the printed sheet to the payload',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'qris-'));
    const download = async (path: string) => {
      const url = `${API_BASE}/qris-payments/${path}`;
      return t.app.inject({ url, headers: { authorization: kopi.authorization ?? '' } });
    };
    // Of all kinds of codes, zbar would find another one within one QR code in 400.
    const options = ['--quiet', '--raw', '-Sdisable', '-Sqrcode.enable'];
    const read = (file: string) =>
      execFileSync('zbarimg', [...options, file])
        .toString()
        .trim();
    for (const code of [
      await createSticker({ name: 'Kasir & Meja 1/2', tip_mode: 'prompt' }),
      await createDynamicCode({
        amount: 1_234_567,
        store: 'Senopati',
        terminal: 'K7',
        tip_mode: 'percent',
        tip_value: 250,
      }),
    ]) {
      const png = await download(`${code.id}/picture.png`);
      expect(png.headers['content-type']).toBe('image/png');
      writeFileSync(join(folder, 'code.png'), png.rawPayload);
      expect(read(join(folder, 'code.png'))).toBe(code.qr_content);

      const pdf = await download(`${code.id}/sticker.pdf`);
      expect(pdf.headers['content-disposition']).toMatch(/^attachment; filename="qris-[a-z0-9_-]+\.pdf"$/);
      writeFileSync(join(folder, 'sheet.pdf'), pdf.rawPayload);
      execFileSync('pdftoppm', ['-png', '-r', '150', '-singlefile', join(folder, 'sheet.pdf'), join(folder, 'sheet')]);
      expect(read(join(folder, 'sheet.png'))).toBe(code.qr_content);
      const text = readPdfText(pdf.rawPayload);
      expect([findUntranslatedCodes(text), findSplitIds(text)]).toEqual([[], []]);
      expect(text).toContain('QRIS');
      expect(text).toContain(KOPI_NUSANTARA.nmid);
      expect(text).toContain('Kopi Nusantara');

      const svg = await download(`${code.id}/picture.svg`);
      expect(svg.headers['content-type']).toBe('image/svg+xml');
      expect(svg.body).toMatch(/^<svg /);
    }
    rmSync(folder, { recursive: true });
  },
);
