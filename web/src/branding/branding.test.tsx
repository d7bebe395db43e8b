import { toNearestBrandColor } from '@dasbor/contract/brand-color';
import { File as NodeFile } from 'node:buffer';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { mockEndpoint, requestsTo, setUpMockServer } from '../test/mock-server.ts';
import { buildProfile } from '../test/profile-fixtures.ts';
import { openApp, signIn } from '../test/render.tsx';

setUpMockServer();

/** Files that were given an address, which jsdom does not have. */
const files: Blob[] = [];
const ADDRESS = 'blob:http://localhost/preview';
beforeEach(() => {
  files.length = 0;
  Object.assign(URL, {
    createObjectURL: (file: Blob) => {
      files.push(file);
      return ADDRESS;
    },
    revokeObjectURL: () => undefined,
  });
});

let stored: { color: string | null; logo_url: string | null };
const LOGO = `/logos/mer_1/${'a'.repeat(64)}.png`;

function open(role: 'superadmin' | 'finance' = 'superadmin', path = '/settings?tab=branding') {
  stored = { color: null, logo_url: null };
  signIn({ role });
  mockEndpoint('GET /branding', () => ({ json: { data: stored } }));
  mockEndpoint('PUT /branding', ({ body }) => {
    stored = { ...stored, ...(JSON.parse(body) as { color: string | null }) };
    return { json: { data: stored } };
  });
  mockEndpoint('POST /branding/logo', () => {
    stored = { ...stored, logo_url: LOGO };
    return { json: { data: stored } };
  });
  mockEndpoint('GET /branding/preview', () => ({
    json: { data: { pay_page: '<style>p{}</style>Pay', receipt: btoa('%PDF'), email: '<p>Mail</p>' } },
  }));
  mockEndpoint('DELETE /branding/logo', () => {
    stored = { ...stored, logo_url: null };
    return { json: { data: stored } };
  });
  return openApp(path);
}

test('a colour that is too light is refused, the nearest allowed one is offered, and the preview follows', async () => {
  const { user } = open();
  const field = await screen.findByRole('textbox', { name: 'Brand colour' });
  const save = screen.getByRole('button', { name: 'Save colour' });
  expect(save).toBeDisabled();
  await user.type(field, '#ffcc00');
  const nearest = toNearestBrandColor('#ffcc00');
  expect(await screen.findByText(new RegExp(`nearest allowed colour is ${nearest}`))).toBeVisible();
  expect(save).toBeDisabled();
  await user.click(screen.getByRole('button', { name: `Use ${nearest}` }));
  expect(screen.getByRole('region', { name: 'Preview' })).toBeInTheDocument();
  await waitFor(() =>
    expect(requestsTo('/branding/preview').at(-1)?.query).toBe(`?color=${encodeURIComponent(nearest)}`),
  );
  await user.click(save);
  expect(await screen.findByText('Colour saved')).toBeVisible();
  expect(requestsTo('/branding').at(-1)).toMatchObject({ method: 'PUT', body: JSON.stringify({ color: nearest }) });
});

test('the preview shows the documents of the server: pay page, receipt and email', async () => {
  const { user } = open();
  const preview = await screen.findByRole('region', { name: 'Preview' });
  expect(await within(preview).findByRole('img', { name: 'Pay page' })).toBeVisible();
  const shown = async () => ({ type: files.at(-1)?.type, text: await files.at(-1)?.text() });
  expect(await shown()).toEqual({ type: 'text/html;charset=utf-8', text: '<style nonce="">p{}</style>Pay' });
  await user.click(within(preview).getByRole('radio', { name: 'Email' }));
  expect(await within(preview).findByRole('img', { name: 'Email' })).toBeVisible();
  expect((await shown()).text).toBe('<p>Mail</p>');
  await user.click(within(preview).getByRole('radio', { name: 'Receipt' }));
  expect(await within(preview).findByRole('link', { name: 'Open the receipt' })).toHaveAttribute('href', ADDRESS);
  expect(await shown()).toEqual({ type: 'application/pdf', text: '%PDF' });
});

test('where the browser shows no PDF, the preview says so and the receipt is a link', async () => {
  Object.defineProperty(navigator, 'pdfViewerEnabled', { value: false, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'pdfViewerEnabled'));
  const { user } = open();
  const preview = await screen.findByRole('region', { name: 'Preview' });
  await user.click(await within(preview).findByRole('radio', { name: 'Receipt' }));
  expect(await within(preview).findByText('This browser does not show PDF files here.')).toBeVisible();
  expect(within(preview).getByRole('link', { name: 'Open the receipt' })).toBeVisible();
});

