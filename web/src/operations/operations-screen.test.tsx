import type { BankTransfer } from '@dasbor/contract/bank-transfer';
import type { OperationsException } from '@dasbor/contract/operations';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { MERCHANT_ID } from '../test/merchant-fixtures.ts';
import { mockEndpoint, recordedRequests, requestsTo, setUpMockServer } from '../test/mock-server.ts';
import { openApp, signIn } from '../test/render.tsx';

setUpMockServer();

const exception = (part: Partial<OperationsException>): OperationsException => ({
  kind: 'settlement_failed',
  object_id: 'stl_01kaj6x7v3q2m8n4p5r6s70001',
  merchant_id: MERCHANT_ID,
  merchant_name: 'Warung Sedap',
  since: '2026-11-21T07:00:00.000Z',
  reference: 'STL-20261121-1',
  amount: 1_250_000,
  state: 'returned',
  detail: 'Account closed',
  count: 1,
  is_resolvable: false,
  awaits_second_person: false,
  assigned_to: null,
  is_mine: false,
  ...part,
});
const SETTLEMENT = exception({});
const CALLBACK = exception({
  kind: 'unmatched_callback',
  object_id: 'c0ffee',
  merchant_id: null,
  merchant_name: null,
  amount: null,
  reference: '/v1.0/qr/qr-mpm-notify',
  state: '4045201',
  detail: 'unknown reference',
  count: 3,
  is_resolvable: true,
});

let open: OperationsException[];
const compared = (value: number) => ({ value, previous: 0 });

beforeEach(() => {
  open = [SETTLEMENT, CALLBACK];
  mockEndpoint('GET /operations/exceptions', () => ({
    json: {
      data: open as never,
      counts: open.map(({ kind }) => ({ kind, count: 1 })),
      as_of: '2026-11-21T08:00:00.000Z',
    },
  }));
  mockEndpoint('GET /operations/overview', () => ({
    json: {
      data: {
        from: '2026-11-20T17:00:00.000Z',
        to: '2026-11-21T08:00:00.000Z',
        previous_from: '2026-11-19T17:00:00.000Z',
        previous_to: '2026-11-20T08:00:00.000Z',
        volume: { value: 3_000_000, previous: 2_000_000 },
        payments: compared(12),
        success_rate: { value: 9_250, previous: 9_000 },
        fees: compared(21_000),
        active_merchants: compared(2),
        methods: [{ method: 'qris', count: 12, amount: 3_000_000, previous_amount: 2_000_000 }],
        merchants: [
          { merchant_id: MERCHANT_ID, name: 'Warung Sedap', amount: 3_000_000, count: 12, previous_amount: 2_000_000 },
        ],
        balances: [{ type: 'available', amount: 9_000_000 }],
      },
    },
  }));
});

const openTab = async (tab: string, role: 'platform_admin' | 'platform_compliance' = 'platform_admin') => {
  signIn({ role });
  const opened = openApp(tab === 'overview' ? '/dashboard' : `/dashboard?tab=${tab}`);
  await screen.findByRole('heading', { level: 1, name: 'Operations' });
  return opened;
};
const findItem = async (text: string) => (await screen.findByText(text)).closest('li')!;

