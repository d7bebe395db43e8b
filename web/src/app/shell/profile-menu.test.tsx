import type { Role } from '@dasbor/contract/access';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { setUpMockServer } from '../../test/mock-server.ts';
import { openApp, signIn } from '../../test/render.tsx';

setUpMockServer();

/** Only superadmin sees the tabs of the settings area (specification section 6); others reach the screens from here. */
test.each<[Role, string[]]>([
  ['superadmin', ['Profile', 'Business profile', 'Users', 'Settings']],
  ['admin', ['Profile', 'Business profile', 'Users', 'Settings']],
  ['finance', ['Profile', 'Business profile', 'Settings']],
  ['operator', ['Profile', 'Settings']],
  ['platform_admin', ['Profile', 'Staff']],
  ['platform_support', ['Profile']],
])('%s reaches %j from the user menu', async (role, wanted) => {
  signIn({ role });
  const { user } = openApp('/profile');
  await user.click(await screen.findByRole('button', { name: /^Account/ }));
  const items = (await screen.findAllByRole('menuitem')).map((item) => item.textContent);
  expect(items).toEqual([...wanted, 'Bahasa Indonesia', 'Sign out']);
});

test('spec §6: finance opens the business profile from the user menu, without the tabs of the settings area', async () => {
  signIn({ role: 'finance' });
  const { user, router } = openApp('/profile');
  await user.click(await screen.findByRole('button', { name: /^Account/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Business profile' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/business-profile'));
  expect(screen.queryByRole('link', { name: 'Manage Notifications' })).toBeNull();
});
