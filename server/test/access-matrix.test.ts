/**
 * Every route of the contract as every kind of principal. New routes are included automatically; the snapshot shows who
 * may call them and is read in review.
 */
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AccessEntry, GROUP_VIEWER, MERCHANT_ROLES, PROVIDER_ROLES, getRoleAccess } from '@dasbor/contract/access';
import { createApiKey, listApiKeys, revokeApiKey } from '@dasbor/contract/api-settings';
import { logout } from '@dasbor/contract/auth';
import { ID_PREFIXES, type IdType } from '@dasbor/contract/id';
import { getMerchantRoleAccess, getProfile } from '@dasbor/contract/profile';
import { API_BASE, type Route } from '@dasbor/contract/route';
import { ROUTES } from '@dasbor/contract/routes';
import { BATIK_LESTARI, KOPI_NUSANTARA } from '../src/sandbox/people.ts';
import { createGroup } from './account-group-fixture.ts';
import { createGroupUser } from './group-user-fixture.ts';
import { sendInBudget } from './request-budget.ts';
import { SAMPLE_ULID as ULID, insertSampleObjects } from './sample-objects.ts';
import { isProviderRoute } from './provider-route.ts';
import { type TestApp, TEST_START, startTestApp } from './test-app.ts';

const KOPI = KOPI_NUSANTARA.merchant_id;
const GROUP_USER_EMAIL = 'shared@holding.example';
const OTHER_ULID = '01kagz7v3w8x9y2m4n5p6q7r8t';

let it: TestApp;
let owner: pg.Client;
/** Authorization header by name of the principal. */
const principals = new Map<string, string | undefined>();

beforeAll(async () => {
  it = await startTestApp();
  owner = new pg.Client({ connectionString: it.database.owner_url });
  await owner.connect();
  for (const role of MERCHANT_ROLES) principals.set(role, await getBearer(`${role}@kopi.example`));
  for (const role of PROVIDER_ROLES) principals.set(role, await getBearer(`${role}@dasbor.example`));
  const day = { from: '2026-11-01', now: TEST_START };
  const group_id = await createGroup(it.deps.db, { owner_id: null, member_ids: [KOPI], ...day });
  await createGroupUser(it, group_id, GROUP_USER_EMAIL);
  principals.set(GROUP_VIEWER, await getBearer(GROUP_USER_EMAIL));
  principals.set('full key', await createKey(getRoleAccess('superadmin')));
  principals.set('viewing key', await createKey([{ group: 'Transactions', access: 'view' }]));
  await addInvalidCredentials();
});
afterAll(async () => {
  await owner.end();
  await it.close();
});

const getBearer = async (email: string): Promise<string> => (await it.signIn(email)).authorization!;

async function createKey(access: AccessEntry[], expires_at?: string): Promise<string> {
  const superadmin = it.client(principals.get('superadmin'));
  const { data } = await superadmin.ok(createApiKey, { body: { name: 'Matrix', access, expires_at } });
  return `Bearer ${data.secret}`;
}

/** Invalid credentials, which every non-public route must reject. */
async function addInvalidCredentials(): Promise<void> {
  const expired_token = await getBearer('admin@kopi.example');
  const expired_key = await createKey(
    getRoleAccess('superadmin'),
    new Date(TEST_START.getTime() + 60_000).toISOString(),
  );
  it.clock.advance(600_000);
  for (const role of MERCHANT_ROLES) principals.set(role, await getBearer(`${role}@kopi.example`));
  for (const role of PROVIDER_ROLES) principals.set(role, await getBearer(`${role}@dasbor.example`));
  principals.set(GROUP_VIEWER, await getBearer(GROUP_USER_EMAIL));
  const signed_out = await getBearer('admin@kopi.example');
  await it.client(signed_out).call(logout);
  const revoked_key = await createKey(getRoleAccess('superadmin'));
  const superadmin = it.client(principals.get('superadmin'));
  const [newest] = (await superadmin.ok(listApiKeys)).data;
  await superadmin.call(revokeApiKey, { params: { id: newest!.id } });
  principals.set('no header', undefined);
  principals.set('empty', 'Bearer ');
  principals.set('garbage', 'Bearer garbage');
  principals.set('unknown key', `Bearer sk_test_${'A'.repeat(43)}`);
  principals.set('expired token', expired_token);
  principals.set('signed out', signed_out);
  principals.set('expired key', expired_key);
  principals.set('revoked key', revoked_key);
}

