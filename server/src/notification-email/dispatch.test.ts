/** Recipients and language of notification emails: from real events to the sandbox mailbox. */
import type { Email } from 'postal-mime';
import { createApiKey, revokeApiKey } from '@dasbor/contract/api-settings';
import { saveNotificationPreferences } from '@dasbor/contract/manage-notifications';
import { createPaymentLink } from '@dasbor/contract/payment-link';
import { API_BASE } from '@dasbor/contract/route';
import { expect, test } from 'vitest';
import { insertPaidPayment } from '../../test/paid-payment.ts';
import { asMerchant } from '../db/tx.ts';
import { SANDBOX_PASSWORD } from '../sandbox/credentials.ts';
import { buildTransitionPath } from '../transaction/rules.ts';
import { SYSTEM_ACTOR, insertTransaction, transitionTransaction } from '../transaction/write-queries.ts';
import { newId } from '../db/new-id.ts';
import { dispatchNotifications } from './dispatch.ts';
import { notificationEmailJobs } from './jobs.ts';
import { sendDueEmails } from './send.ts';
import { enqueueNotification } from './outbox-queries.ts';
import {
  merchant_id,
  t,
  owner,
  deliver,
  getAddress,
  listNames,
  setPreference,
  notify,
  setUpNotificationEmails,
} from '../../test/notification-email-fixture.ts';

setUpNotificationEmails();

const EVERYBODY = ['admin', 'approver', 'developer', 'finance', 'operator', 'superadmin', 'support'];

const findFirst = (mails: Email[], who: string): Email => mails.find((mail) => getAddress(mail).startsWith(`${who}@`))!;
const setLocale = (email: string, locale: 'en' | 'id') =>
  owner.query('update app.login set locale = $2 where email = $1', [email, locale]);

test('domain 1.21: a paid QRIS payment is emailed to users with access to transactions, in their language', async () => {
  await setLocale('finance@kopi.example', 'id');
  const id = await insertPaidPayment(t, merchant_id, {
    amount: 1_250_000,
    method: 'qris',
    issuer: 'GoPay',
    merchant_reference: 'INV-77',
  });
  const mails = await deliver();
  expect(listNames(mails)).toEqual(EVERYBODY);
  const english = findFirst(mails, 'superadmin');
  expect(english.subject).toBe('Payment received: Rp 1.250.000 via QRIS (INV-77)');
  expect(english.text).toContain(`http://localhost:4000/transaction/${id}`);
  expect(english.text).toContain('Paid at: 18 Nov 2026, ');
  expect(english.text).toMatch(/\d\d:\d\d WIB/);
  expect(english.text).toContain(
    "role at Kopi Nusantara has access to Transactions and the notification 'Successful Payments: QRIS' is on",
  );
  expect(english.html).toContain(`href="http://localhost:4000/transaction/${id}"`);
  expect(english.html).toContain('lang="en"');
  const indonesian = findFirst(mails, 'finance');
  expect(indonesian.subject).toBe('Pembayaran diterima: Rp 1.250.000 melalui QRIS (INV-77)');
  expect(indonesian.text).toContain('Jumlah: Rp 1.250.000');
  expect(indonesian.text).toContain('Dibayar dengan: GoPay');
  expect(indonesian.html).toContain('lang="id"');
  await setLocale('finance@kopi.example', 'en');
  expect(await deliver()).toHaveLength(EVERYBODY.length);
});

test('domain 1.21: only active notifications are emailed', async () => {
  await setPreference(1102, false);
  await insertPaidPayment(t, merchant_id, { amount: 10_000, method: 'qris' });
  expect(await deliver()).toEqual([]);
  await setPreference(1102, true);
  expect(await deliver()).toEqual([]);
  await insertPaidPayment(t, merchant_id, { amount: 20_000, method: 'virtual_account' });
  const mails = await deliver();
  expect(mails[0]?.subject).toBe('Payment received: Rp 20.000 via BNI virtual account');
});

