/** An optional Idempotency-Key: the provider's staff have keys too, people do not share them, and no secret is stored. */
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAccountGroup } from '@dasbor/contract/account-group';
import { inviteUsers } from '@dasbor/contract/invitation';
import { createSavedView, listSavedViews } from '@dasbor/contract/saved-view';
import { startTotp } from '@dasbor/contract/second-factor';
import { type TestApp, startTestApp } from '../../test/test-app.ts';

let it: TestApp;
let owner: pg.Client;

beforeAll(async () => {
  it = await startTestApp();
  owner = new pg.Client({ connectionString: it.database.owner_url });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await it.close();
});

const headers = (key: string) => ({ 'idempotency-key': key });
const VIEW = { body: { list: 'transactions', name: 'Paid', query: 'status=success' } } as const;

test("staff of the provider get the same response for the same key, and another person's key is their own", async () => {
  const admin = await it.signIn('platform_admin@dasbor.example');
  const group = { code: 'TWICE', name: 'Once', type: 'holding' };
  const create = (body: object) => admin.call(createAccountGroup, { body, headers: headers('group') });
  const [first, again] = [await create(group), await create(group)];
  expect([first.statusCode, again.statusCode]).toEqual([201, 201]);
  expect(again.headers['idempotent-replayed']).toBe('true');
  expect(again.json()).toEqual(first.json());
  expect((await create({ ...group, code: 'OTHER' })).json()).toMatchObject({ code: 'idempotency_key_reused' });
  const colleague = await it.signIn('platform_finance@dasbor.example');
  const other = await colleague.call(createAccountGroup, { body: group, headers: headers('group') });
  expect(other.json()).toMatchObject({ code: 'account_group_code_taken' });
});

test('colleagues who send the same key create an object each', async () => {
  const [finance, admin] = [await it.signIn('finance@kopi.example'), await it.signIn('admin@kopi.example')];
  const mine = await finance.ok(createSavedView, { ...VIEW, headers: headers('view') });
  const theirs = await admin.ok(createSavedView, { ...VIEW, headers: headers('view') });
  expect(theirs.data.id).not.toBe(mine.data.id);
  expect((await admin.ok(listSavedViews)).data).toEqual([theirs.data]);
  expect((await finance.ok(createSavedView, { ...VIEW, headers: headers('view') })).data).toEqual(mine.data);
});

test('a response with a secret is not stored', async () => {
  const support = await it.signIn('support@kopi.example');
  const { data } = await support.ok(startTotp, { headers: headers('secret') });
  const { rows } = await owner.query(
    `select key from app.idempotency_key where response::text like $1
     union all select key from app.user_idempotency_key where response::text like $1`,
    [`%${data.secret}%`],
  );
  expect(rows).toEqual([]);
});

test('a route that creates without answering 201 takes a key', async () => {
  const superadmin = await it.signIn('superadmin@kopi.example');
  const body = { invitations: [{ email: 'new@kopi.example', role: 'support' }] };
  const invite = () => superadmin.ok(inviteUsers, { body, headers: headers('invite') });
  const [first, again] = [await invite(), await invite()];
  expect(first.data[0]?.invitation_id).not.toBeNull();
  expect(again).toEqual(first);
});
