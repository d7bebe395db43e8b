import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { MERCHANT_ID, merchantDetail } from '../test/merchant-fixtures.ts';
import { answer, seen, seenAt, withNetwork } from '../test/network.ts';
import { openApp, signIn } from '../test/render.tsx';

withNetwork();

beforeEach(() => {
  signIn({ role: 'platform_admin' });
  answer(`GET /merchants/${MERCHANT_ID}`, () => ({ json: { data: merchantDetail() as never } }));
  answer('GET /regions', () => ({ json: { data: [{ code: '32', name: 'Jawa Barat' }] } }));
  answer(`PUT /merchants/${MERCHANT_ID}`, () => ({ json: { data: merchantDetail() as never } }));
});
const readBody = () => JSON.parse(seen.find(({ method }) => method === 'PUT')?.body ?? '{}') as Record<string, unknown>;

test('an empty form names what is missing and sends nothing', async () => {
  const { user } = openApp('/add-merchant');
  await user.click(await screen.findByRole('button', { name: 'Add merchant' }));
  expect((await screen.findAllByText('This field is required.')).length).toBeGreaterThan(3);
  expect(seenAt('/merchants').filter(({ method }) => method === 'POST')).toEqual([]);
});

const GROUP_ID = 'agr_01kaj6x7v3q2m8n4p5r6s70001';

/** Fills in what a new merchant needs, with an account group, and submits. */
async function addToGroup() {
  answer('GET /account-groups', () => ({
    json: { data: [{ id: GROUP_ID, code: 'MITRA', name: 'Mitra Jaya' }] as never, next_cursor: null },
  }));
  answer('POST /merchants', () => ({ status: 201, json: { data: merchantDetail() as never } }));
  const { user, router } = openApp('/add-merchant');
  const type = async (name: string, text: string) =>
    user.type(await screen.findByRole('textbox', { name: `${name} (required)` }), text);
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
  await waitFor(() => expect(router.state.location.pathname).toBe(`/merchant/${MERCHANT_ID}`));
}

test('domain 1.17: a new merchant becomes a member of the chosen account group', async () => {
  answer(`POST /account-groups/${GROUP_ID}/members`, () => ({ status: 201, json: { data: {} as never } }));
  await addToGroup();
  const joined = seenAt(`/account-groups/${GROUP_ID}/members`);
  expect(joined.map(({ body }) => JSON.parse(body ?? '{}') as object)).toEqual([
    { merchant_id: MERCHANT_ID, effective_from: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/), ends_other: false },
  ]);
});

test('a merchant that the group refuses is added without it, and the reason is shown', async () => {
  answer(`POST /account-groups/${GROUP_ID}/members`, () => ({
    status: 409,
    json: { code: 'account_group_inactive', detail: 'Members cannot be added to an inactive group.' },
  }));
  await addToGroup();
  expect(
    await screen.findByText(
      'The merchant was added, but not to the account group: Members cannot be added to an inactive group.',
    ),
  ).toBeVisible();
});

test('a change without agreements sends no versions', async () => {
  const { user } = openApp(`/edit-merchant/${MERCHANT_ID}`);
  const brand = await screen.findByRole('textbox', { name: 'Brand name (required)' });
  expect(await screen.findByDisplayValue('Jawa Barat')).toBeInTheDocument();
  await user.clear(brand);
  await user.type(brand, 'Sedap Baru');
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(readBody()).toMatchObject({ brand_name: 'Sedap Baru' }));
  expect(Object.keys(readBody())).not.toEqual(expect.arrayContaining(['pricing']));
  expect(Object.keys(readBody())).not.toEqual(expect.arrayContaining(['agreed_from']));
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
  expect(within(terms).getByText(/In force today: QRIS T\+1/)).toBeVisible();
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
