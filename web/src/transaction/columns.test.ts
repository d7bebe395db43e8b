import { expect, test } from 'vitest';
import { COLUMNS, csvColumnsOf } from './columns.tsx';

test('the usual columns come in the order of the domain, with the fields that the CSV holds', () => {
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
  expect(csvColumnsOf(usual)).toBe(
    'created_at,id,merchant_reference,customer_name,customer_email,method,channel_code,amount,currency,status,' +
      'net_amount,settlement_status,source',
  );
});

test('a field that two columns show is exported once', () => {
  const chosen = COLUMNS.filter(({ id }) => id === 'customer' || id === 'email');
  expect(csvColumnsOf(chosen)).toBe('customer_name,customer_email');
});
