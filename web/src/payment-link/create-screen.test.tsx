import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { findEnglishTexts } from '../test/english-texts.ts';
import { mockEndpoint, requestsTo, setUpMockServer } from '../test/mock-server.ts';
import { openApp, signIn } from '../test/render.tsx';
import { buildPaymentLink, buildPaymentLinkDetail, buildPaymentLinkId } from '../test/link-fixtures.ts';

setUpMockServer();

beforeEach(() => {
  signIn();
  mockEndpoint('POST /payment-links', () => ({ status: 201, json: { data: buildPaymentLink(1) } }));
  mockEndpoint(`GET /payment-links/${buildPaymentLinkId(1)}`, () => ({ json: { data: buildPaymentLinkDetail() } }));
  mockEndpoint(`GET /payment-links/${buildPaymentLinkId(1)}/payments`, () => ({
    json: { data: [], next_cursor: null },
  }));
});

const field = (name: string) => screen.findByRole('textbox', { name });
const submit = () => screen.getByRole('button', { name: 'Create link' });
const attempts = () => requestsTo('/payment-links').filter(({ method }) => method === 'POST');
const getKey = (index: number) => attempts()[index]?.headers.get('idempotency-key');
/** Pasted: the form and its preview render at each key. */
async function paste(user: ReturnType<typeof openApp>['user'], name: string, text: string): Promise<void> {
  await user.click(await field(name));
  await user.paste(text);
}

/** The form with the two fields that it requires. */
async function fill() {
  const opened = openApp('/payment-link/create');
  await paste(opened.user, 'Title (required)', 'Kopi Gayo 1');
  await paste(opened.user, 'Amount (required)', '150000');
  return opened;
}

test('a link is created once however often the button is pressed, and its screen opens', async () => {
  const { user, router } = await fill();
  await user.dblClick(submit());
  await waitFor(() => expect(router.state.location.pathname).toBe(`/payment-link/${buildPaymentLinkId(1)}`));
  expect(await screen.findByText('Payment link created')).toBeVisible();
  expect(attempts()).toHaveLength(1);
  const body = JSON.parse(attempts()[0]?.body ?? '') as object;
  expect(body).toMatchObject({ title: 'Kopi Gayo 1', type: 'single_use', amount: 150_000, status: 'active' });
});

test('a new link whose email was not sent because of a limit says so until it is dismissed', async () => {
  const link = { ...buildPaymentLink(1), notify_status: 'limit_reached' };
  const limited = {
    ...buildPaymentLinkDetail().shares[0],
    recipient: null,
    email_status: 'failed',
    detail: 'limit_reached',
  };
  mockEndpoint('POST /payment-links', () => ({ status: 201, json: { data: link } }));
  mockEndpoint(`GET /payment-links/${buildPaymentLinkId(1)}`, () => ({
    json: { data: { ...buildPaymentLinkDetail(), shares: [limited] } },
  }));
  const { user } = await fill();
  await user.click(submit());
  expect(await screen.findByText(/^Payment link created\. The email to the customer was not sent/)).toBeVisible();
  expect(await screen.findByText('Not sent: email limit reached')).toBeVisible();
});

test('a draft is saved as a draft', async () => {
  const { user } = await fill();
  await user.click(screen.getByRole('button', { name: 'Save as draft' }));
  await waitFor(() => expect(attempts()).toHaveLength(1));
  expect(JSON.parse(attempts()[0]?.body ?? '')).toMatchObject({ status: 'draft' });
});

test('missing fields are reported at the field, the first one gets the focus, and nothing is sent', async () => {
  const { user } = openApp('/payment-link/create');
  const title = await field('Title (required)');
  await user.click(submit());
  expect(await screen.findByText('Enter a value.')).toBeVisible();
  expect(screen.getByText('Enter an amount.')).toBeVisible();
  expect(title).toBeInvalid();
  await waitFor(() => expect(title).toHaveFocus());
  expect(attempts()).toHaveLength(0);
});

