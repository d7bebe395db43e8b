import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { buildBatchId, buildBatch, buildRow } from '../test/disbursement-fixtures.ts';
import { findEnglishTexts } from '../test/english-texts.ts';
import { mockEndpoint, requestsTo, setUpMockServer } from '../test/mock-server.ts';
import { simulatePhone } from '../test/phone.ts';
import { openApp, signIn } from '../test/render.tsx';

setUpMockServer();
const ID = buildBatchId(1);
const PATH = `/disbursement-batches/${ID}`;
const ISSUE = {
  field: 'amount',
  code: 'amount_invalid',
  is_error: true,
  detail: 'Enter an amount in whole rupiah.',
} as const;

let rows = [buildRow(1), buildRow(2)];
beforeEach(() => {
  signIn();
  rows = [buildRow(1), buildRow(2)];
  mockEndpoint('GET /saved-views', () => ({ json: { data: [] } }));
  mockEndpoint('GET /disbursements/summary', () => ({ json: { data: [] } }));
  mockEndpoint(`GET ${PATH}/rows`, () => ({ json: { data: rows, next_cursor: null } }));
});

async function open(part: Parameters<typeof buildBatch>[1] = {}) {
  mockEndpoint(`GET ${PATH}`, () => ({ json: { data: buildBatch(1, part) } }));
  const opened = openApp(`/disbursement/${ID}`);
  await screen.findByRole('heading', { level: 1, name: /Wages 1/ });
  return opened;
}
const findRows = () => screen.findByRole('region', { name: 'Rows of the batch' });

describe('the upload', () => {
  const openUpload = async () => {
    mockEndpoint('GET /disbursement-batches', () => ({ json: { data: [], next_cursor: null } }));
    const opened = openApp('/disbursement?view=batches&upload=1');
    return { ...opened, dialog: await screen.findByRole('dialog', { name: 'Upload batch' }) };
  };

  test('takes CSV and XLSX only, and needs a file', async () => {
    const { user, dialog } = await openUpload();
    await user.click(within(dialog).getByRole('button', { name: 'Upload and validate' }));
    expect(within(dialog).getByText('Choose a CSV or XLSX file.')).toBeVisible();
    expect(requestsTo('/disbursement-batches').filter(({ method }) => method === 'POST')).toEqual([]);
  });
});

