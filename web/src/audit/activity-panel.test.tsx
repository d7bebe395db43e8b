import type { ProviderEvent } from '@dasbor/contract/operations';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { mockEndpoint, requestsTo, setUpMockServer } from '../test/mock-server.ts';
import { openApp, signIn } from '../test/render.tsx';

setUpMockServer();

const event = (part: Partial<ProviderEvent>): ProviderEvent => ({
  id: 'pev_01kaj6x7v3q2m8n4p5r6s70001',
  at: '2026-11-21T07:05:00.000Z',
  actor_type: 'provider',
  actor_id: 'usr_01kaj6x7v3q2m8n4p5r6s70002',
  actor_name: 'Panji Wicaksono',
  actor_email: 'panji@provider.example',
  actor_role: 'platform_admin',
  ip: '10.0.0.7',
  user_agent: 'Firefox/140',
  session_id: 'ses_1',
  action: 'merchant.suspend',
  object_type: 'merchant',
  object_id: 'mer_01kaj6x7v3q2m8n4p5r6s70003',
  merchant_id: 'mer_01kaj6x7v3q2m8n4p5r6s70003',
  result: 'denied',
  before: null,
  after: { code: 'forbidden' },
  ...part,
});

beforeEach(() => {
  signIn({ role: 'platform_admin' });
  const done = event({ id: 'pev_01kaj6x7v3q2m8n4p5r6s70004', action: 'staff.role_changed', result: 'ok' });
  mockEndpoint('GET /operations/events', () => ({ json: { data: [event({}), done], next_cursor: null } }));
  mockEndpoint('GET /operations/exceptions', () => ({
    json: { data: [], counts: [], as_of: '2026-11-21T07:05:00.000Z' },
  }));
});

test('activity shows what staff did and what was refused to them, with time, person, result and address', async () => {
  const { user } = openApp('/dashboard?tab=events');
  const list = await screen.findByRole('region', { name: 'Staff activity' });
  expect(within(list).getByText('Suspend merchant')).toBeVisible();
  expect(within(list).getByText('Role of staff changed')).toBeVisible();
  expect(within(list).getByText('Denied')).toBeVisible();
  expect(within(list).getAllByText('10.0.0.7')[0]).toBeVisible();
  await user.click(within(list).getByText('Suspend merchant'));
  const sheet = await screen.findByRole('dialog', { name: 'Audit entry' });
  for (const value of ['panji@provider.example', 'Firefox/140', 'ses_1']) {
    expect(within(sheet).getByText(value)).toBeVisible();
  }
  expect(within(sheet).getAllByRole('region', { name: 'After' })[0]).toHaveTextContent('forbidden');
});

test('a filtered event of an account that no person caused names the system, in the language of the reader', async () => {
  signIn({ role: 'platform_admin', locale: 'id' });
  const system = { actor_type: 'system', actor_id: null, actor_name: null, actor_email: null } as const;
  const locked = event({ ...system, action: 'user.sign_in_locked', result: 'ok' });
  mockEndpoint('GET /operations/events', () => ({ json: { data: [locked], next_cursor: null } }));
  const { user } = openApp('/dashboard?tab=events&action=user.sign_in_locked');
  await user.click(await screen.findByText('Sistem'));
  expect(await screen.findByRole('dialog')).toHaveTextContent('Sistem');
  expect(screen.queryByText(/System/)).toBeNull();
  const query = new URLSearchParams(requestsTo('/operations/events').at(-1)?.query);
  expect(query.get('action')).toBe('user.sign_in_locked');
});

test('filters by person, action, result and date reach the request and stay in the address', async () => {
  const { user, router } = openApp('/dashboard?tab=events&result=denied&action=staff.suspended&range=today');
  await screen.findByRole('region', { name: 'Staff activity' });
  await user.click(screen.getByRole('button', { name: 'Actor' }));
  await user.type(await screen.findByRole('textbox', { name: 'Person' }), 'Panji');
  await user.click(screen.getByRole('button', { name: 'Apply' }));
  await waitFor(() => expect(router.state.location.search).toMatchObject({ tab: 'events', actor: 'Panji' }));
  await waitFor(() => {
    const query = new URLSearchParams(requestsTo('/operations/events').at(-1)?.query);
    expect(Object.fromEntries(query)).toMatchObject({ result: 'denied', action: 'staff.suspended', actor: 'Panji' });
    expect(query.get('from')).not.toBeNull();
  });
});