test.each([
  ['failed', 1112, 'Payment failed: Rp 15.000 via QRIS'],
  ['expired', 1122, 'Payment expired: Rp 15.000 via QRIS'],
] as const)('domain 1.21: %s payments are emailed once switched on', async (to, action, subject) => {
  const live = async () => {
    const id = newId('transaction', t.clock.now());
    await asMerchant(t.deps.db, merchant_id, async (tx) => {
      const created_at = t.clock.now();
      const payment = {
        id,
        method: 'qris',
        channel_code: null,
        source: 'api',
        provider: 'bank',
        amount: 15_000,
      } as const;
      const rest = { merchant_reference: null, description: null, customer_name: null, customer_email: null };
      const begin = { status: 'created', actor: SYSTEM_ACTOR, reason: null } as const;
      await insertTransaction(tx, { ...payment, ...rest, expires_at: null, created_at }, begin);
      const moving = { transaction_id: id, status: 'created', last_event_seq: 1, payment_link_id: null } as const;
      const context = { now: created_at, actor: SYSTEM_ACTOR, reason: null };
      await transitionTransaction(tx, moving, { path: buildTransitionPath('created', to), change: {} }, context);
    });
  };
  await live();
  expect(await deliver()).toEqual([]);
  await setPreference(action, true);
  await live();
  const mails = await deliver();
  expect(listNames(mails)).toEqual(EVERYBODY);
  expect(mails[0]?.subject).toBe(subject);
  await setPreference(action, false);
});

test('domain 1.21: key changes are emailed to the acting user and superadmins and cannot be disabled', async () => {
  const developer = await t.signIn('developer@kopi.example');
  const access = [{ group: 'Transactions', access: 'view' }];
  const made = await developer.ok(createApiKey, { body: { name: 'Kasir', access } });
  await developer.ok(revokeApiKey, { params: { id: made.data.id } });
  const kopi = await t.signIn('superadmin@kopi.example');
  const off = [{ notification_action: 1003, is_active: false }];
  expect((await kopi.call(saveNotificationPreferences, { body: off })).statusCode).toBe(422);
  // A stored preference has no effect.
  await setPreference(1003, false);
  const mails = await deliver();
  expect(mails.map((mail) => `${getAddress(mail)} ${mail.subject}`).sort()).toEqual([
    'developer@kopi.example API key created: Kasir',
    'developer@kopi.example API key revoked: Kasir',
    'superadmin@kopi.example API key created: Kasir',
    'superadmin@kopi.example API key revoked: Kasir',
  ]);
  expect(mails[0]?.text).toContain('Security emails cannot be disabled.');
  expect(mails.map((mail) => `${mail.text}${mail.html}`).join()).not.toContain(made.data.secret);
});

test('domain 1.21: only a sign-in from a new device is emailed, to its user alone', async () => {
  const signIn = (remoteAddress: string, agent: string) =>
    t.app.inject({
      method: 'POST',
      url: `${API_BASE}/authenticate/login`,
      payload: { email: 'operator@kopi.example', password: SANDBOX_PASSWORD },
      headers: { 'user-agent': agent },
      remoteAddress,
    });
  const chrome = (version: number) =>
    `Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 Safari/537.36`;
  await signIn('203.0.113.7', chrome(140));
  await signIn('203.0.113.99', chrome(141));
  expect(listNames(await deliver(true))).not.toContain('operator');
  await signIn('198.51.100.20', chrome(141));
  await signIn('198.51.100.21', chrome(142));
  const mails = (await deliver(true)).filter((mail) => getAddress(mail).startsWith('operator@'));
  expect(mails).toHaveLength(1);
  expect(mails[0]?.text).toContain('Browser: Chrome, Windows');
  expect(mails[0]?.text).toContain('198.51.100.20');
});

test('domain 1.21: a created payment link is emailed, although the screen hides its preference', async () => {
  const kopi = await t.signIn('superadmin@kopi.example');
  const link = { title: 'Kopi susu', type: 'single_use', amount: 50_000, status: 'active' };
  await kopi.ok(createPaymentLink, { headers: { 'idempotency-key': 'link-1' }, body: link });
  const mails = await deliver();
  expect(listNames(mails.filter(({ subject }) => subject === 'Payment link created: Kopi susu'))).toEqual(EVERYBODY);
});

test('domain 1.21: an event enqueued ten times concurrently is emailed once', async () => {
  await Promise.all(Array.from({ length: 10 }, () => notify({ event_id: 'the-same' })));
  await Promise.all(Array.from({ length: 4 }, () => dispatchNotifications(t.deps, merchant_id)));
  await Promise.all(Array.from({ length: 4 }, () => sendDueEmails(t.deps)));
  await notify({ event_id: 'the-same' });
  const mails = await deliver();
  expect(listNames(mails)).toEqual(EVERYBODY);
  expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(EVERYBODY.length);
});

test('an event whose transaction rolls back is not emailed', async () => {
  const failing = asMerchant(t.deps.db, merchant_id, async (tx) => {
    await enqueueNotification(tx, {
      event_id: 'never',
      action: 1102,
      object_type: 'transaction',
      object_id: null,
      template_data: {},
      at: t.clock.now(),
    });
    throw new Error('undone');
  });
  await expect(failing).rejects.toThrow('undone');
  expect(await deliver()).toEqual([]);
});