const INVALID_CREDENTIALS = [
  'no header',
  'empty',
  'garbage',
  'unknown key',
  'expired token',
  'signed out',
  'expired key',
  'revoked key',
];

let addresses = 0;
/** Calls a route with unknown ids and an invalid body, so that nothing is changed. */
async function fetchStatus(route: Route, authorization: string | undefined): Promise<number> {
  const answer = await sendInBudget(async () => {
    const sent = await it.app.inject({
      method: route.method,
      url: buildUrl(route, missingIdFor(route)),
      headers: authorization === undefined ? {} : { authorization },
      ...(route.body ? { payload: { no_such_field: true } } : {}),
      // Another address for each request, so that the limit of addresses without credentials does not apply.
      remoteAddress: `10.3.${Math.floor(++addresses / 250) % 250}.${addresses % 250}`,
      payloadAsStream: true,
    });
    sent.stream().destroy();
    return sent;
  });
  return answer.statusCode;
}

const PREFIX_BY_PATH: Record<string, IdType> = {
  '/account-group-commissions': 'commission_rule',
  '/commission-statements': 'commission_statement',
  '/sessions': 'session',
  '/second-factor/passkeys': 'passkey',
  '/second-factor/devices': 'remembered_device',
  '/transactions': 'transaction',
  '/merchants': 'merchant',
  '/account-groups': 'account_group',
  '/saved-views': 'saved_view',
  '/analytics-boards': 'analytics_board',
  '/operations/analytics-boards': 'analytics_board',
  '/qris-payments': 'qris_payment',
  '/qris-stickers': 'qris_payment',
  '/virtual-accounts': 'virtual_account',
  '/refunds': 'refund',
  '/disbursements': 'disbursement',
  '/disbursement-batches': 'disbursement_batch',
  '/beneficiaries': 'beneficiary',
  '/report-runs': 'report_run',
  '/exports': 'export',
  '/api-keys': 'api_key',
  '/api-requests': 'request',
  '/snap-credentials': 'snap_credential',
  '/webhooks': 'webhook_endpoint',
  '/webhook-events': 'webhook_event',
  '/users': 'user',
  '/staff': 'user',
  '/staff/invitations': 'invitation',
  '/users/invitations': 'invitation',
  '/roles': 'role',
  '/balances': 'ledger_account',
  '/journals': 'journal',
  '/deposit-vas': 'deposit_va',
  '/deposits': 'deposit',
  '/balance-transfers': 'balance_transfer',
  '/payment-links': 'payment_link',
  '/settlements': 'settlement_batch',
  '/settlement-disputes': 'settlement_dispute',
  '/settlement-setting/bank-accounts': 'bank_account',
  '/bank-accounts': 'bank_account',
  '/approvals': 'approval_request',
  '/invoices': 'invoice',
  '/bank-statements': 'bank_statement',
  '/bank-statement-lines': 'bank_statement_line',
  '/business-profile/people': 'merchant_person',
  '/business-profile/documents': 'merchant_document',
  '/people': 'merchant_person',
  '/documents': 'merchant_document',
  '/changes': 'merchant_change',
  '/standard-fee-rules': 'fee_rule',
  '/fee-rules': 'fee_rule',
  '/settlement-terms': 'settlement_term',
  '/transfer-outages': 'transfer_outage',
  '/transfers': 'disbursement',
  '/announcements': 'announcement',
  // Any object that a transfer pays.
  // The id of an exception contains the id of its object.
  '/operations/unmatched-callbacks': 'transaction',
};
/** Required query parameters by route. */
const QUERIES: Record<string, string> = { quotePaymentLink: '?amount=10000', searchAllMerchants: '?q=INV-1' };
/** Values of other path parameters. */
const OTHER_PARAMS: Record<string, string> = {
  merchant_id: `mer_${OTHER_ULID}`,
  member_id: `agm_${OTHER_ULID}`,
  note_id: `note_${OTHER_ULID}`,
  channel: 'QRIS',
  bank: 'unknown',
  line_no: '1',
  row_no: '1',
  day: '2099-12-24',
  subject_type: 'refund',
  rail: 'skn',
  effective_from: '2099-12-24',
};
/** The URL of a route with an id. */
const buildUrl = (route: Route, id: string): string =>
  API_BASE +
  route.path.replaceAll(/\{(\w+)\}/g, (_place, name: string) => (name === 'id' ? id : (OTHER_PARAMS[name] ?? '')));

