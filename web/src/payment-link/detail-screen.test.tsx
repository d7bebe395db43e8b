import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { findEnglishTexts } from '../test/english-texts.ts';
import { mockEndpoint, openLiveStream, requestsTo, setUpMockServer, mockReadFailure } from '../test/mock-server.ts';
import { openApp, signIn } from '../test/render.tsx';
import type { LinkDetail } from './link-detail.ts';
import { buildPaymentLink, buildPaymentLinkDetail, buildPaymentLinkId, TOMORROW } from '../test/link-fixtures.ts';

setUpMockServer();

const ID = buildPaymentLinkId(1);
const ADDRESS = `/payment-link/${ID}`;
let link: LinkDetail;
beforeEach(() => {
  signIn();
  link = buildPaymentLinkDetail();
  mockEndpoint(`GET /payment-links/${ID}`, () => ({ json: { data: link } }));
  mockEndpoint(`GET /payment-links/${ID}/payments`, () => ({ json: { data: [], next_cursor: null } }));
});
const open = async () => {
  const opened = openApp(ADDRESS);
  await screen.findByRole('heading', { level: 1, name: /^Kopi Gayo 1/ });
  return opened;
};

test('the screen shows status, totals, share log and timeline', async () => {
  await open();
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Active');
  expect(screen.getByRole('region', { name: 'Totals' })).toHaveTextContent(/Views.*4/);
  expect(screen.getByRole('region', { name: 'Timeline' })).toHaveTextContent('Created');
  expect(screen.getByRole('region', { name: 'Share log' })).toHaveTextContent('siti@contoh.example');
  expect(await screen.findByText('No payment attempts yet. New attempts appear here immediately.')).toBeVisible();
});

test.each([
  ['a single-use link that was paid twice', { type: 'single_use', status: 'paid', paid_count: 2 }, true],
  ['a single-use link that was paid once', { type: 'single_use', status: 'paid', paid_count: 1 }, false],
  ['a link for several payments', { type: 'multi_use', paid_count: 2 }, false],
] as const)('the heading names a duplicate payment: %s', async (_, part, is_marked) => {
  link = buildPaymentLinkDetail(part);
  await open();
  const heading = screen.getByRole('heading', { level: 1 }).textContent;
  expect(heading?.includes('Duplicate payment')).toBe(is_marked);
});

test('an unknown link leads back to the list', async () => {
  mockEndpoint(`GET /payment-links/${ID}`, () => ({ status: 404, json: { detail: 'Not found.', code: 'not_found' } }));
  const { user, router } = openApp(ADDRESS);
  expect(await screen.findByRole('heading', { name: 'Payment link not found' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Back to payment links' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/payment-link'));
});

test('a link that cannot be read shows the error of the server, and a retry that works', async () => {
  mockReadFailure(`GET /payment-links/${ID}`);
  const { user } = openApp(ADDRESS);
  expect(await screen.findByText('Try again in a minute.')).toBeVisible();
  mockEndpoint(`GET /payment-links/${ID}`, () => ({ json: { data: link } }));
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('region', { name: 'Totals' })).toBeVisible();
});

test('extending shows the error of the server in the dialog, which stays open', async () => {
  mockEndpoint(`PATCH /payment-links/${ID}`, () => ({
    status: 409,
    json: { detail: 'This link has ended.', code: 'link_ended' },
  }));
  const { user } = await open();
  await user.click(screen.getByRole('button', { name: 'Extend' }));
  const dialog = await screen.findByRole('dialog', { name: 'Extend link' });
  await user.click(within(dialog).getByRole('button', { name: '+ 7 days' }));
  await user.click(within(dialog).getByRole('button', { name: 'Extend' }));
  expect(await within(dialog).findByRole('alert')).toHaveTextContent('This link has ended.');
  const sent = requestsTo(`/payment-links/${ID}`).find(({ method }) => method === 'PATCH');
  expect(JSON.parse(sent?.body ?? '')).toEqual({
    expires_at: new Date(TOMORROW.getTime() + 7 * 86_400_000).toISOString(),
  });
});

test('sending by email validates the address and sends it', async () => {
  mockEndpoint(`POST /payment-links/${ID}/share`, () => ({ status: 201, json: { data: link.shares[0] ?? null } }));
  const { user } = await open();
  await user.click(within(screen.getByRole('region', { name: 'Share link' })).getByRole('button', { name: 'Email' }));
  const dialog = await screen.findByRole('dialog', { name: 'Send by email' });
  const email = within(dialog).getByRole('textbox', { name: 'Email (required)' });
  await user.clear(email);
  await user.type(email, 'siti');
  await user.click(within(dialog).getByRole('button', { name: 'Send email' }));
  expect(await within(dialog).findByText('Enter a valid email address.')).toBeVisible();
  expect(requestsTo(`/payment-links/${ID}/share`)).toHaveLength(0);
  await user.type(email, '@contoh.example');
  await user.click(within(dialog).getByRole('button', { name: 'Send email' }));
  expect(await screen.findByText('Email queued for delivery')).toBeVisible();
  expect(JSON.parse(requestsTo(`/payment-links/${ID}/share`)[0]?.body ?? '')).toEqual({
    channel: 'email',
    recipient: 'siti@contoh.example',
  });
});

test('an ended link offers a copy only', async () => {
  link = buildPaymentLinkDetail({ status: 'expired', payability: 'expired', expires_at: '2026-11-20T07:00:00.000Z' });
  await open();
  expect(screen.getByRole('button', { name: 'Edit' })).toHaveAttribute('aria-disabled', 'true');
  expect(screen.getByRole('button', { name: 'Duplicate' })).toBeEnabled();
  expect(screen.queryByRole('button', { name: 'Deactivate' })).not.toBeInTheDocument();
});

test('a live event reads the link again', async () => {
  const publish = openLiveStream();
  await open();
  link = buildPaymentLinkDetail({
    ...buildPaymentLink(1, { status: 'paid', paid_count: 1, collected_amount: 150_000 }),
  });
  publish({ topic: 'payment-link', id: ID, change: 'updated' });
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Paid'));
});

test('the screen is in Indonesian', async () => {
  signIn({ locale: 'id' });
  openApp(ADDRESS);
  expect(await screen.findByRole('region', { name: 'Riwayat berbagi' })).toBeVisible();
  expect(findEnglishTexts()).toEqual([]);
});
