/** Merchants' own bank credentials, at the sandbox bank: setting, payments, rotations and removal. */
import {
  listMerchantBankCredentials,
  removeMerchantBankCredential,
  rotateMerchantBankCredential,
  setMerchantBankCredential,
  verifyMerchantBankCredential,
} from '@dasbor/contract/bank-credential';
import { listAuditLogs } from '@dasbor/contract/audit';
import { openDepositVa } from '@dasbor/contract/deposit-va';
import * as duration from '@dasbor/contract/duration';
import { cancelQrisPayment, createQrisPayment } from '@dasbor/contract/qris-payment';
import { approveRefund, createRefund, getRefund } from '@dasbor/contract/refund';
import { createQrisSticker } from '@dasbor/contract/sticker';
import { createVirtualAccount, getVirtualAccount, updateVirtualAccount } from '@dasbor/contract/virtual-account';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { buildPaidNotification } from '../../test/bank-client.ts';
import {
  activateCredential,
  handKeyOver,
  readSignerKeys,
  registerPartner,
  requestToken,
  sendSigned,
  toCredentialBody,
} from '../../test/bank-partner.ts';
import { asPlatform } from '../db/tx.ts';
import { rotateSecrets } from '../key-rotation/rotate.ts';
import { verifyLedger } from '../ledger/verifier.ts';
import { listCircuits } from '../rails/circuit-queries.ts';
import { sendRefund } from '../refund/send.ts';
import { syncStickerHistory } from '../sticker/sync-history.ts';
import {
  KOPI,
  BATIK,
  NOT_FOUND,
  t,
  bank,
  provider,
  kopi,
  batik,
  of_kopi,
  of_batik,
  keys,
  signIn,
  newKey,
  createCode,
  select,
  readCode,
  readPartners,
  waitForStatus,
  setUpBankCredentials,
} from '../../test/bank-credential-fixture.ts';

setUpBankCredentials();

test('credentials are used after the first test that the bank accepts, and their secrets are never returned', async () => {
  const params = { merchant_id: KOPI, channel: 'BNI' } as const;
  const handover = await registerPartner(bank, 'BNI');
  const body = { ...toCredentialBody(handover), credits_provider: true };
  const answer = await provider.call(setMerchantBankCredential, { params, body });
  expect(answer.statusCode).toBe(200);
  const { data: set } = answer.json<{ data: { id: string; partner_public_key: string } }>();
  expect(set).toMatchObject({
    is_active: false,
    client_secret_set: true,
    bank_client_secret_set: true,
    tested_at: null,
  });
  for (const secret of [handover.client_secret, handover.bank_client_secret]) expect(answer.body).not.toContain(secret);
  // The bank does not have our key yet.
  const { data: refused } = await provider.ok(verifyMerchantBankCredential, { params });
  expect(refused).toMatchObject({ is_active: false, test_outcome: 'rejected', activated_at: null });
  const input = { bank: 'BNI', type: 'single', amount_type: 'closed', expected_amount: 50_000, expires_in_s: 3_600 };
  const createVa = async () =>
    (await kopi.ok(createVirtualAccount, { body: { ...input, holder_name: 'KOPI' }, headers: newKey() })).data;
  const readVa = async (id: string) =>
    (
      await select(sql<{ c: string | null }>`select bank_credential_id as c from app.virtual_account where id = ${id}`)
    )[0];
  const before = await createVa();
  expect(await readVa(before.id)).toEqual({ c: null });
  await handKeyOver(bank, handover, set.partner_public_key);
  const { data: accepted } = await provider.ok(verifyMerchantBankCredential, { params });
  expect(accepted).toMatchObject({ is_active: true, test_outcome: 'accepted' });
  expect(await readVa((await createVa()).id)).toEqual({ c: set.id });
  expect(await readVa(before.id)).toEqual({ c: null });
  const list = await provider.call(listMerchantBankCredentials, { params: { merchant_id: KOPI } });
  expect(list.json<{ data: { channel: string }[] }>().data.map(({ channel }) => channel)).toEqual(['BNI', 'QRIS']);
  const log = await kopi.call(listAuditLogs, { query: { limit: 100 } });
  expect(log.body).toContain('bank_credential.activated');
  for (const text of [list.body, log.body]) {
    expect(text).not.toContain(handover.client_secret);
    expect(text).not.toContain(handover.bank_client_secret);
    expect(text).not.toContain('PRIVATE KEY');
  }
});

