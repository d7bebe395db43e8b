import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { MERCHANT_ID, merchantDetail } from '../test/merchant-fixtures.ts';
import { mockEndpoint, recordedRequests, requestsTo, setUpMockServer } from '../test/mock-server.ts';
import { openApp, signIn } from '../test/render.tsx';

setUpMockServer();

beforeEach(() => {
  signIn({ role: 'platform_admin' });
  mockEndpoint(`GET /merchants/${MERCHANT_ID}`, () => ({ json: { data: merchantDetail() as never } }));
  mockEndpoint('GET /regions', () => ({ json: { data: [{ code: '32', name: 'Jawa Barat' }] } }));
  mockEndpoint(`GET /merchants/${MERCHANT_ID}/verification`, () => ({
    json: { data: { people: [DIRECTOR], bank_accounts: [ACCOUNT] } as never },
  }));
  mockEndpoint(`PUT /merchants/${MERCHANT_ID}`, () => ({ json: { data: merchantDetail() as never } }));
});
const DIRECTOR = {
  id: 'mpe_01kaj6x7v3q2m8n4p5r6s70001',
  role: 'director',
  name: 'Ani Lestari',
  nik_masked: '••••••••••••0001',
  phone: null,
  email: null,
  share_bps: 2500,
};
const ACCOUNT = {
  bank_code: '014',
  account_last4: '0001',
  holder_name: 'CV WARUNG SEDAP',
  verified_at: '2026-11-02T03:00:00.000Z',
  is_approved: true,
  is_name_matching: true,
};
const readBody = () =>
  JSON.parse(recordedRequests.find(({ method }) => method === 'PUT')?.body ?? '{}') as Record<string, unknown>;

/** The bodies of the requests to a route, in their order. */
const readBodies = (path: string, method: string) =>
  requestsTo(path)
    .filter((request) => request.method === method)
    .map(({ body }) => JSON.parse(body ?? '{}') as object);
const PATH = `/merchants/${MERCHANT_ID}`;

/** Enters a text at once. */
async function enter(user: UserEvent, field: HTMLElement, text: string): Promise<void> {
  await user.click(field);
  await user.paste(text);
}

test('an empty form names what is missing and sends nothing', async () => {
  const { user } = openApp('/add-merchant');
  await user.click(await screen.findByRole('button', { name: 'Add merchant' }));
  expect((await screen.findAllByText('This field is required.')).length).toBeGreaterThan(3);
  expect(requestsTo('/merchants').filter(({ method }) => method === 'POST')).toEqual([]);
});

const GROUP_ID = 'agr_01kaj6x7v3q2m8n4p5r6s70001';

/** Fills in what a new merchant needs, with an account group, and submits. */
async function addToGroup() {
  mockEndpoint('GET /account-groups', () => ({
    json: { data: [{ id: GROUP_ID, code: 'MITRA', name: 'Mitra Jaya' }] as never, next_cursor: null },
  }));
  mockEndpoint('POST /merchants', () => ({ status: 201, json: { data: merchantDetail() as never } }));
  const { user, router } = openApp('/add-merchant');
  const type = async (name: string, text: string) =>
    enter(user, await screen.findByRole('textbox', { name: `${name} (required)` }), text);
  await type('Email of the owner', 'pemilik@sedap.example');
  await type('Code', 'WARUNG');
  await type('Brand name', 'Warung Sedap');
  await type('Legal name', 'CV Warung Sedap');
  await type('MCC', '5812');
  await type('NMID', 'ID2020304050601');
  await type('City', 'BANDUNG');
  await user.click(screen.getByRole('combobox', { name: 'Entity type (required)' }));
  await user.click(await screen.findByRole('option', { name: 'Limited partnership (CV)' }));
  await user.click(screen.getByRole('combobox', { name: 'Account group' }));
  await user.click(await screen.findByRole('option', { name: 'Mitra Jaya (MITRA)' }));
  await user.click(screen.getByRole('button', { name: 'Add merchant' }));
  return { user, router };
}

