import { screen, waitFor } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { hasUnsavedChanges } from '../ui/unsaved-changes.tsx';
import {
  CONFIGURATION,
  SFTP_CONFIGURATION,
  type ServerState,
  openScreen,
  buildError,
  failCall,
  getSaveButton,
  serveState,
  server,
} from '../test/manage-notifications-screen.tsx';

beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

const NOTHING = { ...CONFIGURATION, email_recipients: '', email_delivery_enabled: false };

async function open(part: Partial<ServerState> = {}, options: Parameters<typeof openScreen>[0] = {}) {
  const state = serveState(part);
  const opened = openScreen({ tab: 'configuration', ...options });
  await screen.findByRole('heading', { name: 'Settlement Report' });
  return { state, ...opened };
}
const method = () => screen.getByRole('combobox', { name: /Delivery Method/ });
const recipient = () => screen.getByRole('textbox', { name: /Email recipients/ });
const host = () => screen.getByRole('textbox', { name: /SFTP host/ });
const username = () => screen.getByRole('textbox', { name: /SFTP username/ });
const password = () => screen.getByLabelText(/SFTP password/);
const button = (name: string) => screen.getByRole('button', { name });

type User = Awaited<ReturnType<typeof open>>['user'];
async function choose(user: User, name: string) {
  await user.click(method());
  await user.click(await screen.findByRole('option', { name }));
}
async function fillSftp(user: User, typed = { host: 'sftp.kopi.example:2222', username: 'kopi', password: 'secret' }) {
  await user.type(host(), typed.host);
  await user.type(username(), typed.username);
  await user.type(password(), typed.password);
}

describe('content', () => {
  test("spec §2: the card 'Report Delivery Configuration' with the section 'Settlement Report'", async () => {
    await open();
    expect(screen.getByRole('heading', { level: 2, name: 'Report Delivery Configuration' })).toBeVisible();
    expect(screen.getByRole('heading', { level: 3, name: 'Settlement Report' })).toBeVisible();
  });

  test('spec §2: the selector Delivery Method offers email, sftp and both', async () => {
    const { user } = await open();
    await user.click(method());
    const names = (await screen.findAllByRole('option')).map((option) => option.textContent);
    expect(names).toEqual(['Email', 'SFTP', 'Both']);
  });

  test.each([
    [true, true, 'Both'],
    [true, false, 'Email'],
    [false, true, 'SFTP'],
    [false, false, 'SFTP'],
  ])('spec §4: email %s and SFTP %s load as %s', async (email_delivery_enabled, sftp_delivery_enabled, name) => {
    await open({ configuration: { ...CONFIGURATION, email_delivery_enabled, sftp_delivery_enabled } });
    expect(method()).toHaveValue(name);
  });

  test('each method shows its own parts', async () => {
    const { user } = await open();
    expect(recipient()).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Test Connection' })).toBeNull();
    await choose(user, 'SFTP');
    expect(screen.queryByRole('textbox', { name: /Email recipients/ })).toBeNull();
    expect(button('Test Connection')).toBeVisible();
    await choose(user, 'Both');
    expect(recipient()).toBeVisible();
    expect(button('Test Connection')).toBeVisible();
  });
});

describe('email recipients', () => {
  test("spec §2: the counter reads 'n/2 recipients added', and an address can be removed", async () => {
    const { user } = await open();
    expect(screen.getByText('1/2 recipients added')).toBeVisible();
    await user.type(recipient(), ' owner@kopi.example');
    await user.click(button('Add'));
    expect(screen.getByText('2/2 recipients added')).toBeVisible();
    expect(recipient()).toHaveValue('');
    await user.click(button('Remove finance@kopi.example'));
    expect(screen.getByText('1/2 recipients added')).toBeVisible();
    expect(screen.queryByText('finance@kopi.example')).toBeNull();
  });

  test('spec §2: Enter also adds an address', async () => {
    const { user } = await open();
    await user.type(recipient(), 'owner@kopi.example{Enter}');
    expect(screen.getByText('owner@kopi.example')).toBeVisible();
    expect(screen.getByText('2/2 recipients added')).toBeVisible();
  });

  test('spec §5: an empty field is rejected', async () => {
    const { user } = await open();
    await user.click(button('Add'));
    expect(screen.getByText('Please enter an email address.')).toBeVisible();
  });

  test('spec §5: a blank is rejected', async () => {
    const { user } = await open();
    await user.type(recipient(), '   {Enter}');
    expect(screen.getByText('Email cannot be empty.')).toBeVisible();
  });

  test('spec §5: a duplicate is rejected', async () => {
    const { user } = await open();
    await user.type(recipient(), 'finance@kopi.example{Enter}');
    expect(screen.getByText('This email is already added.')).toBeVisible();
    expect(screen.getByText('1/2 recipients added')).toBeVisible();
  });

  test('spec §5: a second recipient is accepted, a third is rejected', async () => {
    const { user } = await open();
    await user.type(recipient(), 'owner@kopi.example{Enter}');
    expect(screen.queryByText('You can only add up to 2 email recipients.')).toBeNull();
    await user.type(recipient(), 'third@kopi.example{Enter}');
    expect(screen.getByText('You can only add up to 2 email recipients.')).toBeVisible();
    expect(screen.getByText('2/2 recipients added')).toBeVisible();
    expect(recipient()).toHaveAttribute('aria-invalid', 'true');
  });
});