describe('the review', () => {
  test('shows amounts as in the file while they can be corrected, and in rupiah afterwards', async () => {
    rows = [buildRow(1, { amount: 3_150_000, amount_text: '3150000' })];
    const review = await open({ status: 'ready' });
    expect(await within(await findRows()).findByText('3150000')).toBeVisible();
    review.unmount();
    await open({ status: 'completed' });
    expect(await within(await findRows()).findByText('Rp 3.150.000')).toBeVisible();
  });

  test('shows the rows with errors first, names each error, and changes a value in place', async () => {
    rows = [buildRow(2, { status: 'error', amount: null, amount_text: 'twenty', issues: [ISSUE] })];
    mockEndpoint(`PATCH ${PATH}/rows/2`, () => ({ json: { data: buildRow(2, { status: 'unchecked' }) } }));
    const { user } = await open({ status: 'needs_fix', valid_rows: 1, invalid_rows: 1 });
    const table = await findRows();
    await waitFor(() => expect(requestsTo(`${PATH}/rows`).at(-1)?.query).toContain('status=error'));
    const cell = await within(table).findByRole('button', {
      name: 'Edit Amount of row 2. twenty. Enter an amount in whole rupiah.',
    });
    await user.click(cell);
    const input = within(table).getByRole('textbox', { name: 'Edit Amount of row 2' });
    await user.clear(input);
    await user.type(input, '20000{Enter}');
    await waitFor(() => expect(requestsTo(`${PATH}/rows/2`)).toHaveLength(1));
    expect(JSON.parse(requestsTo(`${PATH}/rows/2`)[0]?.body ?? '')).toEqual({ amount: '20000' });
  });

  test('on a phone, a card names each error and is corrected in place, or deleted', async () => {
    simulatePhone();
    rows = [buildRow(2, { status: 'error', amount: null, amount_text: 'twenty', issues: [ISSUE] })];
    mockEndpoint(`PATCH ${PATH}/rows/2`, () => ({ json: { data: buildRow(2, { status: 'unchecked' }) } }));
    mockEndpoint(`DELETE ${PATH}/rows/2`, () => ({ status: 204 }));
    const { user } = await open({ status: 'needs_fix', valid_rows: 1, invalid_rows: 1 });
    const table = await findRows();
    expect(await within(table).findByText('Enter an amount in whole rupiah.')).toBeVisible();
    await user.click(within(table).getByRole('button', { name: /^Edit Amount of row 2/ }));
    const input = within(table).getByRole('textbox', { name: 'Edit Amount of row 2' });
    await user.clear(input);
    await user.type(input, '20000{Enter}');
    await waitFor(() => expect(requestsTo(`${PATH}/rows/2`).map(({ method }) => method)).toEqual(['PATCH']));
    await user.click(within(table).getByRole('button', { name: 'Delete row 2' }));
    await waitFor(() => expect(requestsTo(`${PATH}/rows/2`).map(({ method }) => method)).toEqual(['PATCH', 'DELETE']));
  });

  test('a row is deleted, and Escape changes nothing', async () => {
    mockEndpoint(`DELETE ${PATH}/rows/1`, () => ({ status: 204 }));
    const { user } = await open();
    const table = await findRows();
    await user.click(await within(table).findByRole('button', { name: /^Edit Reference of row 1/ }));
    await user.type(within(table).getByRole('textbox', { name: 'Edit Reference of row 1' }), 'X{Escape}');
    await user.click(within(table).getByRole('button', { name: 'Delete row 1' }));
    expect(await screen.findByText('Row 1 deleted')).toBeVisible();
    expect(requestsTo(`${PATH}/rows/1`).map(({ method }) => method)).toEqual(['DELETE']);
  });

  test('the submission says what is paid, and what is left out', async () => {
    mockEndpoint(`POST ${PATH}/submit`, () => ({ json: { data: buildBatch(1, { status: 'pending_approval' }) } }));
    const { user } = await open({ status: 'needs_fix', valid_rows: 1, invalid_rows: 1 });
    await user.click(screen.getByRole('button', { name: 'Submit 1 valid row' }));
    const dialog = await screen.findByRole('dialog', { name: 'Submit for approval' });
    expect(within(dialog).getByText('1 row with errors will not be paid.')).toBeVisible();
    await user.click(within(dialog).getByRole('button', { name: 'Submit for approval' }));
    await waitFor(() => expect(requestsTo(`${PATH}/submit`)).toHaveLength(1));
    expect(JSON.parse(requestsTo(`${PATH}/submit`)[0]?.body ?? '')).toMatchObject({ skip_errors: true });
  });

  test('a role that may only view can change nothing', async () => {
    signIn({ access: [{ group: 'Disbursements', access: 'view' }] });
    await open();
    const table = await findRows();
    expect(await within(table).findByText('WAGE-1')).toBeVisible();
    expect(within(table).queryByRole('button', { name: /^Edit/ })).toBeNull();
    expect(within(table).queryByRole('button', { name: /^Delete/ })).toBeNull();
  });
});

test('an approver excludes rows, and approves the amount without them', async () => {
  mockEndpoint(`POST ${PATH}/approve`, () => ({ json: { data: buildBatch(1, { status: 'approved' }) } }));
  const { user } = await open({
    status: 'pending_approval',
    may_decide: true,
    approvals_missing: 1,
    approvals_required: 1,
  });
  await user.click(await screen.findByRole('checkbox', { name: 'Not paid: WAGE-2' }));
  await user.click(screen.getByRole('button', { name: 'Approve' }));
  const dialog = await screen.findByRole('dialog', { name: 'Approve' });
  expect(within(dialog).getByText('1 disbursement of Rp 100.000 in total will be sent to the banks.')).toBeVisible();
  expect(within(dialog).getByText('1 selected row will not be paid.')).toBeVisible();
  await user.click(within(dialog).getByRole('button', { name: 'Approve' }));
  await waitFor(() => expect(requestsTo(`${PATH}/approve`)).toHaveLength(1));
  expect(JSON.parse(requestsTo(`${PATH}/approve`)[0]?.body ?? '')).toEqual({ excluded_rows: [2] });
});

test('an ended batch has its result, and says why a row was not paid', async () => {
  rows = [
    buildRow(1, { disbursement_id: 'dsb_01kaj6x7v3q2m8n4p5r6s70001', disbursement_status: 'success' }),
    buildRow(2, { is_excluded: true, not_paid_reason: 'Excluded by an approver' }),
  ];
  await open({ status: 'completed', completed_at: '2026-11-21T09:00:00.000Z', paid_rows: 1, excluded_rows: 1 });
  expect(screen.getByRole('button', { name: 'Download result' })).toBeVisible();
  expect(screen.getByText('1 of 1')).toBeVisible();
  const table = await findRows();
  expect(await within(table).findByText('Excluded by an approver')).toBeVisible();
  expect(within(table).getByRole('link', { name: 'Open disbursement' })).toBeVisible();
});

test('the batch is in Indonesian', async () => {
  signIn({ locale: 'id' });
  await open({ status: 'needs_fix', invalid_rows: 1 });
  expect(await screen.findByText('WAGE-1')).toBeVisible();
  expect(findEnglishTexts()).toEqual([]);
});
