/** Own bank credentials of a merchant, by channel. */
import type { BankCredential } from '@dasbor/contract/bank-credential';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { findEnglishTexts } from '../test/english-texts.ts';
import { MERCHANT_ID, merchantDetail } from '../test/merchant-fixtures.ts';
import { mockEndpoint, readSentBody, requestsTo, setUpMockServer } from '../test/mock-server.ts';
import { openApp, signIn } from '../test/render.tsx';

setUpMockServer();

const PATH = `/merchants/${MERCHANT_ID}/bank-credentials`;
const PEM = '-----BEGIN PUBLIC KEY-----\nMIIB\n-----END PUBLIC KEY-----\n';

const credential = (part: Partial<BankCredential> = {}): BankCredential => ({
  id: 'bcr_01kagz7v3w8x9y2m4n5p6q7r8s',
  channel: 'QRIS',
  is_active: true,
  client_key: 'partner-1',
  client_secret_set: true,
  partner_public_key: PEM,
  bank_client_key: 'bank-1',
  bank_client_secret_set: true,
  bank_public_key_fingerprint: 'fingerprint',
  former_valid_until: null,
  tested_at: '2026-11-20T03:00:00.000Z',
  test_outcome: 'accepted',
  activated_at: '2026-11-20T03:00:00.000Z',
  rotated_at: null,
  created_at: '2026-11-20T02:00:00.000Z',
  created_by: 'Putri Maharani',
  ...part,
});
let shown: BankCredential[] = [];

beforeEach(() => {
  shown = [];
  mockEndpoint(`GET /merchants/${MERCHANT_ID}`, () => ({ json: { data: merchantDetail() as never } }));
  mockEndpoint(`GET ${PATH}`, () => ({ json: { data: shown } }));
});

function open(role: 'platform_admin' | 'platform_support' = 'platform_admin', locale: 'en' | 'id' = 'en') {
  signIn({ role, locale });
  return openApp(`/merchant/${MERCHANT_ID}?tab=channels`);
}
const findRow = async (name: string): Promise<HTMLElement> => {
  const table = await screen.findByRole('table', { name: 'Bank credentials' });
  return within(table)
    .getAllByRole('row')
    .find((row) => row.textContent?.startsWith(name))!;
};

test('each channel with its credentials, its last test and the overlap of a rotation', async () => {
  shown = [
    credential({ former_valid_until: new Date(Date.now() + 3_600_000).toISOString() }),
    credential({ channel: 'BCA', is_active: false, tested_at: null, test_outcome: null, activated_at: null }),
  ];
  open();
  const qris = await findRow('QRIS');
  await waitFor(() => expect(qris).toHaveTextContent('Merchant’s credentials'));
  expect(qris).toHaveTextContent('Accepted');
  expect(within(qris).getByRole('timer')).toBeVisible();
  expect(await findRow('Virtual account BCA')).toHaveTextContent('Merchant’s credentials, not activeNot tested');
  const bni = await findRow('Virtual account BNI');
  expect(bni).toHaveTextContent('Provider’s credentials');
  expect(within(bni).getByRole('button', { name: 'Add merchant credentials' })).toBeEnabled();
});

test('credentials are set after it is confirmed whose account is credited, and the key for the bank follows', async () => {
  const set = credential({ is_active: false, tested_at: null, test_outcome: null });
  mockEndpoint(`PUT ${PATH}/QRIS`, () => {
    shown = [set];
    return { json: { data: set } };
  });
  const { user } = open();
  await user.click(within(await findRow('QRIS')).getByRole('button', { name: 'Add merchant credentials' }));
  const dialog = await screen.findByRole('dialog', { name: 'Merchant credentials for QRIS' });
  const save = within(dialog).getByRole('button', { name: 'Save credentials' });
  const fill = (label: string, value: string) => user.type(within(dialog).getByLabelText(`${label} (required)`), value);
  await fill('Merchant client key', 'partner-1');
  await fill('Merchant client secret', 'secret-of-the-merchant');
  await fill('Bank client key', 'bank-1');
  await fill('Bank client secret', 'secret-of-the-bank');
  await fill('Bank public key (PEM)', 'PEM');
  await user.click(save);
  expect(within(dialog).getByText('Confirm this with the merchant and the bank first.')).toBeVisible();
  expect(requestsTo(`${PATH}/QRIS`)).toHaveLength(0);
  await user.click(within(dialog).getByRole('checkbox', { name: /credits collected payments to our account/ }));
  await user.click(save);
  await waitFor(() =>
    expect(readSentBody(`${PATH}/QRIS`)).toEqual({
      client_key: 'partner-1',
      client_secret: 'secret-of-the-merchant',
      bank_client_key: 'bank-1',
      bank_client_secret: 'secret-of-the-bank',
      bank_public_key: 'PEM',
      credits_provider: true,
    }),
  );
  const keys = await screen.findByRole('dialog', { name: 'Keys for QRIS' });
  expect(within(keys).getByRole('region', { name: 'Our public key' })).toHaveTextContent('BEGIN PUBLIC KEY');
  expect(keys).not.toHaveTextContent('secret-of-the');
});

