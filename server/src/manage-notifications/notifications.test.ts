import * as contract from '@dasbor/contract/manage-notifications';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, type TestClient, startTestApp } from '../../test/test-app.ts';
import { asMerchant } from '../db/tx.ts';
import { KOPI_NUSANTARA } from '../sandbox/people.ts';

let test_app: TestApp;
let kopi: TestClient;
let batik: TestClient;
beforeAll(async () => {
  test_app = await startTestApp();
  kopi = await test_app.signIn('superadmin@kopi.example');
  batik = await test_app.signIn('superadmin@batik.example');
});
afterAll(() => test_app.close());

const listAudit = (merchant_id: string) =>
  asMerchant(test_app.deps.db, merchant_id, (tx) =>
    tx.sql
      .selectFrom('audit_log')
      .select(['action', 'before', 'after'])
      .where('merchant_id', '=', merchant_id)
      .orderBy('seq')
      .execute(),
  );

describe('preferences', () => {
  const read = async (client: TestClient = kopi) => (await client.ok(contract.listNotificationPreferences)).data;
  const findActive = async (code: number) =>
    (await read()).find((item) => item.notification_action === code)?.is_active;
  const save = (body: unknown) => kopi.call(contract.saveNotificationPreferences, { body });

  test('spec §7: the catalogue has the fields of section 3', async () => {
    const items = await read();
    expect(items.find((item) => item.notification_action === 1004)).toEqual({
      id: 'notification_1004',
      group: null,
      notification_action: 1004,
      notification_action_label: 'Settlement paid / settlement report ready',
      description: 'A settlement was paid or its report is ready',
      is_active: true,
      is_editable: false,
    });
    expect(items.some((item) => item.group === contract.HIDDEN_GROUP)).toBe(true);
    expect(items.some((item) => item.notification_action === contract.HIDDEN_ACTION)).toBe(true);
  });

  test('labels and descriptions follow the language of the request; groups do not', async () => {
    const headers = { 'accept-language': 'id-ID' };
    const { data } = await kopi.ok(contract.listNotificationPreferences, { headers });
    expect(data.find((item) => item.notification_action === 1004)?.notification_action_label).toBe(
      'Settlement dicairkan / laporan settlement siap',
    );
    expect(data.find((item) => item.notification_action === 1203)?.notification_action_label).toBe('Selesai');
    expect(data.find((item) => item.notification_action === 1103)).toMatchObject({
      group: 'Successful Payments',
      notification_action_label: 'Dompet digital',
    });
  });

  test('spec §7: saving updates preferences of this merchant only and writes an audit row', async () => {
    const answer = await save([{ notification_action: 1006, is_active: false }]);
    expect(answer.statusCode).toBe(200);
    expect(await findActive(1006)).toBe(false);
    expect((await read(batik)).find((item) => item.notification_action === 1006)?.is_active).toBe(true);
    expect((await listAudit(KOPI_NUSANTARA.merchant_id)).at(-1)).toMatchObject({
      action: 'notification_preference.updated',
      before: [{ notification_action: 1006, is_active: true }],
      after: [{ notification_action: 1006, is_active: false }],
    });
  });

  test('saving unchanged preferences writes nothing', async () => {
    const before = await listAudit(KOPI_NUSANTARA.merchant_id);
    const items = await read();
    const answer = await save(items.map(({ notification_action, is_active }) => ({ notification_action, is_active })));
    expect(answer.statusCode).toBe(200);
    expect(await listAudit(KOPI_NUSANTARA.merchant_id)).toHaveLength(before.length);
  });

  test('spec §9: security emails cannot be disabled; the error names the item', async () => {
    const answer = await save([
      { notification_action: 1006, is_active: true },
      { notification_action: 1001, is_active: false },
    ]);
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({
      code: 'notification_not_editable',
      detail: "Security emails cannot be disabled: 'New sign-in from unknown device'.",
    });
    expect(await findActive(1006)).toBe(false);
  });

  test('spec §9: action 1004 can be changed although it is stored as not editable', async () => {
    expect((await save([{ notification_action: 1004, is_active: false }])).statusCode).toBe(200);
    expect(await findActive(1004)).toBe(false);
  });

  test('spec §2: a reset of every editable preference and 1004 to active succeeds', async () => {
    const reset = (await read())
      .filter((item) => item.is_editable || item.notification_action === contract.ALWAYS_EDITABLE_ACTION)
      .map((item) => ({ notification_action: item.notification_action, is_active: true }));
    expect((await save(reset)).statusCode).toBe(200);
    expect((await read()).filter((item) => item.is_editable && !item.is_active)).toEqual([]);
    expect(await findActive(1004)).toBe(true);
  });

  test('unknown codes are ignored; an invalid body is rejected', async () => {
    expect((await save([{ notification_action: 4242, is_active: true }])).statusCode).toBe(200);
    expect((await save([])).statusCode).toBe(400);
    expect((await save([{ notification_action: 1006, is_active: true, is_editable: true }])).statusCode).toBe(400);
  });

  test('spec §6: only roles with access to notifications can read them', async () => {
    const finance = await test_app.signIn('finance@kopi.example');
    expect((await finance.call(contract.listNotificationPreferences)).statusCode).toBe(403);
    expect((await test_app.client().call(contract.listNotificationPreferences)).statusCode).toBe(401);
  });
});
