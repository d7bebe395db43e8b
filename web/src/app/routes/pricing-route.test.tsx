import { screen, waitFor, within } from '@testing-library/react';
import type { FeeRuleWithState } from '@dasbor/contract/fee-rule';
import type { RailTermsVersion } from '@dasbor/contract/rail-terms';
import { beforeEach, expect, test } from 'vitest';
import { mockEndpoint, recordedRequests, requestsTo, setUpMockServer } from '../../test/mock-server.ts';
import { openApp, signIn } from '../../test/render.tsx';

setUpMockServer();

const RULE: FeeRuleWithState = {
  id: 'fee_01kaj6x7v3q2m8n4p5r6s70001',
  name: 'Virtual account 2099',
  method: 'virtual_account',
  channel_code: null,
  criteria: null,
  amount_from: 0,
  amount_to: null,
  rate_bps: 0,
  flat_amount: 4_500,
  fee_min: null,
  fee_max: null,
  vat_rate_bps: 1_200,
  vat_base_numerator: 11,
  vat_base_denominator: 12,
  effective_from: '2099-01-01',
  effective_to: null,
  version: 2,
  is_own: false,
  state: 'upcoming',
};
const MOVED = [{ days: 1, paid_day: '2099-12-02', before: '2099-12-03', after: '2099-12-04' }];
const readBody = (method: string) =>
  JSON.parse(recordedRequests.findLast((request) => request.method === method)?.body ?? '{}') as Record<
    string,
    unknown
  >;

beforeEach(() => {
  signIn({ role: 'platform_admin' });
  mockEndpoint('GET /standard-fee-rules', () => ({
    json: { data: [RULE, { ...RULE, id: 'b', version: 1, state: 'current' }] },
  }));
  mockEndpoint('POST /standard-fee-rules/calculate', () => ({
    json: {
      data: {
        rate_amount: 700,
        flat_amount: 0,
        subtotal_amount: 700,
        bound: null,
        fee_amount: 700,
        fee_vat_amount: 77,
        net_amount: 99_223,
      },
    },
  }));
});

test('domain 4.2: a standard fee gets a new version, with its fee before saving', async () => {
  mockEndpoint('POST /standard-fee-rules', () => ({ status: 201, json: { data: RULE } }));
  const { user } = openApp('/pricing');
  const panel = await screen.findByRole('region', { name: 'Standard fees' });
  await user.click(within(panel).getByRole('button', { name: 'Add version' }));
  const form = await screen.findByRole('dialog', { name: 'Add version' });
  const preview = await within(form).findByRole('region', { name: 'Fee preview' });
  await waitFor(() => expect(preview).toHaveTextContent('Rp 99.223'));
  await user.type(within(form).getByLabelText(/^Name/), 'QRIS 2099');
  await user.click(within(form).getByRole('button', { name: 'Add version' }));
  await waitFor(() => expect(readBody('POST')).toMatchObject({ name: 'QRIS 2099', method: 'qris', rate_bps: 70 }));
});

test('only a future version can be withdrawn', async () => {
  mockEndpoint(`DELETE /standard-fee-rules/${RULE.id}`, () => ({ status: 204 }));
  const { user } = openApp('/pricing');
  const withdraw = await screen.findAllByRole('button', { name: 'Withdraw version' });
  expect(withdraw).toHaveLength(1);
  await user.click(withdraw[0]!);
  const dialog = await screen.findByRole('dialog', { name: 'Withdraw this version?' });
  await user.click(within(dialog).getByRole('button', { name: 'Withdraw version' }));
  await waitFor(() => expect(requestsTo(`/standard-fee-rules/${RULE.id}`)).toHaveLength(1));
});