test('domain 1.17: a new merchant becomes a member of the chosen account group', async () => {
  mockEndpoint(`POST /account-groups/${GROUP_ID}/members`, () => ({ status: 201, json: { data: {} as never } }));
  const { router } = await addToGroup();
  await waitFor(() => expect(router.state.location.pathname).toBe(`/merchant/${MERCHANT_ID}`));
  const joined = requestsTo(`/account-groups/${GROUP_ID}/members`);
  expect(joined.map(({ body }) => JSON.parse(body ?? '{}') as object)).toEqual([
    { merchant_id: MERCHANT_ID, effective_from: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/), ends_other: true },
  ]);
});

test('a merchant that the group refuses is added without it, and the reason is shown', async () => {
  mockEndpoint(`POST /account-groups/${GROUP_ID}/members`, () => ({
    status: 409,
    json: { code: 'account_group_inactive', detail: 'Members cannot be added to an inactive group.' },
  }));
  const { user, router } = await addToGroup();
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent(/except for the following.*Account group: Members cannot be added to an inactive/s);
  expect(screen.getByRole('combobox', { name: 'Account group' })).toHaveAccessibleDescription(/inactive group/);
  // The merchant exists now: only the group is sent again.
  mockEndpoint(`POST /account-groups/${GROUP_ID}/members`, () => ({ status: 201, json: { data: {} as never } }));
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(router.state.location.pathname).toBe(`/merchant/${MERCHANT_ID}`));
  expect(requestsTo('/merchants').filter(({ method }) => method === 'POST')).toHaveLength(1);
  expect(readBodies(PATH, 'PUT')).toHaveLength(1);
});

test('a change without prices and terms sends no versions', async () => {
  const { user } = openApp(`/edit-merchant/${MERCHANT_ID}`);
  const brand = await screen.findByRole('textbox', { name: 'Brand name (required)' });
  expect(await screen.findByDisplayValue('Jawa Barat')).toBeInTheDocument();
  await user.clear(brand);
  await enter(user, brand, 'Sedap Baru');
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(readBody()).toMatchObject({ brand_name: 'Sedap Baru' }));
  expect(Object.keys(readBody())).not.toEqual(expect.arrayContaining(['pricing']));
  expect(Object.keys(readBody())).not.toEqual(expect.arrayContaining(['agreed_from']));
});

test('domain 1.17: limits, channels, people and account of an existing merchant are parts of the form', async () => {
  for (const part of ['limits', 'channels', 'people', 'bank-account']) {
    mockEndpoint(`PUT ${PATH}/${part}`, () => ({ json: { data: merchantDetail() as never } }));
  }
  const { user, router } = openApp(`/edit-merchant/${MERCHANT_ID}`);
  const limits = await screen.findByRole('region', { name: 'Limits' });
  await enter(user, within(limits).getByRole('textbox', { name: 'Per payment' }), '750000');
  await user.click(screen.getByRole('switch', { name: 'Virtual account BCA' }));
  const person = screen.getByRole('group', { name: 'Person 1' });
  expect(within(person).getByText(/Stored: •+0001/)).toBeVisible();
  await enter(user, within(person).getByRole('textbox', { name: 'Phone' }), '+62812345678');
  const account = screen.getByRole('region', { name: 'Settlement account' });
  expect(within(account).getByText('Bank Central Asia ••••0001, CV WARUNG SEDAP (approved)')).toBeVisible();
  await user.click(within(account).getByRole('combobox', { name: 'Bank' }));
  await user.click(await screen.findByRole('option', { name: 'Bank Mandiri' }));
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  // An account without its number is not sent.
  expect(within(account).getByText('An account number has 5 to 20 digits.')).toBeVisible();
  expect(readBodies(PATH, 'PUT')).toEqual([]);
  await enter(user, within(account).getByRole('textbox', { name: 'Account number' }), '8010000001');
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(router.state.location.pathname).toBe(`/merchant/${MERCHANT_ID}`));
  expect(readBodies(`${PATH}/limits`, 'PUT')).toEqual([
    { limit_per_payment: 750_000, limit_per_day: 5_000_000, limit_per_month: null, limit_per_payout: null },
  ]);
  expect(readBodies(`${PATH}/channels`, 'PUT')).toEqual([{ disabled_channels: ['BCA'] }]);
  expect(readBodies(`${PATH}/people`, 'PUT')).toEqual([
    {
      people: [
        {
          id: DIRECTOR.id,
          role: 'director',
          name: 'Ani Lestari',
          phone: '+62812345678',
          email: '',
          share_bps: 2500,
        },
      ],
    },
  ]);
  expect(readBodies(`${PATH}/bank-account`, 'PUT')).toEqual([{ bank_code: '008', account_no: '8010000001' }]);
});

