/** Shared users of account groups: what they see, and how they come and go. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addAccountGroupMember, createAccountGroup, getAccountGroup } from '@dasbor/contract/account-group';
import { getProviderAnalytics } from '@dasbor/contract/analytics';
import {
  inviteAccountGroupUser,
  listAccountGroupUsers,
  removeAccountGroupUser,
  revokeAccountGroupInvitation,
} from '@dasbor/contract/account-group-user';
import { login } from '@dasbor/contract/auth';
import {
  approveRequest,
  countWaitingApprovals,
  getApproval,
  listApprovals,
  rejectRequest,
} from '@dasbor/contract/approval';
import { streamLiveEvents } from '@dasbor/contract/live';
import { getMerchant } from '@dasbor/contract/merchant';
import {
  getMerchantsOverview,
  listTransactionsOfMerchants,
  listVisibleGroups,
  listVisibleMerchants,
  summariseTransactionsOfMerchants,
} from '@dasbor/contract/merchant-lists';
import { getOperationsOverview } from '@dasbor/contract/operations';
import { listOwnMerchants, switchGroup, switchMerchant } from '@dasbor/contract/own-merchant';
import { getProfile } from '@dasbor/contract/profile';
import { createQrisPayment } from '@dasbor/contract/qris-payment';
import { acceptInvitation, checkInvitation, registerMember } from '@dasbor/contract/register-member';
import { createRefund } from '@dasbor/contract/refund';
import { listTransactions } from '@dasbor/contract/transaction';
import { readOutcome } from '../../test/read-outcome.ts';
import { createGroupUser } from '../../test/group-user-fixture.ts';
import { insertPaidPayment } from '../../test/paid-payment.ts';
import { type TestApp, type TestClient, startTestApp } from '../../test/test-app.ts';
import { sendGroupInvitation } from '../account-group/send-invitation.ts';
import { newId } from '../db/new-id.ts';
import { asPlatform, asReader } from '../db/tx.ts';
import type { Mail } from '../mail/mailer.ts';
import { type NewMerchant, ensureMerchant } from '../merchant/queries.ts';
import { BATIK_LESTARI, KOPI_NUSANTARA } from '../sandbox/people.ts';
import { readScope } from './scope.ts';

const KOPI = KOPI_NUSANTARA.merchant_id;
const BATIK = BATIK_LESTARI.merchant_id;
/** TEST_START is on this day (WIB). */
const TODAY = '2026-11-18';
const PASSWORD = 'rain-in-the-month-of-june';
const MERCHANTS: NewMerchant[] = Array.from({ length: 8 }, (_, index) => ({
  ...KOPI_NUSANTARA,
  merchant_id: `mer_01k0sharedmerchants00000${index}0`.slice(0, 30),
  code: `SHARED${index}`,
  brand_name: `Shared ${index}`,
}));

let it: TestApp;
let admin: TestClient;
let kopi_payment: string;
const sent: Mail[] = [];

beforeAll(async () => {
  it = await startTestApp({
    change: (deps) => ({ ...deps, mailer: { ...deps.mailer, send: async (mail) => void sent.push(mail) } }),
  });
  for (const merchant of MERCHANTS) await ensureMerchant(it.deps.db, merchant, it.clock.now());
  admin = await it.signIn('platform_admin@dasbor.example');
  kopi_payment = await insertPaidPayment(it, KOPI, { amount: 10_000, method: 'qris', issuer: 'GoPay' });
  await insertPaidPayment(it, BATIK, { amount: 20_000 });
  await insertPaidPayment(it, MERCHANTS[0]!.merchant_id, { amount: 40_000 });
  // Metrics end before now.
  it.clock.advance(60_000);
});
afterAll(() => it.close());

let groups = 0;
const createGroup = async (parent_id: string | null, merchant_ids: readonly string[]): Promise<string> => {
  const body = { code: `SHR${++groups}`, name: `Holding ${groups}`, type: 'internal', parent_id };
  const { id } = (await admin.ok(createAccountGroup, { body })).data;
  for (const merchant_id of merchant_ids) {
    await admin.ok(addAccountGroupMember, {
      params: { id },
      body: { merchant_id, effective_from: TODAY, ends_other: true },
    });
  }
  return id;
};
const amounts = async (client: TestClient): Promise<number[]> =>
  (await client.ok(listTransactionsOfMerchants, { query: { sort: 'amount' } })).data.map(({ amount }) => amount);

