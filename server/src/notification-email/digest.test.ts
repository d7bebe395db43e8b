/** Number of notification emails: digests of bursts, and the daily summary. */
import { rm } from 'node:fs/promises';
import type { Email } from 'postal-mime';
import { listNotificationPreferences } from '@dasbor/contract/manage-notifications';
import { expect, test } from 'vitest';
import { insertPaidPayment } from '../../test/paid-payment.ts';
import { BATIK_LESTARI } from '../sandbox/people.ts';
import { notificationEmailJobs } from './jobs.ts';
import type { NotificationInput } from './outbox-queries.ts';
import {
  merchant_id,
  t,
  owner,
  mailbox,
  deliver,
  listNames,
  setPreference,
  notify,
  setUpNotificationEmails,
} from '../../test/notification-email-fixture.ts';

setUpNotificationEmails();

const burst = (
  template_data: NotificationInput['template_data'] = { method: 'qris', amount: 1_000 },
  more: Partial<NotificationInput> = {},
) => notify({ addresses: ['cfo@kopi.example'], template_data, ...more });
const digests = (mails: Email[]) => mails.filter(({ subject }) => /^\d+ notifications?/.test(subject ?? ''));

test('domain 1.21: twenty payments in five minutes are twenty emails and no digest', async () => {
  for (let each = 0; each < 4; each++) {
    for (let n = 0; n < 5; n++) await burst();
    t.clock.advance(60_000);
    await deliver();
  }
  t.clock.advance(10 * 60_000);
  const mails = await deliver();
  expect(mails).toHaveLength(20);
  expect(digests(mails)).toHaveLength(0);
});

test('domain 1.21: events beyond twenty in five minutes are one digest, each event exactly once', async () => {
  for (let n = 0; n < 20; n++) await burst({ method: 'qris', amount: 1_000, merchant_reference: `S${n}` });
  await deliver();
  for (let n = 0; n < 7; n++) {
    t.clock.advance(20_000);
    await burst({ method: 'qris', amount: 2_000, merchant_reference: `D${n}` });
    await deliver();
  }
  await burst({ method: 'virtual_account', amount: 500_000 }, { action: 1101 });
  expect(await deliver()).toHaveLength(20);
  t.clock.advance(5 * 60_000);
  const mails = await deliver();
  expect(mails).toHaveLength(21);
  const [digest] = digests(mails);
  expect(digest?.subject).toBe('8 notifications: Rp 514.000 received');
  expect(digest?.text).toContain('Successful payments, QRIS: 7 · Rp 14.000');
  expect(digest?.text).toContain('Successful payments, virtual account: 1 · Rp 500.000');
  expect(digest?.text).toContain('Payment received: Rp 2.000 via QRIS (D6)');
  expect(digest?.text).toContain('/transaction?status=success&method=qris&date_field=paid_at&from=');
  for (let n = 0; n < 20; n++) expect(mails.filter(({ subject }) => subject?.endsWith(`(S${n})`))).toHaveLength(1);
  // The burst is over: the next event has its own email.
  t.clock.advance(5 * 60_000);
  await burst({ method: 'qris', amount: 3_000, merchant_reference: 'AFTER' });
  expect((await deliver()).filter(({ subject }) => subject?.endsWith('(AFTER)'))).toHaveLength(1);
});

