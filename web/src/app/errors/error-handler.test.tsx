import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listNotificationPreferences } from '@dasbor/contract/manage-notifications';
import { createQueryClient, buildQuery } from '../../api/query.ts';
import { startSession } from '../../api/session.ts';
import { ToastHost } from '../../ui/toast-host.tsx';
import { mockEndpoint, setUpMockServer } from '../../test/mock-server.ts';
import { openApp, renderComponent, signIn } from '../../test/render.tsx';
import { handleError } from './error-handler.ts';

setUpMockServer();

const PREFERENCE = {
  id: 'notification_1007',
  group: null,
  notification_action: 1007,
  notification_action_label: 'Daily summary',
  description: null,
  is_active: false,
  is_editable: true,
};
const CONFIGURATION = {
  email_recipients: '',
  email_delivery_enabled: false,
  sftp_delivery_enabled: true,
  sftp_host: 'sftp.kopi.example',
  sftp_port: 22,
  sftp_username: 'kopi',
  sftp_password: '',
  sftp_password_set: true,
  sftp_host_key_fingerprint: null,
};

test('spec §8: in the app a failed save of preferences shows its detail as an error toast', async () => {
  signIn();
  mockEndpoint('GET /notification-preference', () => ({ json: { data: [PREFERENCE] } }));
  mockEndpoint('PUT /notification-preference', () => ({ status: 422, json: { detail: 'This cannot be switched.' } }));
  const { user } = openApp('/manage-notifications');
  await user.click(await screen.findByRole('switch', { name: 'Daily summary' }));
  await user.click(screen.getByRole('button', { name: 'Save Changes' }));
  expect(await screen.findByText('This cannot be switched.')).toBeInTheDocument();
  expect(screen.getByRole('alert')).toHaveTextContent('This cannot be switched.');
});

test('spec §8: in the app a failed configuration save and a failed connection test show their details', async () => {
  signIn();
  mockEndpoint('GET /notification-configurations', () => ({ json: { data: CONFIGURATION } }));
  mockEndpoint('GET /report-runs', () => ({ json: { data: [], next_cursor: null } }));
  mockEndpoint('PUT /notification-configurations', () => ({
    status: 422,
    json: { detail: 'This host is not allowed.' },
  }));
  mockEndpoint('POST /notification-configurations/test-sftp-connection', () => ({
    status: 422,
    json: { errors: [{ detail: 'No such host.' }, { detail: 'Check its name.' }] },
  }));
  const { user } = openApp('/manage-notifications?tab=configuration');
  await user.click(await screen.findByRole('button', { name: 'Save Changes' }));
  expect(await screen.findByText('This host is not allowed.')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Test Connection' }));
  expect(await screen.findByText(/No such host\.\s+Check its name\./)).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByText('This host is not allowed.')).toBeNull());
});

test('spec §1: a list that fails after its first page reports it through the shared handler', async () => {
  startSession({ access_token: 'a', refresh_token: 'r' });
  renderComponent(<ToastHost />);
  mockEndpoint('GET /notification-preference', (_, count) =>
    count === 1 ? { json: { data: [] } } : { status: 403, json: { detail: 'No access any more.' } },
  );
  const client = createQueryClient(handleError);
  const query = { ...buildQuery(listNotificationPreferences), staleTime: 0 };
  await client.fetchQuery(query);
  await client.fetchQuery(query).catch(() => undefined);
  expect(await screen.findByText('No access any more.')).toBeInTheDocument();
});