test('what is refused: second credentials, client keys of others, a private key, and an unconfirmed account', async () => {
  const params = { merchant_id: KOPI, channel: 'QRIS' } as const;
  const handover = await registerPartner(bank, 'other');
  const body = { ...toCredentialBody(handover), credits_provider: true };
  const refuse = async (change: object, at: object = params) => {
    const answer = await provider.call(setMerchantBankCredential, {
      params: { ...params, ...at },
      body: { ...body, ...change },
    });
    return [answer.statusCode, answer.json<{ code: string }>().code];
  };
  expect(await refuse({})).toEqual([409, 'bank_credential_exists']);
  const elsewhere = { channel: 'BRI' };
  expect(await refuse({ bank_client_key: of_batik.handover.bank_client_key }, elsewhere)).toEqual([
    409,
    'bank_client_key_taken',
  ]);
  expect(await refuse({ bank_client_key: t.deps.secrets.snap.bank_client_key }, elsewhere)).toEqual([
    409,
    'bank_client_key_taken',
  ]);
  expect(await refuse({ bank_client_key: `snap_live_${'a'.repeat(22)}` }, elsewhere)).toEqual([
    409,
    'bank_client_key_taken',
  ]);
  expect(await refuse({ bank_public_key: keys.bank_private_key_pem }, elsewhere)).toEqual([422, 'invalid_public_key']);
  expect((await refuse({ credits_provider: false }, elsewhere))[0]).toBe(400);
  const unknown = { merchant_id: 'mer_01kagz7v3w8x9y2m4n5p6q7r8t', channel: 'BRI' };
  expect((await refuse({}, unknown))[0]).toBe(404);
  expect(
    (await provider.call(verifyMerchantBankCredential, { params: { ...params, channel: 'BRI' } })).statusCode,
  ).toBe(404);
  const list = await provider.ok(listMerchantBankCredentials, { params: { merchant_id: KOPI } });
  expect(list.data.map(({ channel }) => channel)).not.toContain('BRI');
});

test('a QRIS payment under own credentials: created, paid, notified, refunded', async () => {
  const code = await createCode(kopi);
  const { bank_credential_id, partner_reference_no } = await readCode(code.id);
  expect(bank_credential_id).toBe(of_kopi.credential.id);
  expect((await bank.pay({ partner_reference_no, issuer: 'GoPay' })).status).toBe(200);
  await waitForStatus(kopi, code.id, 'paid');
  expect(await readPartners([code.id])).toEqual([of_kopi.credential.id]);
  const used = await select(sql<{ count: number }>`
    select count(*)::int as count from app.rail_external_id where partner = ${of_kopi.credential.id}`);
  expect(used[0]!.count).toBeGreaterThan(0);
  const { data: refund } = await kopi.ok(createRefund, {
    params: { id: code.transaction_id! },
    body: { amount: 25_000, reason: 'customer_request', method: 'original' },
    headers: newKey(),
  });
  const approver = await t.signIn('approver@kopi.example');
  await approver.ok(approveRefund, { params: { id: refund.id }, body: {}, headers: newKey() });
  await sendRefund(t.deps, KOPI, refund.id);
  expect((await kopi.ok(getRefund, { params: { id: refund.id } })).data.status).toBe('succeeded');
  expect(await readPartners([refund.id])).toEqual([of_kopi.credential.id]);
  expect((await verifyLedger(t.deps.db)).discrepancies).toEqual([]);
});

