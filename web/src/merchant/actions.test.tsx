/** The menu of a merchant: who is offered what, and what each action sends. */
import type { MerchantDetail } from '@dasbor/contract/merchant-fields';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { MERCHANT_ID, merchantDetail } from '../test/merchant-fixtures.ts';
import { mockEndpoint, requestsTo, setUpMockServer } from '../test/mock-server.ts';
import { openApp, signIn } from '../test/render.tsx';

setUpMockServer();

const PATH = `/merchants/${MERCHANT_ID}`;
type ProviderRole = 'platform_admin' | 'platform_finance' | 'platform_compliance' | 'platform_support';

async function open(role: ProviderRole, part: Partial<MerchantDetail> = {}) {
  signIn({ role });
  mockEndpoint(`GET ${PATH}`, () => ({ json: { data: merchantDetail(part) as never } }));
  const { user } = openApp(`/merchant/${MERCHANT_ID}`);
  await user.click(await screen.findByRole('button', { name: 'Actions' }));
  await screen.findByRole('menu');
  const choose = async (name: string) => user.click(await screen.findByRole('menuitem', { name }));
  return { user, choose };
}
const listItems = () => screen.getAllByRole('menuitem').map(({ textContent }) => textContent);

test.each<[ProviderRole, Partial<MerchantDetail>, string[]]>([
  [
    'platform_admin',
    {},
    ['View as merchant', 'Payments and payouts', 'Hold settlements', 'Suspend', 'Close permanently'],
  ],
  ['platform_finance', {}, ['Hold settlements']],
  ['platform_finance', { holds_settlements: true }, ['Release settlements']],
  ['platform_compliance', {}, ['Payments and payouts', 'Suspend', 'Close permanently']],
  ['platform_compliance', { status: 'suspended' }, ['Payments and payouts', 'Reactivate', 'Close permanently']],
  [
    'platform_compliance',
    { status: 'suspended', verification_status: 'rejected' },
    ['Payments and payouts', 'Close permanently'],
  ],
  ['platform_compliance', { status: 'pending_review' }, ['Payments and payouts']],
  ['platform_support', {}, ['View as merchant']],
])('%s is offered what the role and the state of the merchant allow: %o', async (role, part, items) => {
  await open(role, part);
  expect(listItems()).toEqual(items);
});

test('a suspension needs a reason, and a refusal stays in the dialog', async () => {
  const { user, choose } = await open('platform_compliance');
  await choose('Suspend');
  const dialog = await screen.findByRole('dialog', { name: 'Suspend Warung Sedap' });
  expect(within(dialog).getByText(/refused within five seconds/)).toBeVisible();
  await user.click(within(dialog).getByRole('button', { name: 'Suspend' }));
  expect(within(dialog).getByText('Enter a reason.')).toBeVisible();
  expect(requestsTo(`${PATH}/suspend`)).toHaveLength(0);

  mockEndpoint(`POST ${PATH}/suspend`, () => ({
    status: 409,
    json: { code: 'conflict', detail: 'It is suspended already.' },
  }));
  await user.type(within(dialog).getByRole('textbox', { name: /Reason/ }), 'Chargebacks');
  await user.click(within(dialog).getByRole('button', { name: 'Suspend' }));
  expect(await within(dialog).findByRole('alert')).toHaveTextContent('It is suspended already.');

  mockEndpoint(`POST ${PATH}/suspend`, () => ({ json: { data: merchantDetail({ status: 'suspended' }) as never } }));
  await user.click(within(dialog).getByRole('button', { name: 'Suspend' }));
  expect(await screen.findByText('Merchant suspended')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(JSON.parse(requestsTo(`${PATH}/suspend`).at(-1)?.body ?? '')).toEqual({ reason: 'Chargebacks' });
});

test('settlements are held with a reason, and released without one', async () => {
  mockEndpoint(`PUT ${PATH}/settlement-hold`, () => ({ json: { data: merchantDetail() as never } }));
  const held = await open('platform_finance');
  await held.choose('Hold settlements');
  const dialog = await screen.findByRole('dialog', { name: 'Hold the settlements of Warung Sedap' });
  await held.user.type(within(dialog).getByRole('textbox', { name: /Reason/ }), 'Document expired');
  await held.user.click(within(dialog).getByRole('button', { name: 'Hold settlements' }));
  await waitFor(() => expect(requestsTo(`${PATH}/settlement-hold`)).toHaveLength(1));
  expect(JSON.parse(requestsTo(`${PATH}/settlement-hold`)[0]?.body ?? '')).toEqual({
    is_held: true,
    reason: 'Document expired',
  });
});

test('the release of settlements sends no reason when none is given', async () => {
  mockEndpoint(`PUT ${PATH}/settlement-hold`, () => ({ json: { data: merchantDetail() as never } }));
  const { user, choose } = await open('platform_finance', { holds_settlements: true });
  await choose('Release settlements');
  const dialog = await screen.findByRole('dialog', { name: 'Release the settlements of Warung Sedap' });
  await user.click(within(dialog).getByRole('button', { name: 'Release settlements' }));
  await waitFor(() => expect(requestsTo(`${PATH}/settlement-hold`)).toHaveLength(1));
  expect(JSON.parse(requestsTo(`${PATH}/settlement-hold`)[0]?.body ?? '')).toEqual({ is_held: false, reason: null });
});

test('payments and payouts are switched separately, with a reason', async () => {
  mockEndpoint(`PUT ${PATH}/switches`, () => ({ json: { data: merchantDetail() as never } }));
  const { user, choose } = await open('platform_compliance');
  await choose('Payments and payouts');
  const dialog = await screen.findByRole('dialog', { name: 'Payments and payouts' });
  await user.click(within(dialog).getByRole('checkbox', { name: 'Payouts enabled' }));
  await user.type(within(dialog).getByRole('textbox', { name: /Reason/ }), 'Under investigation');
  await user.click(within(dialog).getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(requestsTo(`${PATH}/switches`)).toHaveLength(1));
  expect(JSON.parse(requestsTo(`${PATH}/switches`)[0]?.body ?? '')).toEqual({
    payments_enabled: true,
    payouts_enabled: false,
    reason: 'Under investigation',
  });
});
