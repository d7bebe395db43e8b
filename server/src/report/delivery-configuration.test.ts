import * as report from '@dasbor/contract/report';
import * as contract from '@dasbor/contract/report-delivery';
import { API_BASE } from '@dasbor/contract/route';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, type TestClient, startTestApp } from '../../test/test-app.ts';
import { asMerchant } from '../db/tx.ts';
import { BATIK_LESTARI, KOPI_NUSANTARA } from '../sandbox/people.ts';
import { createEgress } from '../egress/egress-client.ts';

let test_app: TestApp;
let kopi: TestClient;
let batik: TestClient;
beforeAll(async () => {
  test_app = await startTestApp({
    change: (deps) => ({
      ...deps,
      egress: createEgress(deps.env, {
        resolve: (name) =>
          name === 'inner.kopi.example' ? Promise.resolve(['10.0.0.1']) : Promise.reject(new Error('not found')),
      }),
    }),
  });
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

describe('report delivery configuration', () => {
  const read = async (client: TestClient = kopi) => (await client.ok(contract.getNotificationConfiguration)).data;
  const save = (body: unknown) => kopi.call(contract.saveNotificationConfiguration, { body });
  const SFTP = { sftp_host: 'sftp.kopi.example', sftp_port: 2222, sftp_username: 'kopi', sftp_password: 'Rahasia-12' };

  test('spec §3: an unsaved configuration is empty, with port 22', async () => {
    expect(await read()).toEqual({
      email_recipients: '',
      email_delivery_enabled: false,
      sftp_delivery_enabled: false,
      sftp_host: '',
      sftp_port: 22,
      sftp_username: '',
      sftp_password: '',
      sftp_password_set: false,
      sftp_host_key_fingerprint: null,
    });
  });

  test('spec §4: sftp, then email by omission: the SFTP details survive, and the password is never returned', async () => {
    const with_sftp = await save({ email_delivery_enabled: false, sftp_delivery_enabled: true, ...SFTP });
    expect(with_sftp.statusCode).toBe(200);
    const with_email = await save({ email_recipients: 'a@kopi.example', email_delivery_enabled: true });
    expect(with_email.json()).toEqual({
      data: {
        email_recipients: 'a@kopi.example',
        email_delivery_enabled: true,
        sftp_delivery_enabled: false,
        ...SFTP,
        sftp_password: '',
        sftp_password_set: true,
        sftp_host_key_fingerprint: null,
      },
    });
    expect(with_sftp.body + with_email.body).not.toContain(SFTP.sftp_password);
    expect(await read(batik)).toMatchObject({ sftp_host: '', email_recipients: '' });
  });

  test('spec §4: both sends both flags true', async () => {
    const answer = await save({ email_delivery_enabled: true, sftp_delivery_enabled: true });
    expect(answer.json()).toMatchObject({ data: { email_delivery_enabled: true, sftp_delivery_enabled: true } });
  });

  test('the password is encrypted for its row, and the audit log does not contain it', async () => {
    const { merchant_id } = KOPI_NUSANTARA;
    const { sftp_password_encrypted } = await asMerchant(test_app.deps.db, merchant_id, (tx) =>
      tx.sql
        .selectFrom('report_configuration')
        .select('sftp_password_encrypted')
        .where('merchant_id', '=', merchant_id)
        .executeTakeFirstOrThrow(),
    );
    const secret_context = {
      table: 'report_configuration',
      column: 'sftp_password_encrypted',
      merchant_id,
      row_id: merchant_id,
    };
    expect(test_app.deps.vault.open(secret_context, sftp_password_encrypted ?? '')).toBe(SFTP.sftp_password);
    const other = BATIK_LESTARI.merchant_id;
    expect(() =>
      test_app.deps.vault.open({ ...secret_context, merchant_id: other, row_id: other }, sftp_password_encrypted ?? ''),
    ).toThrow('unable to authenticate');
    const audit = JSON.stringify(await listAudit(merchant_id));
    expect(audit).toContain('notification_configuration.updated');
    expect(audit).toContain('"sftp_login_change":"new password"');
    expect(audit).not.toContain(SFTP.sftp_password);
    expect(audit).not.toContain(sftp_password_encrypted);
  });

  test('changing the host clears the password, and SFTP then requires all fields', async () => {
    const answer = await save({ sftp_delivery_enabled: true, sftp_host: 'other.kopi.example' });
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({ code: 'sftp_details_missing', detail: 'Please fill in all SFTP fields.' });
    expect(await read()).toMatchObject({ sftp_host: 'sftp.kopi.example', sftp_password_set: true });
    await save({ sftp_host: 'other.kopi.example' });
    expect(await read()).toMatchObject({ sftp_host: 'other.kopi.example', sftp_password_set: false });
  });

  test.each([
    ['an empty host', { sftp_host: '' }],
    ['an empty username', { sftp_username: '' }],
    ['an empty password', { sftp_password: '' }],
    ['nothing', { sftp_host: undefined, sftp_username: undefined, sftp_password: undefined }],
  ])('spec §5: a connection test with %s is rejected with its message', async (_name, missing) => {
    const body = { sftp_host: 'new.batik.example', sftp_username: 'batik', sftp_password: 'secret', ...missing };
    const answer = await batik.call(contract.testSftpConnection, { body });
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({
      code: 'sftp_details_missing',
      detail: 'Please fill in all SFTP fields before testing the connection.',
    });
  });

  test('spec §5: invalid recipients are rejected with their message', async () => {
    const answer = await save({
      email_delivery_enabled: true,
      email_recipients: 'a@x.example,b@x.example,c@x.example',
    });
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({
      code: 'invalid_recipients',
      detail: 'You can only add up to 2 email recipients.',
    });
  });

  test('a forbidden host is rejected on save: by address, by name, and by the address of its name', async () => {
    for (const sftp_host of [
      '10.0.0.1',
      '0x7f.1',
      'localhost',
      'redis',
      'metadata.google.internal',
      'inner.kopi.example',
    ]) {
      const answer = await save({ ...SFTP, sftp_port: 22, sftp_host, sftp_delivery_enabled: true });
      expect([sftp_host, answer.statusCode, answer.json<{ code: string }>().code]).toEqual([
        sftp_host,
        422,
        'host_not_allowed',
      ]);
    }
    const with_port = await save({ ...SFTP, sftp_host: 'sftp.kopi.example:2222' });
    expect(with_port.json()).toMatchObject({
      code: 'host_not_allowed',
      detail: 'Enter the host without the port. The port has its own field.',
    });
  });

  test.each([
    ['en', 'sftp_port: Enter a port from 1 to 65535.'],
    ['id', 'sftp_port: Masukkan port dari 1 sampai 65535.'],
  ])('spec §7: an invalid port of a multipart form is rejected with a sentence (%s)', async (language, detail) => {
    for (const port of language === 'en' ? ['0', '65536'] : ['22.5', 'ssh']) {
      const form = new FormData();
      for (const [name, value] of Object.entries({ ...SFTP, sftp_port: port })) form.append(name, String(value));
      const encoded = new Response(form);
      const answer = await test_app.app.inject({
        method: 'POST',
        url: API_BASE + contract.testSftpConnection.path,
        headers: {
          authorization: kopi.authorization,
          'accept-language': language,
          'content-type': encoded.headers.get('content-type') ?? '',
        },
        payload: Buffer.from(await encoded.arrayBuffer()),
      });
      expect([answer.statusCode, answer.json<{ detail: string }>().detail]).toEqual([400, detail]);
    }
  });

  test('an unknown field is rejected', async () => {
    expect((await save({ email_delivery_enabled: false, merchant_id: 'mer_x' })).statusCode).toBe(400);
  });
});

const newKey = () => ({ 'idempotency-key': crypto.randomUUID() });

describe('report runs', () => {
  test('a report without a delivery method or for a future day is rejected', async () => {
    const body = { business_day: '2026-11-18' };
    const unconfigured = await batik.call(report.createReportRun, { body, headers: newKey() });
    expect([unconfigured.statusCode, unconfigured.json<{ code: string }>().code]).toEqual([
      422,
      'delivery_not_configured',
    ]);
    const future = await batik.call(report.createReportRun, {
      body: { business_day: '2026-11-19' },
      headers: newKey(),
    });
    expect([future.statusCode, future.json<{ code: string }>().code]).toEqual([422, 'day_in_future']);
  });

  test('runs are listed newest first, page by page, for their merchant only', async () => {
    await batik.ok(contract.saveNotificationConfiguration, {
      body: { email_delivery_enabled: true, email_recipients: 'a@batik.example' },
    });
    const made = [];
    for (let count = 0; count < 3; count++) {
      test_app.clock.advance(1_000);
      made.push(
        (await batik.ok(report.createReportRun, { body: { business_day: '2026-11-17' }, headers: newKey() })).data,
      );
    }
    expect(made[0]).toMatchObject({ status: 'scheduled', email_status: 'waiting', sftp_status: 'off', error: null });
    const first = await batik.ok(report.listReportRuns, { query: { limit: 2 } });
    const second = await batik.ok(report.listReportRuns, { query: { limit: 2, cursor: first.next_cursor ?? '' } });
    expect([...first.data, ...second.data].map((run) => run.id)).toEqual(made.map((run) => run.id).reverse());
    expect(second.next_cursor).toBeNull();
    expect((await kopi.ok(report.listReportRuns)).data).toEqual([]);
    expect((await batik.call(report.listReportRuns, { query: { cursor: 'nonsense' } })).statusCode).toBe(400);
  });
});