/** Invites a person and returns the token of the link in the email. */
async function invite(group_id: string, email: string): Promise<{ id: string; token: string }> {
  const { data } = await admin.ok(inviteAccountGroupUser, { params: { id: group_id }, body: { email } });
  await sendGroupInvitation(it.deps, group_id, data.id);
  return { id: data.id, token: /token=([\w-]+)/.exec(sent.at(-1)?.text ?? '')?.[1] ?? '' };
}

describe('what a shared user sees', () => {
  test('the merchants of the group and of those below it, not those of its parent and siblings', async () => {
    const parent = await createGroup(null, [MERCHANTS[0]!.merchant_id]);
    const group = await createGroup(parent, [KOPI]);
    await createGroup(group, [BATIK]);
    await createGroup(parent, [MERCHANTS[1]!.merchant_id]);
    const user = await createGroupUser(it, group, 'below@holding.example');
    expect(await amounts(user)).toEqual([10_000, 20_000]);
    expect((await user.ok(listVisibleMerchants, { query: {} })).data.map(({ id }) => id).toSorted()).toEqual(
      [KOPI, BATIK].toSorted(),
    );
    expect((await user.ok(listVisibleGroups, { query: {} })).data).toHaveLength(2);
    expect(await amounts(await createGroupUser(it, parent, 'top@holding.example'))).toEqual([10_000, 20_000, 40_000]);
    // Another group in the filter never shows more than the own one.
    const query = { group_id: parent, merchant_id: `${KOPI},${MERCHANTS[0]!.merchant_id}` };
    const rows = (await user.ok(listTransactionsOfMerchants, { query })).data;
    expect(rows.map(({ merchant_id }) => merchant_id)).toEqual([KOPI]);
    const { data } = await user.ok(summariseTransactionsOfMerchants, { query: {} });
    expect(data).toEqual([{ status: 'success', count: 2, amount: 30_000 }]);
    const overview = (await user.ok(getMerchantsOverview, { query: { period: 'today' } })).data;
    expect(overview).toMatchObject({
      member_count: 2,
      volume: { value: 30_000 },
      payments: { value: 2 },
      success_rate: { value: 10_000 },
      merchants: [{ merchant_id: BATIK }, { merchant_id: KOPI }],
    });
  });

  test('analytics of these merchants only, by merchant but not by group', async () => {
    const parent = await createGroup(null, [MERCHANTS[0]!.merchant_id]);
    const group = await createGroup(parent, [KOPI, BATIK]);
    const user = await createGroupUser(it, group, 'metrics@holding.example');
    const metric = async (query: object, widget = 'volume') =>
      (await user.ok(getProviderAnalytics, { params: { widget } as never, query: query as never })).data;
    const amount = async (query: object) => (await metric(query)).metrics.find(({ key }) => key === 'amount')?.value;
    expect(await amount({})).toBe(30_000);
    expect(await amount({ group_id: parent })).toBe(30_000);
    expect(await amount({ merchant_id: `${KOPI},${MERCHANTS[0]!.merchant_id}` })).toBe(10_000);
    expect(await amount({ merchant_id: MERCHANTS[0]!.merchant_id })).toBe(0);
    const by_merchant = await metric({ dimension: 'merchant' }, 'breakdown');
    expect(by_merchant.rows.map(({ key }) => key)).toEqual([BATIK, KOPI]);
    expect(by_merchant.row_count).toBe(2);
    for (const tab of ['refunds', 'disbursements']) {
      for (const widget of ['volume', 'funnel', 'failure-reasons', 'completion-time', 'breakdown']) {
        expect((await metric({ tab }, widget)).tab).toBe(tab);
      }
    }
    for (const dimension of ['hour', 'issuer']) {
      const { rows } = await metric({ dimension, from: '2025-12-01' }, 'breakdown');
      expect(rows.reduce((sum, row) => sum + row.amount, 0)).toBe(30_000);
    }
    const input = { params: { widget: 'breakdown' }, query: { dimension: 'group' } } as never;
    expect(await readOutcome(user, getProviderAnalytics, input)).toBe('422 filter_not_available');
  });

  test('exactly the members of today, for any groups and memberships', async () => {
    const day = (offset: number) => new Date(Date.parse(TODAY) + offset * 86_400_000).toISOString().slice(0, 10);
    const membership = fc.record({
      merchant: fc.nat(MERCHANTS.length - 1),
      group: fc.nat(3),
      from: fc.integer({ min: -3, max: 2 }),
      days: fc.option(fc.integer({ min: 0, max: 4 }), { nil: null }),
    });
    const tree = fc.tuple(fc.constant(null), fc.nat(0), fc.nat(1), fc.nat(2));
    await fc.assert(
      fc.asyncProperty(
        tree,
        fc.uniqueArray(membership, { selector: ({ merchant }) => merchant }),
        async (parents, all) => {
          const now = it.clock.now();
          const times = { created_at: now, updated_at: now };
          const ids: string[] = [];
          await asPlatform(it.deps.db, async (tx) => {
            await tx.sql
              .updateTable('account_group_member')
              // A membership that ends on its first day never was in force.
              .set((eb) => ({ effective_to: eb.ref('effective_from') }))
              .where('type', '=', 'holding')
              .execute();
            for (const parent of parents) {
              const id = newId('account_group', now);
              const parent_id = parent === null ? null : ids[parent]!;
              await tx.sql
                .insertInto('account_group')
                .values({
                  id,
                  code: `PROP${++groups}`,
                  name: 'P',
                  type: 'holding',
                  parent_id,
                  status: 'active',
                  ...times,
                })
                .execute();
              ids.push(id);
            }
          });
          const owner = all.map(({ merchant, group, from, days }) => ({
            merchant_id: MERCHANTS[merchant]!.merchant_id,
            group,
            effective_from: day(from),
            effective_to: days === null ? null : day(from + days),
          }));
          await asPlatform(it.deps.db, async (tx) => {
            for (const { group, ...period } of owner) {
              await tx.sql
                .insertInto('account_group_member')
                .values({
                  ...period,
                  id: newId('account_group_member', now),
                  group_id: ids[group]!,
                  type: 'holding',
                  created_by_name: 'Test',
                  ...times,
                })
                .execute();
            }
          });
          for (const [index, group_id] of ids.entries()) {
            const below = new Set([index]);
            for (const [child, parent] of parents.entries()) if (parent !== null && below.has(parent)) below.add(child);
            const expected = owner
              .filter(
                ({ group, effective_from: from, effective_to: to }) =>
                  below.has(group) && from <= TODAY && (to === null || to > TODAY),
              )
              .map(({ merchant_id }) => merchant_id)
              .toSorted();
            const principal = { type: 'user', merchant_id: null, group_id, role: 'group_viewer' } as never;
            const { visible } = await readScope({ deps: it.deps, principal, now, query: {} });
            const seen = await asReader(it.deps.db, visible, (tx) =>
              tx.sql.selectFrom('merchant').select('merchant_id').orderBy('merchant_id').execute(),
            );
            expect(seen.map(({ merchant_id }) => merchant_id)).toEqual(expected);
          }
        },
      ),
      { numRuns: 15 },
    );
  });

  test('no decision on a request for approval, of a merchant of the group or of their own', async () => {
    const group = await createGroup(null, [KOPI]);
    const requester = await it.signIn('superadmin@kopi.example');
    await requester.ok(createRefund, {
      params: { id: kopi_payment },
      body: { amount: 5_000, reason: 'customer_request' },
      headers: { 'idempotency-key': 'shared-refund' },
    });
    const [request] = (await requester.ok(listApprovals, { query: { view: 'requested' } })).data;
    expect(request).toMatchObject({ subject_type: 'refund', status: 'pending' });
    const decide = (client: TestClient) => {
      const given = (key: string) => ({ params: { id: request!.id }, headers: { 'idempotency-key': key } });
      return Promise.all([
        readOutcome(client, approveRequest, { ...given('shared-approve'), body: {} }),
        readOutcome(client, rejectRequest, { ...given('shared-reject'), body: { reason: 'Not mine' } }),
      ]);
    };
    const user = await createGroupUser(it, group, 'decides@holding.example');
    expect(await decide(user)).toEqual(['404 not_found', '404 not_found']);
    expect((await user.ok(countWaitingApprovals)).data).toEqual({ count: 0, may_view: false });
    // The same person in the group: neither approves nor rejects what they requested in the merchant.
    const { token } = await invite(group, 'superadmin@kopi.example');
    await requester.ok(acceptInvitation, { body: { token } });
    await requester.ok(switchGroup, { body: { group_id: group } });
    expect(await decide(requester)).toEqual(['403 forbidden', '403 forbidden']);
    await requester.ok(switchMerchant, { body: { merchant_id: KOPI } });
    expect((await requester.ok(getApproval, { params: { id: request!.id } })).data).toMatchObject({
      status: 'pending',
      decisions: [],
    });
  });

  test('a request sees no more than the merchants of its filter, for staff and shared users', async () => {
    const group = await createGroup(null, [KOPI, BATIK]);
    const buildScope = (group_id: string | undefined, query: object) => {
      const role = group_id === undefined ? 'platform_admin' : 'group_viewer';
      const principal = { type: 'user', merchant_id: null, role, group_id } as never;
      return readScope({ deps: it.deps, principal, now: it.clock.now(), query });
    };
    expect((await buildScope(undefined, {})).visible).toBe('all');
    expect((await buildScope(undefined, { merchant_id: [KOPI] })).visible).toEqual([KOPI]);
    expect(new Set((await buildScope(undefined, { group_id: group })).visible)).toEqual(new Set([KOPI, BATIK]));
    expect((await buildScope(group, { merchant_id: [BATIK, MERCHANTS[0]!.merchant_id] })).visible).toEqual([BATIK]);
  });

  test('nothing of a single merchant, of the provider, or that changes anything', async () => {
    const group = await createGroup(null, [KOPI]);
    const user = await createGroupUser(it, group, 'readonly@holding.example');
    expect(await readOutcome(user, listTransactions, { query: {} })).toBe('403 forbidden');
    expect(await readOutcome(user, getMerchant, { params: { merchant_id: KOPI } })).toBe('403 forbidden');
    expect(await readOutcome(user, getOperationsOverview, { query: {} })).toBe('403 forbidden');
    expect(await readOutcome(user, listApprovals, { query: {} })).toBe('403 forbidden');
    expect(await readOutcome(user, streamLiveEvents)).toBe('403 forbidden');
    expect(await readOutcome(user, getAccountGroup, { params: { id: group } })).toBe('403 forbidden');
    const body = { amount: 10_000, expires_in_minutes: 5 };
    const headers = { 'idempotency-key': 'shared-1' };
    expect(await readOutcome(user, createQrisPayment, { body, headers })).toBe('403 forbidden');
    const { data } = await user.ok(getProfile);
    expect(data).toMatchObject({ role: 'group_viewer', merchant_id: null, group_id: group });
  });
});

