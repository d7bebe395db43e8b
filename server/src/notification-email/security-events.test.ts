/** Security events of people: the audit log of their merchant, one email in their language, and what happens on failures. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';
import pg from 'pg';
import { listProviderEvents } from '@dasbor/contract/operations';
import { API_BASE } from '@dasbor/contract/route';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestApp, startTestApp } from '../../test/test-app.ts';
import { authJobs } from '../auth/jobs.ts';
import { type SecurityEvent, recordSecurityEvent } from '../auth/security-event-queries.ts';
import { asLogin } from '../db/tx.ts';
import { findMessage, listMessages } from '../mail/mailbox-folder.ts';
import { MailError } from '../mail/mailer.ts';
import { KOPI_NUSANTARA } from '../sandbox/people.ts';
import { dispatchNotifications } from './dispatch.ts';
import { publishSecurityEvents } from './security-events.ts';
import { sendDueEmails } from './send.ts';

const { merchant_id } = KOPI_NUSANTARA;
let t: TestApp;
let owner: pg.Client;
const user_ids = new Map<string, string>();

beforeAll(async () => {
  t = await startTestApp();
  owner = new pg.Client({ connectionString: t.database.owner_url });
  await owner.connect();
  const { rows } = await owner.query<{ user_id: string; email: string }>('select user_id, email from app.login');
  for (const { user_id, email } of rows) user_ids.set(email, user_id);
});
afterAll(async () => {
  await owner?.end();
  await t?.close();
});

const mailbox = () => join(t.deps.env.DATA_DIR, 'mailbox');
beforeEach(() => rm(mailbox(), { recursive: true, force: true }));

async function readMails(): Promise<Email[]> {
  await dispatchNotifications(t.deps, merchant_id);
  await sendDueEmails(t.deps);
  const names = await listMessages(mailbox());
  return Promise.all(names.map(async (name) => PostalMime.parse((await findMessage(mailbox(), name)) ?? '')));
}
const record = (email: string, event: Partial<SecurityEvent>) =>
  asLogin(t.deps.db, (tx) =>
    recordSecurityEvent(tx, {
      user_id: user_ids.get(email)!,
      kind: 'password_changed',
      at: t.clock.now(),
      ip: '203.0.113.5',
      ...event,
    }),
  );
const listAudited = async (action: string) =>
  (
    await owner.query<{ object_id: string; actor_type: string; actor_name: string; ip: string; after: unknown }>(
      'select object_id, actor_type, actor_name, ip, after from app.audit_log where merchant_id = $1 and action = $2',
      [merchant_id, action],
    )
  ).rows;
const setLocale = (email: string, locale: string) =>
  owner.query('update app.login set locale = $2 where email = $1', [email, locale]);

test('an event is audited and emailed once, to the person alone and in their language, also when published twice', async () => {
  await setLocale('finance@kopi.example', 'id');
  await record('finance@kopi.example', { user_agent: 'Mozilla/5.0 (Windows NT 10.0) Chrome/141.0' });
  await Promise.all([publishSecurityEvents(t.deps), publishSecurityEvents(t.deps)]);
  await publishSecurityEvents(t.deps);
  const mails = await readMails();
  expect(mails.map(({ subject, to }) => [subject, to?.[0]?.address])).toEqual([
    ['Kata sandi Anda telah diubah', 'finance@kopi.example'],
  ]);
  expect(mails[0]?.text).toContain('Alamat IP: 203.0.113.5');
  expect(mails[0]?.text).toContain('Browser: Chrome, Windows');
  expect(mails[0]?.text).toContain('http://localhost:4000/profile');
  expect(await listAudited('user.password_changed')).toEqual([
    {
      object_id: user_ids.get('finance@kopi.example'),
      actor_type: 'user',
      actor_name: 'Fitri Handayani',
      ip: '203.0.113.5',
      after: { user: 'finance@kopi.example' },
    },
  ]);
});

test('a change of the second factor says what changed, and who did it when that was somebody else', async () => {
  await record('support@kopi.example', {
    kind: 'second_factor_reset',
    actor: { type: 'user', id: user_ids.get('superadmin@kopi.example')!, name: 'Sari Pratiwi' },
  });
  await publishSecurityEvents(t.deps);
  const [mail] = await readMails();
  expect(mail?.subject).toBe('Your second factor was changed');
  expect(mail?.text).toContain('Change: Reset by an administrator');
  expect(mail?.text).toContain('Changed by: Sari Pratiwi');
  expect(await listAudited('user.second_factor_reset')).toMatchObject([{ actor_name: 'Sari Pratiwi' }]);
});

const listLogged = async () =>
  (await owner.query("select * from app.provider_event where object_type = 'user' order by seq")).rows;

test("the provider's staff are emailed directly, and their events are in the provider's log once, with the change", async () => {
  await setLocale('platform_admin@dasbor.example', 'id');
  await record('platform_admin@dasbor.example', { kind: 'passkey_added', details: { passkey: 'Laptop' } });
  const user_id = user_ids.get('platform_admin@dasbor.example')!;
  const logged = { action: 'user.passkey_added', actor_id: user_id, actor_role: 'platform_admin', ip: '203.0.113.5' };
  const after = { user: 'platform_admin@dasbor.example', passkey: 'Laptop' };
  expect(await listLogged()).toMatchObject([{ ...logged, result: 'ok', object_type: 'user', after }]);
  await publishSecurityEvents(t.deps);
  await publishSecurityEvents(t.deps);
  const mails = await readMails();
  expect(mails.map(({ subject, to }) => [subject, to?.[0]?.address])).toEqual([
    ['Faktor kedua Anda telah diubah', 'platform_admin@dasbor.example'],
  ]);
  const { rows } = await owner.query(
    `select kind, published_at is not null as is_published from app.security_event where user_id = $1`,
    [user_id],
  );
  expect(rows).toEqual([{ kind: 'passkey_added', is_published: true }]);
  expect(await listLogged()).toHaveLength(1);
});

test('an event is retried when the mail server defers, and given up when it rejects the address', async () => {
  await record('platform_finance@dasbor.example', {});
  const failing = (code: 'temporary' | 'refused') => ({
    ...t.deps,
    mailer: { send: () => Promise.reject(new MailError(code, 'no')), close: () => undefined },
  });
  const countPending = async () =>
    (await owner.query('select from app.security_event where published_at is null')).rowCount;
  await expect(publishSecurityEvents(failing('temporary'))).rejects.toThrow('no');
  expect(await countPending()).toBe(1);
  await publishSecurityEvents(failing('refused'));
  expect(await countPending()).toBe(0);
});

test('a person is notified once an hour that sign-in to their account is blocked', async () => {
  const fail = async (remoteAddress: string) => {
    for (let n = 0; n < 5; n++) {
      await t.app.inject({
        method: 'POST',
        url: `${API_BASE}/authenticate/login`,
        payload: { email: 'operator@kopi.example', password: 'wrong' },
        remoteAddress,
      });
    }
    for (let n = 0; n < 2; n++) await authJobs.find(({ name }) => name === 'record_locked_sign_ins')!.run(t.deps, {});
    await publishSecurityEvents(t.deps);
  };
  await fail('198.51.100.1');
  await fail('198.51.100.2');
  const mails = await readMails();
  expect(mails.map(({ subject }) => subject)).toEqual(['Sign-in to your account was blocked']);
  expect(mails[0]?.text).toContain('198.51.100.1');
  expect(await listAudited('user.sign_in_locked')).toMatchObject([{ actor_type: 'system', ip: '198.51.100.1' }]);
  t.clock.advance(61 * 60_000);
  await fail('198.51.100.1');
  expect(await listAudited('user.sign_in_locked')).toHaveLength(2);
});

test("the provider's log has no actions of other people twice, no events of merchants' people, and names the system", async () => {
  const before = (await listLogged()).length;
  await record('platform_support@dasbor.example', { kind: 'sign_in_locked', actor: null });
  const by = { type: 'provider', id: 'usr_other', name: 'Another admin' } as const;
  await record('platform_support@dasbor.example', { kind: 'second_factor_reset', actor: by });
  await record('platform_support@dasbor.example', { kind: 'staff_changed', actor: by });
  await record('finance@kopi.example', {});
  expect((await listLogged()).slice(before)).toHaveLength(1);
  const admin = await t.signIn('platform_admin@dasbor.example');
  const { data } = await admin.ok(listProviderEvents, { query: { action: 'user.sign_in_locked' } as never });
  const object_id = user_ids.get('platform_support@dasbor.example');
  expect(data).toMatchObject([{ actor_type: 'system', actor_id: null, actor_name: null, object_id }]);
  const { data: own } = await admin.ok(listProviderEvents, { query: { action: 'user.passkey_added' } as never });
  const actor_id = user_ids.get('platform_admin@dasbor.example');
  expect(own).toMatchObject([{ actor_type: 'provider', actor_id }]);
});
