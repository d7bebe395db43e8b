/** Changes that people make to their own account are recorded, outside a merchant as well. */
import { createHash } from 'node:crypto';
import pg from 'pg';
import { switchGroup, switchMerchant } from '@dasbor/contract/own-merchant';
import { auditActionLabel } from '@dasbor/contract/audit-actions';
import { removeProfilePhoto, saveProfile } from '@dasbor/contract/profile';
import { ROUTES } from '@dasbor/contract/routes';
import { forgetDevice, renamePasskey } from '@dasbor/contract/second-factor';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createGroup } from '../../test/account-group-fixture.ts';
import { createGroupUser } from '../../test/group-user-fixture.ts';
import { type TestApp, type TestClient, startTestApp } from '../../test/test-app.ts';
import { insertDevice } from '../auth/factor-queries.ts';
import { insertPasskey } from '../auth/passkey-queries.ts';
import { newId } from '../db/new-id.ts';
import { asLogin, asPlatform } from '../db/tx.ts';
import { publishSecurityEvents } from '../notification-email/security-events.ts';
import { BATIK_LESTARI, KOPI_NUSANTARA } from '../sandbox/people.ts';

/** Routes of every signed-in person that change something, and are recorded. */
const RECORDED = [
  'approveRequest',
  'changePassword',
  'acceptInvitation',
  'confirmMobileCode',
  'confirmTotp',
  'createPasskey',
  'deletePasskey',
  'disableTotp',
  'endImpersonation',
  'forgetDevice',
  'regenerateRecoveryCodes',
  'rejectRequest',
  'removeProfilePhoto',
  'renamePasskey',
  'revokeOtherSessions',
  'revokeSession',
  'saveProfile',
  'switchGroup',
  'switchMerchant',
  'uploadProfilePhoto',
];
/** Routes of the same kind that are not recorded, and why. */
const NOT_RECORDED = {
  createSavedView: 'A preference of one screen',
  deleteSavedView: 'A preference of one screen',
  dismissAnnouncement: 'A preference of one screen',
  logout: 'Ends only the session that asks for it',
  markNotificationsRead: 'A preference of one screen',
  saveListLayout: 'A preference of one screen',
  sendMobileCode: 'Changes nothing before the code is confirmed',
  startPasskey: 'Changes nothing before the passkey is added',
  startStepUp: 'Changes nothing',
  startTotp: 'Changes nothing before the first code is confirmed',
  stepUp: 'Belongs to the action that it confirms; wrong factors are sign-in events',
  updateSavedView: 'A preference of one screen',
};

let t: TestApp;
let owner: pg.Client;
let finance: TestClient;
beforeAll(async () => {
  t = await startTestApp();
  owner = new pg.Client({ connectionString: t.database.owner_url });
  await owner.connect();
  finance = await t.signIn('finance@kopi.example');
});
afterAll(async () => {
  await owner?.end();
  await t?.close();
});

const findUserId = async (email: string): Promise<string> =>
  (await owner.query<{ user_id: string }>('select user_id from app.login where email = $1', [email])).rows[0]!.user_id;

/** What the audit log of a merchant says about an action. */
async function listAudited(action: string, merchant_id = KOPI_NUSANTARA.merchant_id): Promise<unknown[]> {
  await publishSecurityEvents(t.deps);
  const { rows } = await owner.query(
    'select actor_name, object_id, before, after from app.audit_log where merchant_id = $1 and action = $2 order by seq',
    [merchant_id, action],
  );
  return rows;
}
/** What the log of an account says. */
const listEvents = async (user_id: string): Promise<unknown[]> =>
  (
    await owner.query('select kind, details from app.security_event where user_id = $1 and kind <> $2 order by at', [
      user_id,
      'new_device',
    ])
  ).rows;

test('whether a change that a person makes is recorded is decided for every route', () => {
  const changing = ROUTES.filter(({ access, method }) => access === 'signed-in' && method !== 'GET');
  const names = changing.map(({ name }) => name);
  expect(names.toSorted()).toEqual([...RECORDED, ...Object.keys(NOT_RECORDED)].toSorted());
});

