import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { MERCHANT_ID, merchantRow } from '../test/merchant-fixtures.ts';
import { mockEndpoint, requestsTo, setUpMockServer } from '../test/mock-server.ts';
import { openApp, signIn } from '../test/render.tsx';

setUpMockServer();

beforeEach(() => {
  signIn({ role: 'platform_admin' });
  mockEndpoint('GET /merchants', () => ({ json: { data: [merchantRow()] as never, next_cursor: null } }));
  mockEndpoint('GET /merchants/summary', () => ({ json: { data: [{ status: 'active', count: 1 }] } }));
  mockEndpoint('GET /saved-views', () => ({ json: { data: [] } }));
  mockEndpoint('GET /regions', () => ({
    json: {
      data: [
        { code: '31', name: 'DKI Jakarta' },
        { code: '32', name: 'Jawa Barat' },
      ],
    },
  }));
});
const findList = () => screen.findByRole('region', { name: 'Merchants' });
const readQueries = () => requestsTo('/merchants').map(({ query }) => Object.fromEntries(new URLSearchParams(query)));

test('a merchant shows its names and states', async () => {
  openApp('/merchant');
  const list = await findList();
  expect(within(list).getByRole('link', { name: 'Warung Sedap' })).toHaveAttribute('href', `/merchant/${MERCHANT_ID}`);
  expect(within(list).getByText('Active')).toBeVisible();
});

test('domain 1.17: merchants show their account groups and are filtered by one of them', async () => {
  const [group] = merchantRow().account_groups;
  mockEndpoint('GET /merchants/visible/groups', () => ({ json: { data: [group] as never } }));
  const { user } = openApp('/merchant');
  expect(await within(await findList()).findByText('Mitra Jaya')).toBeVisible();
  await user.click(screen.getByRole('button', { name: /Account group/ }));
  await user.click(await screen.findByRole('checkbox', { name: 'Mitra Jaya (MITRA)' }));
  await waitFor(() => expect(readQueries()).toContainEqual(expect.objectContaining({ group_id: group?.id })));
  expect(await screen.findByRole('button', { name: /Account group.*Mitra Jaya/ })).toBeVisible();
});

test('merchants are filtered by the provinces that are chosen by name', async () => {
  const { user, router } = openApp('/merchant');
  await findList();
  await user.click(screen.getByRole('button', { name: /Province/ }));
  await user.click(await screen.findByRole('checkbox', { name: 'Jawa Barat' }));
  await waitFor(() => expect(readQueries()).toContainEqual(expect.objectContaining({ province_code: '32' })));
  expect(router.state.location.search).toMatchObject({ province_code: '32' });
  expect(await screen.findByRole('button', { name: /Province.*Jawa Barat/ })).toBeVisible();
});

test('without merchants the list offers to add one', async () => {
  mockEndpoint('GET /merchants', () => ({ json: { data: [], next_cursor: null } }));
  openApp('/merchant');
  expect(await screen.findByRole('heading', { name: 'No merchants yet' })).toBeVisible();
  expect(screen.getAllByRole('button', { name: 'Add merchant' }).length).toBeGreaterThan(0);
});

test('support reads the list and cannot add', async () => {
  signIn({ role: 'platform_support' });
  openApp('/merchant');
  await findList();
  expect(screen.getByRole('button', { name: 'Add merchant' })).toHaveAttribute('aria-disabled', 'true');
});

test('the list is in Indonesian', async () => {
  signIn({ role: 'platform_admin', locale: 'id' });
  openApp('/merchant');
  const list = await screen.findByRole('region', { name: 'Merchant' });
  expect(await within(list).findByText('Aktif')).toBeVisible();
});
