import { screen, waitFor, within } from '@testing-library/react';
import { delay, http, HttpResponse } from 'msw';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hasUnsavedChanges } from '../ui/unsaved-changes.tsx';
import {
  PREFERENCES,
  type ServerState,
  openScreen,
  buildError,
  failCall,
  getSaveButton,
  serveState,
  server,
  getSwitch,
} from '../test/manage-notifications-screen.tsx';

beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

let state: ServerState;
beforeEach(() => {
  state = serveState();
});

async function open(options: Parameters<typeof openScreen>[0] = {}) {
  const opened = openScreen(options);
  await screen.findByRole('switch', { name: 'Daily summary' });
  return opened;
}

describe('content', () => {
  test("spec §2: the title, and the tabs 'Notifications' and 'Configuration'", async () => {
    await open();
    expect(screen.getByRole('heading', { level: 1, name: 'Email Notifications' })).toBeVisible();
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['Notifications', 'Configuration']);
    expect(screen.getByRole('tab', { name: 'Notifications' })).toHaveAttribute('aria-selected', 'true');
  });

  test('the URL holds the open tab', async () => {
    const { user, history } = await open();
    await user.click(screen.getByRole('tab', { name: 'Configuration' }));
    expect(history.location.search).toContain('tab=configuration');
    expect(await screen.findByRole('heading', { name: 'Settlement Report' })).toBeVisible();
  });

  test('spec §2: a banner warns that disabling may cause missed transaction updates', async () => {
    await open();
    expect(
      screen.getByText('Disabling payment notifications may cause missed transaction updates.'),
    ).toBeInTheDocument();
  });

  test('spec §2: the card says that emails can be chosen and security emails cannot be disabled', async () => {
    await open();
    const card = screen.getByRole('region', { name: 'Notification Preferences' });
    expect(card).toHaveTextContent('Choose which email notifications you receive.');
    expect(card).toHaveTextContent('Security emails cannot be disabled.');
  });

  test("spec §2: a group is a collapsible section with the subtitle '{group} for different payment methods'", async () => {
    const { user } = await open();
    const section = screen.getByRole('button', { name: /Successful Payments for different payment methods/ });
    expect(section).toHaveAttribute('aria-expanded', 'false');
    await user.click(section);
    expect(section).toHaveAttribute('aria-expanded', 'true');
    const region = await screen.findByRole('region', { name: /Successful Payments/ });
    expect(within(region).getByRole('switch', { name: 'QRIS' })).not.toBeChecked();
  });

  test("spec §2: the group 'Payment Links' and the item 1010 are not shown", async () => {
    await open();
    expect(screen.queryByText(/Payment Links/)).toBeNull();
    expect(screen.queryByText('Link created')).toBeNull();
    expect(screen.queryByText('Platform announcements')).toBeNull();
  });

  test('spec §2: a row shows label, description and switch, a dash where there is no description', async () => {
    await open();
    const [, , refund, daily] = screen.getAllByRole('listitem');
    expect(refund).toHaveTextContent('A refund reached its end');
    expect(daily).toHaveTextContent('Daily summary–');
    expect(getSwitch('Refund succeeded / failed')).toBeChecked();
    expect(getSwitch('Daily summary')).not.toBeChecked();
  });

  test('spec §2: the switch is disabled when the item is not editable; 1004 is always editable', async () => {
    await open();
    expect(getSwitch('New sign-in from unknown device')).toBeDisabled();
    expect(getSwitch('Settlement report ready')).toBeEnabled();
    expect(getSwitch('Daily summary')).toBeEnabled();
  });
});

describe('saving', () => {
  test('spec §2: Save Changes is enabled only while the form differs from its loaded state', async () => {
    const { user } = await open();
    expect(getSaveButton()).toBeDisabled();
    expect(screen.queryByText('You have unsaved changes')).toBeNull();
    await user.click(getSwitch('Daily summary'));
    expect(getSaveButton()).toBeEnabled();
    expect(screen.getByText('You have unsaved changes')).toBeInTheDocument();
    await user.click(getSwitch('Daily summary'));
    expect(getSaveButton()).toBeDisabled();
    expect(screen.queryByText('You have unsaved changes')).toBeNull();
  });

  test('spec §7: a save sends {notification_action, is_active}, toasts and refetches the list', async () => {
    const { user } = await open();
    await user.click(getSwitch('Daily summary'));
    await user.click(getSwitch('Settlement report ready'));
    await user.click(getSaveButton());
    expect(await screen.findByText('Notifications updated successfully')).toBeInTheDocument();
    expect(state.sent).toEqual([
      {
        to: 'PUT /notification-preference',
        body: [
          { notification_action: 1004, is_active: false },
          { notification_action: 1007, is_active: true },
        ],
      },
    ]);
    await waitFor(() => expect(state.reads).toHaveLength(2));
    expect(getSwitch('Daily summary')).toBeChecked();
    await waitFor(() => expect(getSaveButton()).toBeDisabled());
  });

  test("spec §8: a failed save shows the server's detail and keeps the changes", async () => {
    failCall('put', '/notification-preference', () => buildError('This notification cannot be changed.', 422));
    const { user } = await open();
    await user.click(getSwitch('Daily summary'));
    await user.click(getSaveButton());
    expect(await screen.findByText('This notification cannot be changed.')).toBeInTheDocument();
    expect(getSwitch('Daily summary')).toBeChecked();
    expect(screen.getByText('You have unsaved changes')).toBeInTheDocument();
  });

  test('unsaved changes guard leaving until they are saved', async () => {
    const { user } = await open();
    expect(hasUnsavedChanges()).toBe(false);
    await user.click(getSwitch('Daily summary'));
    expect(hasUnsavedChanges()).toBe(true);
    await user.click(getSaveButton());
    await waitFor(() => expect(hasUnsavedChanges()).toBe(false));
  });

  test('switching tabs keeps unsaved changes', async () => {
    const { user } = await open();
    await user.click(getSwitch('Daily summary'));
    await user.click(screen.getByRole('tab', { name: 'Configuration' }));
    await screen.findByRole('heading', { name: 'Settlement Report' });
    await user.click(screen.getByRole('tab', { name: 'Notifications' }));
    expect(getSwitch('Daily summary')).toBeChecked();
  });
});