test('a logo is uploaded, shown, and removed; a file that is too large is not sent', async () => {
  const { user } = open();
  const panel = await screen.findByRole('region', { name: 'Logo' });
  const choose = (file: NodeFile) => {
    const input = document.querySelector('input[type=file]');
    if (input === null) throw new Error('no file input');
    fireEvent.change(input, { target: { files: [file] } });
  };
  expect(within(panel).getByText(/PNG, JPG, up to 1 MB/)).toBeVisible();
  choose(new NodeFile([new Uint8Array(1_100_000)], 'large.png', { type: 'image/png' }));
  expect(await within(panel).findByRole('alert')).toHaveTextContent('larger than 1 MB');
  expect(requestsTo('/branding/logo')).toHaveLength(0);
  choose(new NodeFile(['x'], 'logo.png', { type: 'image/png' }));
  expect(await within(panel).findByRole('img', { name: 'Your logo' })).toHaveAttribute('src', LOGO);
  expect(within(panel).queryByRole('alert')).toBeNull();
  await user.click(within(panel).getByRole('button', { name: 'Remove logo' }));
  expect(await within(panel).findByText(/No logo yet/)).toBeVisible();
});

test('the detail of a refusal stands at the logo', async () => {
  open();
  mockEndpoint('POST /branding/logo', () => ({
    status: 422,
    json: { code: 'file_unsafe', detail: 'This file is not accepted.' },
  }));
  const panel = await screen.findByRole('region', { name: 'Logo' });
  fireEvent.change(document.querySelector('input[type=file]')!, { target: { files: [new NodeFile(['x'], 'a.png')] } });
  expect(await within(panel).findByRole('alert')).toHaveTextContent('This file is not accepted.');
});

test('a role that may only view sees the branding without its buttons', async () => {
  open('finance');
  expect(await screen.findByText('Your role can view the branding but not change it.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Upload logo' })).toBeNull();
  expect(screen.getByRole('textbox', { name: 'Brand colour' })).toBeDisabled();
});

/** The same logo, at the business profile. */
function openProfile(role: 'superadmin' | 'finance' = 'superadmin') {
  mockEndpoint('GET /business-profile', () => ({ json: { data: buildProfile() } }));
  mockEndpoint('GET /settlement-setting', () => ({
    json: { data: { bank_account: null, pending_bank_account: null } },
  }));
  mockEndpoint('GET /regions', () => ({ json: { data: [] } }));
  return open(role, '/business-profile');
}
const chooseLogo = (panel: HTMLElement, file: NodeFile) => {
  const input = panel.querySelector('input[type=file]');
  if (input === null) throw new Error('no file input');
  fireEvent.change(input, { target: { files: [file] } });
};

test('the business profile shows the logo, uploads another, says why one is refused, and removes it', async () => {
  const { user } = openProfile();
  expect(await screen.findByText(/No logo yet/)).toBeVisible();
  const panel = screen.getByRole('region', { name: 'Logo' });
  mockEndpoint('POST /branding/logo', () => ({
    status: 422,
    json: { code: 'file_unsafe', detail: 'This file is not accepted.' },
  }));
  chooseLogo(panel, new NodeFile(['x'], 'a.png'));
  expect(await within(panel).findByRole('alert')).toHaveTextContent('This file is not accepted.');
  mockEndpoint('POST /branding/logo', () => {
    stored = { ...stored, logo_url: LOGO };
    return { json: { data: stored } };
  });
  const slice_reads = requestsTo('/business-profile/picture').length;
  chooseLogo(panel, new NodeFile(['x'], 'logo.png', { type: 'image/png' }));
  expect(await within(panel).findByRole('img', { name: 'Your logo' })).toHaveAttribute('src', LOGO);
  expect(within(panel).queryByRole('alert')).toBeNull();
  // The slice of the dashboard, which the navigation shows, is read again.
  await waitFor(() => expect(requestsTo('/business-profile/picture').length).toBeGreaterThan(slice_reads));
  await user.click(within(panel).getByRole('button', { name: 'Remove logo' }));
  expect(await within(panel).findByText(/No logo yet/)).toBeVisible();
});

test('the business profile of a role that may only view shows the logo without its buttons', async () => {
  openProfile('finance');
  expect(await screen.findByText(/No logo yet/)).toBeVisible();
  const panel = screen.getByRole('region', { name: 'Logo' });
  expect(within(panel).queryByRole('button')).toBeNull();
});
