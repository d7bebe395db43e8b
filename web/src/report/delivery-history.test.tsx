import { act, screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { connectLive } from '../api/live.ts';
import {
  PAID_BATCH,
  type ServerState,
  openScreen,
  buildError,
  failCall,
  buildRun,
  serveState,
  server,
} from '../test/manage-notifications-screen.tsx';

beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

async function open(part: Partial<ServerState> = {}) {
  const state = serveState(part);
  const opened = openScreen({ tab: 'configuration' });
  const panel = await screen.findByRole('region', { name: 'Delivery history' });
  return { state, panel, ...opened };
}

test('a delivery shows its subject, rows, net total and the status of each channel', async () => {
  const { panel } = await open({
    runs: [
      buildRun({
        report_type: 'settlement',
        batch_no: 'STL-20261120-001',
        status: 'retrying',
        sftp_status: 'waiting',
        sftp_attempts: 3,
        sftp_error: "The server's disk is full.",
        sftp_retry_at: '2026-11-21T01:30:00.000Z',
        error: "SFTP: The server's disk is full.",
      }),
    ],
  });
  const row = await within(panel).findByRole('listitem');
  for (const text of [
    'Settlement · STL-20261120-001',
    '42 rows',
    'Rp 1.250.000',
    'Sent by email 21 Nov 2026, 06:00 WIB',
    'SFTP pending',
    '3 attempts, next attempt 21 Nov 2026, 08:30 WIB',
    'Retrying',
  ]) {
    expect(row).toHaveTextContent(text);
  }
  expect(within(row).getAllByText("The server's disk is full.")).toHaveLength(1);
});

test('a failed delivery shows its number of attempts', async () => {
  const failed = {
    sftp_status: 'failed',
    sftp_attempts: 172,
    sftp_error: 'The server refused the connection.',
  } as const;
  const { panel } = await open({ runs: [buildRun({ status: 'partially_delivered', ...failed })] });
  const row = await within(panel).findByRole('listitem');
  expect(row).toHaveTextContent('Failed after 172 attempts');
  expect(row).toHaveTextContent('Partially delivered');
});

test('a report without delivery is ready, not delivered', async () => {
  const { panel } = await open({
    runs: [buildRun({ email_status: 'off', email_attempts: 0, email_delivered_at: null })],
  });
  const row = await within(panel).findByRole('listitem');
  expect(row).toHaveTextContent('Ready');
  expect(row).toHaveTextContent('Available for download only');
  expect(row).not.toHaveTextContent('Delivered');
});

test('a channel that is off is not shown', async () => {
  const { panel } = await open({ runs: [buildRun()] });
  expect(await within(panel).findByRole('listitem')).not.toHaveTextContent('SFTP');
});

test('the empty history has a description', async () => {
  const { panel } = await open();
  expect(await within(panel).findByRole('heading', { name: 'No deliveries yet' })).toBeVisible();
});

test('the report of the latest settlement is sent on request and appears in the list', async () => {
  const { panel, state, user } = await open();
  await user.click(within(panel).getByRole('button', { name: 'Send the latest settlement report' }));
  const row = await within(panel).findByRole('listitem');
  expect(row).toHaveTextContent('Scheduled');
  expect(row).toHaveTextContent('Queued');
  const body = { report_type: 'settlement', settlement_batch_id: PAID_BATCH };
  expect(state.sent).toEqual([{ to: 'POST /report-runs', body }]);
});

test('without a paid settlement the button explains when there will be a report', async () => {
  const { panel, state, user } = await open({ settlements: [] });
  await user.click(within(panel).getByRole('button', { name: 'Send the latest settlement report' }));
  expect(await screen.findByText(/No settlement has been paid yet/)).toBeInTheDocument();
  expect(state.sent).toEqual([]);
});

test("spec §8: a report that cannot be sent shows the server's detail", async () => {
  const { panel, user } = await open();
  failCall('post', '/report-runs', () => buildError('Choose a delivery method first.', 422));
  await user.click(within(panel).getByRole('button', { name: 'Send the latest settlement report' }));
  expect(await screen.findByText('Choose a delivery method first.')).toBeInTheDocument();
});

test('a delivery is updated live', async () => {
  const { panel, state } = await open({ runs: [buildRun({ status: 'delivering', email_status: 'waiting' })] });
  expect(await within(panel).findByRole('listitem')).toHaveTextContent('Delivering');
  state.runs = [buildRun()];
  const event = `data: ${JSON.stringify({ topic: 'report-run', id: buildRun().id, change: 'updated' })}\n\n`;
  server.use(
    http.get('*/api/v1/live', () => {
      const body = new ReadableStream({ start: (stream) => stream.enqueue(new TextEncoder().encode(event)) });
      return new HttpResponse(body, { headers: { 'Content-Type': 'text/event-stream' } });
    }),
  );
  const disconnect = connectLive();
  expect(await within(panel).findByText('Delivered')).toBeVisible();
  act(disconnect);
});

test('a failed history can be retried, and the form above still works', async () => {
  const state = serveState();
  failCall('get', '/report-runs', () => buildError('The history cannot be read.', 500));
  const { user } = openScreen({ tab: 'configuration' });
  expect(await screen.findByText('The history cannot be read.')).toBeInTheDocument();
  expect(screen.getByRole('heading', { name: 'Settlement Report' })).toBeVisible();
  server.resetHandlers();
  serveState({ ...state, runs: [buildRun()] });
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText(/20 Nov 2026/)).toBeVisible();
});
