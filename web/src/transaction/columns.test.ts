import { expect, test } from 'vitest';
import { COLUMNS, listCsvFields } from './columns.tsx';

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
    'refunded_amount',
    'settlement',
    'source',
  ]);
  expect(listCsvFields(usual)).toBe(
    'created_at,id,merchant_reference,customer_name,customer_email,method,channel_code,amount,currency,status,' +
      'net_amount,refunded_amount,settlement_status,settlement_date,source',
  );
});

test('a field of two columns is exported once', () => {
  const chosen = COLUMNS.filter(({ id }) => id === 'customer' || id === 'email');
  expect(listCsvFields(chosen)).toBe('customer_name,customer_email');
});

test('domain 1.5: every optional column is available', () => {
  const wanted = ['paid_at', 'expired_at', 'settled_at', 'refund_status', 'issuer', 'rrn', 'va_number'];
  const more = ['provider_reference', 'tip', 'settlement_date', 'metadata', 'description', 'failure', 'fee'];
  const hidden = COLUMNS.filter(({ is_hidden }) => is_hidden).map(({ id }) => id);
  expect(hidden).toEqual(expect.arrayContaining([...wanted, ...more]));
});
