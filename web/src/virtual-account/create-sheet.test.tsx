import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { findEnglishTexts } from '../test/english-texts.ts';
import { mockEndpoint, requestsTo, setUpMockServer } from '../test/mock-server.ts';
import { openApp, signIn } from '../test/render.tsx';
import { buildVa, buildVaDetail, buildVaId } from '../test/virtual-account-fixtures.ts';

setUpMockServer();

beforeEach(() => {
  signIn();
  mockEndpoint('GET /virtual-accounts', () => ({ json: { data: [], next_cursor: null } }));
  mockEndpoint('POST /virtual-accounts', () => ({ status: 201, json: { data: buildVa(1) } }));
  mockEndpoint(`GET /virtual-accounts/${buildVaId(1)}`, () => ({ json: { data: buildVaDetail() } }));
});

const attempts = () => requestsTo('/virtual-accounts').filter(({ method }) => method === 'POST');
const getKey = (index: number) => attempts()[index]?.headers.get('idempotency-key');
const submit = () => screen.getByRole('button', { name: /^Create virtual account/ });
async function fill() {
  const opened = openApp('/virtual-account?create=1');
  const { user } = opened;
  await user.click(await screen.findByRole('combobox', { name: 'Bank (required)' }));
  await user.click(await screen.findByRole('option', { name: 'BCA' }));
  await user.click(screen.getByRole('textbox', { name: 'Holder name (required)' }));
  await user.paste('kopi nusantara');
  await user.click(screen.getByRole('textbox', { name: 'Amount (required)' }));
  await user.paste('325000');
  return opened;
}

test('a number is created once however often the button is pressed, and is shown to be shared', async () => {
  const { user } = await fill();
  await user.dblClick(submit());
  expect(await screen.findByText('39025 10001 00000001')).toBeVisible();
  expect(attempts()).toHaveLength(1);
  expect(JSON.parse(attempts()[0]?.body ?? '')).toMatchObject({
    bank: 'BCA',
    holder_name: 'KOPI NUSANTARA',
    amount_type: 'closed',
    expected_amount: 325_000,
  });
});

test('missing fields are reported at the field, and nothing is sent', async () => {
  const { user } = openApp('/virtual-account?create=1');
  await user.click(await screen.findByRole('button', { name: 'Create virtual account' }));
  expect(await screen.findByText('Select a bank.')).toBeVisible();
  expect(screen.getByText('Enter the holder name.')).toBeVisible();
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Bank (required)' })).toHaveFocus());
  expect(attempts()).toHaveLength(0);
});

test('errors of the server are shown at their fields', async () => {
  mockEndpoint('POST /virtual-accounts', () => ({
    status: 409,
    json: { detail: 'This suffix is taken.', code: 'number_taken' },
  }));
  const { user } = await fill();
  await user.click(submit());
  expect(await screen.findByText('This suffix is taken.')).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Custom suffix' })).toBeInvalid();
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Custom suffix' })).toHaveFocus());
});

test('reliability 4.1: a retry after a failure carries the same key; after a refusal a new one', async () => {
  const answers = [
    { status: 502, json: { detail: 'The bank did not respond.', code: 'bank_unreachable' } },
    { status: 422, json: { detail: 'The bank declined.', code: 'bank_refused' } },
    { status: 201, json: { data: buildVa(1) } },
  ];
  mockEndpoint('POST /virtual-accounts', () => answers[attempts().length - 1] ?? { status: 500 });
  const { user } = await fill();
  await user.click(submit());
  expect(await screen.findByRole('alert')).toHaveTextContent('The bank did not respond.');
  await user.click(submit());
  expect(await screen.findByText('The bank declined.')).toBeVisible();
  await user.click(submit());
  expect(await screen.findByText('39025 10001 00000001')).toBeVisible();
  expect(getKey(0)).toBeTruthy();
  expect(getKey(1)).toBe(getKey(0));
  expect(getKey(2)).not.toBe(getKey(0));
});

test('the form and its errors are in Indonesian', async () => {
  signIn({ locale: 'id' });
  const { user } = openApp('/virtual-account?create=1');
  await user.click(await screen.findByRole('button', { name: 'Buat virtual account' }));
  await waitFor(() => expect(screen.getAllByRole('textbox').some((each) => each.matches('[aria-invalid]'))).toBe(true));
  expect(findEnglishTexts()).toEqual([]);
});
