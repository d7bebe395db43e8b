import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { mockEndpoint, requestsTo, setUpMockServer } from '../test/mock-server.ts';
import { openApp, signIn } from '../test/render.tsx';

setUpMockServer();

const list = (cidrs: string[]) => ({ json: { data: { cidrs, current_ip: '203.0.113.9', updated_at: null } } });

test('domain 1.16: a second factor is required of every user, and addresses are restricted', async () => {
  signIn();
  mockEndpoint('GET /second-factor-policy', () => ({ json: { data: { required: false, users_without: 3 } } }));
  mockEndpoint('PUT /second-factor-policy', () => ({ json: { data: { required: true, users_without: 3 } } }));
  mockEndpoint('GET /ip-allow-list', () => list([]));
  mockEndpoint('PUT /ip-allow-list', ({ body }) =>
    body.includes('203.0.113.0/24')
      ? list(['203.0.113.0/24'])
      : { status: 422, json: { code: 'own_address_missing', detail: 'The list must contain your own address.' } },
  );
  const { user } = openApp('/settings?tab=security');
  const factor = await screen.findByRole('region', { name: 'Second factor' });
  expect(await within(factor).findByText('3 active users have no second factor.')).toBeVisible();
  await user.click(within(factor).getByRole('switch', { name: /Require a second factor/ }));
  expect(await screen.findByText('Second factor required')).toBeVisible();

  const addresses = screen.getByRole('region', { name: 'Allowed IP addresses' });
  const field = within(addresses).getByRole('textbox', { name: 'Addresses and networks' });
  const save = within(addresses).getByRole('button', { name: 'Save addresses' });
  expect(save).toBeDisabled();
  await user.type(field, '198.51.100.1');
  await user.click(save);
  expect(await within(addresses).findByText('The list must contain your own address.')).toBeVisible();
  expect(field).toHaveValue('198.51.100.1');
  await user.type(field, '\n203.0.113.0/24');
  await user.click(save);
  expect(await screen.findByText('Allowed addresses saved')).toBeVisible();
  const sent = requestsTo('/ip-allow-list').findLast(({ method }) => method === 'PUT');
  expect(JSON.parse(sent?.body ?? '')).toEqual({ cidrs: ['198.51.100.1', '203.0.113.0/24'] });
});
