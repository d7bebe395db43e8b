import { createApiKey } from '@dasbor/contract/api-settings';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { mockEndpoint, requestsTo, setUpMockServer } from '../test/mock-server.ts';
import { openApp, signIn } from '../test/render.tsx';
import { changeLanguage } from '../ui/define-messages.ts';
import { call } from './call.ts';

setUpMockServer();

const REQUIRED = {
  status: 403,
  json: { detail: 'Confirm your identity to continue.', status_code: 403, code: 'step_up_required' },
};
const BODY = { name: 'Server', access: [{ group: 'Transactions' as const, access: 'view' as const }] };
const create = () => call(createApiKey, { body: BODY });

let is_confirmed = false;
beforeEach(async () => {
  await changeLanguage('en');
  is_confirmed = false;
  signIn();
  mockEndpoint('POST /api-keys', () => (is_confirmed ? { status: 201, json: { data: { id: 'key_1' } } } : REQUIRED));
  mockEndpoint('POST /authenticate/step-up/options', () => ({
    json: { data: { factors: ['password'], passkey_options: null } },
  }));
  mockEndpoint('POST /authenticate/step-up', ({ body }) => {
    if (!body.includes('right')) return { status: 422, json: { detail: 'Incorrect password.', code: 'wrong_factor' } };
    is_confirmed = true;
    return { json: { data: { authenticated_at: '', valid_until: '' } } };
  });
});

const dialog = () => screen.findByRole('dialog', { name: 'Confirm your identity' });

test('one dialog asks once for concurrent calls, and all are repeated', async () => {
  const { user } = openApp('/profile');
  await screen.findByRole('heading', { name: 'Profile' });
  const calls = Promise.all([create(), create()]);
  const asked = within(await dialog());
  await user.type(await asked.findByLabelText('Password (required)'), 'right');
  await user.click(asked.getByRole('button', { name: 'Confirm' }));
  expect(await calls).toHaveLength(2);
  expect(requestsTo('/authenticate/step-up')).toHaveLength(1);
  expect(requestsTo('/api-keys')).toHaveLength(4);
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

test('a wrong password is shown in the dialog, which stays open', async () => {
  const { user } = openApp('/profile');
  await screen.findByRole('heading', { name: 'Profile' });
  const made = create();
  const asked = within(await dialog());
  await user.click(await asked.findByRole('button', { name: 'Confirm' }));
  expect(asked.getByText('Enter your password.')).toBeVisible();
  await user.type(asked.getByLabelText('Password (required)'), 'wrong');
  await user.click(asked.getByRole('button', { name: 'Confirm' }));
  expect(await asked.findByRole('alert')).toHaveTextContent('Incorrect password.');
  await user.type(asked.getByLabelText('Password (required)'), 'right');
  await user.click(asked.getByRole('button', { name: 'Confirm' }));
  await expect(made).resolves.toBeDefined();
});

test('cancelling rejects the calls with a calm message, and sends nothing', async () => {
  const { user } = openApp('/profile');
  await screen.findByRole('heading', { name: 'Profile' });
  const made = create();
  void made.catch(() => undefined);
  await user.click(await within(await dialog()).findByRole('button', { name: 'Cancel' }));
  await expect(made).rejects.toMatchObject({
    detail: 'You did not confirm. Nothing was changed.',
    code: 'step_up_cancelled',
  });
  expect(requestsTo('/api-keys')).toHaveLength(1);
  expect(requestsTo('/authenticate/step-up')).toHaveLength(0);
});