test('a lost callback is found under own credentials, and an unpaid code is cancelled under them', async () => {
  const code = await createCode(kopi);
  expect((await kopi.ok(cancelQrisPayment, { params: { id: code.id } })).data.status).toBe('cancelled');
  const sticker = (await kopi.ok(createQrisSticker, { body: { name: 'Kasir' }, headers: newKey() })).data;
  const { bank_credential_id, partner_reference_no } = await readCode(sticker.id);
  expect(bank_credential_id).toBe(of_kopi.credential.id);
  await bank.setSwitches({ lost: true });
  await bank.pay({ partner_reference_no, amount: 15_000 });
  await bank.setSwitches({ lost: false });
  // The end of the period is exclusive, in whole seconds.
  t.clock.set(new Date(Date.now() + 2_000));
  expect(await syncStickerHistory(t.deps, KOPI, sticker.id)).toBe(1);
  t.clock.set(new Date());
  // Its next payment is notified.
  await bank.pay({ partner_reference_no, amount: 16_000 });
  await vi.waitFor(
    async () => {
      const paid = await select(sql<{ amount: number }>`
        select amount from app.transaction where qris_payment_id = ${sticker.id} order by amount`);
      expect(paid.map(({ amount }) => amount)).toEqual([15_000, 16_000]);
    },
    { timeout: 15_000, interval: 100 },
  );
});

test('virtual accounts and deposit VAs under own credentials', async () => {
  const { credential } = await activateCredential({ bank, provider }, KOPI, 'BCA');
  const input = { bank: 'BCA', type: 'single', amount_type: 'closed', expected_amount: 50_000, expires_in_s: 3_600 };
  const { data: va } = await kopi.ok(createVirtualAccount, {
    body: { ...input, holder_name: 'KOPI' },
    headers: newKey(),
  });
  await kopi.ok(updateVirtualAccount, { params: { id: va.id }, body: { expected_amount: 60_000 } });
  expect((await bank.simulate('POST', '/va/pay', { va_number: va.va_number })).status).toBe(200);
  const read = async () => (await kopi.ok(getVirtualAccount, { params: { id: va.id } })).data;
  await vi.waitFor(async () => expect(await read()).toMatchObject({ status: 'paid', paid_amount: 60_000 }), {
    timeout: 15_000,
    interval: 100,
  });
  expect(await readPartners([va.id])).toEqual([credential.id]);
  const { data: deposit_va } = await kopi.ok(openDepositVa, { body: { bank: 'BCA' } });
  expect(deposit_va.status).toBe('active');
  await bank.simulate('POST', '/va/pay', { va_number: deposit_va.va_number, amount: 500_000 });
  await vi.waitFor(
    async () => {
      const rows = await select(sql<{ amount: number }>`
        select amount from app.deposit where deposit_va_id = ${deposit_va.id}`);
      expect(rows).toEqual([{ amount: 500_000 }]);
    },
    { timeout: 15_000, interval: 100 },
  );
});

