/** Callbacks under merchants' own credentials: each reports its own payments only, and the bank confirms them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { removeMerchantBankCredential } from '@dasbor/contract/bank-credential';
import { toSnapTime } from '@dasbor/contract/time';
import { createVirtualAccount } from '@dasbor/contract/virtual-account';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { buildPaidNotification } from '../../test/bank-client.ts';
import { type SignerKeys, activateCredential, readSignerKeys, sendSigned } from '../../test/bank-partner.ts';
import { buildVaFields, buildVaPayment } from '../../test/va-callbacks.ts';
import { asMerchant } from '../db/tx.ts';
import { verifyLedger } from '../ledger/verifier.ts';
import { BANK_CREDENTIALS_FILE } from '../secrets.ts';
import {
  KOPI,
  BATIK,
  NOT_FOUND,
  t,
  bank,
  provider,
  kopi,
  batik,
  of_batik,
  keys,
  newKey,
  createCode,
  select,
  readCode,
  waitForStatus,
  setUpBankCredentials,
} from '../../test/bank-credential-fixture.ts';

setUpBankCredentials();

/** Everything that a callback could have recorded for a merchant. */
const countRecorded = async (merchant_id: string) =>
  asMerchant(t.deps.db, merchant_id, async (tx) => {
    const { rows } = await sql<Record<string, number>>`select
      (select count(*)::int from app.transaction where merchant_id = ${merchant_id}) as payments,
      (select count(*)::int from app.transaction where merchant_id = ${merchant_id} and status = 'success') as paid,
      (select count(*)::int from app.transaction_event where merchant_id = ${merchant_id}) as events,
      (select count(*)::int from app.transfer where merchant_id = ${merchant_id}) as transfers,
      (select count(*)::int from app.va_payment where merchant_id = ${merchant_id}) as va_payments,
      (select count(*)::int from app.va_inquiry where merchant_id = ${merchant_id}) as va_inquiries,
      (select count(*)::int from app.deposit where merchant_id = ${merchant_id}) as deposits,
      (select count(*)::int from app.rail_log where merchant_id = ${merchant_id}) as messages,
      (select count(*)::int from app.rail_external_id where merchant_id = ${merchant_id}) as external_ids`.execute(
      tx.sql,
    );
    return rows[0];
  });

test('the keys of one merchant cannot report payments of another, and nothing is recorded', async () => {
  const code = await createCode(kopi);
  const { partner_reference_no } = await readCode(code.id);
  const of_batik_keys = readSignerKeys(bank, of_batik.handover);
  const before = await countRecorded(KOPI);
  const body = buildPaidNotification({ partner_reference_no, amount: 25_000 }, { paid_at: new Date() });
  expect(await sendSigned(t, of_batik_keys, { call: 'qr_mpm_notify', body })).toEqual(NOT_FOUND);
  const { data: va } = await kopi.ok(createVirtualAccount, {
    body: { bank: 'BCA', type: 'reusable', amount_type: 'open', holder_name: 'KOPI', expires_in_s: null },
    headers: newKey(),
  });
  const created = await countRecorded(KOPI);
  const payment = buildVaPayment(va.va_number, 50_000, new Date(), { trxId: va.id });
  const inquiry = { ...buildVaFields(va.va_number), inquiryRequestId: 'INQ1', trxDateInit: toSnapTime(new Date()) };
  expect((await sendSigned(t, of_batik_keys, { call: 'va_payment', body: payment })).status).toBe(404);
  expect((await sendSigned(t, of_batik_keys, { call: 'va_inquiry', body: inquiry })).status).toBe(404);
  expect(await countRecorded(KOPI)).toEqual(created);
  expect(created).toMatchObject({ paid: before!.paid, external_ids: before!.external_ids });
  // The provider sees the attempt.
  const unmatched = await select(sql<{ partner: string }>`
    select distinct partner from app.unmatched_callback where partner = ${of_batik.credential.id}`);
  expect(unmatched).toHaveLength(1);
});

