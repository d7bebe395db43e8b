import type { BankStatement, StatementLine } from '@dasbor/contract/bank-statement';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { MERCHANT_ID } from '../test/merchant-fixtures.ts';
import { mockEndpoint, requestsTo, setUpMockServer } from '../test/mock-server.ts';
import { openApp, signIn } from '../test/render.tsx';

setUpMockServer();

const STATEMENT: BankStatement = {
  id: 'bst_01kaj6x7v3q2m8n4p5r6s70001',
  account_no: '8880001234',
  number: '00231',
  format: 'mt940',
  opening_balance: 1_000_000,
  opening_cents: 0,
  closing_balance: 2_200_000,
  closing_cents: 0,
  first_day: '2026-11-20',
  last_day: '2026-11-20',
  line_count: 2,
  file_name: 'statement.sta',
  uploaded_at: '2026-11-21T01:00:00.000Z',
  uploaded_by: 'Panji Wicaksono',
  matched_amount: 0,
  written_off_amount: 0,
  open_amount: 1_200_000,
  written_off_cents: 0,
  open_cents: 0,
  matched_count: 0,
  written_off_count: 0,
  open_count: 2,
};
const LINE: StatementLine = {
  id: 'bsl_01kaj6x7v3q2m8n4p5r6s70001',
  line_no: 1,
  value_day: '2026-11-20',
  amount: 1_500_000,
  cents: 0,
  reference: 'T1',
  description: 'SETORAN',
  status: 'open',
  matches: [],
  match_count: 0,
  write_off: null,
};
const PATH = `/bank-statements/${STATEMENT.id}`;
let lines: StatementLine[];

beforeEach(() => {
  lines = [LINE];
  mockEndpoint('GET /bank-statements', () => ({ json: { data: [STATEMENT] as never, next_cursor: null } }));
  mockEndpoint(`GET ${PATH}`, () => ({ json: { data: STATEMENT as never } }));
  mockEndpoint(`GET ${PATH}/lines`, () => ({ json: { data: lines as never, next_cursor: null } }));
});
const openLines = async (role: 'platform_finance' | 'platform_support' = 'platform_finance') => {
  signIn({ role });
  const { user } = openApp(`/bank-statement/${STATEMENT.id}`);
  return { user, panel: await screen.findByRole('region', { name: 'Lines' }) };
};

test('the list leads to a statement', async () => {
  signIn({ role: 'platform_finance' });
  openApp('/bank-statement');
  const link = await screen.findByRole('link', { name: '8880001234 · 00231' });
  expect(link).toHaveAttribute('href', `/bank-statement/${STATEMENT.id}`);
});

test('a file must be chosen, and a CSV file needs its account number', async () => {
  signIn({ role: 'platform_finance' });
  const { user } = openApp('/bank-statement');
  await user.click(await screen.findByRole('button', { name: 'Upload statement' }));
  const dialog = await screen.findByRole('dialog', { name: 'Upload bank statement' });
  await user.click(within(dialog).getByRole('button', { name: 'Upload and match' }));
  expect(within(dialog).getByText('Choose a file.')).toBeVisible();
  const input = dialog.querySelector('input[type="file"]') as HTMLInputElement;
  await user.upload(input, new File(['x'], 'a.csv', { type: 'text/csv' }));
  await user.click(within(dialog).getByRole('button', { name: 'Upload and match' }));
  expect(within(dialog).getByText('Enter the account number of the CSV file.')).toBeVisible();
  expect(requestsTo('/bank-statements').filter(({ method }) => method === 'POST')).toEqual([]);
});