describe('saving', () => {
  test('spec §5: email without recipients is rejected, and the field is focused', async () => {
    const { user, state } = await open({ configuration: { ...CONFIGURATION, email_recipients: '' } });
    await user.click(getSaveButton());
    expect(screen.getByText('Please add at least one email recipient.')).toBeVisible();
    expect(recipient()).toHaveFocus();
    expect(state.sent).toEqual([]);
  });

  test.each(['host', 'username', 'password'] as const)('spec §5: SFTP without %s is rejected', async (field) => {
    const { user, state } = await open({ configuration: NOTHING });
    const fields = { host, username, password };
    await fillSftp(user);
    await user.clear(fields[field]());
    await user.click(getSaveButton());
    expect(screen.getByText('Please fill in all SFTP fields.')).toBeVisible();
    expect(fields[field]()).toHaveFocus();
    expect(state.sent).toEqual([]);
    await user.type(fields[field](), 'x');
    expect(screen.queryByText('Please fill in all SFTP fields.')).toBeNull();
  });

  test('spec §7: email sends the recipients and toasts', async () => {
    const { user, state } = await open();
    await user.type(recipient(), 'owner@kopi.example{Enter}');
    await user.click(getSaveButton());
    expect(await screen.findByText('Configuration updated successfully')).toBeInTheDocument();
    expect(state.sent).toEqual([
      {
        to: 'PUT /notification-configurations',
        body: { email_recipients: 'finance@kopi.example,owner@kopi.example', email_delivery_enabled: true },
      },
    ]);
  });

  test('spec §4: both sends both flags true; the form re-bases and shows that a password is stored', async () => {
    const { user, state } = await open();
    await choose(user, 'Both');
    await fillSftp(user);
    expect(screen.getByText('You have unsaved changes')).toBeInTheDocument();
    expect(hasUnsavedChanges()).toBe(true);
    await user.click(getSaveButton());
    expect(await screen.findByText('Configuration updated successfully')).toBeInTheDocument();
    expect(state.sent[0]?.body).toEqual({
      email_recipients: 'finance@kopi.example',
      email_delivery_enabled: true,
      sftp_delivery_enabled: true,
      sftp_host: 'sftp.kopi.example',
      sftp_port: 2222,
      sftp_username: 'kopi',
      sftp_password: 'secret',
    });
    expect(method()).toHaveValue('Both');
    expect(host()).toHaveValue('sftp.kopi.example:2222');
    expect(password()).toHaveValue('');
    expect(screen.getByText('A password is stored. Leave this field empty to keep it.')).toBeVisible();
    expect(screen.queryByText('You have unsaved changes')).toBeNull();
    expect(hasUnsavedChanges()).toBe(false);
  });

  test('a stored password counts as filled until host or username change', async () => {
    const { user, state } = await open({ configuration: SFTP_CONFIGURATION });
    await user.click(getSaveButton());
    expect(await screen.findByText('Configuration updated successfully')).toBeInTheDocument();
    expect(state.sent[0]?.body).toEqual({
      email_delivery_enabled: false,
      sftp_delivery_enabled: true,
      sftp_host: 'sftp.kopi.example',
      sftp_port: 2222,
      sftp_username: 'kopi',
      sftp_password: '',
    });
    await user.type(username(), '2');
    await user.click(getSaveButton());
    expect(screen.getByText('Please fill in all SFTP fields.')).toBeVisible();
    expect(password()).toHaveFocus();
  });

  test("spec §8: a failed save shows the server's detail and keeps the form", async () => {
    const { user } = await open();
    failCall('put', '/notification-configurations', () => buildError('This host is not allowed.', 422));
    await user.type(recipient(), 'owner@kopi.example{Enter}');
    await user.click(getSaveButton());
    expect(await screen.findByText('This host is not allowed.')).toBeInTheDocument();
    expect(screen.getByText('owner@kopi.example')).toBeVisible();
    expect(screen.getByText('You have unsaved changes')).toBeInTheDocument();
  });

  test('a field error of the server shows under its field', async () => {
    const { user } = await open({ configuration: SFTP_CONFIGURATION });
    const errors = [{ field: 'sftp_port', detail: 'Too big: at most 65535' }];
    failCall('put', '/notification-configurations', () => buildError('The payload is faulty.', 400, { errors }));
    await user.click(getSaveButton());
    expect(await screen.findByText('The payload is faulty.')).toBeInTheDocument();
    expect(screen.getByText('Too big: at most 65535')).toBeVisible();
    await user.type(host(), '2');
    expect(screen.queryByText('Too big: at most 65535')).toBeNull();
  });
});

