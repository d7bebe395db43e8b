import { streamLiveEvents } from '@dasbor/contract/live';
import { HIDDEN_ACTION, notificationPreference } from '@dasbor/contract/manage-notifications';
import { DELIVERY_METHODS } from '@dasbor/contract/report-delivery';
import { createQrisPayment } from '@dasbor/contract/qris-payment';
import { listTransactions } from '@dasbor/contract/transaction';
import { expect, test } from 'vitest';

test('routes keep what a caller needs, and lose their schemas', () => {
  expect(listTransactions).toEqual({
    name: 'listTransactions',
    method: 'GET',
    path: '/transactions',
    access: { group: 'Transactions', level: 'view' },
    files: true,
  });
  expect(createQrisPayment.idempotency_key).toBe('required');
  expect(streamLiveEvents.stream).toBe('text/event-stream');
});

test('values stay, schemas do not', () => {
  expect(HIDDEN_ACTION).toBe(1010);
  expect(DELIVERY_METHODS).toEqual(['email', 'sftp', 'both']);
  expect(notificationPreference).toBeUndefined();
});

test('every file of the contract loads without its schemas', async () => {
  const files = import.meta.glob('../contract/src/*.ts') as Record<string, () => Promise<unknown>>;
  const names = Object.keys(files).filter((name) => !name.endsWith('.test.ts'));
  expect(names.length).toBeGreaterThan(80);
  for (const name of names) await expect(files[name]?.(), name).resolves.toBeDefined();
});
