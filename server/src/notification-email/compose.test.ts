/** The messages of every action in both languages, and escaping of what people type. */
import type { Language } from '@dasbor/contract/language';
import { expect, test } from 'vitest';
import { formatBrowser } from '@dasbor/contract/browser';
import { toNetwork } from '../auth/device.ts';
import { renderEmail } from '../mail/template.ts';
import { type EmailContext, buildDigestEmail, buildSingleEmail } from './compose.ts';
import { buildListPath, buildObjectPath } from './links.ts';
import type { TemplateData } from '../db/column-types.ts';
import { buildDetailRows, formatMethod } from './format.ts';
import { ENGLISH } from './messages-en.ts';
import { INDONESIAN } from './messages-id.ts';

/** Codes from one to another. */
const codes = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n);
const CATALOGUE = [
  [...codes(1001, 1006), ...codes(1008, 1013)],
  [...codes(1101, 1106), ...codes(1111, 1116), ...codes(1121, 1126)],
  [...codes(1201, 1206), ...codes(1301, 1302), ...codes(1401, 1404)],
].flat();
const OUTCOMES: Record<number, string[]> = {
  1002: ['password', 'password_reset', 'two_factor', 'email', 'locked', 'session_reuse', 'sessions_revoked'],
  1003: [
    'created',
    'revoked',
    'rolled',
    'secret_changed',
    'account_requested',
    'account_approved',
    'account_rejected',
    'snap_created',
    'snap_revoked',
    'snap_key_replaced',
    'snap_secret_rotated',
  ],
  1004: ['paid', 'report_ready', 'report_blocked', 'report_undelivered'],
  1005: ['failed', 'returned'],
  1006: ['succeeded', 'failed'],
  1009: ['failing', 'disabled'],
  1011: ['invited', 'joined', 'role_changed'],
  1012: [
    'submitted',
    'in_review',
    'needs_revision',
    'approved',
    'rejected',
    'under_re_review',
    'change_approved',
    'change_rejected',
    'document_expiring',
  ],
  1013: ['invoice', 'credit_note'],
  1201: ['disbursement', 'balance_transfer', 'disbursement_batch'],
  1202: ['approved', 'rejected', 'disbursement_batch_approved', 'disbursement_batch_rejected'],
  1302: ['under_review', 'returned'],
};
const TEMPLATE_DATA: TemplateData = {
  method: 'qris',
  amount: 1_234_567,
  net_amount: 1_200_000,
  balance: 10_000,
  threshold: 20_000,
  collected_amount: 5_000,
  batch_no: 'STL-20261121-001',
  batch_reference: 'November payroll',
  rows: 12,
  paid_rows: 11,
  failed_rows: 1,
  requested_by: 'Sari',
  reason: 'Wrong amounts',
  channel: 'SFTP',
  merchant_reference: 'INV-1',
  title: 'Kopi susu',
  announcement_title: { en: 'Maintenance of BCA', id: 'Pemeliharaan BCA' },
  announcement_text: { en: 'Hello', id: 'Halo' },
  invoice_number: 'INV-202610-00001',
  invoice_month: '2026-10-01',
  invoice_fees: 100_000,
  invoice_vat: 11_000,
  invoice_total: 111_000,
  key_name: 'Kasir',
  account_last4: '0001',
  name: 'Sari',
  email: 'sari@kopi.example',
  url: 'https://kopi.example/hook',
  signed_in_at: '2026-11-21T07:05:00.000Z',
};
const buildContext = (language: Language, more: Partial<EmailContext> = {}): EmailContext => ({
  language,
  public_url: 'https://dasbor.example',
  brand_name: 'Kopi Nusantara',
  preference: { group_name: null, label: 'Refund succeeded / failed', is_security: false },
  is_named_recipient: false,
  file: null,
  ...more,
});
const single = (action: number, data: TemplateData, language: Language, more: Partial<EmailContext> = {}) =>
  renderEmail(
    buildSingleEmail(
      {
        action,
        object_type: 'transaction',
        object_id: 'txn_1',
        template_data: data,
        at: '2026-11-21T07:05:00.000Z',
      },
      buildContext(language, more),
    ),
  );

