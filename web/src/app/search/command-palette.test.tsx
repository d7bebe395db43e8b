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

test("the provider's staff find objects of all merchants, and open the list or the merchant", async () => {
  const merchant_id = 'mer_01kaj6x7v3q2m8n4p5r6s7t8v9';
  const transaction_id = 'txn_01kaj6x7v3q2m8n4p5r6s70001';
  const hit = { status: 'success', amount: 75_000, at: '2026-11-20T03:00:00.000Z', matched: null };
  answer('GET /merchants/search', () => ({
    json: {
      data: [
        {
          type: 'transaction',
          hits: [
            { ...hit, id: transaction_id, title: 'INV-7', detail: 'BCA', merchant_id, merchant_name: 'Warung Sedap' },
          ],
        },
      ] as never,
    },
  }));
  signIn({ role: 'platform_support' });
  const { user, input, router } = await openPalette();
  await user.type(input, 'INV-7');
  const option = await screen.findByRole('option', { name: /INV-7/ });
  expect(option).toHaveTextContent('Warung Sedap · Rp 75.000');
  await user.click(option);
  await waitFor(() => expect(router.state.location.href).toContain('/dashboard?tab=transactions'));
  expect(router.state.location.search).toMatchObject({ q: transaction_id, merchant_id });
});
