/** The screen in its frame, with a mock server that follows the contract. For tests. */
import type { AccessLevel } from '@dasbor/contract/access';
import type { NotificationPreference } from '@dasbor/contract/manage-notifications';
import type { NotificationConfiguration } from '@dasbor/contract/report-delivery';
import type { ReportRun } from '@dasbor/contract/report';
import { API_BASE } from '@dasbor/contract/route';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import {
  RouterProvider,
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
} from '@tanstack/react-router';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, type JsonBodyType, http } from 'msw';
import { setupServer } from 'msw/node';
import { toProblem } from '../api/problem.ts';
import { type ErrorHandler, createQueryClient } from '../api/query.ts';
import { SESSION_KEY } from '../api/session.ts';
import { SignedInContext } from '../api/signed-in.ts';
import { ToastHost } from '../ui/toast-host.tsx';
import { showError } from '../ui/toast.ts';
import { theme } from '../ui/theme.ts';
import { ManageNotificationsScreen } from '../manage-notifications/manage-notifications-screen.tsx';
import { ConfigurationTab } from '../report/configuration-tab.tsx';

export const server = setupServer();
const url = (path: string) => `*${API_BASE}${path}`;

export const buildPreference = (
  action: number,
  label: string,
  part: Partial<NotificationPreference> = {},
): NotificationPreference => ({
  id: `pref-${action}`,
  group: null,
  notification_action: action,
  notification_action_label: label,
  description: null,
  is_active: true,
  is_editable: true,
  ...part,
});

/** Part of the catalogue: security, 1004, editable, hidden, a group, the hidden group. */
export const PREFERENCES: NotificationPreference[] = [
  buildPreference(1001, 'New sign-in from unknown device', { is_editable: false, description: 'A new device' }),
  buildPreference(1004, 'Settlement report ready', { is_editable: false }),
  buildPreference(1006, 'Refund succeeded / failed', { description: 'A refund reached its end' }),
  buildPreference(1007, 'Daily summary', { is_active: false }),
  buildPreference(1010, 'Platform announcements', { is_editable: false }),
  buildPreference(1101, 'Virtual account', { group: 'Successful Payments' }),
  buildPreference(1102, 'QRIS', { group: 'Successful Payments', is_active: false }),
  buildPreference(1401, 'Link created', { group: 'Payment Links' }),
];

export const CONFIGURATION: NotificationConfiguration = {
  email_recipients: 'finance@kopi.example',
  email_delivery_enabled: true,
  sftp_delivery_enabled: false,
  sftp_host: '',
  sftp_port: 22,
  sftp_username: '',
  sftp_password: '',
  sftp_password_set: false,
  sftp_host_key_fingerprint: null,
};

export const SFTP_CONFIGURATION: NotificationConfiguration = {
  ...CONFIGURATION,
  email_recipients: '',
  email_delivery_enabled: false,
  sftp_delivery_enabled: true,
  sftp_host: 'sftp.kopi.example',
  sftp_port: 2222,
  sftp_username: 'kopi',
  sftp_password_set: true,
  sftp_host_key_fingerprint: 'SHA256:pinned',
};

export const PAID_BATCH = 'stl_01jd0000000000000000000000';
const PAID_BATCH_NO = 'STL-20261120-001';

export const buildRun = (part: Partial<ReportRun> = {}): ReportRun => ({
  id: 'rrun_01jd0000000000000000000000',
  report_type: 'transactions',
  business_day: '2026-11-20',
  period_from: '2026-11-20',
  period_to: '2026-11-20',
  settlement_batch_id: null,
  batch_no: null,
  sequence: 1,
  trigger: 'schedule',
  requested_by: 'schedule',
  format: 'csv',
  delimiter: ',',
  net_total: 1_250_000,
  file_size_bytes: 4_096,
  totals_file_name: 'settlement-2026-11-20.csv.sum',
  email_attempts: 1,
  email_error: null,
  email_retry_at: null,
  email_delivered_at: '2026-11-20T23:00:05.000Z',
  sftp_attempts: 0,
  sftp_error: null,
  sftp_retry_at: null,
  sftp_delivered_at: null,
  status: 'delivered',
  row_count: 42,
  file_name: 'settlement-2026-11-20.csv',
  sha256: null,
  email_status: 'delivered',
  sftp_status: 'off',
  attempts: 1,
  error: null,
  created_at: '2026-11-20T23:00:00.000Z',
  finished_at: '2026-11-20T23:00:05.000Z',
  ...part,
});

/** The state of the mock server and the requests that it received. */
export interface ServerState {
  preferences: NotificationPreference[];
  configuration: NotificationConfiguration;
  runs: ReportRun[];
  /** As far as the screen reads them. */
  settlements: { id: string; batch_no: string }[];
  /** Bodies by method and path, in their order. */
  sent: { to: string; body: unknown }[];
  reads: string[];
}

