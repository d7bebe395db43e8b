/** The provider's review: each document next to its data, decisions with their reasons, and requested changes. */
import { screen, waitFor, within } from '@testing-library/react';
import type { MerchantDetail } from '@dasbor/contract/merchant-fields';
import type { VerificationReview } from '@dasbor/contract/verification';
import { beforeEach, expect, test, vi } from 'vitest';
import { findEnglishTexts } from '../test/english-texts.ts';
import { mockEndpoint, readSentBody, requestsTo, setUpMockServer } from '../test/mock-server.ts';
import { KTP, MERCHANT_ID, SELFIE, buildDocument, buildReview } from '../test/profile-fixtures.ts';
import { type SignInOptions, openApp, signIn } from '../test/render.tsx';

setUpMockServer();

const KTP_NAME = 'Identity card (KTP) or passport: Ayu Lestari';
const PATH = `/merchants/${MERCHANT_ID}`;
const button = (name: string | RegExp) => screen.findByRole('button', { name });

const createObjectURL = vi.fn<(file: Blob) => string>(() => 'blob:http://localhost/document');
beforeEach(() => {
  // What jsdom lacks.
  Object.assign(URL, { createObjectURL });
  URL.revokeObjectURL = vi.fn();
});

const MERCHANT: MerchantDetail = {
  id: MERCHANT_ID,
  code: 'WRG1',
  brand_name: 'Warung Ayu',
  legal_name: 'Ayu Lestari',
  status: 'pending_review',
  verification_status: 'submitted',
  entity_type: 'individual',
  risk_level: null,
  mcc: null,
  nmid: null,
  city: null,
  qris_criteria: 'UMI',
  fee_class: null,
  volume_amount: 0,
  volume_today_amount: 0,
  volume_month_amount: 0,
  balance_amount: 0,
  account_groups: [],
  settlement_terms: [],
  owner_email: 'ayu@warung.example',
  payments_enabled: true,
  payouts_enabled: true,
  holds_settlements: false,
  created_at: '2026-11-20T07:00:00.000Z',
  limit_per_payment: null,
  limit_per_day: null,
  limit_per_month: null,
  limit_per_payout: null,
  cs_email: null,
  district_code: null,
  village_code: null,
  names: { province: null, regency: null, district: null, village: null },
  cs_phone: null,
  regency_code: null,
  province_code: null,
  ...pickContact(),
  disabled_channels: [],
  activated_at: null,
  suspended_reason: null,
  events: [],
};

/** What the detail has in common with the profile. */
function pickContact() {
  const { industry, email, phone, website, description, monthly_volume, address_line, postal_code } =
    buildReview().fields;
  const { nib, npwp, npwp_name, deed_no, deed_date, sk_no, sk_date } = buildReview().fields;
  const contact = { industry, email, phone, website, description, monthly_volume, address_line, postal_code };
  return { ...contact, nib, npwp, npwp_name, deed_no, deed_date, sk_no, sk_date };
}

function openReview(review: VerificationReview, signed: SignInOptions = {}) {
  signIn({ role: 'platform_compliance', ...signed });
  mockEndpoint(`GET ${PATH}`, () => ({ json: { data: MERCHANT } }));
  mockEndpoint(`GET ${PATH}/verification`, () => ({ json: { data: review } }));
  for (const { id } of review.documents)
    mockEndpoint(`GET ${PATH}/documents/${id}/file`, () => ({
      text: 'file',
      headers: { 'Content-Type': 'image/png' },
    }));
  return openApp(`/merchant/${MERCHANT_ID}?tab=verification`);
}

test('the first undecided document is shown next to the data that it proves', async () => {
  openReview(buildReview({ documents: [{ ...KTP, status: 'accepted' }, SELFIE] }));
  const list = await screen.findByRole('navigation', { name: 'Documents to review' });
  expect(within(list).getByRole('button', { current: true })).toHaveTextContent(
    'Selfie with identity card: Ayu Lestari',
  );
  expect(await screen.findByRole('img', { name: 'Scan: Selfie with identity card: Ayu Lestari' })).toBeVisible();
  const details = screen.getByRole('region', { name: 'Data that it proves' });
  expect(details).toHaveTextContent('Ayu Lestari');
  expect(details).toHaveTextContent('••••••••••••0001');
  // Only what is looked at is read: each view is recorded.
  expect(requestsTo(`${PATH}/documents/${KTP.id}/file`)).toHaveLength(0);
});

test('a PDF is shown in the viewer of the browser, with a download next to it', async () => {
  Object.assign(navigator, { pdfViewerEnabled: true });
  openReview(buildReview({ documents: [buildDocument(4, { content_type: 'application/pdf', file_name: 'ktp.pdf' })] }));
  const frame = await screen.findByTitle(`Scan: ${KTP_NAME}`);
  expect(frame).toHaveAttribute('src', expect.stringContaining('blob:http://localhost/document'));
  expect(screen.getByRole('link', { name: 'Download' })).toHaveAttribute('download', 'ktp.pdf');
  expect(createObjectURL.mock.calls.at(-1)?.[0].type).toBe('application/pdf');
});

test('a browser without a viewer downloads the PDF', async () => {
  Object.assign(navigator, { pdfViewerEnabled: false });
  openReview(buildReview({ documents: [buildDocument(4, { content_type: 'application/pdf' })] }));
  expect(await screen.findByText(/This browser does not show PDF files/)).toBeVisible();
});