test('a test says what the bank answered', async () => {
  shown = [credential({ is_active: false })];
  const outcomes: BankCredential['test_outcome'][] = ['accepted', 'rejected'];
  mockEndpoint(`POST ${PATH}/QRIS/test`, () => ({
    json: { data: credential({ test_outcome: outcomes.pop() ?? null }) },
  }));
  const { user } = open();
  await waitFor(async () => expect(await findRow('QRIS')).toHaveTextContent('not active'));
  await user.click(within(await findRow('QRIS')).getByRole('button', { name: 'Test' }));
  expect(await screen.findByText(/The bank rejected the credentials/)).toBeVisible();
  await user.click(within(await findRow('QRIS')).getByRole('button', { name: 'Test' }));
  expect(await screen.findByText('The bank accepted the credentials')).toBeVisible();
});

test('credentials are rotated and removed', async () => {
  shown = [credential()];
  mockEndpoint(`POST ${PATH}/QRIS/rotate`, () => ({
    status: 422,
    json: { detail: 'The bank did not accept the new credentials.', code: 'bank_credential_rejected' } as never,
  }));
  mockEndpoint(`DELETE ${PATH}/QRIS`, () => {
    shown = [];
    return { status: 204 };
  });
  const { user } = open();
  await waitFor(async () => expect(await findRow('QRIS')).toHaveTextContent('Merchant’s credentials'));
  const openMenu = async (item: string) => {
    await user.click(within(await findRow('QRIS')).getByRole('button', { name: 'Credentials for QRIS' }));
    await user.click(await screen.findByRole('menuitem', { name: item }));
  };
  await openMenu('Rotate credentials');
  const dialog = await screen.findByRole('dialog', { name: 'Rotate the credentials for QRIS' });
  expect(within(dialog).getByLabelText('Merchant client key (required)')).toHaveValue('partner-1');
  for (const label of ['Merchant client secret', 'Bank client secret', 'Bank public key (PEM)'])
    await user.type(within(dialog).getByLabelText(`${label} (required)`), 'a-new-value-of-the-bank');
  await user.click(within(dialog).getByRole('button', { name: 'Rotate credentials' }));
  expect(await within(dialog).findByRole('alert')).toHaveTextContent('did not accept');
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await openMenu('Remove merchant credentials');
  const confirm = await screen.findByRole('dialog', { name: 'Remove the merchant credentials for QRIS?' });
  await user.click(within(confirm).getByRole('button', { name: 'Remove merchant credentials' }));
  await waitFor(async () => expect(await findRow('QRIS')).toHaveTextContent('Provider’s credentials'));
});

test('support sees credentials and changes none', async () => {
  shown = [credential()];
  const { user } = open('platform_support');
  await waitFor(async () => expect(await findRow('QRIS')).toHaveTextContent('Merchant’s credentials'));
  expect(
    within(await findRow('Virtual account BNI')).getByRole('button', { name: 'Add merchant credentials' }),
  ).toHaveAttribute('aria-disabled', 'true');
  await user.click(within(await findRow('QRIS')).getByRole('button', { name: 'Credentials for QRIS' }));
  expect(await screen.findByRole('menuitem', { name: 'Keys for the bank' })).toBeVisible();
  expect(screen.queryByRole('menuitem', { name: 'Rotate credentials' })).toBeNull();
});

test('the texts are Indonesian', async () => {
  shown = [credential({ test_outcome: 'unreachable' })];
  open('platform_admin', 'id');
  await screen.findByRole('table', { name: 'Kredensial bank' });
  expect(findEnglishTexts()).toEqual([]);
});