test('a renamed passkey is recorded with both names, the same name again is not', async () => {
  const [user_id, now] = [await findUserId('finance@kopi.example'), t.clock.now()];
  const id = newId('passkey', now);
  const credential = { credential_id: 'credential', public_key: 'key', sign_count: 0, transports: null };
  await asLogin(t.deps.db, (tx) =>
    insertPasskey(tx, { id, user_id, name: 'Laptop', is_synced: false, created_at: now, ...credential }),
  );
  for (const name of ['Work laptop', 'Work laptop'])
    await finance.ok(renamePasskey, { params: { id }, body: { name } });
  expect(await listAudited('user.passkey_renamed')).toEqual([
    {
      actor_name: 'Fitri Handayani',
      object_id: user_id,
      before: { passkey: 'Laptop' },
      after: { user: 'finance@kopi.example', passkey: 'Work laptop' },
    },
  ]);
});

test('a forgotten device is recorded', async () => {
  const [user_id, now] = [await findUserId('finance@kopi.example'), t.clock.now()];
  const id = newId('remembered_device', now);
  const device = { token_hash: createHash('sha256').update('token').digest('hex'), ip: '203.0.113.5' };
  const user_agent = 'Mozilla/5.0 (Windows NT 10.0) Chrome/141.0';
  const expires_at = new Date(now.getTime() + 1_000);
  await asLogin(t.deps.db, (tx) =>
    insertDevice(tx, { id, user_id, user_agent, created_at: now, expires_at, ...device }),
  );
  await finance.ok(forgetDevice, { params: { id } });
  expect((await finance.call(forgetDevice, { params: { id } })).statusCode).toBe(404);
  expect(await listAudited('user.device_forgotten')).toMatchObject([
    { object_id: user_id, after: { user: 'finance@kopi.example', device: 'Chrome, Windows' } },
  ]);
});

test('the switch to an account group is recorded, in the audit log of the merchants of the person', async () => {
  const now = t.clock.now();
  const user_id = await findUserId('developer@kopi.example');
  const member_ids = [BATIK_LESTARI.merchant_id];
  const group_id = await createGroup(t.deps.db, { owner_id: null, member_ids, from: '2026-11-18', now });
  const row = {
    group_id,
    user_id,
    status: 'active',
    invited_by_name: 'Test',
    created_at: now,
    updated_at: now,
  } as const;
  await asPlatform(t.deps.db, (tx) => tx.sql.insertInto('account_group_user').values(row).execute());
  const developer = await t.signIn('developer@kopi.example');
  await developer.ok(switchGroup, { body: { group_id } });
  await developer.ok(switchGroup, { body: { group_id } });
  expect(await listAudited('session.group_selected')).toMatchObject([
    { object_id: user_id, after: { user: 'developer@kopi.example', group_id } },
  ]);
  expect(await listAudited('session.group_selected', BATIK_LESTARI.merchant_id)).toEqual([]);

  // A change of the profile without a merchant is an event of the account, and of its merchants.
  await developer.ok(saveProfile, { body: { name: 'New name' } });
  expect(await listAudited('profile.updated')).toMatchObject([
    { object_id: user_id, after: { user: 'developer@kopi.example', name: 'New name' } },
  ]);
  await developer.ok(switchMerchant, { body: { merchant_id: KOPI_NUSANTARA.merchant_id } });
  expect(await listAudited('session.merchant_selected')).toHaveLength(1);
});

test('changes that shared users and staff make to their profile are events of their account', async () => {
  const group = { owner_id: null, member_ids: [], from: '2026-11-18', now: t.clock.now() };
  const group_id = await createGroup(t.deps.db, group);
  const shared = await createGroupUser(t, group_id, 'hana@holding.example');
  const staff = await t.signIn('platform_support@dasbor.example');
  for (const [client, email, former_name] of [
    [shared, 'hana@holding.example', 'Hana Gunawan'],
    [staff, 'platform_support@dasbor.example', expect.any(String)],
  ] as const) {
    await client.ok(saveProfile, { body: { name: 'New name' } });
    await client.ok(saveProfile, { body: { name: 'New name' } });
    await client.ok(removeProfilePhoto);
    const details = { name: 'New name', former_name };
    expect(await listEvents(await findUserId(email))).toEqual([{ kind: 'profile_changed', details }]);
  }
});

test('every recorded change has a name in both languages', () => {
  const actions = ['user.passkey_renamed', 'user.device_forgotten', 'session.group_selected', 'profile.updated'];
  for (const action of actions) {
    for (const language of ['en', 'id'] as const) expect(auditActionLabel(action, language)).not.toBe(action);
  }
});
