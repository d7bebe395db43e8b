import { ONBOARDING_STEPS } from '@dasbor/contract/onboarding-checklist';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { PAYMENT, openHome, region, setUpHome } from '../test/dashboard-fixtures.ts';
import { mockEndpoint, requestsTo } from '../test/mock-server.ts';

setUpHome();

/** Progress of the setup checklist. */
const answerSetup = (done: string[]) => {
  mockEndpoint('GET /notification-configurations', () => ({
    json: { data: { email_delivery_enabled: true, sftp_delivery_enabled: false } },
  }));
  const activity = { status: 'active', payments_enabled: true, payouts_enabled: true };
  const steps = ONBOARDING_STEPS.map((step) => ({ step, is_done: !UNFINISHED.includes(step) || done.includes(step) }));
  mockEndpoint('GET /dashboard/checklist', () => ({ json: { data: { activity, steps } } }));
};
const UNFINISHED: readonly string[] = ['bank_account', 'api_key', 'payment'];

test('before the first payment the dashboard is a setup checklist', async () => {
  mockEndpoint('GET /transactions', () => ({ json: { data: [], next_cursor: null } }));
  answerSetup([]);
  const { user, router } = await openHome();
  const steps = await within(await region('Get started')).findAllByRole('listitem');
  expect(steps[2]).toHaveTextContent('Create your first QRIS payment');
  expect(await within(steps[3] as HTMLElement).findByRole('img', { name: 'Done' })).toBeVisible();
  expect(screen.getByText('1 of 4 done')).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Metrics' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Create QRIS payment' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/qris-payment'));
});

test('a new merchant keeps the checklist above the metrics until every step is done', async () => {
  mockEndpoint('GET /transactions', () => ({ json: { data: [PAYMENT], next_cursor: null } }));
  answerSetup(['api_key', 'payment']);
  const { router } = await openHome();
  const checklist = await region('Get started');
  expect(await within(checklist).findByText('3 of 4 done')).toBeVisible();
  expect(await region('Metrics')).toBeVisible();
  within(checklist).getByRole('button', { name: 'Add bank account' }).click();
  await waitFor(() => expect(router.state.location.pathname).toBe('/settings'));
  expect(router.state.location.search).toEqual({ tab: 'payouts' });
});

test('the checklist disappears once every step is done', async () => {
  mockEndpoint('GET /transactions', () => ({ json: { data: [PAYMENT], next_cursor: null } }));
  answerSetup(['bank_account', 'api_key', 'payment']);
  await openHome();
  expect(await region('Metrics')).toBeVisible();
  await waitFor(() => expect(requestsTo('/dashboard/checklist')).not.toHaveLength(0));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Get started' })).toBeNull());
});
