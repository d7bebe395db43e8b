import { expect, test } from 'vitest';
import { type CreateForm, EMPTY_FORM, toCreateBody, validateForm, isDirty } from './create-form.ts';
import { toFieldErrors } from './use-create-virtual-account.ts';

const GOOD: CreateForm & { bank: 'BCA' } = {
  ...EMPTY_FORM,
  bank: 'BCA',
  holder_name: 'Kopi Nusantara',
  expected_amount: 150_000,
};

test('a valid form sends only the fields of its amount type', () => {
  expect(validateForm(GOOD)).toEqual({});
  expect(toCreateBody({ ...GOOD, amount_min: 1, suffix: ' ' })).toMatchObject({
    bank: 'BCA',
    holder_name: 'KOPI NUSANTARA',
    expected_amount: 150_000,
    amount_min: undefined,
    suffix: undefined,
    expires_in_s: 86_400,
  });
  expect(toCreateBody({ ...GOOD, amount_type: 'open' }).expected_amount).toBeUndefined();
});

test.each<[string, Partial<CreateForm>, string[]]>([
  ['nothing', EMPTY_FORM, ['bank', 'expected_amount', 'holder_name']],
  ['no amount', { expected_amount: null }, ['expected_amount']],
  ['an amount below the limit of the bank', { expected_amount: 9_999 }, ['expected_amount']],
  ['a minimum above the maximum', { amount_type: 'min_max', amount_min: 30_000, amount_max: 20_000 }, ['amount_max']],
  ['a name that is too long', { holder_name: 'A'.repeat(25) }, ['holder_name']],
  ['a name with symbols', { holder_name: 'Kopi & Teh' }, ['holder_name']],
  ['seven digits for BCA', { suffix: '1234567' }, ['suffix']],
  ['the reserved suffix', { suffix: '00000000' }, ['suffix']],
  ['letters as suffix', { suffix: 'ABCDEFGH' }, ['suffix']],
  ['single use without expiry', { expires_in_s: null }, ['expires_in_s']],
  [
    'an invalid email and phone',
    { customer_email: 'sari@', customer_phone: '08-12' },
    ['customer_email', 'customer_phone'],
  ],
])('%s', (_what, change, fields) => {
  expect(Object.keys(validateForm({ ...GOOD, ...change })).toSorted((a, b) => a.localeCompare(b))).toEqual(fields);
});

test('a reusable number may have no expiry', () => {
  expect(validateForm({ ...GOOD, type: 'reusable', expires_in_s: null })).toEqual({});
  expect([isDirty(EMPTY_FORM), isDirty(GOOD)]).toEqual([false, true]);
});

test('an error of the server is shown at its field', () => {
  const problem = { status_code: 409, code: 'number_taken', detail: 'In use.' };
  expect(toFieldErrors(problem as Parameters<typeof toFieldErrors>[0])).toEqual({ fields: { suffix: 'In use.' } });
  expect(
    toFieldErrors({ status_code: 0, code: '', detail: '' } as Parameters<typeof toFieldErrors>[0]).message,
  ).toContain('will not be created twice');
});

test('an empty form has the errors of all missing fields at once', () => {
  expect(Object.keys(validateForm(EMPTY_FORM))).toEqual(
    expect.arrayContaining(['bank', 'holder_name', 'expected_amount']),
  );
  expect(Object.keys(validateForm({ ...GOOD, bank: null, expected_amount: 1 }))).toEqual(['bank']);
});
