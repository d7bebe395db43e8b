import type { AuditLogEntry } from '@dasbor/contract/audit';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { answer, seenAt, withNetwork } from '../test/network.ts';
import { openApp, signIn } from '../test/render.tsx';

withNetwork();

const ENTRY: AuditLogEntry = {
  id: '42',
  at: '2026-11-21T07:05:00.000Z',
  actor_type: 'user',
  actor_id: 'usr_1',
  actor_name: 'Sari Wulandari',
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
  answer('GET /audit-logs', () => ({ json: { data: [ENTRY], next_cursor: null } }));
});

test('the log shows who did what, from where and with which result; an entry opens with its values', async () => {
  const { user } = openApp('/settings?tab=audit');
  const log = await screen.findByRole('region', { name: 'Audit log' });
  expect(within(log).getByText('Sari Wulandari')).toBeVisible();
  expect(within(log).getByText('10.0.0.1')).toBeVisible();
  expect(within(log).getByText('Denied')).toBeVisible();
  await user.click(within(log).getByText('Refund approved'));
  const sheet = await screen.findByRole('dialog', { name: 'Audit entry' });
  expect(within(sheet).getAllByRole('region', { name: 'Before' })[0]).toHaveTextContent('pending');
  expect(within(sheet).getAllByRole('region', { name: 'After' })[0]).toHaveTextContent('approved');
});

test('a filter stays on the tab and reaches the request', async () => {
  const { user, router } = openApp('/settings?tab=audit&result=denied');
  await screen.findByRole('region', { name: 'Audit log' });
  expect(new URLSearchParams(seenAt('/audit-logs').at(-1)?.query).get('result')).toBe('denied');
  await user.type(screen.getByRole('searchbox'), 'refund.');
  await waitFor(() => expect(router.state.location.search).toMatchObject({ tab: 'audit', q: 'refund.' }));
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
  answer('GET /audit-logs', () => ({ json: { data: [ENTRY, attempt], next_cursor: null } }));
  openApp('/settings?tab=audit');
  expect(await screen.findByText('Pengembalian dana disetujui')).toBeVisible();
  expect(screen.getByText('Ubah alamat IP yang diizinkan')).toBeVisible();
});
