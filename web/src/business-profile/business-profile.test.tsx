/** The business profile: sections, the change that waits for the provider, people, and documents with their errors. */
import { File as NodeFile } from 'node:buffer';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { BusinessProfile, ProfileChange } from '@dasbor/contract/business-profile';
import { expect, test } from 'vitest';
import { findEnglishTexts } from '../test/english-texts.ts';
import { mockEndpoint, requestsTo, setUpMockServer } from '../test/mock-server.ts';
import { KTP, OWNER, SELFIE, buildDocument, buildProfile } from '../test/profile-fixtures.ts';
import { type SignInOptions, openApp, signIn } from '../test/render.tsx';

setUpMockServer();

const KTP_NAME = 'Identity card (KTP) or passport: Ayu Lestari';
const panel = (name: string) => screen.findByRole('region', { name });
const problem = (detail: string, code = 'refused') => ({ status: 422, json: { detail, code } });

function openProfile(profile: BusinessProfile, signed: SignInOptions = {}) {
  signIn(signed);
  mockEndpoint('GET /business-profile', () => ({ json: { data: profile } }));
  mockEndpoint('GET /settlement-setting', () => ({
    json: { data: { bank_account: null, pending_bank_account: null } },
  }));
  mockEndpoint('GET /regions', () => ({ json: { data: [] } }));
  mockEndpoint('GET /branding', () => ({ json: { data: { logo_url: null, color: null, sandbox: true } } }));
  return openApp('/business-profile');
}

test('a draft says what is missing, and its links lead to the sections', async () => {
  openProfile(
    buildProfile({
      missing: [
        { section: 'documents', field: 'ktp', person_id: OWNER.id, problem: 'expired', detail: 'The KTP expired.' },
      ],
    }),
  );
  const status = await panel('Verification');
  expect(within(status).getByText('Draft')).toBeVisible();
  expect(within(status).getByRole('link', { name: 'Documents' })).toHaveAttribute('href', '#documents');
  expect(within(status).getByRole('listitem')).toHaveTextContent('Documents: The KTP expired.');
  expect(within(status).getByRole('button', { name: 'Submit for verification' })).toHaveAttribute('aria-disabled');
});

test('a section saves its own fields, and shows what the server refuses', async () => {
  const { user } = openProfile(buildProfile());
  const legal = await panel('Legal data');
  const save = within(legal).getByRole('button', { name: 'Save' });
  expect(save).toBeDisabled();
  const detail = 'A NIB has 13 digits.';
  mockEndpoint('PUT /business-profile/legal', () => ({
    status: 400,
    json: { detail: 'Invalid input.', code: 'invalid_input', errors: [{ field: 'nib', detail }] },
  }));
  const nib = within(legal).getByRole('textbox', { name: 'NIB' });
  await user.type(nib, '123');
  await user.click(save);
  expect(await within(legal).findByText(detail)).toBeVisible();
  await waitFor(() => expect(nib).toHaveFocus());
  const fields = { ...buildProfile().fields, nib: '9120001234567' };
  mockEndpoint('PUT /business-profile/legal', () => ({ json: { data: buildProfile({ fields }) } }));
  await user.type(nib, '4567890123');
  expect(within(legal).queryByText(detail)).toBeNull();
  await user.click(save);
  await waitFor(() => expect(nib).toHaveValue('9120001234567'));
  expect(save).toBeDisabled();
});

test('while the provider reviews it, nothing can be changed', async () => {
  openProfile(buildProfile({ verification_status: 'in_review', status: 'pending_review', is_locked: true }));
  const business = await panel('Business');
  expect(within(business).getByRole('textbox', { name: 'Brand name (required)' })).toBeDisabled();
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Add person' })).toBeNull();
  expect(screen.queryByRole('button', { name: `Replace ${KTP_NAME}` })).toBeNull();
  expect(screen.getByRole('button', { name: `Download ${KTP_NAME}` })).toBeVisible();
});