test('a standard term that has not begun can be withdrawn', async () => {
  const term = { channel_code: null, days: 1, basis: 'business', cut_off_hour: 24, is_own: false, method: 'qris' };
  const author = { created_by: 'Panji Wicaksono', created_at: '2026-11-20T03:00:00.000Z' };
  mockEndpoint('GET /settlement-terms', () => ({
    json: {
      data: [
        { ...term, ...author, id: 'stm_2', effective_from: '2099-01-01', effective_to: null, state: 'upcoming' },
        {
          ...term,
          id: 'stm_1',
          effective_from: '2026-01-01',
          effective_to: '2098-12-31',
          state: 'current',
          created_by: null,
          created_at: null,
        },
        {
          ...term,
          ...author,
          id: 'stm_0',
          effective_from: '2025-01-01',
          effective_to: '2025-12-31',
          state: 'ended',
        },
      ],
    },
  }));
  mockEndpoint('DELETE /settlement-terms/stm_2', () => ({ status: 204 }));
  const { user } = openApp('/pricing?tab=terms');
  const withdraw = await screen.findAllByRole('button', { name: 'Withdraw term' });
  expect(withdraw).toHaveLength(1);
  expect(screen.getByText('1 Jan 2026 – 31 Dec 2098')).toBeVisible();
  expect(screen.getByText(/^Panji Wicaksono, 20 Nov 2026/)).toBeVisible();
  expect(screen.getByText('System')).toBeVisible();
  expect(screen.queryByText('31 Dec 2025', { exact: false })).toBeNull();
  await user.click(screen.getByRole('switch', { name: 'Include past versions' }));
  expect(screen.getByText('1 Jan 2025 – 31 Dec 2025')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Withdraw term' }));
  const dialog = await screen.findByRole('dialog', { name: 'Withdraw this term?' });
  await user.click(within(dialog).getByRole('button', { name: 'Withdraw term' }));
  await waitFor(() => expect(requestsTo('/settlement-terms/stm_2')).toHaveLength(1));
});

test('a file of holidays is checked, shows what moves, and is imported', async () => {
  mockEndpoint('GET /holidays', () => ({ json: { data: [] } }));
  mockEndpoint('POST /holidays/import', ({ body }) => ({
    json: {
      data: {
        holidays: [{ day: '2099-12-03', name: 'Libur', type: 'national' }],
        is_stored: !(JSON.parse(body) as { is_preview: boolean }).is_preview,
        moved: MOVED,
      },
    },
  }));
  const { user } = openApp('/pricing?tab=holidays');
  await user.click(await screen.findByRole('button', { name: 'Import CSV' }));
  const dialog = await screen.findByRole('dialog', { name: 'Import CSV' });
  const input = document.querySelector<HTMLInputElement>('input[type="file"]')!;
  await user.upload(input, new File(['day,name,type\n2099-12-03,Libur,national'], 'libur.csv', { type: 'text/csv' }));
  await user.click(within(dialog).getByRole('button', { name: 'Check file' }));
  const moved = await within(dialog).findByRole('region', { name: 'Settlement dates that change' });
  expect(moved).toHaveTextContent('T+1: payments made on 2 Dec 2099 settle on 4 Dec 2099 instead of 3 Dec 2099');
  await user.click(within(dialog).getByRole('button', { name: 'Import 1 holiday' }));
  await waitFor(() => expect(readBody('POST')).toMatchObject({ is_preview: false }));
});

const TERMS: RailTermsVersion = {
  rail: 'skn',
  effective_from: '2020-01-01',
  amount_min: 1,
  amount_max: 1_000_000_000,
  opens_at_minute: 390,
  closes_at_minute: 990,
  business_days_only: true,
  arrival_minutes: 240,
  description_max: 20,
  not_found_after_s: 3_600,
  created_by: null,
  created_at: null,
  state: 'current',
};

test('domain 4.4: a new version of the terms of a rail starts from those in force', async () => {
  const upcoming = { ...TERMS, effective_from: '2099-01-01', state: 'upcoming' } as const;
  mockEndpoint('GET /rail-terms', () => ({ json: { data: [upcoming, TERMS, { ...TERMS, rail: 'bi_fast' }] } }));
  mockEndpoint('POST /rail-terms', () => ({ status: 201, json: { data: upcoming } }));
  const { user } = openApp('/pricing?tab=rails');
  const table = await screen.findByRole('table', { name: 'Transfer methods' });
  const [, first] = within(table).getAllByRole('row');
  expect(first).toHaveTextContent('Upcoming');
  expect(first).toHaveTextContent('Rp 1 – Rp 1.000.000.000');
  expect(within(table).getAllByRole('button', { name: 'Withdraw version' })).toHaveLength(1);

  await user.click(screen.getByRole('button', { name: 'Add version' }));
  const form = await screen.findByRole('dialog', { name: 'Add version' });
  await user.click(within(form).getByRole('combobox', { name: /Transfer method/ }));
  await user.click(await screen.findByRole('option', { name: 'SKN' }));
  const opens = within(form).getByRole('textbox', { name: /Opens at/ });
  expect(opens).toHaveValue('06:30');
  await user.clear(opens);
  await user.type(opens, 'soon');
  await user.click(within(form).getByRole('button', { name: 'Add version' }));
  expect(await within(form).findByText('Enter a time such as 06:30.')).toBeVisible();
  await user.clear(opens);
  await user.type(opens, '07:15');
  await user.click(within(form).getByRole('button', { name: 'Add version' }));
  await waitFor(() => expect(requestsTo('/rail-terms').some(({ method }) => method === 'POST')).toBe(true));
  expect(readBody('POST')).toMatchObject({
    rail: 'skn',
    opens_at_minute: 435,
    closes_at_minute: 990,
    not_found_after_s: 3_600,
    business_days_only: true,
  });
});
