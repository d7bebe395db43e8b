/** The form of a merchant for the provider's staff: address, legal data, limits, channels, people and bank account in one. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listMerchantAuditLogs } from '@dasbor/contract/audit';
import { createMerchant, listMerchants, updateMerchant } from '@dasbor/contract/merchant';
import { approveMerchantBankAccount, setMerchantBankAccount } from '@dasbor/contract/settlement-admin';
import { saveMerchantPeople } from '@dasbor/contract/verification';
import { MERCHANT_INPUT, NEW_MERCHANT } from '../../test/merchant-input.ts';
import { type TestApp, type TestClient, startTestApp } from '../../test/test-app.ts';

let it: TestApp;
let admin: TestClient;
let compliance: TestClient;
let support: TestClient;

beforeAll(async () => {
  it = await startTestApp();
  admin = await it.signIn('platform_admin@dasbor.example');
  compliance = await it.signIn('platform_compliance@dasbor.example');
  support = await it.signIn('platform_support@dasbor.example');
});
afterAll(() => it.close());

describe('everything in one form', () => {
  const ADDRESS = {
    province_code: '32',
    regency_code: '32.73',
    district_code: '32.73.01',
    village_code: '32.73.01.1001',
  };
  const LEGAL = { deed_no: '12', deed_date: '2020-02-03', sk_no: 'AHU-1', sk_date: '2020-03-04' };
  const COMPLETE = { ...ADDRESS, ...LEGAL, cs_email: 'Bantuan@Sedap.example' };
  const create = async (body: object) => (await admin.ok(createMerchant, { body: { ...NEW_MERCHANT, ...body } })).data;

  test('the whole address, legal data, limits and channels are set at the creation', async () => {
    const made = await create({
      ...COMPLETE,
      code: 'LENGKAP',
      nmid: 'ID2020304050701',
      owner: { email: 'lengkap@sedap.example' },
      limits: { limit_per_payment: 5_000, limit_per_day: null, limit_per_month: null, limit_per_payout: 9_000 },
      disabled_channels: ['BCA'],
    });
    expect(made).toMatchObject({
      ...COMPLETE,
      cs_email: 'bantuan@sedap.example',
      limit_per_payment: 5_000,
      limit_per_payout: 9_000,
      disabled_channels: ['BCA'],
      names: { province: 'Jawa Barat', regency: 'Kota Bandung' },
    });
    expect(Object.values(made.names)).not.toContain(null);
  });

  test('a change keeps what it does not name, and regions outside the new province are removed', async () => {
    const { id } = await create({
      ...COMPLETE,
      code: 'PINDAH',
      nmid: 'ID2020304050702',
      owner: { email: 'pindah@sedap.example' },
    });
    const update = (body: object) =>
      admin.call(updateMerchant, { params: { merchant_id: id }, body: { ...MERCHANT_INPUT, ...body } });
    const nmid = 'ID2020304050702';
    expect((await update({ nmid })).json()).toMatchObject({ data: { ...ADDRESS, ...LEGAL } });
    expect((await update({ nmid, province_code: '31' })).json()).toMatchObject({
      data: { province_code: '31', regency_code: null, district_code: null, village_code: null, ...LEGAL },
    });
    const wrong = await update({ nmid, province_code: '31', regency_code: '32.73' });
    expect(wrong.json()).toMatchObject({
      status_code: 422,
      code: 'unknown_region',
      errors: [{ field: 'regency_code' }],
    });
    expect((await update({ nmid, deed_no: null })).json()).toMatchObject({ data: { deed_no: null, sk_no: 'AHU-1' } });
  });

  test.each([
    ['brand_name', ' '],
    ['legal_name', 'x'.repeat(121)],
    ['entity_type', 'shop'],
    ['industry', 'mining of coal'],
    ['description', 'x'.repeat(501)],
    ['website', 'javascript:alert(1)'],
    ['website', 'https://admin:rahasia@sedap.example'],
    ['email', 'halo'],
    ['phone', '12'],
    ['cs_email', 'bantuan@'],
    ['cs_phone', 'ask Ani'],
    ['monthly_volume', -1],
    ['address_line', 'x'.repeat(201)],
    ['province_code', 'Jawa Barat'],
    ['regency_code', '32'],
    ['district_code', '32.73'],
    ['village_code', '32.73.01'],
    ['postal_code', '401'],
    ['nib', '123'],
    ['npwp', '12345678901234567'],
    ['npwp_name', 'x'.repeat(121)],
    ['deed_no', 'x'.repeat(61)],
    ['deed_date', '2020-02-31'],
    ['sk_no', 'x'.repeat(61)],
    ['sk_date', '1850-01-01'],
    ['mcc', '58'],
    ['nmid', 'ID1'],
    ['qris_criteria', 'XXL'],
    ['city', 'KABUPATEN BANDUNG BARAT'],
    ['risk_level', 'none'],
    ['code', '1A'],
    ['owner.email', 'pemilik'],
    ['limits.limit_per_payment', 0],
    ['disabled_channels.0', 'CASH'],
    ['pricing.0.rate_bps', 10_001],
    ['settlement_terms.0.days', 31],
  ])('the field %s refuses %j by name, and nothing is stored', async (field, value) => {
    const body: Record<string, unknown> = {
      ...structuredClone(NEW_MERCHANT),
      code: 'SALAH',
      nmid: 'ID2020304050799',
      limits: { limit_per_payment: null, limit_per_day: null, limit_per_month: null, limit_per_payout: null },
      disabled_channels: [null],
      pricing: [{ method: 'qris', channel_code: null, rate_bps: 70, flat_amount: 0 }],
      settlement_terms: [{ method: 'qris', channel_code: null, days: 1, basis: 'business' }],
    };
    const names = field.split('.');
    const last = names.pop() ?? '';
    if (field !== 'disabled_channels.0') delete body['disabled_channels'];
    const holder = names.reduce((at, name) => at[name] as Record<string, unknown>, body);
    holder[last] = value;
    const refused = await admin.call(createMerchant, { body });
    expect(refused.json()).toMatchObject({ status_code: 400, errors: [{ field, detail: expect.any(String) }] });
    const { data } = await admin.ok(listMerchants, { query: { q: 'SALAH' } });
    expect(data).toEqual([]);
  });

  test('numbers are stored as they are, however they are written, and empty fields as none', async () => {
    const made = await create({
      code: 'TULIS',
      nmid: 'ID2020304050705',
      owner: { email: 'tulis@sedap.example' },
      npwp: '01.234.567.8-901.000',
      nib: '1234 5678 90123',
      phone: '+62 22 5550 101',
      website: 'sedap.example',
      description: '  ',
    });
    expect(made).toMatchObject({
      npwp: '012345678901000',
      nib: '1234567890123',
      phone: '+62225550101',
      website: 'https://sedap.example',
      description: null,
    });
  });

  test('people are replaced as a list, with their audit, by those who may verify', async () => {
    const { id: merchant_id } = await create({
      code: 'ORANG',
      nmid: 'ID2020304050703',
      owner: { email: 'orang@sedap.example' },
    });
    const save = (people: object[], by = compliance) =>
      by.call(saveMerchantPeople, { params: { merchant_id }, body: { people } });
    const ani = { role: 'owner', name: 'Ani', nik: '3174010101900001', phone: null, email: null, share_bps: null };
    expect((await save([ani], support)).statusCode).toBe(403);
    const first = (await save([ani, { ...ani, role: 'pic_tech', name: 'Tono', nik: null }])).json().data.people;
    expect(first).toMatchObject([{ name: 'Ani', nik_masked: '••••••••••••0001' }, { name: 'Tono' }]);
    const { nik: _nik, ...kept } = ani;
    const second = (await save([{ ...kept, id: first[0].id, name: 'Ani Lestari' }])).json().data.people;
    // A NIK that is not given stays.
    expect(second).toMatchObject([{ id: first[0].id, name: 'Ani Lestari', nik_masked: '••••••••••••0001' }]);
    expect((await save([{ ...kept, id: first[1].id }])).json()).toMatchObject({ code: 'person_unknown' });
    const twice = await save([{ ...kept, id: first[0].id }, ani]);
    expect(twice.json()).toMatchObject({
      status_code: 422,
      code: 'duplicate_nik',
      errors: [{ field: 'people.1.nik' }],
    });
    const { data } = await admin.ok(listMerchantAuditLogs, { params: { merchant_id } });
    const actions = data.map(({ action }) => action).filter((action) => action.startsWith('merchant_person'));
    expect(actions.toSorted()).toEqual([
      'merchant_person.added',
      'merchant_person.added',
      'merchant_person.removed',
      'merchant_person.updated',
    ]);
  });

  test('a bank account is requested for the merchant, and another person of the provider approves it', async () => {
    const { id: merchant_id } = await create({
      code: 'REKENING',
      nmid: 'ID2020304050704',
      owner: { email: 'rekening@sedap.example' },
    });
    it.deps.bank.inquireAccount = async () =>
      ({ kind: 'ok', response: { beneficiaryAccountName: 'CV WARUNG SEDAP' } }) as never;
    const params = { merchant_id };
    const body = { bank_code: '014', account_no: '8010000001' };
    expect((await support.call(setMerchantBankAccount, { params, body })).statusCode).toBe(403);
    const unknown = { merchant_id: 'mer_01kaj6x7v3q2m8n4p5r6s70009' };
    expect((await admin.call(setMerchantBankAccount, { params: unknown, body })).statusCode).toBe(404);
    const { data } = await admin.ok(setMerchantBankAccount, { params, body });
    expect(data.pending_bank_account).toMatchObject({
      account_last4: '0001',
      holder_name: 'CV WARUNG SEDAP',
      status: 'pending',
      is_own: true,
    });
    const target = { ...params, id: data.pending_bank_account?.id ?? '' };
    expect((await admin.call(approveMerchantBankAccount, { params: target })).json().code).toBe('self_approval');
    it.deps.bank.inquireAccount = async () => ({ kind: 'refused' }) as never;
    const refused = await admin.call(setMerchantBankAccount, { params, body });
    expect(refused.json()).toMatchObject({ status_code: 422, code: 'account_not_found' });
  });
});