function idFor(route: Route, ulid: string): string {
  // Routes of the pay page take a slug and a token instead of ids.
  if (route.path.startsWith('/pay/') || !route.path.includes('{id}')) return '';
  // Jobs are numbered.
  if (route.path.startsWith('/jobs/')) return ulid === ULID ? '1' : '999999999999';
  const type = PREFIX_BY_PATH[route.path.slice(0, route.path.indexOf('/{id}')).replace(/^.*\}/, '')];
  if (route.path.includes('{') && type === undefined) throw new Error(`which ids does ${route.path} take?`);
  return `${type === undefined ? '' : ID_PREFIXES[type]}_${ulid}`;
}
const missingIdFor = (route: Route): string => idFor(route, OTHER_ULID);

const formatAccess = ({ access }: Route): string =>
  typeof access === 'string'
    ? access
    : `${access.group}${access.or === undefined ? '' : ` or ${access.or}`}: ${access.level}${access.users_only === true ? ', users only' : ''}`;

describe('access matrix', () => {
  const table = new Map<Route, Map<string, string>>();

  beforeAll(async () => {
    // Sign-out is last: it ends the session of the other calls.
    const ordered = ROUTES.toSorted((a, b) => Number(a === logout) - Number(b === logout));
    for (const route of ordered) table.set(route, new Map());
    // Route by route: one principal after the other would wait for its budget of requests per second.
    for (const route of ordered) {
      for (const [principal, authorization] of principals) {
        const status = await fetchStatus(route, authorization);
        table.get(route)!.set(principal, status === 401 || status === 403 ? String(status) : 'in');
      }
    }
  }, 300_000);

  test('matches the reviewed snapshot', async () => {
    const names = [...principals.keys()].filter((name) => !INVALID_CREDENTIALS.includes(name));
    const blocks = ROUTES.map((route) => {
      const cells = table.get(route)!;
      const [inside, outside] = [
        names.filter((name) => cells.get(name) === 'in'),
        names.filter((name) => cells.get(name) !== 'in'),
      ];
      return `${route.method} ${route.path}  (${formatAccess(route)}${route.step_up === true ? ', step-up' : ''})\n  in:  ${inside.join(', ')}\n  out: ${outside.join(', ')}`;
    });
    await expect(`${blocks.join('\n\n')}\n`).toMatchFileSnapshot('./access-matrix.snapshot.txt');
  });

  test('spec §6: invalid credentials get 401 on every route that is not public', () => {
    for (const [route, cells] of table) {
      for (const stranger of INVALID_CREDENTIALS) {
        const wanted = route.access === 'public' ? 'in' : '401';
        expect(cells.get(stranger), `${route.name} as ${stranger}`).toBe(wanted);
      }
    }
  });

  test('a signed-in user never gets 401, so that missing access never triggers a refresh', () => {
    for (const [route, cells] of table) {
      for (const role of [...MERCHANT_ROLES, ...PROVIDER_ROLES]) {
        expect(cells.get(role), `${route.name} as ${role}`).not.toBe('401');
      }
    }
  });

  test('an API key cannot call routes for users', () => {
    const reached = [...table].filter(
      ([route, cells]) =>
        (route.access === 'signed-in' || (typeof route.access === 'object' && route.access.users_only === true)) &&
        cells.get('full key') !== '403',
    );
    expect(reached.map(([route]) => route.name)).toEqual([]);
  });

  test('the API document declares keys for exactly the routes that they reach', async () => {
    const { paths } = (await it.app.inject(`${API_BASE}/openapi.json`)).json<{
      paths: Record<string, Record<string, { security: object[] }>>;
    }>();
    const isDeclared = ({ path, method }: Route) =>
      paths[path]?.[method.toLowerCase()]?.security.some((scheme) => 'api_key' in scheme) === true;
    const routes = [...table].filter(([route]) => route.access !== 'public');
    expect(routes.filter(([route]) => isDeclared(route)).length).toBeGreaterThan(100);
    const wrong = routes.filter(([route, cells]) => {
      // A decision that a person must take is refused with 403 when the object is known.
      const is_decision = route.errors?.['person_required'] !== undefined;
      return isDeclared(route) !== (cells.get('full key') === 'in' && !is_decision);
    });
    expect(wrong.map(([route]) => route.name)).toEqual([]);
  });
});