describe('SFTP', () => {
  test('spec §2: the password has a show/hide toggle', async () => {
    const { user } = await open({ configuration: NOTHING });
    expect(password()).toHaveAttribute('type', 'password');
    await user.click(button('Show password'));
    expect(password()).toHaveAttribute('type', 'text');
    await user.click(button('Hide password'));
    expect(password()).toHaveAttribute('type', 'password');
  });

  test.each(['host', 'username', 'password'] as const)('spec §5: a test without %s is rejected', async (field) => {
    const { user, state } = await open({ configuration: NOTHING });
    await fillSftp(user);
    await user.clear({ host, username, password }[field]());
    await user.click(button('Test Connection'));
    expect(screen.getByText('Please fill in all SFTP fields before testing the connection.')).toBeVisible();
    expect(state.sent).toEqual([]);
  });

  test('spec §7: a test sends the entered details, toasts, and keeps the form', async () => {
    const { user, state } = await open({ configuration: NOTHING });
    await fillSftp(user, { host: 'sftp.kopi.example:abc', username: 'kopi', password: 'secret' });
    await user.click(button('Test Connection'));
    expect(await screen.findByText('SFTP connection test successful')).toBeInTheDocument();
    expect(state.sent).toEqual([
      {
        to: 'POST /test-sftp-connection',
        body: { sftp_host: 'sftp.kopi.example', sftp_port: 22, sftp_username: 'kopi', sftp_password: 'secret' },
      },
    ]);
    expect(password()).toHaveValue('secret');
    expect(screen.getByText('SHA256:answered')).toBeVisible();
  });

  test("spec §8: a failed test shows the server's detail", async () => {
    const { user } = await open({ configuration: SFTP_CONFIGURATION });
    failCall('post', '/notification-configurations/test-sftp-connection', () =>
      buildError('The host key changed.', 422),
    );
    await user.click(button('Test Connection'));
    expect(await screen.findByText('The host key changed.')).toBeInTheDocument();
    await waitFor(() => expect(button('Test Connection')).toBeEnabled());
  });

  test('the pinned host key shows while the host is the stored one', async () => {
    const { user } = await open({ configuration: SFTP_CONFIGURATION });
    expect(host()).toHaveValue('sftp.kopi.example:2222');
    expect(screen.getByText('SHA256:pinned')).toBeVisible();
    await user.type(host(), '2');
    expect(screen.queryByText('SHA256:pinned')).toBeNull();
  });
});

test('view access disables the form, with the reason', async () => {
  await open({}, { level: 'view' });
  expect(recipient()).toBeDisabled();
  expect(method()).toBeDisabled();
  expect(getSaveButton()).toBeDisabled();
  expect(screen.getByText('Your role has view access only.')).toBeInTheDocument();
});

test('a failed configuration can be retried', async () => {
  serveState();
  failCall('get', '/notification-configurations', () => buildError('The configuration cannot be read.', 500));
  const { user } = openScreen({ tab: 'configuration' });
  expect(await screen.findByText('The configuration cannot be read.')).toBeInTheDocument();
  expect(screen.getByText('req_test')).toBeInTheDocument();
  server.resetHandlers();
  serveState();
  await user.click(button('Retry'));
  expect(await screen.findByRole('heading', { name: 'Settlement Report' })).toBeVisible();
});
