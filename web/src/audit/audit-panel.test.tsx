import type { AuditLogEntry } from '@dasbor/contract/audit';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { mockEndpoint, requestsTo, setUpMockServer } from '../test/mock-server.ts';
import { openApp, signIn } from '../test/render.tsx';

setUpMockServer();

const ENTRY: AuditLogEntry = {
  id: '42',
  at: '2026-11-21T07:05:00.000Z',
  actor_type: 'user',
  actor_id: 'usr_1',
  actor_name: 'Sari Wulandari',
  actor_email: 'sari@kopi.example',
  actor_role: 'superadmin',
  user_agent: 'Firefox/140',
  session_id: 'ses_1',
  reason: 'Goods returned',
  ip: '10.0.0.1',
  action: 'refund.approved',
  object_type: 'refund',
  object_id: 'rfd_1',
  result: 'denied',
  before: { status: 'pending' },
  after: { status: 'approved' },
};

beforeEach(() => {
  signIn();
  mockEndpoint('GET /audit-logs', () => ({ json: { data: [ENTRY], next_cursor: null } }));
});

test('the log shows who did what, from where and with which result; an entry opens with its values', async () => {
  const { user } = openApp('/settings?tab=audit');
  const log = await screen.findByRole('region', { name: 'Audit log' });
  expect(within(log).getByText('Sari Wulandari')).toBeVisible();
  expect(within(log).getByText('10.0.0.1')).toBeVisible();
  expect(within(log).getByText('Denied')).toBeVisible();
  await user.click(within(log).getByText('Refund approved'));
  const sheet = await screen.findByRole('dialog', { name: 'Audit entry' });
  for (const value of ['sari@kopi.example', 'Superadmin', 'Firefox/140', 'ses_1', 'Goods returned']) {
    expect(within(sheet).getByText(value)).toBeVisible();
  }
  expect(within(sheet).getAllByRole('region', { name: 'Before' })[0]).toHaveTextContent('pending');
  expect(within(sheet).getAllByRole('region', { name: 'After' })[0]).toHaveTextContent('approved');
});

test('a filter stays on the tab and reaches the request', async () => {
  const { user, router } = openApp('/settings?tab=audit&result=denied');
  await screen.findByRole('region', { name: 'Audit log' });
  expect(new URLSearchParams(requestsTo('/audit-logs').at(-1)?.query).get('result')).toBe('denied');
  await user.type(screen.getByRole('searchbox'), 'refund.');
  await waitFor(() => expect(router.state.location.search).toMatchObject({ tab: 'audit', q: 'refund.' }));
});

test('filters by user, action, object, IP address and result work together and live in the address', async () => {
  const search = 'actor=sari&action=refund.approved&object_type=refund&ip=10.0.&result=denied&from=2026-11-01';
  const { user, router } = openApp(`/settings?tab=audit&${search}`);
  await screen.findByRole('region', { name: 'Audit log' });
  const sent = () => Object.fromEntries(new URLSearchParams(requestsTo('/audit-logs').at(-1)?.query));
  const given = { actor: 'sari', action: 'refund.approved', object_type: 'refund', ip: '10.0.', result: 'denied' };
  expect(sent()).toMatchObject({ ...given, from: '2026-11-01T00:00:00.000Z' });
  await user.click(screen.getByRole('button', { name: /^IP address/ }));
  const field = await screen.findByRole('textbox', { name: 'IP address or prefix' });
  await user.clear(field);
  await user.type(field, '192.168.');
  await user.click(screen.getByRole('button', { name: 'Apply' }));
  await waitFor(() => expect(sent()).toMatchObject({ ...given, ip: '192.168.' }));
  expect(router.state.location.search).toMatchObject({ tab: 'audit', ...given, ip: '192.168.' });
});

test('the sections follow the access of the user', async () => {
  signIn({ role: 'finance' });
  openApp('/settings?tab=audit');
  expect(await screen.findByText('Your role cannot view these settings.')).toBeVisible();
  expect(screen.queryByRole('tab', { name: 'Audit log' })).not.toBeInTheDocument();
  expect(screen.getByRole('tab', { name: 'Payouts' })).toBeVisible();
});

test('actions and refused attempts have names in Indonesian', async () => {
  signIn({ locale: 'id' });
  const attempt = { ...ENTRY, id: '43', action: 'ip_allow_list.save', result: 'failed' as const };
  mockEndpoint('GET /audit-logs', () => ({ json: { data: [ENTRY, attempt], next_cursor: null } }));
  openApp('/settings?tab=audit');
  expect(await screen.findByText('Pengembalian dana disetujui')).toBeVisible();
  expect(screen.getByText('Ubah alamat IP yang diizinkan')).toBeVisible();
});