const CHANGE: ProfileChange = {
  id: 'mch_01kaj6x7v3q2m8n4p5r6s70001',
  status: 'pending',
  before: { brand_name: 'Warung Ayu' },
  after: { brand_name: 'Kedai Ayu' },
  requested_by: 'Ayu Lestari',
  requested_at: '2026-11-21T07:00:00.000Z',
  decided_by: null,
  decided_at: null,
  reason: null,
};
const APPROVED = {
  status: 'active',
  verification_status: 'approved',
  activated_at: '2026-11-20T07:00:00.000Z',
} as const;

test('after the approval a change waits next to the value in force, and can be withdrawn', async () => {
  const { user } = openProfile(buildProfile(APPROVED));
  const business = await panel('Business');
  expect(within(business).getByText('Changes here take effect after the provider approves them.')).toBeVisible();
  const changed = buildProfile({ ...APPROVED, change: CHANGE });
  mockEndpoint('PUT /business-profile/business', () => ({ json: { data: changed } }));
  const brand = within(business).getByRole('textbox', { name: 'Brand name (required)' });
  await user.clear(brand);
  await user.type(brand, 'Kedai Ayu');
  await user.click(within(business).getByRole('button', { name: 'Save' }));
  await screen.findByText('Change sent to the provider for approval');
  const change = await panel('Requested change');
  const row = within(change).getByRole('row', { name: /^Brand name/ });
  expect(
    within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual(['Warung Ayu', 'Kedai Ayu']);
  mockEndpoint('DELETE /business-profile/change', () => ({
    json: { data: buildProfile({ ...APPROVED, change: { ...CHANGE, status: 'withdrawn' } }) },
  }));
  await user.click(within(change).getByRole('button', { name: 'Withdraw change' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Requested change' })).toBeNull());
  expect(brand).toHaveValue('Warung Ayu');
});

test('a rejected change says why', async () => {
  openProfile(buildProfile({ ...APPROVED, change: { ...CHANGE, status: 'rejected', reason: 'The name is taken' } }));
  expect(await screen.findByText('The provider rejected the last change: The name is taken')).toBeVisible();
});

test('a person is added with checked fields; a NIK twice is refused', async () => {
  const { user } = openProfile(buildProfile({ people: [] }));
  await user.click(await screen.findByRole('button', { name: 'Add person' }));
  const dialog = await screen.findByRole('dialog', { name: 'Add person' });
  const save = within(dialog).getByRole('button', { name: 'Save person' });
  await user.type(within(dialog).getByRole('textbox', { name: 'NIK' }), '317401');
  await user.click(save);
  expect(within(dialog).getByText('Enter the full name.')).toBeVisible();
  expect(within(dialog).getByText('A NIK has 16 digits.')).toBeVisible();
  await user.type(within(dialog).getByRole('textbox', { name: 'Full name (required)' }), 'Ayu Lestari');
  await user.type(within(dialog).getByRole('textbox', { name: 'NIK' }), '5507920001');
  mockEndpoint('POST /business-profile/people', () => problem('This NIK is already in the list.', 'duplicate_nik'));
  await user.click(save);
  expect(await within(dialog).findByText('This NIK is already in the list.')).toBeVisible();
  mockEndpoint('POST /business-profile/people', () => ({ status: 201, json: { data: buildProfile() } }));
  await user.click(save);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(within(await panel('People')).getByText('NIK ••••••••••••0001')).toBeVisible();
});

test('a document shows its state, and a rejected one why', async () => {
  const rejected = buildDocument(3, { status: 'rejected', reject_reason: 'blurry', reject_note: 'The number is cut' });
  openProfile(buildProfile({ documents: [rejected, { ...SELFIE, status: 'accepted' }] }));
  const ktp = await screen.findByRole('group', { name: KTP_NAME });
  expect(ktp).toHaveTextContent('Rejected: Not readable. The number is cut');
  const selfie = screen.getByRole('group', { name: /^Selfie/ });
  expect(within(selfie).getByText('Accepted')).toBeVisible();
  // An accepted document is replaced, not removed.
  expect(within(selfie).queryByRole('button', { name: /^Remove/ })).toBeNull();
  expect(screen.getByRole('group', { name: 'Cover of the bank book' })).toHaveTextContent('Not uploaded · Optional');
});

// The fetch of the tests sends files of Node only.
const choose = (row: HTMLElement, file: NodeFile) =>
  fireEvent.change(row.querySelector('input[type=file]')!, { target: { files: [file] } });
const scan = new NodeFile(['x'], 'scan.png', { type: 'image/png' });

test('a file is checked before and by the server; the errors say what to do', async () => {
  openProfile(buildProfile({ documents: [] }));
  const selfie = await screen.findByRole('group', { name: /^Selfie/ });
  choose(selfie, new NodeFile([new Uint8Array(5_242_881)], 'selfie.png', { type: 'image/png' }));
  expect(await screen.findByText('The file is larger than 5 MB. Choose a smaller one.')).toBeVisible();
  expect(requestsTo('/business-profile/documents')).toHaveLength(0);
  mockEndpoint('POST /business-profile/documents', () => problem('The file contains a virus.', 'file_infected'));
  choose(selfie, scan);
  expect(await screen.findByText('The file contains a virus.')).toBeVisible();
  mockEndpoint('POST /business-profile/documents', () => ({
    status: 201,
    json: { data: buildProfile({ documents: [SELFIE] }) },
  }));
  choose(selfie, scan);
  expect(await within(selfie).findByText('Waiting for review')).toBeVisible();
});

test('a document that may expire is uploaded with its last day, and a refused day is shown at the field', async () => {
  openProfile(buildProfile({ documents: [] }));
  const ktp = await screen.findByRole('group', { name: KTP_NAME });
  choose(ktp, scan);
  const dialog = await screen.findByRole('dialog', { name: `Upload ${KTP_NAME}` });
  expect(dialog).toHaveTextContent('scan.png');
  expect(requestsTo('/business-profile/documents')).toHaveLength(0);
  const expiry = within(dialog).getByRole('textbox', { name: 'Valid until' });
  fireEvent.change(expiry, { target: { value: '31/12/2025' } });
  const detail = 'This document has expired. Upload one that is still valid.';
  mockEndpoint('POST /business-profile/documents', () => ({
    status: 422,
    json: { detail, code: 'document_expired', errors: [{ field: 'expires_on', detail }] },
  }));
  fireEvent.click(within(dialog).getByRole('button', { name: 'Upload' }));
  expect(await within(dialog).findByText(detail)).toBeVisible();
  mockEndpoint('POST /business-profile/documents', () => ({
    status: 201,
    json: { data: buildProfile({ documents: [{ ...KTP, expires_on: '2030-12-31' }] }) },
  }));
  fireEvent.change(expiry, { target: { value: '31/12/2030' } });
  await waitFor(() => expect(within(dialog).queryByText(detail)).toBeNull());
  fireEvent.click(within(dialog).getByRole('button', { name: 'Upload' }));
  expect(await within(ktp).findByText(/Valid until 31 Dec 2030/)).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
  const days = requestsTo('/business-profile/documents').map(({ body }) => /name="expires_on"\s+(\S+)/.exec(body)?.[1]);
  expect(days).toEqual(['2025-12-31', '2030-12-31']);
});

test('a role that may only view sees no actions and cannot open documents', async () => {
  openProfile(buildProfile(), { role: 'finance' });
  await panel('Documents');
  for (const name of ['Save', 'Add person', 'Submit for verification', `Download ${KTP_NAME}`, `Upload ${KTP_NAME}`]) {
    expect(screen.queryByRole('button', { name }), name).toBeNull();
  }
});

test('the profile in Indonesian', async () => {
  openProfile(buildProfile({ ...APPROVED, change: CHANGE }), { locale: 'id' });
  await screen.findByRole('heading', { level: 1, name: 'Profil bisnis' });
  await panel('Perubahan yang diminta');
  expect(findEnglishTexts()).toEqual([]);
});