test('a rotation: refused when the bank refuses it, callbacks under both for 24 hours, open codes go on', async () => {
  const params = { merchant_id: BATIK, channel: 'QRIS' } as const;
  const { handover } = of_batik;
  const open = await createCode(batik);
  const body = toCredentialBody(handover);
  const wrong = await provider.call(rotateMerchantBankCredential, {
    params,
    body: { ...body, client_secret: 'x'.repeat(32) },
  });
  expect([wrong.statusCode, wrong.json<{ code: string }>().code]).toEqual([422, 'bank_credential_rejected']);
  const read = async () =>
    (await provider.ok(listMerchantBankCredentials, { params: { merchant_id: BATIK } })).data[0]!;
  expect(await read()).toMatchObject({ rotated_at: null, former_valid_until: null });
  const former_keys = readSignerKeys(bank, handover);
  const issued = await bank.simulate('POST', `/partners/${handover.client_key}/rotate`);
  const next = issued.body as unknown as typeof handover;
  const { data: rotated } = await provider.ok(rotateMerchantBankCredential, { params, body: toCredentialBody(next) });
  expect(Date.parse(rotated.former_valid_until!)).toBe(t.clock.now().getTime() + duration.hours(24));
  const again = await provider.call(rotateMerchantBankCredential, { params, body: toCredentialBody(next) });
  expect(again.json()).toMatchObject({ status_code: 409, code: 'bank_rotation_in_progress' });
  // The bank signs with the former secret until it switches.
  await bank.pay({ partner_reference_no: (await readCode(open.id)).partner_reference_no });
  await waitForStatus(batik, open.id, 'paid');
  await bank.simulate('POST', `/partners/${handover.client_key}/switch`);
  const later = await createCode(batik);
  expect((await readCode(later.id)).bank_credential_id).toBe(of_batik.credential.id);
  await bank.pay({ partner_reference_no: (await readCode(later.id)).partner_reference_no });
  await waitForStatus(batik, later.id, 'paid');
  expect((await requestToken(t, former_keys)).statusCode).toBe(200);
  const unpaid = await readCode((await createCode(batik)).id);
  const message = {
    call: 'qr_mpm_notify',
    body: buildPaidNotification({ partner_reference_no: unpaid.partner_reference_no, amount: 25_000 }),
  } as const;
  // Authenticated under the former secret, and then not confirmed by the bank.
  expect(await sendSigned(t, former_keys, message)).toEqual(NOT_FOUND);
  t.clock.set(new Date(Date.parse(rotated.former_valid_until!)));
  expect((await sendSigned(t, former_keys, message)).status).toBe(401);
  t.clock.set(new Date());
});

test('a credential that fails opens its own circuit breaker, and no other', async () => {
  const { handover, credential } = of_kopi;
  const broken = await registerPartner(bank, 'broken');
  // The bank checks our token requests with another key from now on.
  await handKeyOver(bank, handover, broken.bank_public_key_pem);
  t.clock.advance(duration.minutes(20));
  await signIn();
  const codes: string[] = [];
  for (let n = 0; n < 6; n++) {
    const { data } = await kopi.ok(createQrisPayment, { body: { amount: 10_000 }, headers: newKey() });
    expect(data.status).toBe('issuing');
    codes.push(data.id);
  }
  await vi.waitFor(async () => {
    const open = await asPlatform(t.deps.db, listCircuits);
    expect(open.map(({ partner, state }) => [partner, state])).toEqual([[credential.id, 'open']]);
  });
  t.clock.set(new Date());
  const other = await createCode(batik);
  expect(other.status).toBe('active');
  await handKeyOver(bank, handover, credential.partner_public_key);
  t.clock.advance(duration.minutes(2));
  const again = (await kopi.ok(createQrisPayment, { body: { amount: 10_000 }, headers: newKey() })).data;
  expect(again.status).toBe('active');
  await vi.waitFor(async () => expect(await asPlatform(t.deps.db, listCircuits)).toEqual([]));
  t.clock.set(new Date());
});

test('removed credentials: new payments use the provider, open ones are paid and cancelled under them', async () => {
  const [paid, cancelled] = [await createCode(kopi), await createCode(kopi)];
  await provider.call(removeMerchantBankCredential, { params: { merchant_id: KOPI, channel: 'QRIS' } });
  const after = await createCode(kopi);
  expect((await readCode(after.id)).bank_credential_id).toBeNull();
  await bank.pay({ partner_reference_no: (await readCode(paid.id)).partner_reference_no });
  await waitForStatus(kopi, paid.id, 'paid');
  expect((await kopi.ok(cancelQrisPayment, { params: { id: cancelled.id } })).data.status).toBe('cancelled');
  await bank.pay({ partner_reference_no: (await readCode(after.id)).partner_reference_no });
  await waitForStatus(kopi, after.id, 'paid');
  expect(await readPartners([after.id])).toEqual(['bank']);
});

test('a rotation of the key-encryption key covers the secrets of bank credentials', async () => {
  const counts = await rotateSecrets(t.deps);
  expect(counts.current).toBeGreaterThanOrEqual(12);
});