test('what the server refuses stands at its field, and nothing that was typed is lost', async () => {
  const refusals = {
    PUT: [{ field: 'nib', detail: 'A NIB has 13 digits.' }],
    'PUT/limits': [{ field: 'limit_per_payment', detail: 'Too large.' }],
    'PUT/people': [{ field: 'people.0.phone', detail: 'Enter a phone number with its country code.' }],
    'PUT/bank-account': [],
  };
  for (const [key, errors] of Object.entries(refusals)) {
    mockEndpoint(`PUT ${PATH}${key.slice('PUT'.length)}`, () => ({
      status: 422,
      json: { code: 'account_not_found', detail: 'The bank found no open account with this number.', errors },
    }));
  }
  const { user, router } = openApp(`/edit-merchant/${MERCHANT_ID}`);
  const limits = await screen.findByRole('region', { name: 'Limits' });
  const limit = within(limits).getByRole('textbox', { name: 'Per payment' });
  await enter(user, limit, '750000');
  const phone = within(screen.getByRole('group', { name: 'Person 1' })).getByRole('textbox', { name: 'Phone' });
  await enter(user, phone, '99');
  const account = screen.getByRole('region', { name: 'Settlement account' });
  await user.click(within(account).getByRole('combobox', { name: 'Bank' }));
  await user.click(await screen.findByRole('option', { name: 'Bank Mandiri' }));
  const account_no = within(account).getByRole('textbox', { name: 'Account number' });
  await enter(user, account_no, '8010000001');
  const pricing = screen.getByRole('region', { name: 'Pricing' });
  await user.click(within(pricing).getByRole('button', { name: 'Add price' }));
  await enter(user, within(pricing).getByRole('textbox', { name: 'Rate in %' }), '0,45');

  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(screen.getByRole('textbox', { name: /NIB/ })).toBeInvalid());
  expect(screen.getByText('A NIB has 13 digits.')).toBeVisible();
  expect(readBodies(`${PATH}/limits`, 'PUT')).toEqual([]);

  // The merchant itself is accepted now, its parts are not.
  mockEndpoint(`PUT ${PATH}`, () => ({ json: { data: merchantDetail() as never } }));
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(phone).toHaveAccessibleDescription('Enter a phone number with its country code.'));
  expect(limit).toHaveAccessibleDescription('Too large.');
  expect(account_no).toHaveAccessibleDescription(/The bank found no open account/);
  expect(limit).toHaveValue('Rp 750.000');
  expect(phone).toHaveValue('99');
  expect(account_no).toHaveValue('8010000001');
  expect(router.state.location.pathname).toBe(`/edit-merchant/${MERCHANT_ID}`);

  // The price was saved as a version, and is not sent again.
  for (const part of ['limits', 'people', 'bank-account']) {
    mockEndpoint(`PUT ${PATH}/${part}`, () => ({ json: { data: merchantDetail() as never } }));
  }
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(router.state.location.pathname).toBe(`/merchant/${MERCHANT_ID}`));
  expect(readBodies(PATH, 'PUT').map((body) => 'pricing' in body)).toEqual([true, true, false]);
});