describe("a merchant's role access (specification section 3)", () => {
  test("'disabled' denies every group to all users of the merchant, and is returned as such", async () => {
    await owner.query(`update app.merchant set role_access = 'disabled' where merchant_id = $1`, [
      BATIK_LESTARI.merchant_id,
    ]);
    const client = await it.signIn('superadmin@batik.example');
    for (const route of ROUTES) {
      if (typeof route.access === 'string') continue;
      expect(await fetchStatus(route, client.authorization), route.name).toBe(403);
    }
    // The requests of this second are used up by now.
    await wait(1_000);
    expect(await client.ok(getMerchantRoleAccess)).toEqual({ data: { access: 'disabled' } });
    expect((await client.ok(getProfile)).data.role).toBe('superadmin');
    await owner.query(`update app.merchant set role_access = 'enabled' where merchant_id = $1`, [
      BATIK_LESTARI.merchant_id,
    ]);
    it.clock.advance(5_000);
  });
});

describe('objects of another merchant', () => {
  const own = (route: Route): string => idFor(route, ULID);
  const with_id = ROUTES.filter(
    (route) => route.path.includes('{id}') && typeof route.access === 'object' && !isProviderRoute(route),
  );
  let kopi: string;
  let batik: string;

  beforeAll(async () => {
    kopi = await getBearer('superadmin@kopi.example');
    batik = await getBearer('superadmin@batik.example');
    await insertSampleObjects(owner, KOPI);
  });

  const call = (route: Route, authorization: string, id: string) =>
    sendInBudget(() =>
      it.app.inject({
        method: route.method,
        url: buildUrl(route, id),
        headers: { authorization, ...(route.idempotency_key === 'required' ? { 'idempotency-key': 'matrix' } : {}) },
      }),
    );

  test.each(with_id.map((route) => [route.name, route] as const))(
    '%s: a foreign id is answered as a missing one, to the byte',
    async (_name, route) => {
      const [foreign, missing] = [await call(route, batik, own(route)), await call(route, batik, missingIdFor(route))];
      expect(foreign.statusCode).toBe(404);
      const without_id = (answer: typeof foreign) => answer.body.replaceAll(/req_[0-9a-z]{26}/g, 'req');
      expect(without_id(foreign)).toBe(without_id(missing));
      const names = ({ headers }: typeof foreign) => Object.keys(headers).sort();
      expect(names(foreign)).toEqual(names(missing));
      expect(foreign.headers['content-length']).toBe(missing.headers['content-length']);
    },
  );

  test.each(with_id.filter((route) => route.method === 'GET').map((route) => [route.name, route] as const))(
    '%s: the own one is there',
    async (_name, route) => {
      expect((await call(route, kopi, own(route))).statusCode).toBe(200);
    },
  );

  test.each(
    ROUTES.filter(
      (route) =>
        route.method === 'GET' &&
        !route.path.includes('{') &&
        typeof route.access === 'object' &&
        !isProviderRoute(route),
    ).map((route) => [route.name, route] as const),
  )('%s: nothing of another merchant is in it', async (_name, route) => {
    const answer = await sendInBudget(() =>
      it.app.inject({
        method: 'GET',
        url: API_BASE + route.path + (QUERIES[route.name] ?? ''),
        headers: { authorization: batik },
      }),
    );
    expect(answer.statusCode).toBe(200);
    expect(answer.body).not.toContain(ULID);
    expect(answer.body).not.toContain('kopi-only');
  });

  test('a rejected write changes nothing', async () => {
    const { rows } = await owner.query(`select revoked_at from app.api_key where id = $1`, [`key_${ULID}`]);
    expect(rows).toEqual([{ revoked_at: null }]);
  });

  test('malformed ids get the same 404, never an error', async () => {
    for (const route of with_id) {
      for (const id of ['x', '%00', "'%20or%201=1--", '..%2f..%2fetc', 'a'.repeat(250), '%F0%9F%98%80']) {
        expect((await call(route, batik, id)).statusCode, `${route.name} ${id}`).toBe(404);
      }
    }
  });
});