test('the rules that fields share are checked: an amount below the minimum of the methods', async () => {
  const { user } = openApp('/payment-link/create');
  await paste(user, 'Title (required)', 'Kopi');
  await paste(user, 'Amount (required)', '500');
  await user.click(submit());
  expect(await screen.findByText(/^The selected payment methods accept Rp 10\.000 to /)).toBeVisible();
});

test('an error of the server about a field is shown at that field', async () => {
  mockEndpoint('POST /payment-links', () => ({
    status: 409,
    json: { detail: 'This reference was used before.', code: 'duplicate_reference' },
  }));
  const { user } = await fill();
  await paste(user, 'Reference', 'ORDER-1');
  await user.click(submit());
  expect(await screen.findByRole('alert')).toHaveTextContent('This reference was used before.');
  expect(await field('Reference')).toBeInvalid();
});

test('reliability 4.1: a retry after a failure carries the same key; after a refusal a new one', async () => {
  const answers = [
    { status: 503, json: { detail: 'Try again.', code: 'unavailable' } },
    { status: 422, json: { detail: 'Not allowed.', code: 'invalid_payment_link' } },
    { status: 201, json: { data: buildPaymentLink(1) } },
  ];
  mockEndpoint('POST /payment-links', () => answers[attempts().length - 1] ?? { status: 500 });
  const { user } = await fill();
  await user.click(submit());
  expect(await screen.findByText('Try again.')).toBeVisible();
  await user.click(submit());
  expect(await screen.findByText('Not allowed.')).toBeVisible();
  await user.click(submit());
  expect(await screen.findByText('Payment link created')).toBeVisible();
  expect(getKey(0)).toBeTruthy();
  expect(getKey(1)).toBe(getKey(0));
  expect(getKey(2)).not.toBe(getKey(0));
});

test('editing starts from the link and sends its terms to it', async () => {
  mockEndpoint(`PATCH /payment-links/${buildPaymentLinkId(1)}`, () => ({
    json: { data: buildPaymentLink(1, { title: 'Kopi Toraja' }) },
  }));
  const { user } = openApp(`/payment-link/create?edit=${buildPaymentLinkId(1)}`);
  const title = await field('Title (required)');
  expect(title).toHaveValue('Kopi Gayo 1');
  await user.clear(title);
  await paste(user, 'Title (required)', 'Kopi Toraja');
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  expect(await screen.findByText('Changes saved')).toBeVisible();
  const sent = requestsTo(`/payment-links/${buildPaymentLinkId(1)}`).find(({ method }) => method === 'PATCH');
  expect(JSON.parse(sent?.body ?? '')).toMatchObject({ title: 'Kopi Toraja', amount: 150_000 });
});

test('the amount of a paid link cannot be changed', async () => {
  mockEndpoint(`GET /payment-links/${buildPaymentLinkId(1)}`, () => ({
    json: { data: buildPaymentLinkDetail({ paid_count: 1, type: 'multi_use' }) },
  }));
  openApp(`/payment-link/create?edit=${buildPaymentLinkId(1)}`);
  expect(
    await screen.findByText('This link has been paid. Its amount, items and fee settings can no longer change.'),
  ).toBeVisible();
  expect(await field('Amount (required)')).toBeDisabled();
});

test('a role with view access is shown that it may not create links', async () => {
  signIn({ role: 'support' });
  const { user, router } = openApp('/payment-link/create');
  expect(await screen.findByRole('heading', { name: 'You cannot create payment links' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Back to payment links' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/payment-link'));
});

test('the form and its errors are in Indonesian', async () => {
  signIn({ locale: 'id' });
  const { user } = openApp('/payment-link/create');
  await user.click(await screen.findByRole('button', { name: 'Buat tautan' }));
  expect(await screen.findByText('Masukkan jumlah.')).toBeVisible();
  expect(findEnglishTexts()).toEqual([]);
});
