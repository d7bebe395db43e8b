import { getRoleAccess } from '@dasbor/contract/access';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { mockEndpoint, setUpMockServer } from '../../test/mock-server.ts';
import { openApp, signIn } from '../../test/render.tsx';

setUpMockServer();

const GROUP_OF = { '/transaction': 'Transactions', '/qris-payment': 'QRIS' } as const;

test.each(Object.entries(GROUP_OF))(
  '%s is the fallback page for people whose access to %s is disabled',
  async (path, group) => {
    const access = getRoleAccess('superadmin').map((entry) =>
      entry.group === group ? { ...entry, access: 'disabled' as const } : entry,
    );
    signIn({ access });
    openApp(path);
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeVisible();
  },
);

test('the screen opens for people who may look', async () => {
  signIn({ role: 'support' });
  mockEndpoint('GET /qris-payments', () => ({ json: { data: [], next_cursor: null } }));
  openApp('/qris-payment');
  expect(await screen.findByRole('heading', { level: 1, name: 'QRIS payments' })).toBeVisible();
});
