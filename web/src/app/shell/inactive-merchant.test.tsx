/** A merchant that is not active: what moves money is disabled with the reason, also when its form is opened by its address. */
import type { MerchantActivity } from '@dasbor/contract/merchant-activity';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { mockEndpoint, setUpMockServer } from '../../test/mock-server.ts';
import { openApp, signIn } from '../../test/render.tsx';

setUpMockServer();

const SUSPENDED = 'Your business is suspended. Contact support.';

function signInAt(activity: Partial<MerchantActivity>, locale: 'en' | 'id' = 'en'): void {
  signIn({ locale });
  mockEndpoint('GET /dashboard/checklist', () => ({
    json: {
      data: { activity: { status: 'active', payments_enabled: true, payouts_enabled: true, ...activity }, steps: [] },
    },
  }));
  mockEndpoint('GET /payout-alert', () => ({
    json: { data: { balance: 500_000, threshold: null, recipients: [], is_below: false, last_alert_at: null } },
  }));
  for (const path of ['/qris-payments', '/qris-stickers', '/virtual-accounts', '/disbursements', '/payment-links']) {
    mockEndpoint(`GET ${path}`, () => ({ json: { data: [], next_cursor: null } }));
  }
}

test.each([
  ['/qris-payment', 'New QRIS payment'],
  ['/qris-payment?view=codes', 'New static QR'],
  ['/virtual-account', 'New virtual account'],
  ['/payment-link/create', 'Create link'],
  ['/disbursement', 'Create disbursement'],
  ['/deposit-va', 'Transfer to payout balance'],
  ['/deposit-va', 'Add virtual account'],
])('%s: "%s" says why it is not possible while suspended', async (address, name) => {
  signInAt({ status: 'suspended' });
  const { user } = openApp(address);
  await screen.findByText(SUSPENDED);
  const [button] = await screen.findAllByRole('button', { name });
  expect(button).toHaveAttribute('aria-disabled', 'true');
  await user.hover(button as HTMLElement);
  expect(await screen.findByRole('tooltip')).toHaveTextContent(SUSPENDED);
});

test('the form of a link still saves drafts', async () => {
  signInAt({ status: 'onboarding' });
  openApp('/payment-link/create');
  expect(await screen.findByRole('button', { name: 'Save as draft' })).toBeEnabled();
});

test('a form that is opened by its address stays closed', async () => {
  signInAt({ status: 'suspended' });
  openApp('/disbursement?create=1');
  await screen.findByText(SUSPENDED);
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test('payouts can be disabled alone, with their reason in Indonesian', async () => {
  signInAt({ payouts_enabled: false }, 'id');
  const { user } = openApp('/deposit-va');
  // The button is enabled until the merchant's activity has arrived.
  const button = await waitFor(() => {
    const found = screen.getByRole('button', { name: 'Pindahkan ke saldo pencairan' });
    expect(found).toHaveAttribute('aria-disabled', 'true');
    return found;
  });
  await user.hover(button);
  expect(await screen.findByRole('tooltip')).toHaveTextContent(
    'Pencairan dana dinonaktifkan untuk bisnis Anda. Hubungi tim dukungan.',
  );
});
