/** Schedules of reports: saved by those who may, and made up for when no worker ran. */
import { listReportRuns, listReportSchedules, saveReportSchedule } from '@dasbor/contract/report';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, type TestClient, startTestApp } from '../../test/test-app.ts';
import { reportJobs } from './jobs.ts';
import { toDefaultSchedule } from './schedule-rules.ts';

const HOUR_MS = 3_600_000;
let t: TestApp;
let finance: TestClient;

beforeAll(async () => {
  t = await startTestApp();
  finance = await t.signIn('finance@kopi.example');
});
afterAll(() => t?.close());

const run = (name: string) => reportJobs.find((job) => job.name === name)?.run(t.deps, {});

describe('schedules', () => {
  const save = (body: object) => finance.call(saveReportSchedule, { body });

  test('domain 1.22: a schedule makes up for days without a worker', async () => {
    const { data } = await finance.ok(listReportSchedules);
    expect(data.map(({ is_on }) => is_on)).toEqual([true, false, false, false, false, false, false]);
    const answer = await save({
      report_type: 'transactions',
      ...toDefaultSchedule('transactions', { format: 'csv', delimiter: ',', language: 'en' }),
      is_on: true,
      hour: 3,
    });
    expect(answer.json()).toMatchObject({ data: { is_on: true, hour: 3, next_at: '2026-11-18T20:00:00.000Z' } });
    const scheduled = async () => {
      const runs = (await finance.ok(listReportRuns, { query: { report_type: 'transactions', limit: 100 } })).data;
      return runs.filter(({ trigger }) => trigger === 'schedule').map(({ period_to }) => period_to);
    };
    await run('schedule_reports');
    expect(await scheduled()).toEqual([]);
    t.clock.advance(3 * 24 * HOUR_MS);
    finance = await t.signIn('finance@kopi.example');
    await Promise.all([run('schedule_reports'), run('schedule_reports')]);
    expect((await scheduled()).toSorted()).toEqual(['2026-11-18', '2026-11-19', '2026-11-20']);
    await run('schedule_reports');
    expect(await scheduled()).toHaveLength(3);
  });

  test('an invalid schedule is rejected, and view access cannot save one', async () => {
    const daily = {
      report_type: 'fee_invoice',
      ...toDefaultSchedule('transactions', { format: 'csv', delimiter: ',', language: 'en' }),
    };
    const refused = await save(daily);
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([422, 'invalid_schedule']);
    expect((await save({ ...daily, hour: 24 })).statusCode).toBe(400);
    const operator = await t.signIn('operator@kopi.example');
    expect((await operator.call(saveReportSchedule, { body: daily })).statusCode).toBe(403);
  });
});