test('a merchant that signs with its own keys cannot invent a payment of its own: the bank must confirm it', async () => {
  const code = await createCode(kopi);
  const { partner_reference_no } = await readCode(code.id);
  const before = await countRecorded(KOPI);
  const forged = buildPaidNotification({ partner_reference_no, amount: 25_000 }, { paid_at: new Date() });
  expect(await sendSigned(t, keys, { call: 'qr_mpm_notify', body: forged })).toEqual(NOT_FOUND);
  // A real payment, reported with another reference.
  await bank.setSwitches({ lost: true });
  await bank.pay({ partner_reference_no });
  await bank.setSwitches({ lost: false });
  expect(await sendSigned(t, keys, { call: 'qr_mpm_notify', body: forged })).toEqual(NOT_FOUND);
  // While the bank does not respond, it is to repeat its callback.
  await bank.setSwitches({ offline: true });
  expect((await sendSigned(t, keys, { call: 'qr_mpm_notify', body: forged })).status).toBe(500);
  await bank.setSwitches({ offline: false });
  expect(await countRecorded(KOPI)).toEqual(before);
});

test('every credential reports payments of its own objects only, and a token is of one credential', async () => {
  const file = join(t.deps.env.DATA_DIR, BANK_CREDENTIALS_FILE);
  const of_provider = JSON.parse(readFileSync(file, 'utf8')) as SignerKeys;
  const removed = await createCode(kopi);
  await provider.call(removeMerchantBankCredential, { params: { merchant_id: BATIK, channel: 'QRIS' } });
  const codes = {
    provider: await createCode(batik),
    kopi: removed,
  };
  const renewed = await activateCredential({ bank, provider }, BATIK, 'QRIS');
  const objects = { ...codes, batik: await createCode(batik) };
  const signers = { provider: of_provider, kopi: keys, batik: readSignerKeys(bank, renewed.handover) };
  type Name = keyof typeof objects;
  const names = Object.keys(objects) as Name[];
  await bank.setSwitches({ lost: true });
  const notifications = new Map<Name, object>();
  for (const name of names) {
    const { partner_reference_no } = await readCode(objects[name].id);
    const { body: paid } = await bank.pay({ partner_reference_no });
    notifications.set(name, {
      ...buildPaidNotification(
        { partner_reference_no, amount: 25_000 },
        { rrn: String(paid.rrn), paid_at: new Date(String(paid.paid_at)) },
      ),
      originalReferenceNo: paid.payment_reference_no,
    });
  }
  await bank.setSwitches({ lost: false });
  const send = (signer: Name, object: Name, token_of: Name = signer) =>
    sendSigned(t, signers[signer], {
      call: 'qr_mpm_notify',
      body: notifications.get(object)!,
      token_of: signers[token_of],
    });
  for (const signer of names) {
    for (const object of names) {
      if (signer === object) continue;
      const owner = object === 'kopi' ? KOPI : BATIK;
      const before = await countRecorded(owner);
      expect([signer, object, await send(signer, object)]).toEqual([signer, object, NOT_FOUND]);
      expect([signer, object, await send(object, object, signer)]).toEqual([
        signer,
        object,
        { status: 401, code: '4015201' },
      ]);
      expect(await countRecorded(owner)).toEqual(before);
    }
  }
  // The same messages from the right sender: none was used up by the attacks.
  for (const name of names) {
    expect([name, await send(name, name)]).toEqual([name, { status: 200, code: '2005200' }]);
    await waitForStatus(name === 'kopi' ? kopi : batik, objects[name].id, 'paid');
  }
  expect((await verifyLedger(t.deps.db)).discrepancies).toEqual([]);
});

test('a reversal counts only under the credential of its payment', async () => {
  const code = await createCode(batik);
  const { partner_reference_no } = await readCode(code.id);
  const { body: paid } = await bank.pay({ partner_reference_no });
  await waitForStatus(batik, code.id, 'paid');
  const body = {
    ...buildPaidNotification({ partner_reference_no, amount: 25_000 }, { paid_at: new Date() }),
    originalReferenceNo: paid.payment_reference_no,
    latestTransactionStatus: '04',
  };
  // A reference of the sender in front of the payment of another.
  const own = await readCode((await createCode(kopi)).id);
  const before = await countRecorded(BATIK);
  expect(await sendSigned(t, keys, { call: 'qr_mpm_notify', body })).toEqual(NOT_FOUND);
  const mixed = { ...body, originalPartnerReferenceNo: own.partner_reference_no };
  expect((await sendSigned(t, keys, { call: 'qr_mpm_notify', body: mixed })).status).not.toBe(500);
  expect(await countRecorded(BATIK)).toEqual(before);
  await bank.simulate('POST', '/qris/reverse', { reference_no: paid.payment_reference_no, status: '04' });
  await vi.waitFor(
    async () => {
      const rows = await select(sql<{ status: string }>`
        select status from app.transaction where id = ${code.transaction_id}`);
      expect(rows).toEqual([{ status: 'reversed' }]);
    },
    { timeout: 15_000, interval: 100 },
  );
});