test.each(CATALOGUE)('domain 1.21: action %i has messages in both languages for every outcome', (action) => {
  const subjects = new Set<string>();
  for (const language of ['en', 'id'] as const) {
    for (const outcome of OUTCOMES[action] ?? [undefined]) {
      const { subject, text, html } = single(action, { ...TEMPLATE_DATA, outcome }, language);
      expect(subject.length).toBeGreaterThan(5);
      expect(`${subject} ${text}`).not.toMatch(/undefined|null|NaN|\[object/);
      expect(html).toContain(`lang="${language}"`);
      subjects.add(`${subject} ${text.split('\n')[2] ?? ''}`);
    }
  }
  expect(subjects.size).toBe(2 * (OUTCOMES[action]?.length ?? 1));
});

test('both languages have the same actions', () => {
  expect(Object.keys(INDONESIAN)).toEqual(Object.keys(ENGLISH));
  expect(new Set(Object.keys(ENGLISH).map(Number))).toEqual(new Set(CATALOGUE));
});

test.each([
  [{ method: 'qris' }, 'QRIS', 'QRIS'],
  [{ method: 'virtual_account', channel_code: 'BNI' }, 'BNI virtual account', 'virtual account BNI'],
  [{ method: 'card', channel_code: null }, 'card', 'kartu'],
])('the payment method of %j stands inside a sentence', (data, english, indonesian) => {
  expect(formatMethod(data, 'en')).toBe(english);
  expect(formatMethod(data, 'id')).toBe(indonesian);
});

const EVIL = 'Kopi\r\nBcc: evil@example.com\0<script>alert("x")</script>&\'';

test('input can add neither a header nor an HTML tag', () => {
  for (const action of CATALOGUE) {
    const data = Object.fromEntries(
      Object.entries(TEMPLATE_DATA).map(([name, value]) => [name, typeof value === 'string' ? EVIL : value]),
    );
    const email = single(action, { ...data, signed_in_at: TEMPLATE_DATA.signed_in_at }, 'en', { brand_name: EVIL });
    expect(email.subject).not.toMatch(/\p{Cc}/u);
    expect(email.subject.length).toBeLessThanOrEqual(150);
    expect(email.html).not.toMatch(/<script|"x"/);
    expect(email.text.split('\n').some((line) => line.startsWith('Bcc'))).toBe(false);
  }
});

test('an email loads nothing from the network and has no style sheet', () => {
  const { html = '' } = single(1102, TEMPLATE_DATA, 'en');
  expect(html).not.toMatch(/<img|<link|<style|src=|url\(/);
  expect(html.length).toBeLessThan(10_000);
});

test.each([
  ['en', {}, 'https://dasbor.example/manage-notifications'],
  ['id', {}, 'https://dasbor.example/manage-notifications'],
  ['en', { preference: { group_name: null, label: 'x', is_security: true } }, 'cannot be disabled'],
  ['id', { preference: { group_name: null, label: 'x', is_security: true } }, 'tidak dapat dinonaktifkan'],
  ['en', { is_named_recipient: true }, 'https://dasbor.example/deposit-va'],
  ['id', { is_named_recipient: true }, 'https://dasbor.example/deposit-va'],
] as const)('the footer (%s, %j) gives the reason and where it is changed', (language, more, expected) => {
  const { text } = single(1006, { ...TEMPLATE_DATA, outcome: 'failed' }, language, more);
  expect(text).toContain(expected);
  expect(text.includes('manage-notifications')).toBe(expected.endsWith('manage-notifications'));
});

test.each([
  ['transaction', 'txn_1', '/transaction/txn_1'],
  ['settlement_batch', 'stl_1', '/settlement/report/detail?batch_id=stl_1'],
  ['payment_link', 'pl_1', '/payment-link/pl_1'],
  ['deposit_va', 'dva_1', '/deposit-va/dva_1'],
  ['invoice', 'inv_1', '/invoice/inv_1?download=pdf'],
  ['api_key', 'key_1', '/api-settings'],
  ['session', 'ses_1', '/profile'],
  ['payout_alert', null, '/deposit-va'],
  ['daily_summary', '2026-11-20', '/dashboard'],
  ['transaction', null, '/dashboard'],
  ['anything', 'x', '/dashboard'],
])('specification section 2: an email about %s %s links to %s', (type, id, path) => {
  expect(buildObjectPath(type, id)).toBe(path);
});

test('a digest links to the filtered list of its events', () => {
  const times = { first_at: '2026-11-21T07:00:00.000Z', last_at: '2026-11-21T07:04:59.999Z' };
  expect(buildListPath({ action: 1102, ...times })).toBe(
    '/transaction?status=success&method=qris&date_field=paid_at&from=2026-11-21T07%3A00%3A00.000Z&to=2026-11-21T07%3A05%3A00.000Z',
  );
  expect(buildListPath({ action: 1121, ...times })).toBe('/transaction?status=expired&method=virtual_account');
  const groups = [{ action: 1102, count: 1, amount: 5_000, ...times }];
  const { subject } = renderEmail(buildDigestEmail(groups, [], buildContext('id', { preference: null })));
  expect(subject).toBe('1 notifikasi: Rp 5.000 diterima');
});

test.each([
  ['203.0.113.7', '203.0.113'],
  ['::ffff:203.0.113.7', '203.0.113'],
  ['2001:db8:1:2::5', '2001:db8:1'],
  ['2001:db8::5', '2001:db8:0'],
  ['::1', '0:0:0'],
  ['', ''],
])('the network of %s is %s', (ip, network) => {
  expect(toNetwork(ip)).toBe(network);
});

test.each([
  [null, null],
  ['curl/8.1', 'curl'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Version/17.0 Mobile Safari/604.1', 'Safari, iPhone'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0', 'Firefox, Linux'],
])('the browser name of %s is %s', (agent, name) => {
  expect(formatBrowser(agent)).toBe(name);
});

test.each([
  [{ failure_message: 'Do Not Honor' }, 'Ditolak oleh bank'],
  [{ reason: 'Salah nomor' }, 'Salah nomor'],
  [
    { reason: { en: 'The mail server could not be reached.', id: 'Server email tidak dapat dihubungi.' } },
    'Server email tidak dapat dihubungi.',
  ],
])('stored texts of %j are shown in the language of the reader', (data, indonesian) => {
  expect(buildDetailRows(data, 'id').map(([, value]) => value)).toEqual([indonesian]);
});

test('the email to a beneficiary names the sender and has no link to the dashboard', () => {
  const notification = {
    action: 1203,
    object_type: 'beneficiary_notice',
    object_id: null,
    template_data: { ...TEMPLATE_DATA, outcome: 'beneficiary' },
    at: '2026-11-21T07:05:00.000Z',
  };
  const email = buildSingleEmail(notification, buildContext('en', { is_named_recipient: true }));
  expect(email.subject).toContain('Kopi Nusantara');
  expect(email.paragraphs.join()).toMatch(/dikirim ke rekening Anda.*was sent to your account/);
  expect(email.link).toBeNull();
  expect(email.footer.join()).not.toContain('http');
});
