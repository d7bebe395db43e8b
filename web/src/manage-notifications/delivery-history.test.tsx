import { businessDayOf } from '@dasbor/contract/time';
import { act, screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { connectLive } from '../api/live.ts';
import { type ServerState, openScreen, refusal, refuse, runOf, serve, server } from './screen-for-test.tsx';

beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

async function open(part: Partial<ServerState> = {}) {
  const state = serve(part);
  const opened = openScreen({ tab: 'configuration' });
  const panel = await screen.findByRole('region', { name: 'Delivery history' });
  return { state, panel, ...opened };
}
const yesterday = () => businessDayOf(new Date(Date.now() - 86_400_000));

test('a delivery shows its day, rows, channels, time and why it failed', async () => {
  const { panel } = await open({
    runs: [
      runOf({
        status: 'partially_delivered',
        sftp_status: 'failed',
        attempts: 3,
        error: 'The server refused the file.',
      }),
    ],
  });
  const row = await within(panel).findByRole('listitem');
  for (const text of ['20 Nov 2026', '42 rows', '3 attempts', 'Email delivered', 'SFTP failed']) {
    expect(row).toHaveTextContent(text);
  }
  expect(row).toHaveTextContent('Partially delivered');
  expect(row).toHaveTextContent('The server refused the file.');
  expect(row).toHaveTextContent('21 Nov 2026, 06:00 WIB');
});

test('a channel that is off is not mentioned', async () => {
  const { panel } = await open({ runs: [runOf()] });
  expect(await within(panel).findByRole('listitem')).not.toHaveTextContent('SFTP');
});

test('without deliveries the place says what it is for', async () => {
  const { panel } = await open();
  expect(await within(panel).findByRole('heading', { name: 'No deliveries yet' })).toBeVisible();
});

test("yesterday's report is sent on request and appears in the list", async () => {
  const { panel, state, user } = await open();
  await user.click(within(panel).getByRole('button', { name: "Send yesterday's report now" }));
  const row = await within(panel).findByRole('listitem');
  expect(row).toHaveTextContent('Scheduled');
  expect(state.sent).toEqual([{ to: 'POST /report-runs', body: { business_day: yesterday() } }]);
});

test("spec §8: a report that cannot be sent shows the server's detail", async () => {
  const { panel, user } = await open();
  refuse('post', '/report-runs', () => refusal('Choose a delivery method first.', 422));
  await user.click(within(panel).getByRole('button', { name: "Send yesterday's report now" }));
  expect(await screen.findByText('Choose a delivery method first.')).toBeInTheDocument();
});

test('a live change of a delivery shows by itself', async () => {
  const { panel, state } = await open({ runs: [runOf({ status: 'delivering', email_status: 'waiting' })] });
  expect(await within(panel).findByRole('listitem')).toHaveTextContent('Delivering');
  state.runs = [runOf()];
  const event = `data: ${JSON.stringify({ noun: 'report-run', id: runOf().id, change: 'updated' })}\n\n`;
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

test('a history that cannot be read can be tried again, and the form above still works', async () => {
  const state = serve();
  refuse('get', '/report-runs', () => refusal('The history cannot be read.', 500));
  const { user } = openScreen({ tab: 'configuration' });
  expect(await screen.findByText('The history cannot be read.')).toBeInTheDocument();
  expect(screen.getByRole('heading', { name: 'Settlement Report' })).toBeVisible();
  server.resetHandlers();
  serve({ ...state, runs: [runOf()] });
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('20 Nov 2026')).toBeVisible();
});