test('a document is accepted by its key and the next one follows; another is rejected with a reason', async () => {
  const { user } = openReview(buildReview());
  await button('Accept');
  const accepted = buildReview({
    verification_status: 'in_review',
    documents: [{ ...KTP, status: 'accepted' }, SELFIE],
  });
  mockEndpoint(`POST ${PATH}/documents/${KTP.id}/accept`, () => ({ json: { data: accepted } }));
  mockEndpoint(`GET ${PATH}/verification`, () => ({ json: { data: accepted } }));
  await user.keyboard('a');
  await screen.findByRole('heading', { level: 3, name: /^Selfie/ });
  mockEndpoint(`POST ${PATH}/documents/${SELFIE.id}/reject`, () => ({ json: { data: accepted } }));
  await user.click(await button('Reject'));
  const dialog = await screen.findByRole('dialog', { name: 'Reject Selfie with identity card: Ayu Lestari?' });
  await user.click(within(dialog).getByRole('radio', { name: 'Does not match the profile' }));
  await user.type(within(dialog).getByRole('textbox', { name: 'Note for the merchant' }), 'Another person');
  await user.click(within(dialog).getByRole('button', { name: 'Reject' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(readSentBody(`${PATH}/documents/${SELFIE.id}/reject`)).toEqual({ reason: 'mismatch', note: 'Another person' });
});

test('changes are requested with a reason, which is required', async () => {
  const { user } = openReview(buildReview());
  await user.click(await button('Request changes'));
  const dialog = await screen.findByRole('dialog', { name: 'Request changes?' });
  const confirm = within(dialog).getByRole('button', { name: 'Request changes' });
  await user.click(confirm);
  expect(within(dialog).getByText('Enter a reason of at least 3 characters.')).toBeVisible();
  expect(requestsTo(`${PATH}/request-revision`)).toHaveLength(0);
  mockEndpoint(`POST ${PATH}/request-revision`, () => ({
    json: { data: buildReview({ verification_status: 'needs_revision' }) },
  }));
  await user.type(within(dialog).getByRole('textbox'), 'A sharper scan, please');
  await user.click(confirm);
  await waitFor(() => expect(readSentBody(`${PATH}/request-revision`)).toEqual({ reason: 'A sharper scan, please' }));
});

test('an approval says how many documents it accepts, and checks the numbers', async () => {
  const { user } = openReview(buildReview());
  await user.click(await button('Approve merchant'));
  const dialog = await screen.findByRole('dialog', { name: 'Approve this merchant?' });
  expect(within(dialog).getByText('2 documents are not decided yet and will be accepted.')).toBeVisible();
  const nmid = within(dialog).getByRole('textbox', { name: 'NMID' });
  const confirm = within(dialog).getByRole('button', { name: 'Approve merchant' });
  await user.type(nmid, 'id123');
  await user.click(confirm);
  expect(within(dialog).getByText('An NMID is ID and 13 digits.')).toBeVisible();
  await user.clear(nmid);
  mockEndpoint(`POST ${PATH}/approve`, () => ({ json: { data: buildReview({ verification_status: 'approved' }) } }));
  await user.click(confirm);
  await waitFor(() =>
    expect(readSentBody(`${PATH}/approve`)).toEqual({ mcc: '5812', qris_criteria: 'UMI', risk_level: 'low' }),
  );
});

test('an incomplete profile cannot be approved, and the reasons are listed', async () => {
  const detail = 'Identity card (KTP) or passport (Ayu Lestari) was rejected; upload a new one.';
  openReview(
    buildReview({
      verification_status: 'in_review',
      missing: [{ section: 'documents', field: 'ktp', person_id: KTP.person_id, problem: 'rejected', detail }],
    }),
  );
  expect(await screen.findByText(detail)).toBeVisible();
  expect(await button('Approve merchant')).toHaveAttribute('aria-disabled', 'true');
});

test('a requested change is shown next to the value in force, approved, or rejected with a reason', async () => {
  const change = {
    id: 'mch_01kaj6x7v3q2m8n4p5r6s70001',
    status: 'pending',
    before: { brand_name: 'Warung Ayu' },
    after: { brand_name: 'Kedai Ayu' },
    requested_by: 'Ayu Lestari',
    requested_at: '2026-11-21T07:00:00.000Z',
    decided_by: null,
    decided_at: null,
    reason: null,
  } as const;
  const { user } = openReview(buildReview({ status: 'active', verification_status: 'approved', change }));
  const row = await screen.findByRole('row', { name: /^Brand name/ });
  expect(
    within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual(['Warung Ayu', 'Kedai Ayu']);
  mockEndpoint(`POST ${PATH}/changes/${change.id}/reject`, () => ({ json: { data: buildReview({ change: null }) } }));
  await user.click(await button('Reject change'));
  const dialog = await screen.findByRole('dialog', { name: 'Reject this change?' });
  await user.type(within(dialog).getByRole('textbox'), 'The name is taken');
  await user.click(within(dialog).getByRole('button', { name: 'Reject change' }));
  await waitFor(() =>
    expect(readSentBody(`${PATH}/changes/${change.id}/reject`)).toEqual({ reason: 'The name is taken' }),
  );
});

test('an administrator decides documents, and neither approves nor rejects the merchant', async () => {
  openReview(buildReview(), { role: 'platform_admin' });
  expect(await button('Accept')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Request changes' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Approve merchant' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Reject merchant' })).toBeNull();
});

test('a role without access to verifications has no such tab', async () => {
  openReview(buildReview(), { role: 'platform_support' });
  await screen.findByRole('tab', { name: 'Overview' });
  expect(screen.queryByRole('tab', { name: 'Verification' })).toBeNull();
  expect(requestsTo(`${PATH}/verification`)).toHaveLength(0);
});

test('the review in Indonesian', async () => {
  openReview(buildReview(), { locale: 'id' });
  await screen.findByRole('navigation', { name: 'Dokumen untuk ditinjau' });
  expect(findEnglishTexts()).toEqual([]);
});