test('a line is matched by hand with movements that add up to it', async () => {
  const movement = { object_type: 'deposit', merchant_id: MERCHANT_ID, reference: 'R1', day: '2026-11-20' };
  mockEndpoint(`GET ${PATH}/candidates`, () => ({
    json: {
      data: [
        { ...movement, object_id: 'dep_1', amount: 1_000_000 },
        { ...movement, object_id: 'dep_2', amount: 500_000 },
      ] as never,
    },
  }));
  mockEndpoint(`POST /bank-statement-lines/${LINE.id}/match`, () => ({ json: { data: LINE as never } }));
  const { user, panel } = await openLines();
  await user.click(await within(panel).findByRole('button', { name: 'Match' }));
  const dialog = await screen.findByRole('dialog', { name: 'Match Rp 1.500.000' });
  await user.click(await within(dialog).findByRole('checkbox', { name: /Rp 1.000.000/ }));
  expect(within(dialog).getByRole('button', { name: 'Match' })).toBeDisabled();
  await user.click(within(dialog).getByRole('checkbox', { name: /Rp 500.000/ }));
  await user.click(within(dialog).getByRole('button', { name: 'Match' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(JSON.parse(requestsTo(`/bank-statement-lines/${LINE.id}/match`)[0]!.body)).toEqual({
    movements: [
      { object_type: 'deposit', object_id: 'dep_1' },
      { object_type: 'deposit', object_id: 'dep_2' },
    ],
  });
});

test('a write-off of somebody else can be approved; the own one only withdrawn', async () => {
  const write_off = {
    reason: 'Charge',
    status: 'pending',
    requested_by: 'Panji',
    is_own: false,
    decided_by: null,
    transfer_id: null,
    reversal: null,
  } as const;
  lines = [
    { ...LINE, write_off },
    { ...LINE, id: 'bsl_01kaj6x7v3q2m8n4p5r6s70002', line_no: 2, write_off: { ...write_off, is_own: true } },
  ];
  mockEndpoint(`POST /bank-statement-lines/${LINE.id}/write-off/decision`, () => ({ json: { data: LINE as never } }));
  const { user, panel } = await openLines();
  expect(await within(panel).findAllByText('Write-off awaits approval')).toHaveLength(2);
  expect(within(panel).getByRole('button', { name: 'Withdraw request' })).toBeVisible();
  await user.click(within(panel).getByRole('button', { name: 'Approve' }));
  await waitFor(() =>
    expect(requestsTo(`/bank-statement-lines/${LINE.id}/write-off/decision`).map(({ body }) => body)).toEqual([
      '{"decision":"approve"}',
    ]),
  );
});

test('a write-off is reversed by a request, which another person approves', async () => {
  const write_off = {
    reason: 'Charge',
    status: 'approved',
    requested_by: 'Panji',
    is_own: true,
    decided_by: 'Ayu',
    transfer_id: 'pje_01kaj6x7v3q2m8n4p5r6s70001',
    reversal: null,
  } as const;
  const reversal = { reason: 'Returned by the bank', requested_by: 'Panji', is_own: false };
  const written_off = { ...LINE, status: 'written_off', write_off } as const;
  lines = [
    written_off,
    { ...written_off, id: 'bsl_01kaj6x7v3q2m8n4p5r6s70002', line_no: 2, write_off: { ...write_off, reversal } },
  ];
  const path = `/bank-statement-lines/${LINE.id}/write-off/reversal`;
  mockEndpoint(`POST ${path}`, () => ({ json: { data: LINE as never } }));
  const { user, panel } = await openLines();
  expect(await within(panel).findByText('Reversal awaits approval')).toBeVisible();
  expect(within(panel).getByText('Returned by the bank (Panji)')).toBeVisible();
  expect(within(panel).getAllByRole('button', { name: 'Approve' })).toHaveLength(1);
  await user.click(within(panel).getByRole('button', { name: 'Reverse' }));
  const dialog = await screen.findByRole('dialog', { name: 'Reverse write-off of Rp 1.500.000' });
  await user.type(within(dialog).getByRole('textbox'), 'Returned by the bank');
  await user.click(within(dialog).getByRole('button', { name: 'Request reversal' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(requestsTo(path).map(({ body }) => body)).toEqual(['{"reason":"Returned by the bank"}']);
});

test('the list shows sen of balances and of what is open', async () => {
  const statement = { ...STATEMENT, closing_cents: 5, open_amount: 1_200_001, open_cents: -35 };
  mockEndpoint(`GET /bank-statements`, () => ({ json: { data: [statement] as never, next_cursor: null } }));
  signIn({ role: 'platform_finance' });
  openApp('/bank-statement');
  expect(await screen.findByText('Rp 2.200.000,05')).toBeVisible();
  expect(screen.getByText('Rp 1.200.000,65')).toBeVisible();
});

test('lines are searched and downloaded, and a line with sen can only be written off', async () => {
  lines = [{ ...LINE, amount: 1_234, cents: 56, description: 'JASA GIRO' }];
  mockEndpoint(`GET ${PATH}/lines`, () => ({ json: { data: lines as never, next_cursor: null } }));
  const { user, panel } = await openLines();
  expect(await within(panel).findByText('Rp 1.234,56')).toBeVisible();
  expect(within(panel).queryByRole('button', { name: 'Match' })).toBeNull();
  expect(within(panel).getByRole('button', { name: 'Write off' })).toBeVisible();
  expect(within(panel).getByRole('button', { name: 'Export lines' })).toBeVisible();
  await user.type(within(panel).getByRole('searchbox', { name: 'Reference or description' }), 'giro{Enter}');
  await waitFor(() => expect(requestsTo(`${PATH}/lines`).at(-1)?.query).toContain('q=giro'));
});

/** Movements without a statement line, as the server lists them. */
function answerMovements() {
  const movement = {
    object_type: 'payment',
    object_id: 'txn_1',
    merchant_id: MERCHANT_ID,
    merchant_name: 'Kopi Nusantara',
    amount: 75_000,
    reference: 'BANKREF7',
    day: '2026-11-20',
    at: '2026-11-20T03:00:00.000Z',
  };
  mockEndpoint('GET /bank-movements', () => ({ json: { data: [movement] as never, next_cursor: null } }));
  mockEndpoint('GET /bank-movements/summary', () => ({
    json: { data: [{ object_type: 'payment', count: 1, amount: 75_000 }] as never },
  }));
}

test('movements that no statement shows are listed with their sums and filtered by kind', async () => {
  answerMovements();
  signIn({ role: 'platform_finance' });
  const { user } = openApp('/bank-statement');
  await user.click(await screen.findByRole('radio', { name: 'Unmatched movements' }));
  const panel = await screen.findByRole('region', { name: 'Unmatched movements' });
  expect(await within(panel).findByText('BANKREF7')).toBeVisible();
  expect(await within(panel).findByRole('group', { name: 'Totals by type' })).toHaveTextContent(
    'Payment: Rp 75.000 (1)',
  );
  await user.click(screen.getByRole('combobox', { name: 'Type' }));
  await user.click(await screen.findByRole('option', { name: 'Deposit' }));
  await waitFor(() => expect(requestsTo('/bank-movements').at(-1)?.query).toContain('object_type=deposit'));
});

test('refunds and reversed payments are kinds of movements, and a line names them', async () => {
  answerMovements();
  const movement = {
    merchant_id: MERCHANT_ID,
    rule: 'daily_sum',
    matched_at: '2026-11-20T03:00:00.000Z',
    matched_by: null,
  } as const;
  const refund = { ...movement, object_type: 'refund', object_id: 'rfd_1', amount: -100_000 } as const;
  const reversal = { ...movement, object_type: 'reversal', object_id: 'txn_2', amount: -200_000 } as const;
  lines = [
    { ...LINE, amount: -100_000, status: 'matched', matches: [refund], match_count: 1 },
    { ...LINE, id: 'bsl_2', line_no: 2, amount: -200_000, status: 'matched', matches: [reversal], match_count: 1 },
  ];
  const { user, panel } = await openLines();
  expect(await within(panel).findByText('Sum of one day: Refund rfd_1')).toBeVisible();
  expect(within(panel).getByText('Sum of one day: Reversed payment txn_2')).toBeVisible();
  await user.click(screen.getAllByRole('link', { name: 'Bank statements' })[0]!);
  await user.click(await screen.findByRole('radio', { name: 'Unmatched movements' }));
  await user.click(await screen.findByRole('combobox', { name: 'Type' }));
  expect(await screen.findByRole('option', { name: 'Refund' })).toBeVisible();
  await user.click(screen.getByRole('option', { name: 'Reversed payment' }));
  await waitFor(() => expect(requestsTo('/bank-movements').at(-1)?.query).toContain('object_type=reversal'));
});

test.each(['/bank-statement', '/dashboard?tab=reconciliation'])(
  'the view and its filter are in the address of %s, so the back button and a shared link work',
  async (address) => {
    answerMovements();
    signIn({ role: 'platform_finance' });
    const { user, router } = openApp(address);
    await user.click(await screen.findByRole('radio', { name: 'Unmatched movements' }));
    await waitFor(() => expect(router.state.location.search).toMatchObject({ view: 'movements' }));
    await user.click(await screen.findByRole('combobox', { name: 'Type' }));
    await user.click(await screen.findByRole('option', { name: 'Deposit' }));
    await waitFor(() => expect(router.state.location.search).toMatchObject({ object_type: 'deposit' }));
    const shared = router.state.location.href;
    router.history.back();
    expect(await screen.findByRole('link', { name: '8880001234 · 00231' })).toBeVisible();
    expect(router.state.location.href).toBe(address);
    await router.navigate({ href: shared });
    expect(await screen.findByRole('radio', { name: 'Unmatched movements' })).toBeChecked();
    expect(await screen.findByRole('combobox', { name: 'Type' })).toHaveValue('Deposit');
  },
);

test('a link names the days and the kind of its movements; days that are none are the last week', async () => {
  answerMovements();
  signIn({ role: 'platform_finance' });
  const link = '/bank-statement?view=movements&from=2026-10-01&to=2026-10-31&object_type=payment';
  const { router } = openApp(link);
  expect(await screen.findByText('BANKREF7')).toBeVisible();
  const asked = new URLSearchParams(requestsTo('/bank-movements').at(-1)?.query);
  expect(Object.fromEntries(asked)).toMatchObject({ from: '2026-10-01', to: '2026-10-31', object_type: 'payment' });
  await router.navigate({ href: '/bank-statement' });
  await router.navigate({ href: '/bank-statement?view=movements&from=2026-10-40&to=x&object_type=none' });
  await waitFor(() => expect(requestsTo('/bank-movements').at(-1)?.query).not.toContain('object_type'));
  expect(requestsTo('/bank-movements').at(-1)?.query).not.toContain('2026-10');
});

test('the statements are also a tab of the dashboard of the provider', async () => {
  signIn({ role: 'platform_finance' });
  openApp('/dashboard?tab=reconciliation');
  expect(await screen.findByRole('link', { name: '8880001234 · 00231' })).toBeVisible();
  expect(screen.getByRole('tab', { name: 'Reconciliation' })).toHaveAttribute('aria-selected', 'true');
  expect(screen.getByRole('button', { name: 'Upload statement' })).toBeVisible();
});

test('support reads lines and changes nothing', async () => {
  const { panel } = await openLines('platform_support');
  expect(await within(panel).findByText('T1 · SETORAN')).toBeVisible();
  expect(within(panel).queryByRole('button', { name: 'Match' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Match again' })).toHaveAttribute('aria-disabled', 'true');
});
