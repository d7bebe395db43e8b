/** What a person sees while their profile and role access are loaded (specification section 4). */
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answer, withNetwork } from '../../test/network.ts';
import { openApp, signIn } from '../../test/render.tsx';

withNetwork();

test.each(['GET /profile', 'GET /merchant-role-access'])(
  'when %s fails, it is said with its reason, and a second attempt opens the screen',
  async (endpoint) => {
    signIn();
    answer('GET /qris-payments', () => ({ json: { data: [], next_cursor: null } }));
    const respond = { isBroken: true };
    const original = endpoint === 'GET /profile' ? PROFILE : ACCESS;
    answer(endpoint, () => (respond.isBroken ? { status: 503, json: { detail: 'Busy for a moment.' } } : original));
    const { user } = openApp('/qris-payment');
    expect(await screen.findByText('Busy for a moment.')).toBeVisible();
    expect(screen.queryByRole('navigation')).not.toBeInTheDocument();
    respond.isBroken = false;
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('heading', { name: 'QRIS payments' })).toBeVisible();
  },
);

const PROFILE = {
  json: {
    data: {
      id: 'usr_1',
      name: 'Sari Wulandari',
      email: 'sari@kopi.example',
      role: 'superadmin',
      locale: 'en',
      merchant_id: 'mer_1',
      merchant_name: 'Kopi',
      group_id: null,
      group_name: null,
      is_sandbox: true,
      needs_second_factor: false,
      impersonation_ends_at: null,
    },
  },
} as const;
const ACCESS = { json: { data: { access: [{ group: 'QRIS', access: 'manage' }] } } } as const;
