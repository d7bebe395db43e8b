import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { MERCHANT_ID } from '../../test/merchant-fixtures.ts';
import { mockEndpoint, requestsTo, setUpMockServer } from '../../test/mock-server.ts';
import { openApp, signIn } from '../../test/render.tsx';

setUpMockServer();
beforeEach(() => {
  mockEndpoint('GET /search', () => ({ json: { data: [] } }));
});

async function openPalette() {
  const opened = openApp('/analytics');
  await opened.user.click(await screen.findByRole('button', { name: /Ctrl K$/ }));
  return { ...opened, input: await screen.findByRole('combobox', { name: 'Search' }) };
}
const offered = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);

test('the palette finds actions by their label and by keywords', async () => {
  signIn();
  const { user, input, router } = await openPalette();
  await user.type(input, 'create');
  expect(offered()).toEqual(expect.arrayContaining([expect.stringContaining('Create payment link')]));
  await user.clear(input);
  await user.type(input, 'dark');
  expect(offered()).toEqual(expect.arrayContaining([expect.stringContaining('dark mode')]));
  await user.clear(input);
  await user.type(input, 'reports');
  await user.click(screen.getByRole('option', { name: /^Reports/ }));
  await waitFor(() => expect(router.state.location.href).toBe('/analytics?files=reports'));
});

