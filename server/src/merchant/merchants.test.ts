/** The provider's merchants: list, creation with an owner, states, limits of access and notes. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addAccountGroupMember, createAccountGroup } from '@dasbor/contract/account-group';
import { listAuditLogs, listMerchantAuditLogs } from '@dasbor/contract/audit';
import {
  closeMerchant,
  createMerchant,
  getMerchant,
  listMerchants,
  reactivateMerchant,
  setMerchantLimits,
  summariseMerchants,
  suspendMerchant,
  setMerchantSwitches,
  updateMerchant,
} from '@dasbor/contract/merchant';
import * as duration from '@dasbor/contract/duration';
import { getOwnerInvitation, inviteMerchantOwner } from '@dasbor/contract/merchant-view';
import { listMerchantFeeRules } from '@dasbor/contract/fee-rule';
import { addDays, toBusinessDay } from '@dasbor/contract/time';
import { addMerchantNote, listMerchantNotes } from '@dasbor/contract/merchant-note';
import { createQrisPayment } from '@dasbor/contract/qris-payment';
import { rejectMerchant, startReReview } from '@dasbor/contract/verification';
import { MERCHANT_INPUT, NEW_MERCHANT } from '../../test/merchant-input.ts';
import { type TestApp, type TestClient, startTestApp } from '../../test/test-app.ts';
import { asMerchant } from '../db/tx.ts';
import { JOBS } from '../jobs/registry.ts';
import { listAccountIds } from '../ledger/account-ids.ts';
import { getAccountId } from '../ledger/payment.ts';
import { postWithFloor } from '../ledger/balance.ts';
import { BATIK_LESTARI, KOPI_NUSANTARA } from '../sandbox/people.ts';

const KOPI = { merchant_id: KOPI_NUSANTARA.merchant_id };
const BATIK = { merchant_id: BATIK_LESTARI.merchant_id };

let it: TestApp;
let admin: TestClient;
let compliance: TestClient;
let finance: TestClient;
let support: TestClient;

beforeAll(async () => {
  it = await startTestApp();
  admin = await it.signIn('platform_admin@dasbor.example');
  compliance = await it.signIn('platform_compliance@dasbor.example');
  finance = await it.signIn('platform_finance@dasbor.example');
  support = await it.signIn('platform_support@dasbor.example');
});
afterAll(() => it.close());

describe('list', () => {
  test('shows volume, balance, terms and the owner of each merchant', async () => {
    const { data } = await support.ok(listMerchants);
    const kopi = data.find(({ code }) => code === 'KOPI');
    expect(kopi).toMatchObject({
      id: KOPI.merchant_id,
      brand_name: 'Kopi Nusantara',
      status: 'active',
      verification_status: 'approved',
      owner_email: 'superadmin@kopi.example',
      balance_amount: 0,
      holds_settlements: false,
    });
    expect(kopi?.settlement_terms).toContainEqual(expect.objectContaining({ method: 'qris', days: 1 }));
  });

  test.each([
    ['code', 'bati', ['BATIK']],
    ['brand name', 'kopi nus', ['KOPI']],
    ['email of the owner', 'superadmin@batik', ['BATIK']],
    ['a text with pattern characters', '%', []],
  ])('finds by %s', async (_name, q, codes) => {
    const { data } = await support.ok(listMerchants, { query: { q } });
    expect(data.map(({ code }) => code)).toEqual(codes);
  });

  test('filters by status, category and volume', async () => {
    const codes = async (query: object) => (await support.ok(listMerchants, { query })).data.map(({ code }) => code);
    expect(await codes({ mcc: '5814' })).toEqual(['KOPI']);
    expect(await codes({ status: 'suspended' })).toEqual([]);
    expect(await codes({ volume_band: 'none' })).toHaveLength(2);
    expect(await codes({ volume_band: 'from_1b,below_10m' })).toEqual([]);
  });

  test('domain 1.17: shows the account groups of today, and filters by a group with the groups below it', async () => {
    const create = async (code: string, parent_id: string | null) => {
      const body = { code, name: `Grup ${code}`, type: 'holding' as const, parent_id };
      return (await admin.ok(createAccountGroup, { body })).data.id;
    };
    const holding = await create('HOLDING', null);
    const below = await create('CABANG', holding);
    const today = toBusinessDay(it.clock.now());
    const join = (id: string, merchant_id: string, effective_from: string) =>
      admin.ok(addAccountGroupMember, { params: { id }, body: { merchant_id, effective_from } });
    await join(below, KOPI.merchant_id, today);
    await join(holding, BATIK.merchant_id, addDays(today));

    const list = async (group_id: string) => (await support.ok(listMerchants, { query: { group_id } })).data;
    expect((await list(holding)).map(({ code }) => code)).toEqual(['KOPI']);
    expect((await list(below)).map(({ code }) => code)).toEqual(['KOPI']);
    // Its membership begins tomorrow.
    expect((await list('none')).map(({ code }) => code)).toEqual(['BATIK']);
    expect((await support.ok(summariseMerchants, { query: { group_id: holding } })).data).toEqual([
      { status: 'active', count: 1 },
    ]);
    const { data } = await support.ok(listMerchants);
    const shown = Object.fromEntries(data.map(({ code, account_groups }) => [code, account_groups]));
    expect(shown).toEqual({ KOPI: [{ id: below, code: 'CABANG', name: 'Grup CABANG' }], BATIK: [] });
    const csv = await support.call(listMerchants, {
      query: { columns: 'code,account_groups' },
      headers: { accept: 'text/csv' },
    });
    expect(csv.body).toContain('KOPI,Grup CABANG (CABANG)');
  });

  test('goes through pages', async () => {
    const first = await support.ok(listMerchants, { query: { limit: 1 } });
    const second = await support.ok(listMerchants, { query: { limit: 1, cursor: first.next_cursor ?? '' } });
    expect(new Set([...first.data, ...second.data].map(({ code }) => code))).toEqual(new Set(['KOPI', 'BATIK']));
    expect(second.next_cursor).toBeNull();
  });

  test('as CSV with the chosen columns, and as XLSX', async () => {
    const csv = await support.call(listMerchants, {
      query: { columns: 'code,brand_name,created_at' },
      headers: { accept: 'text/csv' },
    });
    expect(csv.body.split('\n')[0]).toBe('code,brand_name,created_at (WIB)');
    expect(csv.body).toContain('KOPI,Kopi Nusantara,');
    const xlsx = await support.call(listMerchants, {
      headers: { accept: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
    });
    expect(xlsx.rawPayload.subarray(0, 2).toString()).toBe('PK');
  });

  test('is counted by status', async () => {
    expect((await support.ok(summariseMerchants)).data).toEqual([{ status: 'active', count: 2 }]);
  });
});

describe('creation', () => {
  test('invites the owner, and code and NMID are unique', async () => {
    const { data } = await admin.ok(createMerchant, { body: NEW_MERCHANT });
    expect(data).toMatchObject({ code: 'SEDAP', status: 'onboarding', verification_status: 'draft' });
    expect(data.owner_email).toBe('pemilik@sedap.example');
    expect(data.events).toMatchObject([{ kind: 'status', to_status: 'onboarding', actor: 'Putri Maharani' }]);
    const again = await admin.call(createMerchant, { body: { ...NEW_MERCHANT, nmid: 'ID2020304050602' } });
    expect([again.statusCode, again.json().code]).toEqual([409, 'merchant_code_taken']);
    const same_nmid = await admin.call(createMerchant, { body: { ...NEW_MERCHANT, code: 'SEDAP2' } });
    expect([same_nmid.statusCode, same_nmid.json().code]).toEqual([409, 'nmid_taken']);
    const log = await admin.ok(listMerchantAuditLogs, { params: { merchant_id: data.id } });
    expect(log.data.map(({ action }) => action)).toEqual(['invitation.created', 'merchant.created']);
  });

  test('the invitation of the owner is corrected and sent again by the provider', async () => {
    const typo = { email: 'pemilk@salah.example', language: 'id' } as const;
    const { data } = await admin.ok(createMerchant, {
      body: { ...NEW_MERCHANT, code: 'SALAH', nmid: 'ID2020304050607', owner: typo },
    });
    const params = { merchant_id: data.id };
    const first = await support.ok(getOwnerInvitation, { params });
    expect(first).toMatchObject({ data: { email: typo.email, status: 'pending', error: null }, can_invite: true });
    const body = { email: 'pemilik@salah.example', language: 'id' } as const;
    expect((await compliance.call(inviteMerchantOwner, { params, body })).statusCode).toBe(403);
    const again = (await admin.ok(inviteMerchantOwner, { params, body })).data;
    expect(again).toMatchObject({ email: body.email, status: 'pending' });
    const log = await admin.ok(listMerchantAuditLogs, { params });
    expect(log.data.map(({ action }) => action)).toEqual([
      'invitation.created',
      'invitation.revoked',
      'invitation.created',
      'merchant.created',
    ]);
    expect((await support.ok(getMerchant, { params })).data.owner_email).toBe(body.email);
    it.clock.advance(duration.days(8));
    support = await it.signIn('platform_support@dasbor.example');
    admin = await it.signIn('platform_admin@dasbor.example');
    finance = await it.signIn('platform_finance@dasbor.example');
    compliance = await it.signIn('platform_compliance@dasbor.example');
    expect((await support.ok(getOwnerInvitation, { params })).data?.status).toBe('expired');
    await admin.ok(inviteMerchantOwner, { params, body });
  });

  test('decision 0143: no owner is invited while the merchant has an active superadmin', async () => {
    const another = { email: 'orang.lain@batik.example', language: 'id' } as const;
    const refused = await admin.call(inviteMerchantOwner, { params: BATIK, body: another });
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'owner_active']);
    expect(await support.ok(getOwnerInvitation, { params: BATIK })).toEqual({ data: null, can_invite: false });
  });

  test('an active merchant was verified before', async () => {
    const body = { ...NEW_MERCHANT, code: 'SEGERA', nmid: 'ID2020304050603', start: 'active' };
    const { data } = await admin.ok(createMerchant, { body });
    expect(data).toMatchObject({ status: 'active', verification_status: 'approved' });
    expect(data.activated_at).not.toBeNull();
  });

  test('agrees prices and terms, which apply at once; a change of them is a new version from a later day', async () => {
    const { data: made } = await admin.ok(createMerchant, {
      body: {
        ...NEW_MERCHANT,
        code: 'SEPAKAT',
        nmid: 'ID2020304050605',
        pricing: [
          { method: 'qris', channel_code: null, rate_bps: 55, flat_amount: 0 },
          { method: 'virtual_account', channel_code: 'BCA', rate_bps: 0, flat_amount: 3_000 },
        ],
        settlement_terms: [{ method: 'qris', channel_code: null, days: 2, basis: 'business' }],
      } as never,
    });
    const params = { merchant_id: made.id };
    const today = toBusinessDay(it.clock.now());
    expect(made.settlement_terms).toContainEqual(expect.objectContaining({ method: 'qris', days: 2 }));
    const readOwn = async () =>
      (await finance.ok(listMerchantFeeRules, { params })).data.filter(({ is_own }) => is_own);
    expect(await readOwn()).toMatchObject([
      { method: 'qris', rate_bps: 55, version: 1, effective_from: today, state: 'current' },
      { method: 'virtual_account', channel_code: 'BCA', flat_amount: 3_000, version: 1, state: 'current' },
    ]);
    const profile = { ...MERCHANT_INPUT, nmid: 'ID2020304050605' };
    const pricing = [{ method: 'qris', channel_code: null, rate_bps: 45, flat_amount: 0 }];
    const settlement_terms = [{ method: 'qris', channel_code: null, days: 1, basis: 'calendar' }];
    const change = (part: object) =>
      admin.call(updateMerchant, { params, body: { ...profile, pricing, settlement_terms, ...part } as never });
    expect((await change({ agreed_from: today })).json()).toMatchObject({ code: 'term_backdated' });
    expect((await change({})).statusCode).toBe(200);
    expect((await change({ pricing: [] })).json()).toMatchObject({ code: 'duplicate_term' });
    expect((await readOwn()).filter(({ method }) => method === 'qris')).toMatchObject([
      { rate_bps: 45, version: 2, effective_from: addDays(today, 1), state: 'upcoming' },
      { rate_bps: 55, version: 1, state: 'current' },
    ]);
    const log = await admin.ok(listMerchantAuditLogs, { params });
    const actions = log.data.map(({ action }) => action);
    expect(actions.filter((action) => action === 'fee_rule.agreed')).toHaveLength(3);
    expect(actions.filter((action) => action === 'settlement.term_agreed')).toHaveLength(2);
    const twice = await change({ settlement_terms: [], pricing: [...pricing, ...pricing] });
    expect(twice.statusCode).toBe(400);
  });

  test('only by administrators of the provider', async () => {
    for (const other of [compliance, finance, support]) {
      expect((await other.call(createMerchant, { body: NEW_MERCHANT })).statusCode).toBe(403);
    }
  });

  test('a change is recorded with what changed', async () => {
    const { data } = await admin.ok(updateMerchant, {
      params: KOPI,
      body: { ...MERCHANT_INPUT, brand_name: 'Kopi Baru', nmid: KOPI_NUSANTARA.nmid },
    });
    expect(data.brand_name).toBe('Kopi Baru');
    const [entry] = (await admin.ok(listMerchantAuditLogs, { params: KOPI })).data;
    expect(entry).toMatchObject({ action: 'merchant.updated', after: { brand_name: 'Kopi Baru' } });
    expect(entry?.after).not.toHaveProperty('nmid');
    const taken = await admin.call(updateMerchant, {
      params: KOPI,
      body: { ...MERCHANT_INPUT, nmid: BATIK_LESTARI.nmid },
    });
    expect(taken.json().code).toBe('nmid_taken');
  });
});

describe('states', () => {
  test('a suspended merchant is reactivated, with reason, timeline and audit log', async () => {
    const suspended = await compliance.ok(suspendMerchant, { params: BATIK, body: { reason: 'Chargebacks' } });
    expect(suspended.data).toMatchObject({ status: 'suspended', suspended_reason: 'Chargebacks' });
    expect(suspended.data.events[0]).toMatchObject({
      from_status: 'active',
      to_status: 'suspended',
      reason: 'Chargebacks',
    });
    const twice = await compliance.call(suspendMerchant, { params: BATIK, body: { reason: 'Again' } });
    expect([twice.statusCode, twice.json().code]).toEqual([409, 'status_conflict']);
    const { data } = await compliance.ok(reactivateMerchant, { params: BATIK, body: {} });
    expect(data).toMatchObject({ status: 'active', suspended_reason: null });
    const owner = await it.signIn('superadmin@batik.example');
    const log = await owner.ok(listAuditLogs, { query: { action: 'merchant.' } });
    expect(log.data.map(({ action }) => action)).toEqual(['merchant.reactivated', 'merchant.suspended']);
    expect(log.data[0]).toMatchObject({ actor_type: 'provider', actor_name: 'Citra Anggraini' });
  });

  test('decision 0061: a merchant whose verification was rejected stays suspended, and can only be closed', async () => {
    const { data } = await admin.ok(createMerchant, {
      body: { ...NEW_MERCHANT, code: 'PALSU', nmid: 'ID2020304050606', start: 'active' },
    });
    const params = { merchant_id: data.id };
    await compliance.ok(startReReview, { params, body: { reason: 'A report' } });
    await compliance.ok(rejectMerchant, { params, body: { reason: 'Forged documents' } });
    const refused = await compliance.call(reactivateMerchant, { params, body: {} });
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'status_conflict']);
    expect(refused.json().detail).toBe(
      'The verification of the merchant was rejected, which is final. The merchant can only be closed.',
    );
    expect((await support.ok(getMerchant, { params })).data).toMatchObject({
      status: 'suspended',
      verification_status: 'rejected',
    });
    await compliance.ok(closeMerchant, { params, body: { reason: 'Ended' } });
  });

  test('the merchant is notified of its suspension, its reactivation and its switches', async () => {
    const switches = { payments_enabled: true, payouts_enabled: false, reason: 'Review' };
    await compliance.ok(suspendMerchant, { params: KOPI, body: { reason: 'Chargebacks' } });
    await compliance.ok(reactivateMerchant, { params: KOPI, body: {} });
    await compliance.ok(setMerchantSwitches, { params: KOPI, body: switches });
    await compliance.ok(setMerchantSwitches, { params: KOPI, body: { ...switches, payouts_enabled: true } });
    const { events } = (await support.ok(getMerchant, { params: KOPI })).data;
    const notify = JOBS.find(({ name }) => name === 'notify_merchant_change')!;
    const last = events.length;
    // The second run of the first one changes nothing.
    for (const seq of [last - 3, last - 2, last - 1, last, last - 3]) await notify.run(it.deps, { ...KOPI, seq });
    const rows = await asMerchant(it.deps.db, KOPI.merchant_id, (tx) =>
      tx.sql
        .selectFrom('notification_email_outbox')
        .select('template_data')
        .where('merchant_id', '=', KOPI.merchant_id)
        .where('action', '=', 1012)
        .execute(),
    );
    const emails = rows.map(({ template_data }) => template_data as { outcome: string; reason?: string });
    expect(emails).toHaveLength(4);
    expect(emails).toEqual(
      expect.arrayContaining([
        { outcome: 'suspended', reason: 'Chargebacks' },
        { outcome: 'reactivated' },
        { outcome: 'payouts_disabled', reason: 'Review' },
        { outcome: 'payouts_enabled', reason: 'Review' },
      ]),
    );
  });

  test('payments and payouts are switched separately', async () => {
    const body = { payments_enabled: false, payouts_enabled: true, reason: 'Review' };
    const { data } = await compliance.ok(setMerchantSwitches, { params: BATIK, body });
    expect(data).toMatchObject({ payments_enabled: false, payouts_enabled: true });
    expect(data.events[0]).toMatchObject({ kind: 'payments', from_status: 'enabled', to_status: 'disabled' });
    await compliance.ok(setMerchantSwitches, { params: BATIK, body: { ...body, payments_enabled: true } });
  });

  test('a merchant without money can be closed, and stays closed', async () => {
    const { data } = await admin.ok(createMerchant, {
      body: { ...NEW_MERCHANT, code: 'TUTUP', nmid: 'ID2020304050604', start: 'active' },
    });
    const params = { merchant_id: data.id };
    expect((await compliance.ok(closeMerchant, { params, body: { reason: 'Ended' } })).data.status).toBe('closed');
    expect((await compliance.call(reactivateMerchant, { params, body: {} })).statusCode).toBe(409);
  });

  test('decision 0141: a merchant whose QR codes can still be paid cannot be closed', async () => {
    const owner = await it.signIn('superadmin@batik.example');
    await owner.call(createQrisPayment, { body: { amount: 10_000 }, headers: { 'idempotency-key': 'closing' } });
    const refused = await admin.call(closeMerchant, { params: BATIK, body: { reason: 'Ended' } });
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'merchant_has_open_payments']);
  });

  test('a merchant with money cannot be closed, and its balance is listed', async () => {
    await asMerchant(it.deps.db, BATIK.merchant_id, async (tx) => {
      const accounts = await listAccountIds(tx);
      await postWithFloor(tx, {
        posted_at: it.clock.now(),
        transfers: [
          {
            debit_account: getAccountId(accounts, 'provider_receivable'),
            credit_account: getAccountId(accounts, 'pending_settlement'),
            amount: 75_000,
            kind: 'adjustment',
            reference_type: 'test',
            reference_id: 'closing',
          },
        ],
      });
    });
    const refused = await admin.call(closeMerchant, { params: BATIK, body: { reason: 'Ended' } });
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'merchant_has_balance']);
    const { data } = await admin.ok(listMerchants, { query: { q: 'BATIK' } });
    expect(data[0]?.balance_amount).toBe(75_000);
  });

  test('limits are set by finance', async () => {
    const body = {
      limit_per_payment: 1_000_000,
      limit_per_day: null,
      limit_per_month: 50_000_000,
      limit_per_payout: null,
    };
    const { data } = await finance.ok(setMerchantLimits, { params: BATIK, body });
    expect(data).toMatchObject(body);
    expect((await compliance.call(setMerchantLimits, { params: BATIK, body })).statusCode).toBe(403);
    await finance.ok(setMerchantLimits, {
      params: BATIK,
      body: { limit_per_payment: null, limit_per_day: null, limit_per_month: null, limit_per_payout: null },
    });
  });

  test.each([
    ['support', suspendMerchant],
    ['finance', suspendMerchant],
    ['finance', closeMerchant],
  ] as const)('%s may not: %o', async (who, route) => {
    const client = who === 'support' ? support : finance;
    expect((await client.call(route, { params: BATIK, body: { reason: 'x' } })).statusCode).toBe(403);
  });
});

describe('notes', () => {
  test('are read by the provider only, and their text is not in the log of the merchant', async () => {
    const { data } = await support.ok(addMerchantNote, { params: BATIK, body: { body: 'Called the owner.' } });
    expect(data).toMatchObject({ author: 'Pandu Saputra', is_own: true });
    const notes = await finance.ok(listMerchantNotes, { params: BATIK });
    expect(notes.data).toMatchObject([{ body: 'Called the owner.', is_own: false }]);
    const owner = await it.signIn('superadmin@batik.example');
    expect((await owner.call(listMerchantNotes, { params: BATIK })).statusCode).toBe(403);
    const [entry] = (await owner.ok(listAuditLogs, { query: { action: 'merchant.note_added' } })).data;
    expect(JSON.stringify(entry)).not.toContain('Called');
  });
});

test('a merchant that does not exist is answered with 404', async () => {
  const params = { merchant_id: 'mer_01kagz7v3w8x9y2m4n5p6q7r8t' };
  expect((await admin.call(getMerchant, { params })).statusCode).toBe(404);
  expect((await compliance.call(suspendMerchant, { params, body: { reason: 'x' } })).statusCode).toBe(404);
});
