import { listTransactions } from '@dasbor/contract/transaction';
import { afterEach, expect, test, vi } from 'vitest';
import { mockEndpoint, recordedRequests, setUpMockServer } from '../test/mock-server.ts';
import { downloadCsv } from './download.ts';

setUpMockServer();
afterEach(() => vi.restoreAllMocks());

/** Collects the files that the browser saves. */
function collectSaved() {
  const saved: { name: string; content: Blob }[] = [];
  const contents = new Map<string, Blob>();
  URL.createObjectURL = (content) => {
    contents.set('blob:1', content as Blob);
    return 'blob:1';
  };
  URL.revokeObjectURL = () => undefined;
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, content: contents.get(this.href) as Blob });
  });
  return saved;
}

test('spec §7: GET as a CSV file download: same path and filter, Accept text/csv, saved under the name of the server', async () => {
  const saved = collectSaved();
  const headers = { 'content-type': 'text/csv', 'content-disposition': 'attachment; filename="transactions-2026.csv"' };
  mockEndpoint('GET /transactions', () => ({ text: 'id,amount\ntxn_1,1000\n', headers }));
  await downloadCsv(listTransactions, { query: { status: ['success'] }, file_name: 'transactions.csv' });
  expect(recordedRequests[0]).toMatchObject({ method: 'GET', query: '?status=success' });
  expect(recordedRequests[0]?.headers.get('accept')).toBe('text/csv');
  expect(saved[0]?.name).toBe('transactions-2026.csv');
  expect(saved[0]?.content.size).toBe(21);
});

test('spec §7: a refused download saves nothing and fails with the detail of the server', async () => {
  const saved = collectSaved();
  mockEndpoint('GET /transactions', () => ({ status: 422, json: { detail: 'The range is too long' } }));
  await expect(downloadCsv(listTransactions, { file_name: 'x.csv' })).rejects.toThrow('The range is too long');
  expect(saved).toHaveLength(0);
});