test('the palette and the list of shortcuts close when the back button opens another screen', async () => {
  signIn();
  const { router, user } = await openPalette();
  router.history.push('/profile');
  await waitFor(() => expect(screen.queryByRole('combobox', { name: 'Search' })).toBeNull());
  await screen.findByRole('heading', { name: 'Profile' });
  await user.keyboard('?');
  const shortcuts = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
  router.history.back();
  await waitFor(() => expect(shortcuts).not.toBeInTheDocument());
  // Forward again: it stays closed.
  router.history.forward();
  await screen.findByRole('heading', { name: 'Profile' });
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('letters typed right after the shortcut, and after it is pressed again, are in the field', async () => {
  signIn();
  const { user } = openApp('/analytics');
  await screen.findByRole('button', { name: /Ctrl K$/ });
  await user.keyboard('{Control>}k{/Control}fin');
  const input = await screen.findByRole('combobox', { name: 'Search' });
  await waitFor(() => expect(input).toHaveFocus());
  await user.keyboard('{Control>}k{/Control}ance');
  expect(input).toHaveValue('finance');
});

test('a role is not offered actions without access', async () => {
  signIn({ role: 'support' });
  const { user, input } = await openPalette();
  await user.type(input, 'create');
  expect(offered().filter((option) => option?.includes('Create'))).toEqual([]);
});

const MERCHANT = { merchant_id: MERCHANT_ID, merchant_name: 'Kopi Nusantara', statement_id: null };
const buildHit = (change: object) => ({
  title: 'INV-7',
  detail: null,
  status: null,
  amount: null,
  at: '2026-11-20T03:00:00.000Z',
  ...MERCHANT,
  matched: { field: 'id', value: 'x' },
  ...change,
});
const list = `merchant_id=${MERCHANT_ID}`;

test.each([
  ['merchant', { id: MERCHANT_ID }, `/merchant/${MERCHANT_ID}`],
  ['transaction', { id: 'txn_1', status: 'success' }, `/dashboard?tab=transactions&${list}&q=txn_1`],
  ['refund', { id: 'rfd_1', status: 'pending' }, `/dashboard?tab=refunds&${list}&q=rfd_1`],
  ['settlement', { id: 'stl_1', status: 'closed' }, `/dashboard?tab=settlements&${list}&q=stl_1`],
  ['disbursement', { id: 'dsb_1', status: 'queued' }, `/dashboard?tab=disbursements&${list}&q=dsb_1`],
  ['virtual_account', { id: 'va_1' }, `/dashboard?tab=transactions&${list}&virtual_account_id=va_1`],
  ['payment_link', { id: 'pl_1' }, `/dashboard?tab=transactions&${list}&payment_link_id=pl_1`],
  ['user', { id: 'usr_1', detail: 'sari@kopi.example' }, `/merchant/${MERCHANT_ID}?tab=users&q=sari%40kopi.example`],
  ['staff', { id: 'usr_2', detail: 'ayu@dasbor.example' }, '/users?q=ayu%40dasbor.example'],
  ['invoice', { id: 'ivc_1' }, '/invoice/ivc_1'],
  [
    'bank_statement',
    { id: 'bsl_1', statement_id: 'bst_1', status: 'open', matched: { field: 'reference', value: 'TRX7' } },
    '/bank-statement/bst_1?q=TRX7',
  ],
])("the provider's staff open a %s where they see it", async (type, hit, address) => {
  mockEndpoint('GET /merchants/search', () => ({ json: { data: [{ type, hits: [buildHit(hit)] }] } }));
  signIn({ role: 'platform_admin' });
  const { user, input, router } = await openPalette();
  await user.type(input, 'INV-7');
  const option = await screen.findByRole('option', { name: /^INV-7/ });
  expect(option).toHaveTextContent(type === 'staff' ? 'Staff' : 'Kopi Nusantara');
  expect(requestsTo('/search')).toEqual([]);
  await user.click(option);
  await waitFor(() => expect(router.state.location.href).toBe(address));
});

const OWN_HIT = {
  title: 'Found',
  detail: null,
  status: null,
  amount: null,
  at: '2026-11-20T03:00:00.000Z',
  matched: null,
};
test.each([
  ['invoice', { id: 'ivc_1' }, '/invoice/ivc_1', 'Invoice'],
  ['webhook_event', { id: 'evt_1' }, '/api-settings?tab=events&event=evt_1', 'Webhook event'],
  ['api_key', { id: 'key_1', status: 'rolled' }, '/api-settings?key=key_1', 'Being replaced'],
  ['user', { id: 'usr_1', detail: 'sari@kopi.example' }, '/users?q=sari%40kopi.example', 'User'],
  ['export', { id: 'exp_1', status: 'ready' }, '/analytics?files=exports&export=exp_1', 'Export'],
])('a person of a merchant opens a %s where it is shown', async (type, hit, address, text) => {
  mockEndpoint('GET /search', () => ({ json: { data: [{ type, hits: [{ ...OWN_HIT, ...hit }] }] } }));
  signIn();
  const { user, input, router } = await openPalette();
  await user.type(input, 'Found');
  const option = await screen.findByRole('option', { name: /^Found/ });
  expect(option).toHaveTextContent(text);
  await user.click(option);
  await waitFor(() => expect(router.state.location.href).toBe(address));
});

test('every text leads on to the lists over all merchants, and objects of one screen are recent one by one', async () => {
  const hits = ['txn_1', 'txn_2'].map((id) =>
    buildHit({ id, matched: { field: 'merchant_reference', value: 'INV-7' } }),
  );
  mockEndpoint('GET /merchants/search', () => ({ json: { data: [{ type: 'transaction', hits }] } }));
  signIn({ role: 'platform_support' });
  const { user, input, router } = await openPalette();
  await user.type(input, 'INV-7');
  expect(await screen.findAllByRole('option', { name: /^INV-7/ })).toHaveLength(2);
  await user.click(screen.getByRole('option', { name: /^Search merchants for “INV-7”/ }));
  await waitFor(() => expect(router.state.location.href).toBe('/merchant?q=INV-7'));
  for (const nth of [0, 1]) {
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await screen.findByRole('combobox', { name: 'Search' }), 'INV-7');
    await user.click((await screen.findAllByRole('option', { name: /^INV-7/ }))[nth]!);
    await waitFor(() => expect(router.state.location.href).toContain(`txn_${nth + 1}`));
  }
  await user.keyboard('{Control>}k{/Control}');
  await screen.findByRole('combobox', { name: 'Search' });
  expect(screen.getAllByRole('option', { name: /^INV-7/ })).toHaveLength(2);
});
