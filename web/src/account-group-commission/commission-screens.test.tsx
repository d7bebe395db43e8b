import type { CommissionEarning, CommissionRule } from '@dasbor/contract/account-group-commission-fields';
import type { CommissionStatementDetail } from '@dasbor/contract/commission-statement';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { mockEndpoint, requestsTo, setUpMockServer } from '../test/mock-server.ts';
import { openApp, signIn } from '../test/render.tsx';

setUpMockServer();

const ID = 'cmr_01kagz7v3w8x9y2m4n5p6q7r8t';
const GROUP_ID = 'agr_01kagz7v3w8x9y2m4n5p6q7r8t';
const MERCHANT_ID = 'mer_01kagz7v3w8x9y2m4n5p6q7r8t';

const buildRule = (change: Partial<CommissionRule> = {}): CommissionRule => ({
  id: ID,
  created_at: '2026-11-22T07:05:00.000Z',
  name: 'Partner share',
  group_id: GROUP_ID,
  group_code: 'MITRA',
  group_name: 'Mitra Jaya',
  beneficiary_id: MERCHANT_ID,
  beneficiary_name: 'Kopi Nusantara',
  bank_code: '014',
  account_last4: '0001',
  method: 'virtual_account',
  channel_code: 'BCA',
  basis: 'percent_of_gross',
  rate_ppm: 2_500,
  flat_amount: 100,
  commission_min: null,
  commission_max: 5_000,
  tiers: [{ volume_from: 1_000_000_000, rate_ppm: 3_000, flat_amount: 0 }],
  bearer: 'from_platform_fee',
  tax_rate_ppm: 0,
  cycle: 'monthly',
  effective_from: '2026-11-22',
  effective_to: null,
  series_id: ID,
  version: 1,
  status: 'draft',
  created_by: 'Panji',
  submitted_by: null,
  decided_by: null,
  decided_at: null,
  remark: null,
  approval_id: null,
  ...change,
});
const EARNING: CommissionEarning = {
  period_from: '2026-11-01',
  period_to: '2026-11-30',
  merchant_id: MERCHANT_ID,
  merchant_name: 'Warung Sedap',
  transaction_count: 12,
  gross_amount: 1_200_000,
  fee_amount: 8_400,
  commission_amount: 3_000,
  adjustment_amount: -500,
  payable_amount: 2_500,
};
const STATEMENT_ID = 'cms_01kagz7v3w8x9y2m4n5p6q7r8t';
const buildStatement = (change: Partial<CommissionStatementDetail> = {}): CommissionStatementDetail => ({
  id: STATEMENT_ID,
  number: 'COM-20261130-001',
  created_at: '2026-12-01T19:30:00.000Z',
  rule_id: ID,
  rule_name: 'Partner share',
  group_id: GROUP_ID,
  group_name: 'Mitra Jaya',
  beneficiary_id: MERCHANT_ID,
  beneficiary_name: 'Kopi Nusantara',
  cycle: 'monthly',
  period_from: '2026-11-01',
  period_to: '2026-11-30',
  status: 'closed',
  transaction_count: 12,
  gross_amount: 1_200_000,
  fee_amount: 8_400,
  commission_amount: 3_000,
  adjustment_amount: -500,
  carried_amount: 0,
  payable_amount: 2_500,
  tax_rate_ppm: 20_000,
  tax_amount: 50,
  net_amount: 2_450,
  currency: 'IDR',
  bank_code: '014',
  account_last4: '0001',
  bank_reference: null,
  paid_at: null,
  holder_name: 'PT KOPI NUSANTARA',
  rail: null,
  partner_reference_no: null,
  submitted_by: null,
  approved_by: null,
  remark: null,
  failure_message: null,
  approval_id: null,
  carried_to_id: null,
  carried_to_number: null,
  lines: [
    {
      merchant_id: MERCHANT_ID,
      merchant_name: 'Warung Sedap',
      transaction_count: 12,
      gross_amount: 1_200_000,
      fee_amount: 8_400,
      commission_amount: 3_000,
      adjustment_amount: -500,
      payable_amount: 2_500,
    },
  ],
  events: [
    {
      at: '2026-12-01T19:30:00.000Z',
      from_status: null,
      to_status: 'open',
      reason: null,
      actor_type: 'system',
      actor_name: null,
    },
  ],
  ...change,
});
const answerDetail = (rule: CommissionRule, earnings: CommissionEarning[] = []) => {
  mockEndpoint(`GET /account-group-commissions/${ID}`, () => ({ json: { data: { ...rule, versions: [rule] } } }));
  mockEndpoint(`GET /account-group-commissions/${ID}/earnings`, () => ({ json: { data: earnings } }));
};

