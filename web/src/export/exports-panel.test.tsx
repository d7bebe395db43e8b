import type { Export } from '@dasbor/contract/export';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { findEnglishTexts } from '../test/english-texts.ts';
import { mockEndpoint, openLiveStream, requestsTo, setUpMockServer, mockReadFailure } from '../test/mock-server.ts';
import { openApp, signIn } from '../test/render.tsx';

setUpMockServer();

const ID = 'exp_01kaj6x7v3q2m8n4p5r6s70001';
const made = (part: Partial<Export> = {}): Export => ({
  id: ID,
  list: 'transactions',
  format: 'xlsx',
  params: {},
  query: { status: ['success'] },
  status: 'ready',
  row_count: 60_000,
  rows_done: 60_000,
  size_bytes: 4_000_000,
  files: [
    { part_no: 1, name: 'transactions-1.xlsx', row_count: 50_000, size_bytes: 3_400_000 },
    { part_no: 2, name: 'transactions-2.xlsx', row_count: 10_000, size_bytes: 600_000 },
  ],
  error: null,
  created_by: 'usr_1',
  created_by_name: 'Sari Wulandari',
  created_at: '2026-11-21T07:00:00.000Z',
  finished_at: '2026-11-21T07:01:00.000Z',
  expires_at: '2026-11-28T07:01:00.000Z',
  ...part,
});
const running = made({ status: 'running', rows_done: 12_000, files: [], finished_at: null, expires_at: null });

let rows: Export[];
let next_cursor: string | null;
beforeEach(() => {
  signIn();
  rows = [made()];
  next_cursor = null;
  mockEndpoint('GET /exports', () => ({ json: { data: rows as never, next_cursor } }));
});
const open = () => openApp('/changepassword?files=exports');
const list = () => screen.findByRole('list', { name: 'Exports' });

test('a finished export shows its filter, files and until when they can be downloaded', async () => {
  open();
  const row = await within(await list()).findByRole('listitem', { name: 'Transactions as Excel' });
  expect(row).toHaveTextContent('Ready');
  expect(row).toHaveTextContent(/status Paid/);
  expect(within(row).getByRole('button', { name: 'Download transactions-2.xlsx' })).toHaveTextContent('Part 2');
  expect(row).toHaveTextContent('Available until 28 Nov 2026');
});

test('a running export shows its progress, and live events update it', async () => {
  rows = [running];
  const publish = openLiveStream();
  open();
  expect(await screen.findByText('12,000 of 60,000 rows')).toBeVisible();
  expect(screen.getByRole('progressbar', { name: 'Transactions: progress' })).toBeVisible();
  rows = [made()];
  publish({ topic: 'export', id: ID, change: 'updated' });
  expect(await screen.findByRole('button', { name: 'Download transactions-1.xlsx' })).toBeVisible();
});

test('an export that finishes while the exports are read for the first time is shown as finished', async () => {
  const publish = openLiveStream();
  const first = Promise.withResolvers<undefined>();
  mockEndpoint('GET /exports', async (_seen, count) => {
    // The button in the top bar reads them too.
    if (count <= 2) await first.promise;
    return { json: { data: [count <= 2 ? running : made()] as never, next_cursor: null } };
  });
  open();
  await waitFor(() => expect(requestsTo('/exports')).toHaveLength(2));
  await waitFor(() => expect(requestsTo('/live')).toHaveLength(1));
  publish({ topic: 'export', id: null, change: 'updated' });
  // Until the event has arrived.
  await new Promise((resolve) => setTimeout(resolve, 100));
  first.resolve(undefined);
  expect(await screen.findByRole('button', { name: 'Download transactions-1.xlsx' })).toBeVisible();
});

test('an export that was searched for comes first, also when the page does not hold it', async () => {
  const searched = made({ id: 'exp_01kaj6x7v3q2m8n4p5r6s70009', list: 'refunds' });
  mockEndpoint('GET /exports/exp_01kaj6x7v3q2m8n4p5r6s70009', () => ({ json: { data: searched as never } }));
  openApp(`/changepassword?files=exports&export=${searched.id}`);
  await waitFor(() => expect(screen.getAllByRole('listitem', { name: /as Excel$/ })).toHaveLength(2));
  const [first, second] = screen.getAllByRole('listitem', { name: /as Excel$/ });
  expect(first).toHaveAccessibleName('Refunds as Excel');
  expect(first).toHaveAttribute('aria-current', 'true');
  expect(second).not.toHaveAttribute('aria-current');
});

test('a failed export says why', async () => {
  rows = [made({ status: 'failed', files: [], error: 'The list has more than 1,000,000 rows.', expires_at: null })];
  open();
  expect(await screen.findByText('The list has more than 1,000,000 rows.')).toBeVisible();
});

test('an unfinished export is cancelled at once; deleting files asks first', async () => {
  rows = [running];
  mockEndpoint(`DELETE /exports/${ID}`, () => ({ json: { data: made({ status: 'cancelled' }) as never } }));
  const { user, unmount } = open();
  await user.click(await screen.findByRole('button', { name: 'Cancel Transactions as Excel' }));
  await waitFor(() => expect(requestsTo(`/exports/${ID}`)).toHaveLength(1));
  unmount();
  rows = [made()];
  const again = open();
  await again.user.click(await screen.findByRole('button', { name: 'Delete Transactions as Excel' }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete this export?' });
  expect(requestsTo(`/exports/${ID}`)).toHaveLength(1);
  await again.user.click(within(dialog).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(requestsTo(`/exports/${ID}`)).toHaveLength(2));
});

test('a failed download and a failed cancellation are reported', async () => {
  mockReadFailure(`GET /exports/${ID}/download`);
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Download transactions-1.xlsx' }));
  expect(await screen.findByText('Download failed: Try again in a minute.')).toBeVisible();
});

test('loading, failing and empty are states of the drawer', async () => {
  mockReadFailure('GET /exports');
  const { user } = open();
  expect(await screen.findByText('Try again in a minute.')).toBeVisible();
  mockEndpoint('GET /exports', () => ({ json: { data: [], next_cursor: null } }));
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('No exports yet')).toBeVisible();
  expect(screen.getByText(/Files are kept for 7 days\./)).toBeVisible();
});

test('earlier exports are read page by page', async () => {
  next_cursor = 'next';
  const { user } = open();
  const more = await screen.findByRole('button', { name: 'Show earlier exports' });
  rows = [made({ id: ID.replace(/1$/, '2') })];
  await user.click(more);
  await waitFor(() => expect(requestsTo('/exports').some(({ query }) => query.includes('cursor=next'))).toBe(true));
});

test('the drawer is in Indonesian', async () => {
  signIn({ locale: 'id' });
  const query = {
    reason: 'fraud',
    refund_status: 'none',
    issuer: 'none,GoPay',
    created_by: 'usr_1',
    expires_from: '2026-11-20',
  };
  rows = [made({ list: 'refunds', query }), { ...running, id: ID.replace(/1$/, '2') }];
  open();
  expect(await screen.findByRole('list', { name: 'Ekspor' })).toBeVisible();
  expect(findEnglishTexts(screen.getByRole('dialog'))).toEqual([]);
  expect(screen.getByRole('dialog')).toHaveTextContent(/alasan Penipuan · status pengembalian dana/);
  expect(screen.getByRole('dialog')).toHaveTextContent('bank pembayar Tidak ada, GoPay');
});
