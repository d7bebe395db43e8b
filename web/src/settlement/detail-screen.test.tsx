import type { SettlementLine } from '@dasbor/contract/settlement-fields';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { findEnglishTexts } from '../test/english-texts.ts';
import { mockEndpoint, openLiveStream, requestsTo, setUpMockServer, mockReadFailure } from '../test/mock-server.ts';
import { openApp, signIn } from '../test/render.tsx';
import type { BatchDetail } from './batch-detail.ts';
import { buildSettlementBatch, buildSettlementBatchDetail, buildSettlementLine } from '../test/settlement-fixtures.ts';

setUpMockServer();

const ID = buildSettlementBatch(1).id;
const ADDRESS = `/settlement/report/detail?batch_id=${ID}`;
let batch: BatchDetail;
let lines: SettlementLine[];
beforeEach(() => {
  signIn();
  batch = buildSettlementBatchDetail();
  lines = [buildSettlementLine(1), buildSettlementLine(2, { dispute_status: 'open', dispute_reason: 'Wrong fee' })];
  mockEndpoint(`GET /settlements/${ID}`, () => ({ json: { data: batch } }));
  mockEndpoint(`GET /settlements/${ID}/lines`, () => ({ json: { data: lines as never, next_cursor: null } }));
  mockEndpoint('GET /report-schedules', () => ({ json: { data: [], channels: ['email'] } }));
});
const open = async () => {
  const opened = openApp(ADDRESS);
  await screen.findByRole('heading', { level: 1, name: /Rp 992\.230/ });
  return opened;
};
const posts = (path: string) => requestsTo(path).filter(({ method }) => method === 'POST');

test('the screen shows the net amount, and that its lines add up to it', async () => {
  await open();
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Credited');
  const totals = screen.getByRole('region', { name: 'Totals' });
  expect(within(totals).getByRole('status')).toHaveTextContent('Sum of all 12 lines');
  expect(within(await screen.findByRole('region', { name: 'Lines' })).getAllByText('Rp 99.223')).toHaveLength(2);
});

test('domain 1.7: a commission is a part of the amounts that add up to the net', async () => {
  const amounts = { commission_amount: 1_000, net_amount: 991_230, lines_net_amount: 991_230 };
  batch = buildSettlementBatchDetail(amounts);
  batch.summary = batch.summary.map((row) => ({ ...row, commission_amount: 1_000 }));
  lines = [buildSettlementLine(1, { commission_amount: 1_000 })];
  const { user } = openApp(ADDRESS);
  const totals = await screen.findByRole('region', { name: 'Totals' });
  expect(within(totals).getByText('Commission').parentElement).toHaveTextContent('Rp 1.000');
  expect(await screen.findByRole('columnheader', { name: 'Commission' })).toBeVisible();
  await user.click(screen.getByRole('tab', { name: 'Summary' }));
  const sums = await screen.findByRole('region', { name: 'By method and fee rule' });
  expect(within(sums).getByRole('columnheader', { name: 'Commission' })).toBeVisible();
  expect(within(sums).getAllByText('Rp 1.000')).toHaveLength(2);
});

test('a settlement without commissions has no column of them', async () => {
  await open();
  expect(await screen.findByRole('region', { name: 'Lines' })).toBeVisible();
  expect(screen.queryByText('Commission')).not.toBeInTheDocument();
});

test('lines that do not add up to the total are a loud error', async () => {
  batch = buildSettlementBatchDetail({ lines_net_amount: 992_000 });
  await open();
  expect(screen.getByText('The lines do not match the total')).toBeVisible();
  expect(screen.getByText(/a difference of Rp 230\./)).toBeVisible();
});

test('the summary is a tab of the address', async () => {
  const { user, router } = await open();
  await user.click(screen.getByRole('tab', { name: 'Summary' }));
  expect(await screen.findByText(/QRIS 0,7%/)).toBeVisible();
  expect(router.state.location.searchStr).toContain('tab=summary');
});

test.each([
  ['failed', 'The payout failed'],
  ['returned', 'The payout was returned'],
] as const)('a %s payout says why', async (status, title) => {
  batch = buildSettlementBatchDetail({ ...buildSettlementBatch(1, { status, failure_message: 'Account closed' }) });
  await open();
  expect(screen.getByText(title)).toBeVisible();
  expect(screen.getByText('Account closed')).toBeVisible();
});