test('the overview compares the metrics of all merchants, and points to the exceptions', async () => {
  const { user } = await openTab('overview');
  const metrics = await screen.findByRole('region', { name: 'Key metrics' });
  expect(within(metrics).getByText('Rp 3.000.000')).toBeVisible();
  expect(within(metrics).getByText('+50%')).toBeVisible();
  // No line ends between "Rp" and the number.
  expect(within(metrics).getByText(/^Previous period: Rp 2\.000\.000$/).textContent).toContain('Rp\u00A02.000.000');
  expect(screen.getByText('2 exceptions need attention.', { exact: false })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Warung Sedap' })).toHaveAttribute('href', `/merchant/${MERCHANT_ID}`);
  await user.click(screen.getByRole('radio', { name: '30 days' }));
  await waitFor(() => expect(requestsTo('/operations/overview').at(-1)?.query).toContain('30d'));
  await user.click(screen.getByRole('button', { name: 'Show exceptions' }));
  expect(await screen.findByText('The settlement payout was returned by the bank')).toBeVisible();
});

test('a failed settlement is retried and disappears', async () => {
  const path = `/merchants/${MERCHANT_ID}/settlements/${SETTLEMENT.object_id}/retry`;
  mockEndpoint(`POST ${path}`, () => {
    open = [CALLBACK];
    return { json: { data: {} as never } };
  });
  const { user } = await openTab('exceptions');
  const item = await findItem('The settlement payout was returned by the bank');
  expect(within(item).getByText('Warung Sedap')).toBeVisible();
  expect(within(item).getByRole('link', { name: 'Open merchant' })).toHaveAttribute(
    'href',
    `/merchant/${MERCHANT_ID}?tab=settlements`,
  );
  expect(within(item).queryByRole('button', { name: 'Close with note' })).toBeNull();
  await user.click(within(item).getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(screen.queryByText('The settlement payout was returned by the bank')).toBeNull());
  expect(requestsTo(path)).toHaveLength(1);
});

test('an exception that nothing else ends is closed with a note', async () => {
  mockEndpoint('POST /operations/exceptions/resolve', () => {
    open = [SETTLEMENT];
    return { status: 204 };
  });
  const { user } = await openTab('exceptions');
  const item = await findItem('Bank callbacks could not be matched');
  expect(within(item).getByText('3 times')).toBeVisible();
  await user.click(within(item).getByRole('button', { name: 'Close with note' }));
  const dialog = await screen.findByRole('dialog', { name: 'Close with note' });
  expect(within(dialog).getByRole('button', { name: 'Close with note' })).toBeDisabled();
  await user.type(within(dialog).getByRole('textbox'), 'Test of the bank');
  await user.click(within(dialog).getByRole('button', { name: 'Close with note' }));
  await waitFor(() => expect(screen.queryByText('Bank callbacks could not be matched')).toBeNull());
  expect(JSON.parse(String(requestsTo('/operations/exceptions/resolve')[0]?.body))).toEqual({
    kind: 'unmatched_callback',
    object_id: 'c0ffee',
    note: 'Test of the bank',
  });
});

test('a failed disbursement is requested again to another account', async () => {
  const payout = exception({
    kind: 'payout_failed',
    object_id: 'dsb_01kaj6x7v3q2m8n4p5r6s70001',
    state: 'failed',
    reference: 'PAYROLL-1',
    is_resolvable: true,
  });
  open = [payout];
  const path = `/merchants/${MERCHANT_ID}/disbursements/${payout.object_id}/retry`;
  mockEndpoint(`POST ${path}`, () => {
    open = [];
    return { status: 201, json: { data: { id: 'dsb_01kaj6x7v3q2m8n4p5r6s70002', status: 'pending_approval' } } };
  });
  const { user } = await openTab('exceptions');
  await user.click(within(await findItem('A disbursement failed')).getByRole('button', { name: 'Retry' }));
  const dialog = await screen.findByRole('dialog', { name: 'Retry disbursement' });
  expect(within(dialog).getByText('Rp 1.250.000')).toBeVisible();
  await user.click(within(dialog).getByRole('radio', { name: 'Another account' }));
  await user.click(within(dialog).getByRole('button', { name: 'Send request' }));
  expect(await within(dialog).findByRole('alert')).toHaveTextContent('Choose a bank and enter the account number.');
  await user.click(within(dialog).getByRole('combobox', { name: /^Bank/ }));
  await user.click(await screen.findByRole('option', { name: 'Bank Central Asia' }));
  await user.type(within(dialog).getByRole('textbox', { name: /^Account number/ }), '8010000001');
  await user.click(within(dialog).getByRole('button', { name: 'Send request' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(JSON.parse(String(requestsTo(path)[0]?.body))).toEqual({ bank_code: '014', account_no: '8010000001' });
});

test('a failed refund is requested again with a reason, and unmatched callbacks are assigned to a payment', async () => {
  const transaction_id = 'txn_01kaj6x7v3q2m8n4p5r6s70001';
  const refund = exception({
    kind: 'refund_failed',
    object_id: 'rfd_1',
    reference: transaction_id,
    is_resolvable: true,
  });
  open = [refund, CALLBACK];
  const path = `/merchants/${MERCHANT_ID}/transactions/${transaction_id}/refunds`;
  mockEndpoint(`POST ${path}`, () => ({ status: 201, json: { data: { id: 'rfd_2', status: 'pending' } as never } }));
  mockEndpoint(`POST /operations/unmatched-callbacks/${CALLBACK.object_id}/assign`, () => {
    open = [];
    return { json: { data: { merchant_id: MERCHANT_ID, status: 'success' } as never } };
  });
  const { user } = await openTab('exceptions');
  await user.click(
    within(await findItem('A refund failed; its hold was released')).getByRole('button', { name: 'Retry' }),
  );
  const dialog = await screen.findByRole('dialog', { name: 'Refund payment' });
  await user.type(within(dialog).getByRole('textbox', { name: /^Reason/ }), 'Bank was down');
  await user.click(within(dialog).getByRole('button', { name: 'Send request' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(JSON.parse(String(requestsTo(path)[0]?.body))).toEqual({
    amount: 1_250_000,
    method: 'original',
    reason: 'Bank was down',
  });

  const item = await findItem('Bank callbacks could not be matched');
  await user.click(within(item).getByRole('button', { name: 'Assign to payment' }));
  const assign = await screen.findByRole('dialog', { name: 'Assign to payment' });
  await user.type(within(assign).getByRole('textbox', { name: /^Payment ID/ }), transaction_id);
  await user.type(within(assign).getByRole('textbox', { name: /^Note/ }), 'By phone');
  await user.click(within(assign).getByRole('button', { name: 'Assign to payment' }));
  expect(await screen.findByText('Nothing needs attention')).toBeVisible();
});

test('transfers, endpoints, the ledger and banks are checked at once', async () => {
  open = [
    exception({ kind: 'transfer_unresolved', object_id: 'dsb_1', state: 'disbursement' }),
    exception({ kind: 'webhook_failing', object_id: 'whe_1', state: 'gone', amount: null }),
    exception({ kind: 'ledger_finding', object_id: 'led_1', is_resolvable: true, amount: null }),
    exception({ kind: 'bank_unavailable', object_id: 'bank', merchant_id: null, merchant_name: null, amount: null }),
  ];
  mockEndpoint(`POST /merchants/${MERCHANT_ID}/transfers/dsb_1/check`, () => ({
    json: { data: { status: 'succeeded' } },
  }));
  mockEndpoint(`POST /merchants/${MERCHANT_ID}/webhooks/whe_1/enable`, () => ({ json: { data: {} as never } }));
  mockEndpoint('POST /operations/ledger-verification', () => ({ status: 204 }));
  mockEndpoint('POST /operations/banks/bank/probe', () => ({
    json: { data: { is_responsive: true, latency_ms: 12 } },
  }));
  const { user } = await openTab('exceptions');
  await user.click(await screen.findByRole('button', { name: 'Check status now' }));
  expect(await screen.findByText('The transfer succeeded.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Enable endpoint' }));
  expect(await screen.findByText('Endpoint enabled. Undelivered events are sent again.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Verify ledger now' }));
  expect(await screen.findByText('Verification started. Results appear here within minutes.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Acknowledge' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Check bank now' }));
  expect(await screen.findByText('The bank responded in 12 ms.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Declare outage' })).toHaveAttribute('href', '/dashboard?tab=outages');
});

test('undecided verifications and expiring documents lead to the verification of the merchant', async () => {
  const common = { amount: null, reference: 'WARUNG', detail: null } as const;
  open = [
    exception({ ...common, kind: 'verification_undecided', object_id: MERCHANT_ID, state: 'submitted' }),
    exception({ ...common, kind: 'verification_undecided', object_id: 'mch_1', state: 'change' }),
    exception({ ...common, kind: 'document_expiring', object_id: 'mdo_1', state: 'expiring', detail: 'ktp' }),
    exception({ ...common, kind: 'document_expiring', object_id: 'mdo_2', state: 'expired', detail: 'nib' }),
  ];
  await openTab('exceptions');
  for (const text of [
    'A submitted verification has been undecided for more than 2 business days',
    'A change of a business profile has been undecided for more than 2 business days',
    'A document of an active merchant expires within 30 days',
    'A document of an active merchant has expired',
  ]) {
    const link = within(await findItem(text)).getByRole('link', { name: 'Open merchant' });
    expect(link).toHaveAttribute('href', `/merchant/${MERCHANT_ID}?tab=verification`);
  }
  expect(screen.getByText('Identity card (KTP) or passport')).toBeVisible();
});

test('a transfer without a clear answer is ended with the amount that the bank executed, by request', async () => {
  open = [
    exception({ kind: 'transfer_unresolved', object_id: 'dsb_1', state: 'disbursement' }),
    exception({ kind: 'transfer_unresolved', object_id: 'dsb_2', state: 'disbursement', awaits_second_person: true }),
  ];
  const transfer: BankTransfer = {
    id: 'btr_01kaj6x7v3q2m8n4p5r6s70001',
    merchant_id: MERCHANT_ID,
    subject_type: 'disbursement',
    subject_id: 'dsb_1',
    partner_reference_no: 'DSB1',
    rail: 'bi_fast',
    bank_code: '009',
    account_last4: '0003',
    amount: 1_000_000,
    status: 'unknown',
    sent_at: '2026-11-20T07:00:00.000Z',
    reported_amount: 900_000,
    resolvable_from: '2026-11-21T07:00:00.000Z',
    resolution: null,
  };
  mockEndpoint(`GET /merchants/${MERCHANT_ID}/transfers/dsb_1`, () => ({ json: { data: transfer } }));
  mockEndpoint(`POST /merchants/${MERCHANT_ID}/transfers/dsb_1/resolution`, () => ({
    status: 201,
    json: { data: transfer },
  }));
  const { user } = await openTab('exceptions');
  const [first, second] = await screen.findAllByRole('button', { name: /^Resolve transfer/ });
  expect(second).toHaveAttribute('aria-disabled', 'true');
  await user.click(first!);
  const dialog = await screen.findByRole('dialog', { name: 'Resolve transfer' });
  const amount = await within(dialog).findByDisplayValue('Rp 900.000');
  expect(amount).toBeVisible();
  await user.click(within(dialog).getByRole('button', { name: 'Request approval' }));
  expect(within(dialog).getAllByText('This field is required.')).toHaveLength(2);
  await user.type(within(dialog).getByRole('textbox', { name: /^Bank reference/ }), 'BNI-9');
  await user.type(within(dialog).getByRole('textbox', { name: /^Reason/ }), 'Statement of the bank');
  await user.click(within(dialog).getByRole('button', { name: 'Request approval' }));
  expect(
    await screen.findByText('Resolution requested. It is awaiting approval by another staff member.'),
  ).toBeVisible();
  const sent = recordedRequests.findLast(({ method, path }) => method === 'POST' && path.endsWith('/resolution'));
  expect(JSON.parse(sent?.body ?? '{}')).toEqual({
    outcome: 'executed',
    executed_amount: 900_000,
    bank_reference: 'BNI-9',
    reason: 'Statement of the bank',
  });
});

test('the further exceptions of a kind are loaded page by page', async () => {
  mockEndpoint('GET /operations/exceptions', () => ({
    json: {
      data: [CALLBACK] as never,
      counts: [{ kind: 'unmatched_callback', count: 3 }],
      as_of: '2026-11-21T08:00:00.000Z',
    },
  }));
  mockEndpoint('GET /operations/exceptions/unmatched_callback', ({ query }) => ({
    json: query.includes('cursor')
      ? { data: [exception({ ...CALLBACK, object_id: 'c3', detail: 'third cause' })] as never, next_cursor: null }
      : {
          data: [CALLBACK, exception({ ...CALLBACK, object_id: 'c2', detail: 'second cause' })] as never,
          next_cursor: 'next',
        },
  }));
  const { user } = await openTab('exceptions');
  await user.click(await screen.findByRole('button', { name: 'Show all' }));
  expect(await screen.findByText('second cause')).toBeVisible();
  await user.click(await screen.findByRole('button', { name: 'Load more' }));
  expect(await screen.findByText('third cause')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
});

test('a role that may only view sees no actions', async () => {
  await openTab('exceptions', 'platform_compliance');
  const item = await findItem('Bank callbacks could not be matched');
  expect(within(item).queryAllByRole('button')).toEqual([]);
});

test('without exceptions the screen says so', async () => {
  open = [];
  await openTab('exceptions');
  expect(await screen.findByText('Nothing needs attention')).toBeVisible();
});

test('a failed job is retried', async () => {
  mockEndpoint('GET /jobs', () => ({
    json: {
      data: [
        {
          id: '7',
          task: 'send_disbursement',
          state: 'failed',
          attempts: 25,
          max_attempts: 25,
          last_error: 'no answer\nat line 1',
          merchant_id: null,
          object_id: 'dsb_1',
          run_at: '2026-11-21T07:00:00.000Z',
          created_at: '2026-11-21T06:00:00.000Z',
          started_at: null,
        },
      ] as never,
      next_cursor: null,
    },
  }));
  mockEndpoint('GET /jobs/summary', () => ({
    json: {
      data: {
        counts: [{ state: 'failed', count: 1 }],
        schedules: [
          {
            task: 'verify_ledger',
            expression: '7 * * * *',
            last_run_at: null,
            next_run_at: '2026-11-21T08:07:00.000Z',
            state: null,
          },
        ],
      },
    },
  }));
  mockEndpoint('POST /jobs/7/retry', () => ({ status: 204 }));
  const { user } = await openTab('jobs');
  expect(await screen.findByText('no answer')).toBeVisible();
  expect(await screen.findByText('verify_ledger')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Retry now' }));
  await waitFor(() => expect(requestsTo('/jobs/7/retry')).toHaveLength(1));
});