beforeEach(() => {
  signIn({ role: 'platform_finance' });
  mockEndpoint('GET /account-group-commissions', () => ({ json: { data: [buildRule()], next_cursor: null } }));
  mockEndpoint('GET /saved-views', () => ({ json: { data: [] } }));
  mockEndpoint('GET /account-groups', () => ({
    json: {
      data: [{ id: GROUP_ID, code: 'MITRA', name: 'Mitra Jaya', owner: { id: MERCHANT_ID } }] as never,
      next_cursor: null,
    },
  }));
  mockEndpoint('POST /account-group-commissions/simulate', () => ({
    json: {
      data: {
        fee_amount: 4_000,
        fee_vat_amount: 440,
        rate_ppm: 2_500,
        flat_amount: 0,
        share_amount: 250,
        bound: null,
        commission_amount: 250,
        net_amount: 95_560,
        provider_amount: 3_750,
      },
    },
  }));
});

describe('the list', () => {
  test('shows a rule with its group, terms and status, and filters by status', async () => {
    const { user } = openApp('/account-group-commission');
    const list = await screen.findByRole('region', { name: 'Commission rules' });
    const link = within(list).getByRole('link', { name: 'Partner share' });
    expect(link).toHaveAttribute('href', `/account-group-commission/${ID}`);
    expect(within(list).getByText('Draft')).toBeVisible();
    await user.click(screen.getByRole('button', { name: /Status/ }));
    await user.click(await screen.findByRole('checkbox', { name: 'Active' }));
    await waitFor(() => expect(requestsTo('/account-group-commissions').at(-1)?.query).toContain('status=active'));
  });

  test('filters by account group, and shows the statements of all rules', async () => {
    mockEndpoint('GET /merchants/visible/groups', () => ({
      json: { data: [{ id: GROUP_ID, code: 'MITRA', name: 'Mitra Jaya' }] },
    }));
    mockEndpoint('GET /commission-statements', () => ({ json: { data: [buildStatement()], next_cursor: null } }));
    const { user } = openApp('/account-group-commission');
    await user.click(await screen.findByRole('button', { name: 'Account group' }));
    await user.click(await screen.findByRole('checkbox', { name: 'Mitra Jaya (MITRA)' }));
    await waitFor(() =>
      expect(requestsTo('/account-group-commissions').at(-1)?.query).toContain(`group_id=${GROUP_ID}`),
    );
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('tab', { name: 'Commission statements' }));
    const table = await screen.findByRole('table', { name: 'Commission statements' });
    expect(within(table).getByText('Partner share')).toBeVisible();
    expect(within(table).getByRole('link', { name: 'COM-20261130-001' })).toHaveAttribute(
      'href',
      `/account-group-commission/${ID}?tab=statements&statement=${STATEMENT_ID}`,
    );
  });

  test('without rules it offers to create one, and compliance cannot', async () => {
    mockEndpoint('GET /account-group-commissions', () => ({ json: { data: [], next_cursor: null } }));
    signIn({ role: 'platform_compliance' });
    openApp('/account-group-commission');
    expect(await screen.findByRole('heading', { name: 'No commission rules yet' })).toBeVisible();
    for (const button of screen.getAllByRole('button', { name: 'Create rule' })) {
      expect(button).toHaveAttribute('aria-disabled', 'true');
    }
  });

  test('is in Indonesian', async () => {
    signIn({ role: 'platform_finance', locale: 'id' });
    openApp('/account-group-commission');
    const list = await screen.findByRole('region', { name: 'Aturan komisi' });
    expect(await within(list).findByText('Draf')).toBeVisible();
  });
});

