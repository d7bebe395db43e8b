import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { buildInvoice, buildInvoiceDetail } from '../test/invoice-fixtures.ts';
import { mockEndpoint, requestsTo, setUpMockServer } from '../test/mock-server.ts';
import { openApp, signIn } from '../test/render.tsx';

setUpMockServer();

const { id } = buildInvoice();
const PATH = `/invoices/${id}`;

beforeEach(() => {
  mockEndpoint('GET /saved-views', () => ({ json: { data: [] } }));
  mockEndpoint('GET /invoices', () => ({ json: { data: [buildInvoice()] as never, next_cursor: null } }));
  mockEndpoint(`GET ${PATH}`, () => ({ json: { data: buildInvoiceDetail() as never } }));
});

test('a merchant reads its invoices without the merchant column and without what the provider does', async () => {
  signIn({ role: 'finance' });
  const { user } = openApp('/invoice');
  const list = await screen.findByRole('region', { name: 'Invoices' });
  const link = within(list).getByRole('link', { name: 'INV-202610-00001' });
  expect(link).toHaveAttribute('href', `/invoice/${id}`);
  expect(within(list).getByText('Oct 2026')).toBeVisible();
  expect(within(list).queryByText('PT Kopi Nusantara Jaya')).toBeNull();
  await user.click(link);
  const totals = await screen.findByRole('region', { name: 'Totals' });
  expect(within(totals).getByText('Rp 1.110.000')).toBeVisible();
  const parties = screen.getByRole('region', { name: 'Parties' });
  expect(within(parties).getByText('NPWP 0012.3456.7801.2000')).toBeVisible();
  const lines = screen.getByRole('region', { name: 'Lines' });
  expect(within(lines).getByText('QRIS small business (UKE): 0.7%')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Request credit note' })).toBeNull();
});

test('roles without access to invoices see the fallback page', async () => {
  signIn({ role: 'operator' });
  openApp('/invoice');
  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeVisible();
  expect(requestsTo('/invoices')).toEqual([]);
});

test('without invoices the list says when the first one appears', async () => {
  signIn({ role: 'finance' });
  mockEndpoint('GET /invoices', () => ({ json: { data: [], next_cursor: null } }));
  openApp('/invoice');
  expect(await screen.findByRole('heading', { name: 'No invoices yet' })).toBeVisible();
});

test('the provider requests a credit note once, within what is left of the fees', async () => {
  signIn({ role: 'platform_finance' });
  mockEndpoint(`POST ${PATH}/credit-notes`, () => ({ status: 201, json: { data: {} } }));
  const { user } = openApp(`/invoice/${id}`);
  await user.click(await screen.findByRole('button', { name: 'Request credit note' }));
  const dialog = await screen.findByRole('dialog', { name: 'Credit note for INV-202610-00001' });
  const amount = within(dialog).getByRole('textbox', { name: 'Fees to return without VAT (required)' });
  await user.type(amount, '1000001');
  await user.type(within(dialog).getByRole('textbox', { name: 'Reason (required)' }), 'Agreed price');
  await user.click(within(dialog).getByRole('button', { name: 'Request credit note' }));
  expect(within(dialog).getByText('Enter at most Rp 1.000.000.')).toBeVisible();
  await user.clear(amount);
  await user.type(amount, '250000');
  await user.dblClick(within(dialog).getByRole('button', { name: 'Request credit note' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(requestsTo(`${PATH}/credit-notes`).map(({ body }) => JSON.parse(body) as unknown)).toEqual([
    { fee_amount: 250_000, reason: 'Agreed price' },
  ]);
});

test('the provider sets the e-Faktur number; support cannot', async () => {
  signIn({ role: 'platform_finance' });
  mockEndpoint(`PUT ${PATH}/tax-invoice-number`, () => ({ json: { data: buildInvoiceDetail() as never } }));
  const { user } = openApp(`/invoice/${id}`);
  await user.click(await screen.findByRole('button', { name: 'Set e-Faktur number' }));
  const dialog = await screen.findByRole('dialog', { name: 'Tax invoice number' });
  await user.type(within(dialog).getByRole('textbox', { name: /e-Faktur/ }), '040.026-00.1234567');
  await user.click(within(dialog).getByRole('button', { name: 'Save number' }));
  expect(within(dialog).getByText('Enter 16 or 17 digits.')).toBeVisible();
  await user.type(within(dialog).getByRole('textbox', { name: /e-Faktur/ }), '8');
  await user.click(within(dialog).getByRole('button', { name: 'Save number' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(JSON.parse(requestsTo(`${PATH}/tax-invoice-number`)[0]!.body)).toEqual({ tax_invoice_no: '0400260012345678' });
});

test('the link of the email downloads the document once', async () => {
  signIn({ role: 'finance' });
  mockEndpoint(`GET ${PATH}/pdf`, () => ({ text: '%PDF-1.7', headers: { 'content-type': 'application/pdf' } }));
  const { router } = openApp(`/invoice/${id}?download=pdf`);
  expect(await screen.findByRole('button', { name: 'Download PDF' })).toBeVisible();
  await waitFor(() => expect(requestsTo(`${PATH}/pdf`)).toHaveLength(1));
  await waitFor(() => expect(router.state.location.href).toBe(`/invoice/${id}`));
  expect(requestsTo(`${PATH}/pdf`)).toHaveLength(1);
});

test('support reads and cannot change', async () => {
  signIn({ role: 'platform_support' });
  openApp(`/invoice/${id}`);
  const button = await screen.findByRole('button', { name: 'Request credit note' });
  expect(button).toHaveAttribute('aria-disabled', 'true');
});

test('a missing invoice and a failure look different', async () => {
  signIn({ role: 'finance' });
  mockEndpoint(`GET ${PATH}`, () => ({ status: 404, json: { detail: 'Not found', status_code: 404 } }));
  openApp(`/invoice/${id}`);
  expect(await screen.findByText('Invoice not found')).toBeVisible();
});

test('the detail is in Indonesian', async () => {
  signIn({ role: 'finance', locale: 'id' });
  openApp(`/invoice/${id}`);
  const lines = await screen.findByRole('region', { name: 'Rincian' });
  expect(within(lines).getByText('QRIS usaha kecil (UKE): 0,7%')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Unduh PDF' })).toBeVisible();
});
