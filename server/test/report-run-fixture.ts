/** Test fixture: reports of a random month, read by programs other than ours: gnumeric and pdftotext. */
import { createHash } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ReportRun, createReportRun, downloadReport, getReportRun } from '@dasbor/contract/report';
import { afterAll, beforeAll, expect } from 'vitest';
import { readPdfText } from './pdf-text.ts';
import { insertMonth } from './report-fixture.ts';
import { insertPayment } from './settlement-payments.ts';
import { type TestApp, type TestClient, startTestApp } from './test-app.ts';
import { listWebhookErrors, recordWebhooks } from './webhook-events.ts';
import { KOPI_NUSANTARA } from '../src/sandbox/people.ts';
import { reportJobs } from '../src/report/jobs.ts';

export const { merchant_id } = KOPI_NUSANTARA;
const SEED = Number(process.env['SEED'] ?? 20261031);
export let t: TestApp;
export let finance: TestClient;
/** Files that were downloaded. */
export let folder: string;
let keys = 0;

export const headers = () => ({ 'idempotency-key': `report-${++keys}` });
export const run = (name: string, payload = {}) => reportJobs.find((job) => job.name === name)?.run(t.deps, payload);
export const readRun = async (id: string) => (await finance.ok(getReportRun, { params: { id } })).data;
/** Requests a report and generates it. */
export async function makeReport(body: object, language = 'en'): Promise<ReportRun> {
  const { data } = await finance.ok(createReportRun, {
    body: { channels: [], ...body },
    headers: { ...headers(), 'accept-language': language },
  });
  await run('deliver_report', { merchant_id, run_id: data.id });
  return readRun(data.id);
}

/** Downloads the file of a report, which must have the stored name, size and checksum; returns its path. */
export async function saveFile({ id, file_name, sha256, file_size_bytes }: ReportRun): Promise<string> {
  const answer = await finance.call(downloadReport, { params: { id } });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-disposition']).toBe(`attachment; filename="${file_name}"`);
  expect(createHash('sha256').update(answer.rawPayload).digest('hex')).toBe(sha256);
  expect(answer.rawPayload.length).toBe(file_size_bytes);
  const path = join(folder, `${id}-${file_name}`);
  writeFileSync(path, answer.rawPayload);
  return path;
}
/** What a spreadsheet reads of a file, every sheet of it, as it would write it down itself. */
export function readSheets(path: string): string[][][] {
  const out = `${path}.sheet`;
  execFileSync('ssconvert', ['-S', '-T', 'Gnumeric_stf:stf_csv', path, out], { stdio: 'ignore' });
  return [0, 1].flatMap((at) => {
    if (!existsSync(`${out}.${at}`)) return [];
    const lines = readFileSync(`${out}.${at}`, 'utf8').trimEnd().split('\n');
    return [lines.map((line) => line.split(',').map((cell) => cell.replaceAll('"', '')))];
  });
}
/** Of a CSV without quoted cells. */
export const readRows = (path: string): string[][] =>
  readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => line.split(','));
export const readPdf = (path: string): string => readPdfText(readFileSync(path));
export const sumColumn = ([header = [], ...rows]: string[][], column: string): number =>
  rows.reduce((sum, row) => sum + Number(row[header.indexOf(column)]), 0);

/**
 * Starts the application before the tests of a file, with a random month; at its end the webhook events must have no gaps.
 */
export function setUpReports(): void {
  beforeAll(async () => {
    t = await startTestApp();
    await recordWebhooks(t);
    finance = await t.signIn('finance@kopi.example');
    folder = mkdtempSync(join(tmpdir(), 'dasbor-report-'));
    await insertMonth(t.deps.db, merchant_id, new Date('2026-09-30T17:00:00.000Z'), { days: 31, seed: SEED });
    // Just beside the month, on either side.
    for (const paid_at of ['2026-09-30T16:59:59.999Z', '2026-10-31T17:00:00.000Z']) {
      await insertPayment(t.deps.db, merchant_id, {
        method: 'qris',
        channel_code: null,
        amount: 999_999,
        paid_at: new Date(paid_at),
      });
    }
  });
  afterAll(async () => {
    const errors = t === undefined ? [] : await listWebhookErrors(t);
    await t?.close();
    rmSync(folder, { recursive: true, force: true });
    expect(errors).toEqual([]);
  });
}
