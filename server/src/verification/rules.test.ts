/** The states of a verification: every pair of status and action, and what follows for the merchant. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MERCHANT_STATUSES, type MerchantStatus } from '@dasbor/contract/merchant-activity';
import { VERIFICATION_STATUSES, type VerificationStatus } from '@dasbor/contract/merchant-fields';
import { VERIFICATION_ACTIONS } from '@dasbor/contract/verification-status';
import {
  findDocumentReminder,
  getNextMerchantStatus,
  isEditable,
  isNameMatching,
  planTransition,
  splitSection,
  toCity,
} from './rules.ts';

/** Rows: statuses; columns: submit, start_review, request_revision, approve, reject, re_review. `-`: illegal. */
const TABLE = `
  draft           submitted -         -                         -                  -                  -
  submitted       -         in_review in_review>needs_revision  in_review>approved in_review>rejected -
  in_review       -         -         needs_revision            approved           rejected           -
  needs_revision  submitted -         -                         -                  -                  -
  approved        -         -         -                         -                  -                  under_re_review
  rejected        -         -         -                         -                  -                  -
  under_re_review -         -         needs_revision            approved           rejected           -`;

const ROWS = TABLE.trim()
  .split('\n')
  .map((line) => line.trim().split(/\s+/));

describe('the states of a verification', () => {
  test('the table has every status', () => {
    expect(ROWS.map(([status]) => status)).toEqual([...VERIFICATION_STATUSES]);
  });

  test.each(
    ROWS.flatMap(([status, ...results]) =>
      VERIFICATION_ACTIONS.map((action, index) => [status as VerificationStatus, action, results[index]] as const),
    ),
  )('%s, %s: %s', (status, action, result) => {
    expect(planTransition(status, action)).toEqual(result === '-' ? null : result?.split('>'));
  });
});

describe('the status of the merchant', () => {
  const cases: [MerchantStatus, VerificationStatus, MerchantStatus | null][] = [
    ['registered', 'submitted', null],
    ['onboarding', 'submitted', 'pending_review'],
    ['pending_review', 'submitted', 'pending_review'],
    ['pending_review', 'needs_revision', 'pending_review'],
    ['pending_review', 'approved', 'active'],
    ['pending_review', 'rejected', 'rejected'],
    ['onboarding', 'approved', null],
    ['registered', 'approved', null],
    ['active', 'under_re_review', 'active'],
    ['active', 'submitted', 'active'],
    ['active', 'approved', 'active'],
    ['active', 'rejected', 'suspended'],
    ['suspended', 'approved', 'suspended'],
    ['suspended', 'rejected', 'suspended'],
    ['closed', 'approved', null],
    ['rejected', 'approved', null],
  ];
  test.each(cases)('%s after %s: %s', (status, reached, next) => {
    expect(getNextMerchantStatus(status, reached)).toBe(next);
  });

  test('only an approval of a merchant in review activates one', () => {
    for (const status of MERCHANT_STATUSES) {
      for (const reached of VERIFICATION_STATUSES) {
        const is_activated = getNextMerchantStatus(status, reached) === 'active' && status !== 'active';
        expect(is_activated, `${status} ${reached}`).toBe(status === 'pending_review' && reached === 'approved');
      }
    }
  });

  test('nothing is editable while the provider has the documents, nor after the end', () => {
    expect(isEditable('pending_review', 'in_review')).toBe(false);
    expect(isEditable('pending_review', 'submitted')).toBe(false);
    expect(isEditable('pending_review', 'needs_revision')).toBe(true);
    expect(isEditable('active', 'approved')).toBe(true);
    expect(isEditable('closed', 'approved')).toBe(false);
    expect(isEditable('rejected', 'rejected')).toBe(false);
  });
});

describe('sections', () => {
  const stored = { brand_name: 'Kopi', description: 'Coffee', nib: '1', npwp: null } as never;

  test('before the approval everything is saved at once', () => {
    const given = { brand_name: 'Teh', description: 'Coffee' };
    const split = splitSection({ section: 'business', stored, given, pending: {}, is_approved: false });
    expect(split).toEqual({ direct: { brand_name: 'Teh' }, request: {} });
  });

  test('afterwards sensitive fields wait, together with those of other sections', () => {
    const given = { brand_name: 'Teh', description: 'Tea' };
    const pending = { nib: '2', brand_name: 'Susu' };
    const split = splitSection({ section: 'business', stored, given, pending, is_approved: true });
    expect(split).toEqual({ direct: { description: 'Tea' }, request: { nib: '2', brand_name: 'Teh' } });
  });

  test('a value that is set back leaves the request', () => {
    const given = { nib: '1', npwp: null };
    const split = splitSection({ section: 'legal', stored, given, pending: { nib: '2' }, is_approved: true });
    expect(split).toEqual({ direct: {}, request: {} });
  });
});

test('account holders match without legal forms and punctuation', () => {
  const names = ['Kopi Nusantara', 'PT Kopi Nusantara Jaya', 'Sari Pratiwi'];
  expect(isNameMatching('KOPI NUSANTARA JAYA, PT', names)).toBe(true);
  expect(isNameMatching('sari pratiwi', names)).toBe(true);
  expect(isNameMatching('BUDI SANTOSO', names)).toBe(false);
  expect(isNameMatching('PT', ['CV'])).toBe(false);
});

test('a city fits into a QR code', () => {
  expect(toCity('Kota Administrasi Jakarta Selatan')).toBe('JAKARTA SELATAN');
  expect(toCity('Kabupaten Sleman')).toBe('SLEMAN');
  fc.assert(fc.property(fc.string(), (name) => toCity(name).length <= 15));
});

test.each([
  ['2026-11-19', null],
  ['2026-11-20', 30],
  ['2026-12-12', 30],
  ['2026-12-13', 7],
  ['2026-12-20', 7],
  ['2026-12-21', null],
])('on %s, the reminder of a document that is valid until 20 December is that of %s days', (today, days) => {
  expect(findDocumentReminder({ expires_on: '2026-12-20', uploaded_on: '2025-12-01' }, today)).toBe(days);
});

test('a document is not reminded of before it was uploaded', () => {
  const [expires_on, uploaded_on] = ['2026-12-20', '2026-12-01'];
  expect(findDocumentReminder({ expires_on, uploaded_on }, '2026-12-01')).toBeNull();
  expect(findDocumentReminder({ expires_on, uploaded_on }, '2026-12-13')).toBe(7);
});