test('legal data and the whole address are entered as in the business profile', async () => {
  mockEndpoint('GET /regions', ({ query }) => {
    const parent = new URLSearchParams(query).get('parent');
    if (parent === null)
      return {
        json: {
          data: [
            { code: '31', name: 'Jakarta' },
            { code: '32', name: 'Jawa Barat' },
          ],
        },
      };
    return { json: { data: [{ code: `${parent}.01`, name: `Region ${parent}.01` }] } };
  });
  const { user } = openApp(`/edit-merchant/${MERCHANT_ID}`);
  await enter(user, await screen.findByRole('textbox', { name: 'Deed number' }), '12');
  await enter(user, screen.getByRole('textbox', { name: 'Decree number (SK)' }), 'AHU-1');
  await enter(user, screen.getByRole('textbox', { name: 'Customer service email' }), 'bantuan@sedap.example');
  await user.click(screen.getByRole('combobox', { name: 'Province' }));
  await user.click(await screen.findByRole('option', { name: 'Jakarta' }));
  await user.click(screen.getByRole('combobox', { name: 'Regency or city' }));
  await user.click(await screen.findByRole('option', { name: 'Region 31.01' }));
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  await waitFor(() =>
    expect(readBody()).toMatchObject({
      deed_no: '12',
      sk_no: 'AHU-1',
      cs_email: 'bantuan@sedap.example',
      province_code: '31',
      regency_code: '31.01',
      // Regions below the new one are chosen again.
      district_code: null,
      village_code: null,
    }),
  );
});

test('a merchant leaves its group when the group is removed', async () => {
  const member = { id: 'agm_01kaj6x7v3q2m8n4p5r6s70001', merchant: { id: MERCHANT_ID } };
  mockEndpoint(`GET /account-groups/${GROUP_ID}/members`, () => ({
    json: { data: [member] as never, next_cursor: null },
  }));
  const end = `/account-groups/${GROUP_ID}/members/${member.id}/end`;
  mockEndpoint(`POST ${end}`, () => ({ json: { data: {} as never } }));
  mockEndpoint('GET /account-groups', () => ({ json: { data: [], next_cursor: null } }));
  const { user } = openApp(`/edit-merchant/${MERCHANT_ID}`);
  await user.click(await screen.findByRole('button', { name: 'Clear Account group' }));
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  await waitFor(() =>
    expect(readBodies(end, 'POST')).toEqual([{ effective_to: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/) }]),
  );
});

test('a price and a term become new versions from a day; each channel is entered once', async () => {
  const { user } = openApp(`/edit-merchant/${MERCHANT_ID}`);
  const pricing = await screen.findByRole('region', { name: 'Pricing' });
  await user.click(within(pricing).getByRole('button', { name: 'Add price' }));
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  // A price without a rate is not a free one.
  expect(within(pricing).getByText('This field is required.')).toBeVisible();
  await user.type(within(pricing).getByRole('textbox', { name: 'Rate in %' }), '0,45');
  const terms = screen.getByRole('region', { name: 'Settlement terms' });
  expect(within(terms).getByText(/Current terms: QRIS T\+1/)).toBeVisible();
  await user.click(within(terms).getByRole('button', { name: 'Add term' }));
  await user.click(within(terms).getByRole('button', { name: 'Add term' }));
  await user.click(within(terms).getAllByRole('button', { name: 'Remove' })[1] as HTMLElement);
  expect(screen.getByRole('region', { name: 'First day of new versions' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  await waitFor(() =>
    expect(readBody()).toMatchObject({
      pricing: [{ method: 'qris', channel_code: null, rate_bps: 45, flat_amount: 0 }],
      settlement_terms: [{ method: 'qris', channel_code: null, days: 1, basis: 'business' }],
      agreed_from: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
    }),
  );
});

test('a role that may not change merchants reads why', async () => {
  signIn({ role: 'platform_support' });
  openApp('/add-merchant');
  expect(await screen.findByRole('heading', { name: 'You cannot change merchants' })).toBeVisible();
});