describe('reset', () => {
  const openModal = async (user: Awaited<ReturnType<typeof open>>['user']) => {
    await user.click(await screen.findByRole('button', { name: 'Reset to Default' }));
    return screen.findByRole('dialog', { name: 'Reset Notifications' });
  };

  test('spec §2: Reset to Default opens a modal that warns and has a Reset Notifications button', async () => {
    const { user } = await open();
    const modal = await openModal(user);
    expect(modal).toHaveTextContent('Disabling notifications may cause missed updates.');
    expect(within(modal).getByRole('button', { name: 'Reset Notifications' })).toBeEnabled();
    expect(state.sent).toEqual([]);
  });

  test('spec §2: confirming sets every editable preference, plus 1004, to active', async () => {
    const { user } = await open();
    await user.click(getSwitch('Settlement report ready'));
    const modal = await openModal(user);
    await user.click(within(modal).getByRole('button', { name: 'Reset Notifications' }));
    expect(await screen.findByText('Notifications updated successfully')).toBeInTheDocument();
    expect(state.sent[0]?.body).toEqual(
      [1004, 1006, 1007, 1101, 1102, 1401].map((notification_action) => ({ notification_action, is_active: true })),
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(getSwitch('Settlement report ready')).toBeChecked();
    expect(getSwitch('Daily summary')).toBeChecked();
    expect(screen.queryByText('You have unsaved changes')).toBeNull();
  });

  test('spec §5: with no items there is nothing to reset', async () => {
    state.preferences = [];
    const { user } = openScreen();
    const modal = await openModal(user);
    await user.click(within(modal).getByRole('button', { name: 'Reset Notifications' }));
    expect(await screen.findByText('No notifications to reset.')).toBeInTheDocument();
    expect(state.sent).toEqual([]);
  });

  test("spec §8: a failed reset shows the server's detail and leaves the switches", async () => {
    failCall('put', '/notification-preference', () => buildError('The database is away.', 503));
    const { user } = await open();
    const modal = await openModal(user);
    await user.click(within(modal).getByRole('button', { name: 'Reset Notifications' }));
    expect(await screen.findByText('The database is away.')).toBeInTheDocument();
    await user.click(within(modal).getByRole('button', { name: 'Cancel' }));
    expect(getSwitch('Daily summary')).not.toBeChecked();
  });
});

describe('other states', () => {
  test('loading shows the shape of the list', async () => {
    server.use(
      http.get('*/api/v1/notification-preference', async () => {
        await delay(50);
        return HttpResponse.json({ data: PREFERENCES });
      }),
    );
    openScreen();
    expect(await screen.findByRole('status', { name: '' })).toHaveTextContent('Loading');
    expect(await screen.findByRole('switch', { name: 'Daily summary' })).toBeInTheDocument();
  });

  test('the empty state has a description', async () => {
    state.preferences = [];
    openScreen();
    expect(await screen.findByRole('heading', { name: 'No notifications yet' })).toBeInTheDocument();
    expect(getSaveButton()).toBeDisabled();
  });

  test('a failure shows the detail and the request id, and can be retried', async () => {
    failCall('get', '/notification-preference', () => buildError('The list cannot be read.', 500));
    const { user } = openScreen();
    expect(await screen.findByText('The list cannot be read.')).toBeInTheDocument();
    expect(screen.getByText('req_test')).toBeInTheDocument();
    server.resetHandlers();
    serveState();
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('switch', { name: 'Daily summary' })).toBeInTheDocument();
  });

  test('missing access has its own text and no retry', async () => {
    failCall('get', '/notification-preference', () => buildError('Not allowed.', 403));
    openScreen();
    expect(await screen.findByRole('heading', { name: 'No access' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
  });

  test('view access disables every switch, with the reason', async () => {
    await open({ level: 'view' });
    for (const found of screen.getAllByRole('switch')) expect(found).toBeDisabled();
    expect(screen.getByText('Your role has view access only.')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Reset to Default' })).toBeDisabled();
  });
});