/** A seeded generator, so that a failure can be reproduced. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

test.each([1, 2, 3])(
  'domain 1.21: in a random history every event is emailed once and single emails stay within the limit (%i)',
  async (seed) => {
    const next = numbersFrom(seed);
    const wanted: string[] = [];
    const singles_at: number[] = [];
    for (let step = 0; step < 14; step++) {
      t.clock.advance(next(3 * 60_000));
      for (let n = next(9); n > 0; n--) {
        const merchant_reference = `R${seed}-${step}-${n}`;
        wanted.push(merchant_reference);
        await burst({ method: 'qris', amount: 1_000, merchant_reference });
      }
      await deliver();
    }
    t.clock.advance(6 * 60_000);
    const mails = await deliver();
    const { rows } = await owner.query<{ reference: string; kind: string; at: Date }>(
      `select n.template_data->>'merchant_reference' as reference, m.kind, m.sent_at as at
     from app.notification_email_event e
     join app.notification_email_outbox n on n.merchant_id = e.merchant_id and n.event_id = e.event_id
     join app.notification_email m on m.merchant_id = e.merchant_id and m.id = e.email_id
     where n.template_data->>'merchant_reference' like $1`,
      [`R${seed}-%`],
    );
    expect(rows.map(({ reference }) => reference).sort()).toEqual(wanted.sort());
    expect(rows.every(({ at }) => at !== null)).toBe(true);
    for (const { kind, at } of rows) if (kind === 'single') singles_at.push(at.getTime());
    for (const at of singles_at) {
      const within = singles_at.filter((other) => other > at - 5 * 60_000 && other <= at);
      expect(within.length).toBeLessThanOrEqual(20);
    }
    const counted = digests(mails).reduce((sum, { subject }) => sum + Number(/^\d+/.exec(subject ?? '')?.[0]), 0);
    expect(counted + singles_at.length).toBe(wanted.length);
  },
);

test('a burst does not delay emails about other events', async () => {
  for (let n = 0; n < 30; n++) await burst();
  await notify({ action: 1004, template_data: { outcome: 'paid', batch_no: 'STL-1', net_amount: 9_000 } });
  const mails = await deliver();
  expect(new Set(mails.map(({ subject }) => subject))).toEqual(new Set(['Settlement paid: Rp 9.000 (STL-1)']));
  expect(listNames(mails)).toEqual(['admin', 'approver', 'finance', 'operator', 'superadmin']);
});

test('domain 1.21: the daily summary is emailed once, to users with access to balances', async () => {
  await setPreference(1007, true);
  t.clock.set(new Date('2026-11-20T04:00:00Z'));
  await insertPaidPayment(t, merchant_id, { amount: 100_000, method: 'qris' });
  await insertPaidPayment(t, merchant_id, { amount: 50_000, method: 'qris' });
  await insertPaidPayment(t, merchant_id, { amount: 700_000, method: 'virtual_account' });
  t.clock.set(new Date('2026-11-20T17:00:00.000Z'));
  await insertPaidPayment(t, merchant_id, { amount: 999_000, method: 'qris' });
  t.clock.set(new Date('2026-11-21T01:00:00Z'));
  await deliver();
  await rm(mailbox(), { recursive: true, force: true });
  const daily = notificationEmailJobs.find(({ name }) => name === 'enqueue_daily_summaries')!;
  await Promise.all([daily.run(t.deps, {}), daily.run(t.deps, {})]);
  await daily.run(t.deps, {});
  const mails = await deliver();
  expect(listNames(mails)).toEqual(['admin', 'approver', 'finance', 'superadmin']);
  const { subject, text } = mails[0]!;
  expect(subject).toBe('Daily summary for Kopi Nusantara: 20 Nov 2026');
  expect(text).toContain('You received 3 payments totalling Rp 850.000');
  expect(text).toContain('QRIS: 2 · Rp 150.000');
  expect(text).toContain('Virtual account: 1 · Rp 700.000');
  expect(text).toContain('Payout balance: Rp 0');
  const batik = await t.signIn('superadmin@batik.example');
  const { data } = await batik.ok(listNotificationPreferences);
  expect(data.find(({ notification_action }) => notification_action === 1007)?.is_active).toBe(false);
  const { rows } = await owner.query(
    'select 1 from app.notification_email_outbox where merchant_id = $1 and action = 1007',
    [BATIK_LESTARI.merchant_id],
  );
  expect(rows).toEqual([]);
  await setPreference(1007, false);
});
