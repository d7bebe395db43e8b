import { expect, test } from 'vitest';
import { toFileColumns } from '../ui/column.tsx';
import { buildColumns } from './columns.tsx';

const COLUMNS = buildColumns();

test('the default columns have the order of the domain and determine the CSV fields', () => {
  const usual = COLUMNS.filter(({ is_hidden }) => !is_hidden);
  expect(usual.map(({ id }) => id)).toEqual([
    'time',
    'id',
    'reference',
    'customer',
    'method',
    'amount',
    'status',
    'net',
    'settlement',
    'source',
  ]);
  expect(toFileColumns(usual)).toBe(
    'created_at,id,merchant_reference,customer_name,customer_email,method,channel_code,amount,currency,status,' +
      'net_amount,refunded_amount,settlement_status,settlement_date,source',
  );
});

test('a field of two columns is exported once', () => {
  const chosen = COLUMNS.filter(({ id }) => id === 'customer' || id === 'email');
  expect(toFileColumns(chosen)).toBe('customer_name,customer_email');
});

test('domain 1.5: every optional column is available', () => {
  const wanted = ['paid_at', 'expired_at', 'settled_at', 'refund_status', 'issuer', 'rrn', 'va_number'];
  // No account group: a merchant is in several at a time, each with its own days, so that no payment has one.
  const more = [
    'refunded_amount',
    'provider_reference',
    'tip',
    'settlement_date',
    'metadata',
    'description',
    'failure',
    'fee',
  ];
  const hidden = COLUMNS.filter(({ is_hidden }) => is_hidden).map(({ id }) => id);
  expect(hidden).toEqual(expect.arrayContaining([...wanted, ...more]));
});

test('amount, status and the id of a payment are always shown', () => {
  const always = COLUMNS.filter(({ is_hidden, priority }) => !is_hidden && priority === undefined);
  expect(always.map(({ id }) => id)).toEqual(['id', 'amount', 'status']);
});