describe('the form', () => {
  test('names what is missing', async () => {
    const { user } = openApp('/account-group-commission');
    await user.click(await screen.findByRole('button', { name: 'Create rule' }));
    await user.click(await screen.findByRole('button', { name: 'Save draft' }));
    expect(await screen.findByText('Choose an account group.')).toBeVisible();
    expect(screen.getByText('Enter a rate or a fixed amount.')).toBeVisible();
  });

  test('searches the server for the group, among active groups that have an owner', async () => {
    const { user } = openApp('/account-group-commission');
    await user.click(await screen.findByRole('button', { name: 'Create rule' }));
    await user.type(await screen.findByRole('combobox', { name: /Account group/ }), 'mitra');
    await waitFor(() => expect(requestsTo('/account-groups').at(-1)?.query).toContain('q=mitra'));
    const { query } = requestsTo('/account-groups').at(-1) ?? {};
    expect(query).toContain('status=active');
    expect(query).toContain('has_owner=yes');
    await user.click(await screen.findByRole('option', { name: 'Mitra Jaya (MITRA)' }));
    expect(screen.getByRole('combobox', { name: /Account group/ })).toHaveValue('Mitra Jaya (MITRA)');
  });

  test('of a draft calculates with its terms, and saves them', async () => {
    const rule = buildRule({ effective_from: '2999-01-01' });
    answerDetail(rule);
    mockEndpoint(`PUT /account-group-commissions/${ID}`, () => ({ json: { data: rule } }));
    const { user } = openApp(`/account-group-commission/${ID}`);
    await user.click(await screen.findByRole('button', { name: 'Actions' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Edit draft' }));
    await user.click(await screen.findByRole('button', { name: 'Save draft' }));
    const isChange = ({ method }: { method: string }) => method === 'PUT';
    const readChanges = () => requestsTo(`/account-group-commissions/${ID}`).filter(isChange);
    await waitFor(() => expect(readChanges()).toHaveLength(1));
    expect(JSON.parse(readChanges()[0]?.body ?? '{}')).toMatchObject({
      rate_ppm: 2_500,
      flat_amount: 100,
      channel_code: 'BCA',
      tiers: rule.tiers,
    });
  });
});

describe('a rule', () => {
  test('shows its terms, versions and earnings, and a draft is submitted', async () => {
    answerDetail(buildRule(), [EARNING]);
    mockEndpoint(`POST /account-group-commissions/${ID}/submit`, () => ({
      json: { data: buildRule({ status: 'pending_approval' }) },
    }));
    const { user } = openApp(`/account-group-commission/${ID}`);
    const terms = await screen.findByRole('region', { name: 'Terms' });
    expect(within(terms).getByText('Virtual account · BCA')).toBeVisible();
    expect(within(terms).getByText(/0\.25% \+ Rp/)).toBeVisible();
    expect(within(terms).getByText('Kopi Nusantara · BCA ••••0001')).toBeVisible();
    const earnings = screen.getByRole('region', { name: 'Earnings by period' });
    expect(await within(earnings).findByRole('link', { name: 'Warung Sedap' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Submit for approval' }));
    await waitFor(() => expect(requestsTo(`/account-group-commissions/${ID}/submit`)).toHaveLength(1));
  });

  test('an active rule offers a new version and its end, and cannot be edited', async () => {
    answerDetail(buildRule({ status: 'active' }));
    const { user } = openApp(`/account-group-commission/${ID}`);
    expect(await screen.findByText(/Nothing has been booked yet/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Actions' }));
    expect(await screen.findByRole('menuitem', { name: 'Create new version' })).toBeVisible();
    expect(screen.queryByRole('menuitem', { name: 'Edit draft' })).toBeNull();
    await user.click(screen.getByRole('menuitem', { name: 'End rule' }));
    expect(await screen.findByRole('dialog', { name: 'End this rule?' })).toBeVisible();
  });

  test('its statements are listed with their amounts, and filtered by status', async () => {
    answerDetail(buildRule({ status: 'active' }));
    mockEndpoint('GET /commission-statements', () => ({ json: { data: [buildStatement()], next_cursor: null } }));
    const { user } = openApp(`/account-group-commission/${ID}?tab=statements`);
    const table = await screen.findByRole('table', { name: 'Commission statements' });
    expect(within(table).getByRole('link', { name: 'COM-20261130-001' })).toHaveAttribute(
      'href',
      `/account-group-commission/${ID}?tab=statements&statement=${STATEMENT_ID}`,
    );
    expect(within(table).getByText(/2[.,]450/)).toBeVisible();
    expect(requestsTo('/commission-statements').at(-1)?.query).toContain(`rule_id=${ID}`);
    await user.click(screen.getByRole('button', { name: /Status/ }));
    await user.click(await screen.findByRole('checkbox', { name: 'Paid' }));
    await waitFor(() => expect(requestsTo('/commission-statements').at(-1)?.query).toContain('status=paid'));
  });

  test('a statement is submitted with its amount, and a failed one is retried', async () => {
    answerDetail(buildRule({ status: 'active' }));
    let statement = buildStatement();
    mockEndpoint(`GET /commission-statements/${STATEMENT_ID}`, () => ({ json: { data: statement } }));
    for (const action of ['submit', 'retry']) {
      mockEndpoint(`POST /commission-statements/${STATEMENT_ID}/${action}`, () => {
        statement = buildStatement({ status: 'failed', failure_message: 'Account closed' });
        return { json: { data: statement } };
      });
    }
    const { user } = openApp(`/account-group-commission/${ID}?tab=statements&statement=${STATEMENT_ID}`);
    const lines = await screen.findByRole('region', { name: 'Merchants' });
    expect(within(lines).getByRole('link', { name: 'Warung Sedap' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Submit for approval' }));
    const dialog = await screen.findByRole('dialog', { name: 'Submit this statement for approval?' });
    expect(within(dialog).getByText(/2[.,]450 is sent to the bank account of Kopi Nusantara/)).toBeVisible();
    await user.click(within(dialog).getByRole('button', { name: 'Submit for approval' }));
    await waitFor(() => expect(requestsTo(`/commission-statements/${STATEMENT_ID}/submit`)).toHaveLength(1));
    expect(await screen.findByText('The payout failed: Account closed')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Retry payout' }));
    const retry = await screen.findByRole('dialog', { name: 'Retry this payout?' });
    expect(within(retry).getByText(/sent to BCA ••••0001 again/)).toBeVisible();
    await user.click(within(retry).getByRole('button', { name: 'Retry payout' }));
    await waitFor(() => expect(requestsTo(`/commission-statements/${STATEMENT_ID}/retry`)).toHaveLength(1));
  });

  test('a payout on hold says why, and has no actions', async () => {
    answerDetail(buildRule({ status: 'active' }));
    const events = [
      {
        at: '2026-12-01T02:00:00.000Z',
        from_status: 'approved',
        to_status: 'on_hold',
        reason: 'The merchant is suspended',
        actor_type: 'system',
        actor_name: null,
      } as const,
    ];
    const statement = buildStatement({ status: 'on_hold', events });
    mockEndpoint(`GET /commission-statements/${STATEMENT_ID}`, () => ({ json: { data: statement } }));
    openApp(`/account-group-commission/${ID}?tab=statements&statement=${STATEMENT_ID}`);
    expect(await screen.findByText('The payout is on hold: The merchant is suspended')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Submit for approval' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Retry payout' })).toBeNull();
  });

  test('a negative statement says where its balance goes, and has no actions', async () => {
    answerDetail(buildRule({ status: 'active' }));
    const statement = buildStatement({ payable_amount: -500, tax_amount: 0, net_amount: -500 });
    mockEndpoint(`GET /commission-statements/${STATEMENT_ID}`, () => ({ json: { data: statement } }));
    openApp(`/account-group-commission/${ID}?tab=statements&statement=${STATEMENT_ID}`);
    expect(
      await screen.findByText('The negative balance is carried forward to the next statement of this rule.'),
    ).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Submit for approval' })).toBeNull();
  });

  test('one that is gone says so', async () => {
    mockEndpoint(`GET /account-group-commissions/${ID}`, () => ({
      status: 404,
      json: { detail: 'Not found', status_code: 404, code: 'not_found', request_id: 'req_1' },
    }));
    openApp(`/account-group-commission/${ID}`);
    expect(await screen.findByRole('heading', { name: 'Commission rule not found' })).toBeVisible();
  });
});