test('suspended users, other merchants and roles without access receive nothing', async () => {
  await owner.query(`update app.login set status = 'suspended' where email = 'support@kopi.example'`);
  await notify({ action: 1006, template_data: { amount: 5_000, outcome: 'succeeded' } });
  expect(listNames(await deliver())).toEqual(['admin', 'approver', 'finance', 'operator', 'superadmin']);
  await owner.query(`update app.login set status = 'active' where email = 'support@kopi.example'`);
});

test('an email that waited is not sent to a person who was removed or lost the access meanwhile', async () => {
  const setMember = (email: string, change: string) =>
    owner.query(
      `update app.membership set ${change} where merchant_id = $1
        and user_id = (select user_id from app.login where email = $2)`,
      [merchant_id, email],
    );
  await notify();
  await dispatchNotifications(t.deps, merchant_id);
  await setMember('finance@kopi.example', `status = 'removed'`);
  await setMember('support@kopi.example', `role = 'rol_none'`);
  expect(listNames(await deliver())).toEqual(['admin', 'approver', 'developer', 'operator', 'superadmin']);
  await setMember('finance@kopi.example', `status = 'active'`);
  await setMember('support@kopi.example', `role = 'support'`);
  const { rows } = await owner.query<{ error: string; recipient: string }>(
    `select recipient, error from app.notification_email where given_up_at is not null and sent_at is null
      order by created_at desc, recipient limit 2`,
  );
  expect(rows).toEqual([
    { recipient: 'finance@kopi.example', error: 'The recipient has no access any more.' },
    { recipient: 'support@kopi.example', error: 'The recipient has no access any more.' },
  ]);
  // Security emails go to the person, and those to named addresses to whom the merchant chose.
  await notify({ addresses: ['finance@kopi.example'] });
  await dispatchNotifications(t.deps, merchant_id);
  await setMember('finance@kopi.example', `status = 'removed'`);
  expect(listNames(await deliver())).toContain('finance');
  await setMember('finance@kopi.example', `status = 'active'`);
});

test('disabled role access suppresses all but security emails', async () => {
  await owner.query(`update app.merchant set role_access = 'disabled' where merchant_id = $1`, [merchant_id]);
  await notify();
  await notify({ action: 1003, template_data: { outcome: 'created', key_name: 'X' } });
  expect(listNames(await deliver())).toEqual(['superadmin']);
  await owner.query(`update app.merchant set role_access = 'enabled' where merchant_id = $1`, [merchant_id]);
});

const notifyBeneficiary = (merchant_reference: string) =>
  notify({
    action: 1203,
    object_type: 'beneficiary_notice',
    addresses: ['sari@beneficiary.example'],
    template_data: { outcome: 'beneficiary', amount: 150_000, merchant_reference, bank: 'BCA', account_last4: '0001' },
  });

test('domain 1.21: beneficiaries are emailed although the merchant switched the notification off', async () => {
  await setPreference(1203, false);
  await notify({ action: 1203, object_type: 'disbursement', template_data: { outcome: 'success', amount: 150_000 } });
  await notifyBeneficiary('PAYROLL-1');
  const mails = await deliver();
  expect(mails.map(getAddress)).toEqual(['sari@beneficiary.example']);
  expect(mails[0]?.text).not.toContain('/disbursement');
  await setPreference(1203, true);
});

test('many payments to one beneficiary are never combined into a digest', async () => {
  for (let n = 0; n < 22; n++) await notifyBeneficiary(`WAGE-${n}`);
  const mails = await deliver();
  expect(mails).toHaveLength(22);
  expect(mails.every(({ subject }) => subject?.includes('transfer'))).toBe(true);
});

test('events older than seven days are not emailed', async () => {
  const now_ms = t.clock.now().getTime();
  await notify({ at: new Date(now_ms - 7 * 86_400_000 - 1) });
  expect(await deliver()).toEqual([]);
  await notify({ at: new Date(now_ms - 7 * 86_400_000) });
  expect(await deliver()).toHaveLength(EVERYBODY.length);
});

test('the scheduled jobs run, and expired rows are deleted', async () => {
  await notify();
  for (const job of notificationEmailJobs) await job.run(t.deps, { merchant_id });
  t.clock.advance(31 * 86_400_000);
  await notificationEmailJobs.find(({ name }) => name === 'delete_expired_notifications')!.run(t.deps, {});
  for (const table of ['notification_email_outbox', 'notification_email', 'notification_email_event']) {
    const { rows } = await owner.query<{ n: number }>(`select count(*)::int as n from app.${table}`);
    expect(rows[0]?.n, table).toBe(0);
  }
});
