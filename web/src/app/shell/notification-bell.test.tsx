import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { mockEndpoint, requestsTo, setUpMockServer } from '../../test/mock-server.ts';
import { openApp, signIn } from '../../test/render.tsx';

setUpMockServer();

const REFUND = {
  type: 'refund_failed',
  object_id: 'rfd_01kaj6x7v3q2m8n4p5r6s70001',
  transaction_id: 'txn_01kaj6x7v3q2m8n4p5r6s70001',
  deposit_va_id: null,
  amount: 40_000,
  at: '2026-11-21T06:00:00.000Z',
};
const PAYMENT = {
  ...REFUND,
  type: 'payment_paid',
  amount: 86_000,
  object_id: REFUND.transaction_id,
  at: '2026-11-21T05:00:00.000Z',
};
let read_until: string | null;

beforeEach(() => {
  read_until = '2026-11-21T05:30:00.000Z';
  signIn();
  mockEndpoint('GET /notifications', () => ({
    json: {
      data: {
        pending: [{ type: 'refund_approval', count: 2, amount: 125_000 }],
        recent: [REFUND, PAYMENT],
        read_until,
      },
    },
  }));
  mockEndpoint('PUT /notifications/read', () => {
    read_until = REFUND.at;
    return { status: 204 };
  });
});

test('the top bar names the merchant and the sandbox', async () => {
  openApp('/changepassword');
  // The header of the page is in another one.
  const [bar] = await screen.findAllByRole('banner');
  if (bar === undefined) throw new Error('No top bar');
  expect(await within(bar).findByText('Kopi')).toBeVisible();
  expect(within(bar).getByText('Sandbox')).toBeVisible();
});

test('the bell lists tasks and events with amounts, and marks the events as read when it closes', async () => {
  const { user } = openApp('/changepassword');
  const bell = await screen.findByRole('button', { name: 'Notifications (1 new), 2 tasks' });
  await user.click(bell);
  const tasks = await screen.findByRole('region', { name: 'Waiting for you' });
  const task = within(tasks).getByRole('link', { name: /2 refunds to approve/ });
  expect(task).toHaveTextContent('Rp 125.000');
  expect(task).toHaveAttribute('href', '/approvals?subject_type=refund');
  const recent = screen.getByRole('region', { name: 'Recent' });
  const [failed, paid] = within(recent).getAllByRole('link');
  expect(failed).toHaveTextContent('Refund failed');
  expect(failed).toHaveTextContent('Rp 40.000');
  expect(failed).toHaveAttribute('href', `/transaction/${REFUND.transaction_id}?refund=${REFUND.object_id}`);
  expect(within(failed as HTMLElement).getByRole('img', { name: 'New' })).toBeVisible();
  expect(within(paid as HTMLElement).queryByRole('img', { name: 'New' })).toBeNull();
  expect(requestsTo('/notifications/read')).toEqual([]);
  await user.keyboard('{Escape}');
  expect(await screen.findByRole('button', { name: 'Notifications, 2 tasks' })).toBeVisible();
  await waitFor(() => expect(requestsTo('/notifications/read')).toHaveLength(1));
});

test('a failure is shown in the bell, with a retry', async () => {
  mockEndpoint('GET /notifications', (_seen, count) =>
    count === 1
      ? { status: 500, json: { detail: 'Broken' } }
      : { json: { data: { pending: [], recent: [], read_until: null } } },
  );
  const { user } = openApp('/changepassword');
  await user.click(await screen.findByRole('button', { name: 'Notifications' }));
  await user.click(await screen.findByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('No notifications in the last 14 days.')).toBeVisible();
});