/** An error response of the API. */
export const buildError = (detail: string, status: number, more: object = {}) =>
  HttpResponse.json({ detail, status_code: status, code: 'refused', request_id: 'req_test', ...more }, { status });

/** Serves every call of the screen from a state. */
export function serveState(part: Partial<ServerState> = {}): ServerState {
  const state: ServerState = {
    preferences: PREFERENCES,
    configuration: CONFIGURATION,
    runs: [],
    settlements: [{ id: PAID_BATCH, batch_no: PAID_BATCH_NO }],
    sent: [],
    reads: [],
    ...part,
  };
  const taken = async (to: string, request: Request) => {
    const body: unknown = await request.json();
    state.sent.push({ to, body });
    return body;
  };
  server.use(
    http.get(url('/notification-preference'), () => {
      state.reads.push('preferences');
      return HttpResponse.json({ data: state.preferences });
    }),
    http.put(url('/notification-preference'), async ({ request }) => {
      const body = (await taken('PUT /notification-preference', request)) as Record<string, unknown>[];
      state.preferences = state.preferences.map((item) => ({
        ...item,
        ...body.find((entry) => entry['notification_action'] === item.notification_action),
      }));
      return HttpResponse.json({ data: state.preferences });
    }),
    http.get(url('/notification-configurations'), () => HttpResponse.json({ data: state.configuration })),
    http.put(url('/notification-configurations'), async ({ request }) => {
      const body = (await taken('PUT /notification-configurations', request)) as Partial<NotificationConfiguration>;
      state.configuration = {
        ...state.configuration,
        email_delivery_enabled: false,
        sftp_delivery_enabled: false,
        ...body,
        sftp_password: '',
        sftp_password_set: state.configuration.sftp_password_set || Boolean(body.sftp_password),
      };
      return HttpResponse.json({ data: state.configuration });
    }),
    http.post(url('/notification-configurations/test-sftp-connection'), async ({ request }) => {
      await taken('POST /test-sftp-connection', request);
      return HttpResponse.json({ data: { host_key_fingerprint: 'SHA256:answered', elapsed_ms: 40 } });
    }),
    http.get(url('/settlements'), () => HttpResponse.json({ data: state.settlements, next_cursor: null })),
    http.get(url('/report-runs'), () => HttpResponse.json({ data: state.runs, next_cursor: null })),
    http.post(url('/report-runs'), async ({ request }) => {
      const body = (await taken('POST /report-runs', request)) as Pick<
        ReportRun,
        'report_type' | 'settlement_batch_id'
      >;
      const unmade = { email_attempts: 0, email_delivered_at: null, row_count: null, net_total: null } as const;
      const run = buildRun({
        ...body,
        batch_no: PAID_BATCH_NO,
        status: 'scheduled',
        email_status: 'waiting',
        ...unmade,
      });
      state.runs = [run, ...state.runs];
      return HttpResponse.json({ data: run }, { status: 202 });
    }),
  );
  return state;
}

/** Makes one call fail. */
export function failCall(method: 'get' | 'put' | 'post', path: string, answer: () => HttpResponse<JsonBodyType>): void {
  server.use(http[method](url(path), answer));
}

/** As in the app: failed mutations are toasted, failed queries show their own error. */
const toastFailedActions: ErrorHandler = (error, { is_mutation }) => {
  if (is_mutation) void showError(toProblem(error).detail);
};

/** Renders the screen at a URL; returns the user and the history. */
export function openScreen({ tab, level = 'manage' }: { tab?: string; level?: AccessLevel } = {}) {
  localStorage.setItem(SESSION_KEY, 'active');
  const client = createQueryClient(toastFailedActions);
  client.setDefaultOptions({ queries: { ...client.getDefaultOptions().queries, retry: false } });
  const rootRoute = createRootRoute();
  const route = createRoute({
    getParentRoute: () => rootRoute,
    path: '/manage-notifications',
    component: () => <ManageNotificationsScreen configuration={<ConfigurationTab />} />,
  });
  const history = createMemoryHistory({ initialEntries: [`/manage-notifications${tab ? `?tab=${tab}` : ''}`] });
  const router = createRouter({ routeTree: rootRoute.addChildren([route]), history });
  render(
    <MantineProvider theme={theme} env="test">
      <QueryClientProvider client={client}>
        <SignedInContext value={{ profile: null, role_access: { access: [] }, levelOf: () => level }}>
          <RouterProvider router={router as never} />
          <ToastHost />
        </SignedInContext>
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { user: userEvent.setup({ delay: null }), history };
}

/** The switch of a notification. */
export const getSwitch = (name: string | RegExp): HTMLElement => screen.getByRole('switch', { name });
export const getSaveButton = (): HTMLElement => screen.getByRole('button', { name: 'Save Changes' });
