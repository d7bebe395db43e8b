import { screen, waitFor, within } from '@testing-library/react';
import type { Outage } from '@dasbor/contract/outage';
import { beforeEach, expect, test } from 'vitest';
import { mockEndpoint, recordedRequests, requestsTo, setUpMockServer } from '../test/mock-server.ts';
import { openApp, signIn } from '../test/render.tsx';

setUpMockServer();

const OUTAGE: Outage = {
  id: 'out_01kaj6x7v3q2m8n4p5r6s70001',
  methods: ['virtual_account', 'disbursement'],
  text_en: 'BCA is being repaired.',
  text_id: 'BCA sedang diperbaiki.',
  starts_at: '2026-11-21T07:00:00.000Z',
  ends_at: '2026-11-21T09:00:00.000Z',
  bank_code: '014',
  rail: null,
  state: 'current',
  created_by: 'Putri Maharani',
  created_at: '2026-11-21T07:00:00.000Z',
};

beforeEach(() => {
  signIn({ role: 'platform_admin' });
  mockEndpoint('GET /operations/exceptions', () => ({
    json: { data: [], counts: [], as_of: '2026-11-21T07:00:00.000Z' },
  }));
  mockEndpoint('GET /transfer-outages', () => ({
    json: { data: [OUTAGE, { ...OUTAGE, id: 'ended', bank_code: '009', state: 'ended' }], next_cursor: null },
  }));
});

test('lists outages; one that is over cannot be changed', async () => {
  openApp('/dashboard?tab=outages');
  const table = await screen.findByRole('table', { name: 'Outages' });
  const [, current, ended] = within(table).getAllByRole('row');
  expect(current).toHaveTextContent('BCA');
  expect(current).toHaveTextContent('Current');
  expect(within(current!).getByRole('button', { name: 'End now' })).toBeVisible();
  expect(ended).toHaveTextContent('Ended');
  expect(within(ended!).queryByRole('button')).toBeNull();
});

test('an outage needs texts and a bank for disbursements, then it is saved', async () => {
  mockEndpoint('POST /transfer-outages', () => ({ status: 201, json: { data: OUTAGE } }));
  const { user } = openApp('/dashboard?tab=outages');
  await user.click(await screen.findByRole('button', { name: 'Add outage' }));
  const form = await screen.findByRole('dialog', { name: 'Add outage' });
  await user.click(within(form).getByRole('checkbox', { name: 'Disbursements' }));
  await user.click(within(form).getByRole('button', { name: 'Save outage' }));
  expect(await within(form).findByText('Select a bank or a transfer method.')).toBeVisible();
  expect(within(form).getAllByText('This field is required.')).toHaveLength(2);
  await user.click(within(form).getByRole('combobox', { name: /Bank/ }));
  await user.click(await screen.findByRole('option', { name: 'Bank Central Asia' }));
  await user.type(within(form).getByLabelText(/Text in English/), OUTAGE.text_en ?? '');
  await user.type(within(form).getByLabelText(/Text in Indonesian/), OUTAGE.text_id ?? '');
  await user.click(within(form).getByRole('button', { name: 'Save outage' }));
  await waitFor(() => expect(requestsTo('/transfer-outages').some(({ method }) => method === 'POST')).toBe(true));
  const sent = JSON.parse(recordedRequests.findLast(({ method }) => method === 'POST')?.body ?? '{}') as object;
  expect(sent).toMatchObject({
    methods: ['disbursement', 'virtual_account'],
    bank_code: '014',
    text_en: OUTAGE.text_en,
  });
});

test('a bank is found by its short name and by a former name', async () => {
  const { user } = openApp('/dashboard?tab=outages');
  await user.click(await screen.findByRole('button', { name: 'Add outage' }));
  const bank = within(await screen.findByRole('dialog', { name: 'Add outage' })).getByRole('combobox', {
    name: /Bank/,
  });
  const listFound = () => screen.getAllByRole('option').map((option) => option.textContent);
  for (const [search, ...found] of [
    ['BCA', 'Bank Central Asia', 'BCA Syariah'],
    ['BSM', 'Bank Syariah Indonesia'],
  ]) {
    await user.clear(bank);
    await user.type(bank, search ?? '');
    await waitFor(() => expect(listFound()).toEqual(found));
  }
});

test('a merchant reads current and planned outages in its announcements', async () => {
  signIn();
  const shown = { ...OUTAGE, is_current: true };
  mockEndpoint('GET /announcements/received', () => ({ json: { data: [], next_cursor: null } }));
  mockEndpoint('GET /transfer-outages/current', () => ({ json: { data: [shown] } }));
  openApp('/announcement');
  const outages = await screen.findByRole('region', { name: 'Outages' });
  expect(outages).toHaveTextContent('BCA is being repaired.');
  expect(outages).toHaveTextContent('Expected to end 21 Nov 2026, 16:00 WIB');
});