test.each([
  ['an unknown settlement', ADDRESS, 404],
  ['an address without a settlement', '/settlement/report/detail', 404],
])('%s is reported as not found', async (_what, address, status) => {
  mockEndpoint(`GET /settlements/${ID}`, () => ({ status, json: { detail: 'Not found.' } }));
  openApp(address);
  expect(await screen.findByText('Settlement not found')).toBeVisible();
});

test('a settlement that cannot be read shows the error of the server, and a retry that works', async () => {
  mockReadFailure(`GET /settlements/${ID}`);
  const { user } = openApp(ADDRESS);
  expect(await screen.findByText('Try again in a minute.')).toBeVisible();
  mockEndpoint(`GET /settlements/${ID}`, () => ({ json: { data: batch } }));
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('region', { name: 'Totals' })).toBeVisible();
});

test('reliability 4.1: a payout is approved with the same key after a failure, and with a new one after a refusal', async () => {
  batch = buildSettlementBatchDetail({ ...buildSettlementBatch(1, { status: 'closed', paid_at: null }) });
  const answers = [
    { status: 503, json: { detail: 'Try again.', code: 'unavailable' } },
    { status: 409, json: { detail: 'The settlement is on hold.', code: 'status_conflict' } },
    { json: { data: buildSettlementBatch(1, { status: 'approved' }) as never } },
  ];
  const path = `/settlements/${ID}/approve`;
  mockEndpoint(`POST ${path}`, () => answers[posts(path).length - 1] ?? { status: 500 });
  const { user } = await open();
  await user.click(screen.getByRole('button', { name: 'Approve payout' }));
  const dialog = await screen.findByRole('dialog', { name: 'Approve this payout?' });
  expect(dialog).toHaveTextContent('Rp 992.230 of STL-20261121-1 will be paid to BCA ••••6789.');
  const confirm = within(dialog).getByRole('button', { name: 'Approve Rp 992.230' });
  await user.click(confirm);
  expect(await screen.findByText('Try again.')).toBeVisible();
  await user.click(confirm);
  expect(await screen.findByText('The settlement is on hold.')).toBeVisible();
  await user.click(confirm);
  expect(await screen.findByText('Payout approved')).toBeVisible();
  const keys = posts(path).map(({ headers }) => headers.get('idempotency-key'));
  expect(keys[0]).toBeTruthy();
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
});

test('a dispute of a line needs a reason; the error of the server is reported', async () => {
  const path = `/settlements/${ID}/lines/1/dispute`;
  mockEndpoint(`POST ${path}`, (_seen, count) =>
    count === 1
      ? { status: 409, json: { detail: 'This line is already disputed.', code: 'already_disputed' } }
      : { status: 201, json: { data: null } },
  );
  const { user } = await open();
  await user.click((await screen.findAllByRole('button', { name: /^Dispute/ }))[0] as HTMLElement);
  const dialog = await screen.findByRole('dialog', { name: 'Dispute line 1' });
  const send = within(dialog).getByRole('button', { name: 'Send dispute' });
  await user.click(send);
  expect(await within(dialog).findByText('Enter the reason for the dispute.')).toBeVisible();
  expect(posts(path)).toHaveLength(0);
  await user.type(within(dialog).getByRole('textbox', { name: 'Reason (required)' }), 'The fee is too high');
  await user.click(send);
  expect(await screen.findByText('This line is already disputed.')).toBeVisible();
  await user.click(send);
  expect(await screen.findByText('Dispute of line 1 sent')).toBeVisible();
  expect(JSON.parse(posts(path)[0]?.body ?? '')).toEqual({ reason: 'The fee is too high' });
});

test('a live event reads the settlement again', async () => {
  batch = buildSettlementBatchDetail({ ...buildSettlementBatch(1, { status: 'processing', paid_at: null }) });
  const publish = openLiveStream();
  await open();
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Sent to bank');
  batch = buildSettlementBatchDetail();
  publish({ topic: 'settlement', id: ID, change: 'updated' });
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Credited'));
});

test('lines and summary are in Indonesian', async () => {
  signIn({ locale: 'id' });
  const { user } = openApp(ADDRESS);
  expect((await screen.findAllByText('Rp 99.223')).length).toBeGreaterThan(0);
  expect(findEnglishTexts()).toEqual([]);
  await user.click(screen.getByRole('tab', { name: 'Ringkasan' }));
  expect(await screen.findByText(/QRIS 0,7%/)).toBeVisible();
  expect(findEnglishTexts()).toEqual([]);
});
