import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { mockEndpoint, requestsTo, setUpMockServer } from '../test/mock-server.ts';
import { openApp, signIn } from '../test/render.tsx';

setUpMockServer();

const SETTING = {
  destination: 'bank',
  schedule: 'daily',
  approval: 'automatic',
  weekday: null,
  month_day: null,
  minimum_amount: 0,
  is_held: false,
  held_reason: null,
  bank_account: null,
  pending_bank_account: null,
  terms: [],
};

test('a field shows its error once it was left, and a bank is found by its short name', async () => {
  signIn();
  mockEndpoint('GET /settlement-setting', () => ({ json: { data: SETTING } }));
  mockEndpoint('PUT /settlement-setting/bank-account', () => ({ json: { data: SETTING } }));
  const { user } = openApp('/settings?tab=payouts');
  await user.click(await screen.findByRole('button', { name: 'Add account' }));
  const bank = screen.getByRole('combobox', { name: 'Bank (required)' });
  const number = screen.getByLabelText('Account number (required)');
  await user.type(number, '12');
  expect(number).toBeValid();
  await user.tab();
  expect(number).toHaveAccessibleDescription('An account number has 5 to 20 digits.');
  expect(bank).toBeValid();
  await user.click(screen.getByRole('button', { name: 'Request account' }));
  expect(bank).toHaveAccessibleDescription('Choose a bank.');
  expect(requestsTo('/settlement-setting/bank-account')).toHaveLength(0);
  await user.type(bank, 'bca');
  await user.click(await screen.findByRole('option', { name: 'Bank Central Asia' }));
  await user.type(number, '34 567-8');
  expect(number).toHaveValue('12345678');
  await user.click(screen.getByRole('button', { name: 'Request account' }));
  await waitFor(() => expect(requestsTo('/settlement-setting/bank-account')).toHaveLength(1));
});