describe('invitations', () => {
  test('a new person accepts once, signs in to the group, and loses it with the removal', async () => {
    const group = await createGroup(null, [KOPI]);
    const { token } = await invite(group, 'baru@holding.example');
    expect(sent.at(-1)).toMatchObject({ to: 'baru@holding.example' });
    const link = (await it.client().ok(checkInvitation, { body: { token } })).data;
    expect(link).toMatchObject({ is_group: true, role: 'group_viewer', has_account: false });
    const body = { token, password: PASSWORD, name: 'Bayu' };
    expect(await readOutcome(it.client(), registerMember, { body })).toBe('201');
    expect(await readOutcome(it.client(), registerMember, { body })).toMatch('422 invitation_invalid');
    const users = (await admin.ok(listAccountGroupUsers, { params: { id: group } })).data;
    expect(users).toMatchObject([{ name: 'Bayu', email: 'baru@holding.example', status: 'active' }]);
    const { events } = (await admin.ok(getAccountGroup, { params: { id: group } })).data;
    expect(events.map(({ action }) => action)).toEqual([
      'account_group.user_joined',
      'account_group.user_invited',
      'account_group.member_added',
      'account_group.created',
    ]);
    const response = await it.client().call(login, { body: { email: 'baru@holding.example', password: PASSWORD } });
    const { access_token } = response.json<{ access_token: string }>();
    const person = it.client(`Bearer ${access_token}`);
    expect(await amounts(person)).toEqual([10_000]);
    const params = { id: group, user_id: users[0]!.id };
    await admin.ok(removeAccountGroupUser, { params });
    expect(await readOutcome(person, listTransactionsOfMerchants, { query: {} })).toMatch('401');
    expect(await readOutcome(admin, removeAccountGroupUser, { params })).toMatch('404');
  });

  test('a person of a merchant switches between it and the group', async () => {
    const group = await createGroup(null, [BATIK]);
    const { token } = await invite(group, 'finance@kopi.example');
    const finance = await it.signIn('finance@kopi.example');
    expect((await finance.ok(acceptInvitation, { body: { token } })).data).toEqual({
      merchant_id: null,
      group_id: group,
    });
    const own = await finance.ok(listOwnMerchants);
    expect(own.groups).toMatchObject([{ group_id: group, is_current: false }]);
    await finance.ok(switchGroup, { body: { group_id: group } });
    expect(await amounts(finance)).toEqual([20_000]);
    expect(await readOutcome(finance, listTransactions, { query: {} })).toBe('403 forbidden');
    // The next sign-in continues there.
    const again = await it.signIn('finance@kopi.example');
    expect((await again.ok(getProfile)).data.group_id).toBe(group);
    await again.ok(switchMerchant, { body: { merchant_id: KOPI } });
    expect((await again.ok(getProfile)).data).toMatchObject({ group_id: null, merchant_id: KOPI, role: 'finance' });
    const other = await createGroup(null, []);
    expect(await readOutcome(again, switchGroup, { body: { group_id: other } })).toBe('422 not_a_member');
  });

  test('are refused for staff, shared users and open invitations; revoked and expired links do not work', async () => {
    const group = await createGroup(null, []);
    const ask = (email: string) =>
      readOutcome(admin, inviteAccountGroupUser, { params: { id: group }, body: { email } });
    expect(await ask('platform_support@dasbor.example')).toBe('422 provider_staff');
    const { id, token } = await invite(group, 'satu@holding.example');
    expect(await ask('satu@holding.example')).toBe('409 invitation_pending');
    await admin.ok(revokeAccountGroupInvitation, { params: { id: group, invitation_id: id } });
    const body = { token, password: PASSWORD, name: 'Satu' };
    expect(await readOutcome(it.client(), registerMember, { body })).toBe('422 invitation_invalid');
    await createGroupUser(it, group, 'dua@holding.example');
    expect(await ask('dua@holding.example')).toBe('409 already_shared');
    const support = await it.signIn('platform_support@dasbor.example');
    const given = { params: { id: group }, body: { email: 'x@holding.example' } };
    expect(await readOutcome(support, inviteAccountGroupUser, given)).toBe('403 forbidden');
    const full = await createGroup(null, []);
    await asPlatform(it.deps.db, (tx) =>
      tx.sql
        .insertInto('account_group_user')
        .values(
          Array.from({ length: 100 }, (_, index) => ({
            group_id: full,
            user_id: `usr_01k0full00000000000000${String(index).padStart(4, '0')}`,
            status: 'active' as const,
            invited_by_name: 'Test',
            created_at: it.clock.now(),
            updated_at: it.clock.now(),
          })),
        )
        .execute(),
    );
    const one_more = { params: { id: full }, body: { email: 'lebih@holding.example' } };
    expect(await readOutcome(admin, inviteAccountGroupUser, one_more)).toBe('422 too_many_shared_users');
    const late = await invite(group, 'tiga@holding.example');
    await asPlatform(it.deps.db, (tx) =>
      tx.sql
        .updateTable('account_group_user')
        .set({ status: 'removed' })
        .where('group_id', '=', full)
        .where('user_id', '=', 'usr_01k0full000000000000000000')
        .execute(),
    );
    expect(await readOutcome(admin, inviteAccountGroupUser, one_more)).toBe('201');
    it.clock.advance(8 * 86_400_000);
    // An expired invitation is replaced, so it takes no further place.
    admin = await it.signIn('platform_admin@dasbor.example');
    expect(await readOutcome(admin, inviteAccountGroupUser, one_more)).toBe('201');
    const given_late = { token: late.token, password: PASSWORD, name: 'Tiga' };
    expect(await readOutcome(it.client(), registerMember, { body: given_late })).toBe('422 invitation_expired');
  });
});
