import type { Role } from '@dasbor/contract/access';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { withNetwork } from '../../test/network.ts';
import { openApp, signIn } from '../../test/render.tsx';

withNetwork();

/** Only superadmin sees the tabs of the settings area (specification section 6); others reach the screens from here. */
test.each<[Role, string[]]>([
  ['superadmin', ['Profile', 'Users', 'Settings']],
  ['admin', ['Profile', 'Users', 'Settings']],
  ['finance', ['Profile', 'Settings']],
  ['platform_admin', ['Profile', 'Staff']],
  ['platform_support', ['Profile']],
])('%s reaches %j from the user menu', async (role, wanted) => {
  signIn({ role });
  const { user } = openApp('/profile');
  await user.click(await screen.findByRole('button', { name: /^Account/ }));
  const items = (await screen.findAllByRole('menuitem')).map((item) => item.textContent);
  expect(items).toEqual([...wanted, 'Bahasa Indonesia', 'Sign out']);
});
