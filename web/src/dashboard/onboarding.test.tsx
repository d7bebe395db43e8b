import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { mockEndpoint, setUpMockServer } from '../test/mock-server.ts';
import { openApp, signIn } from '../test/render.tsx';

setUpMockServer();

const STEPS = [
  'email',
  'phone',
  'profile',
  'verification',
  'bank_account',
  'api_key',
  'payment',
  'second_factor',
  'colleague',
];
function answerChecklist(status: string, done: string[]): void {
  mockEndpoint('GET /dashboard/checklist', () => ({
    json: {
      data: {
        activity: { status, payments_enabled: true, payouts_enabled: true },
        steps: STEPS.map((step) => ({ step, is_done: done.includes(step) })),
      },
    },
  }));
}
function answerEmpty(): void {
  mockEndpoint('GET /transactions', () => ({ json: { data: [], next_cursor: null } }));
  mockEndpoint('GET /notification-configurations', () => ({ json: { data: {} } }));
}

test('a new merchant sees its steps first: what is done, and where the rest is', async () => {
  signIn();
  answerChecklist('onboarding', ['email']);
  answerEmpty();
  openApp('/dashboard');
  const item = async (name: string) => (await screen.findByText(name)).closest('li') as HTMLElement;
  expect(within(await item('Confirm your email')).getByRole('img', { name: 'Done' })).toBeVisible();
  const links = [
    ['Verify your mobile number', 'Verify number', '/mobile-verification'],
    ['Complete your business profile', 'Open profile', '/register-flow'],
    ['Protect your account with a second factor', 'Set up', '/profile'],
    ['Create an API key', 'Create API key', '/api-settings'],
    ['Invite a colleague', 'Invite', '/users'],
  ] as const;
  for (const [name, action, path] of links) {
    expect(within(await item(name)).getByRole('link', { name: action })).toHaveAttribute('href', path);
  }
  const steps = within(screen.getByRole('region', { name: 'Get started' })).getAllByRole('listitem');
  expect(steps.map((step) => step.querySelector('b')?.textContent)).toEqual([
    'Confirm your email',
    'Verify your mobile number',
    'Complete your business profile',
    'Verification of your business',
    'Add a settlement account',
    'Create an API key',
    'Create your first QRIS payment',
    'Protect your account with a second factor',
    'Invite a colleague',
    'Set up report delivery',
  ]);
  // The action is disabled with the reason.
  expect(screen.getByRole('button', { name: 'Create QRIS payment' })).toHaveAttribute('aria-disabled', 'true');
});

test('a member of another role sees only the steps that it can take', async () => {
  signIn({ role: 'developer' });
  answerChecklist('onboarding', []);
  answerEmpty();
  openApp('/dashboard');
  expect(await screen.findByRole('link', { name: 'Create API key' })).toHaveAttribute('href', '/api-settings');
  expect(screen.queryByText('Complete your business profile')).toBeNull();
  expect(screen.queryByText('Add a settlement account')).toBeNull();
});

test('on other screens a banner says why payments are not accepted, and leads to the steps', async () => {
  signIn();
  answerChecklist('onboarding', ['email']);
  openApp('/changepassword');
  const note = await screen.findByText(/Your business is not active yet/);
  expect(note).toBeVisible();
  expect(screen.getByRole('link', { name: 'Show steps' })).toHaveAttribute('href', '/dashboard');
});

test('a suspended merchant reads why on every screen; an active one nothing', async () => {
  signIn();
  answerChecklist('suspended', STEPS);
  const { unmount } = openApp('/changepassword');
  expect(await screen.findByText(/Your business is suspended/)).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Show steps' })).toBeNull();
  unmount();
  answerChecklist('active', STEPS);
  openApp('/changepassword');
  expect(await screen.findByRole('heading', { name: 'Change password' })).toBeVisible();
  expect(screen.queryByText(/Your business/)).toBeNull();
});
