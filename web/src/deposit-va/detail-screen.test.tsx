import type { DepositVa } from '@dasbor/contract/deposit-va';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { findEnglishTexts } from '../test/english-texts.ts';
import { mockEndpoint, requestsTo, setUpMockServer, mockReadFailure } from '../test/mock-server.ts';
import { openApp, signIn } from '../test/render.tsx';
import { buildDeposit, buildDepositId, buildDepositVa, DEPOSIT_VA_ID } from '../test/deposit-fixtures.ts';

setUpMockServer();

let va: DepositVa;
const deposit = {
  ...buildDeposit(1, { status: 'under_review', review_reason: 'over_limit', ended_at: null }),
  events: [
    {
      seq: 1,
      at: '2026-11-21T06:59:00.000Z',
      from_status: null,
      to_status: 'received',
      actor_name: null,
      reason: null,
    },
    {
      seq: 2,
      at: '2026-11-21T06:59:01.000Z',
      from_status: 'received',
      to_status: 'under_review',
      actor_name: null,
      reason: 'over_limit',
    },
  ],
  rail_log: [],
};
beforeEach(() => {
  signIn();
  va = buildDepositVa();
  mockEndpoint(`GET /deposit-vas/${DEPOSIT_VA_ID}`, () => ({ json: { data: va } }));
  mockEndpoint(`GET /deposit-vas/${DEPOSIT_VA_ID}/daily`, () => ({
    json: { data: [{ day: '2026-11-21', net_amount: 1_245_561, count: 1 }] },
  }));
  mockEndpoint('GET /deposits', () => ({ json: { data: [buildDeposit(1)], next_cursor: null } }));
  mockEndpoint(`GET /deposits/${buildDepositId(1)}`, () => ({ json: { data: deposit } }));
});

test('a number shows how to pay to it, its limits and its deposits', async () => {
  openApp(`/deposit-va/${DEPOSIT_VA_ID}`);
  expect(await screen.findByRole('heading', { level: 1, name: /^Bank Rakyat Indonesia/ })).toHaveTextContent('Active');
  expect(screen.getByRole('region', { name: 'How to pay' })).toBeVisible();
  expect(screen.getByRole('region', { name: 'Summary' })).toHaveTextContent('Rp 10.000 to Rp 500.000.000');
  expect(await screen.findByText('Rp 1.250.001')).toBeVisible();
});

test('pausing a number asks first, shows the error of the server, and succeeds on a retry', async () => {
  const path = `/deposit-vas/${DEPOSIT_VA_ID}/status`;
  mockEndpoint(`PUT ${path}`, (_seen, count) =>
    count === 1
      ? { status: 409, json: { detail: 'The number is closing.', code: 'status_conflict' } }
      : { json: { data: buildDepositVa({ status: 'inactive' }) } },
  );
  const { user } = openApp(`/deposit-va/${DEPOSIT_VA_ID}`);
  await user.click(await screen.findByRole('button', { name: 'Pause' }));
  const dialog = await screen.findByRole('dialog');
  expect(dialog).toHaveTextContent('Deposits that arrive meanwhile are held for review.');
  expect(requestsTo(path)).toHaveLength(0);
  await user.click(within(dialog).getByRole('button', { name: 'Pause' }));
  expect(await within(dialog).findByText('The number is closing.')).toBeVisible();
  await user.click(within(dialog).getByRole('button', { name: 'Pause' }));
  expect(await screen.findByText('Virtual account paused')).toBeVisible();
  expect(JSON.parse(requestsTo(path)[0]?.body ?? '')).toEqual({ status: 'inactive' });
});

test('a number that the bank rejected shows its message and has no actions', async () => {
  va = buildDepositVa({ status: 'failed', failure_message: 'Company code unknown' });
  openApp(`/deposit-va/${DEPOSIT_VA_ID}`);
  expect(await screen.findByText('The bank rejected the request: Company code unknown')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Pause' })).not.toBeInTheDocument();
});

test('a deposit shows its fees, timeline and the reason of its review', async () => {
  openApp(`/deposit-va/${buildDepositId(1)}`);
  expect(await screen.findByRole('heading', { level: 1, name: /Rp 1\.250\.001/ })).toHaveTextContent('In review');
  expect(screen.getByRole('region', { name: 'Fees' })).toHaveTextContent('Rp 1.245.561');
  expect(screen.getAllByText('The amount exceeds the limit for automatic crediting.').length).toBeGreaterThan(0);
});

test.each([
  ['en', 'Returned to sender'],
  ['id', 'Dikembalikan ke pengirim'],
] as const)('a returned deposit went back to its sender, language %s', async (locale, label) => {
  signIn({ locale });
  mockEndpoint(`GET /deposits/${buildDepositId(1)}`, () => ({ json: { data: { ...deposit, status: 'returned' } } }));
  openApp(`/deposit-va/${buildDepositId(1)}`);
  expect(await screen.findByRole('heading', { level: 1, name: /Rp 1\.250\.001/ })).toHaveTextContent(label);
});

test('an unknown ID leads back; a failure can be retried', async () => {
  mockEndpoint(`GET /deposits/${buildDepositId(1)}`, () => ({ status: 404, json: { detail: 'Not found.' } }));
  const { user, router, unmount } = openApp(`/deposit-va/${buildDepositId(1)}`);
  expect(await screen.findByRole('heading', { name: 'Deposit not found' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Back to Deposit VA' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/deposit-va'));
  unmount();
  mockReadFailure(`GET /deposits/${buildDepositId(1)}`);
  const again = openApp(`/deposit-va/${buildDepositId(1)}`);
  expect(await screen.findByText('Try again in a minute.')).toBeVisible();
  mockEndpoint(`GET /deposits/${buildDepositId(1)}`, () => ({ json: { data: deposit } }));
  await again.user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('region', { name: 'Fees' })).toBeVisible();
});

test('number and deposit are in Indonesian', async () => {
  signIn({ locale: 'id' });
  const { unmount } = openApp(`/deposit-va/${DEPOSIT_VA_ID}`);
  expect(await screen.findByRole('region', { name: 'Cara membayar' })).toBeVisible();
  expect(findEnglishTexts()).toEqual([]);
  unmount();
  openApp(`/deposit-va/${buildDepositId(1)}`);
  expect(await screen.findByRole('region', { name: 'Biaya' })).toBeVisible();
  expect(findEnglishTexts()).toEqual([]);
});
