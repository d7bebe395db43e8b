import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { answer, withNetwork } from '../../test/network.ts';
import { openApp, signIn } from '../../test/render.tsx';

withNetwork();
beforeEach(() => {
  answer('GET /search', () => ({ json: { data: [] } }));
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

test('a role is not offered actions without access', async () => {
  signIn({ role: 'support' });
  const { user, input } = await openPalette();
  await user.type(input, 'create');
  expect(offered().filter((option) => option?.includes('Create'))).toEqual([]);
});
