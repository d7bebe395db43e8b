/** Holidays and versions of terms: what moves, files, and what can be withdrawn. */
import { addDays } from '@dasbor/contract/time';
import { addMerchantSettlementTerm } from '@dasbor/contract/settlement-calendar';
import {
  addSettlementTerm,
  importHolidays,
  listHolidays,
  listSettlementTerms,
  previewHoliday,
  removeHoliday,
  setHoliday,
  withdrawMerchantSettlementTerm,
  withdrawSettlementTerm,
} from '@dasbor/contract/settlement-calendar';
import { listProviderEvents } from '@dasbor/contract/operations';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, type TestClient, startTestApp } from '../../test/test-app.ts';
import { KOPI_NUSANTARA } from '../sandbox/people.ts';
import { calculateSettlementDay } from './calendar.ts';
import { listMovedSettlements, parseHolidayFile } from './holiday-rules.ts';

const { merchant_id } = KOPI_NUSANTARA;
const TODAY = '2026-11-18';
let t: TestApp;
let finance: TestClient;
let support: TestClient;

beforeAll(async () => {
  t = await startTestApp();
  finance = await t.signIn('platform_finance@dasbor.example');
  support = await t.signIn('platform_support@dasbor.example');
});
afterAll(() => t.close());

const code = (response: { json: () => unknown }): string => (response.json() as { code: string }).code;

test('domain 4.5: a holiday moves the settlement days behind it', () => {
  // Thursday 3 December 2026.
  expect(listMovedSettlements([1, 2], new Set(), new Set(['2026-12-03']))).toEqual(
    [
      { days: 2, paid_day: '2026-12-01', before: '2026-12-03', after: '2026-12-04' },
      { days: 1, paid_day: '2026-12-02', before: '2026-12-03', after: '2026-12-04' },
      { days: 2, paid_day: '2026-12-02', before: '2026-12-04', after: '2026-12-07' },
      { days: 1, paid_day: '2026-12-03', before: '2026-12-04', after: '2026-12-04' },
      { days: 2, paid_day: '2026-12-03', before: '2026-12-07', after: '2026-12-07' },
    ].filter(({ before, after }) => before !== after),
  );
});

test('a holiday on a weekend moves nothing', () => {
  expect(listMovedSettlements([0, 1, 5], new Set(), new Set(['2026-12-05', '2026-12-06']))).toEqual([]);
});

test('adding and removing the same day are opposites, and every row is a real difference', () => {
  const day = fc.integer({ min: 0, max: 400 }).map((count) => addDays('2026-11-18', count));
  fc.assert(
    fc.property(
      fc.uniqueArray(day, { maxLength: 20 }),
      day,
      fc.integer({ min: 0, max: 10 }),
      (holidays, changed, days) => {
        const before = new Set(holidays.filter((each) => each !== changed));
        const after = new Set([...before, changed]);
        const added = listMovedSettlements([days], before, after);
        const removed = listMovedSettlements([days], after, before);
        expect(removed).toEqual(added.map((row) => ({ ...row, before: row.after, after: row.before })));
        for (const row of added) {
          expect(row.after > row.before).toBe(true);
          const term = { days, basis: 'business' as const, cut_off_hour: 24 };
          expect(calculateSettlementDay(row.paid_day, term, after)).toBe(row.after);
        }
      },
    ),
  );
});

test.each([
  ['day,name,type\n2027-01-01,Tahun Baru,national', 1, 0],
  ['day;name;type\r\n2027-01-01;Tahun Baru;nasional\r\n2027-03-10;Idul Fitri;cuti_bersama\r\n', 2, 0],
  ['2027-01-01,Tahun Baru,national', 0, 1],
  ['day,name,type\n2027-02-30,Nothing,national', 0, 1],
  ['day,name,type\n2027-01-01,,national\n2027-01-02,X,other', 0, 2],
  ['day,name,type\n2027-01-01,A,national\n2027-01-01,B,national', 1, 1],
  [`day,name,type\n${TODAY},Today,national`, 0, 1],
  ['day,name,type\n', 0, 1],
  ['\uFEFFday,name,type\n2027-01-01,"Tahun Baru, hari pertama",national', 1, 0],
  ['day,name,type\n2027-01-01,"Tahun Baru,national', 0, 1],
])('the file %j has %i holidays and %i errors', (text, holidays, errors) => {
  const parsed = parseHolidayFile(text, TODAY);
  expect([parsed.holidays.length, parsed.errors.length]).toEqual([holidays, errors]);
});

test('an error names the line of the file, blank lines included', () => {
  const { errors } = parseHolidayFile('day,name,type\n\n2027-01-01,A,national\n\n2027-02-30,B,national', TODAY);
  expect(errors.map(({ line }) => line)).toEqual([5]);
});

test('a file is previewed, then stored as a whole', async () => {
  const csv = 'day,name,type\n2028-01-03,Libur,national\n2028-01-04,Cuti bersama,joint_leave';
  const count = async () => (await support.ok(listHolidays, { query: { year: 2028 } })).data.length;
  const before = await count();
  const preview = await finance.ok(importHolidays, { body: { csv, is_preview: true } });
  expect(preview.data.is_stored).toBe(false);
  expect(preview.data.moved.length).toBeGreaterThan(0);
  expect(await count()).toBe(before);
  await finance.ok(importHolidays, { body: { csv, is_preview: false } });
  expect(await count()).toBe(before + 2);
  const faulty = await finance.call(importHolidays, {
    body: { csv: `${csv}\n2028-13-01,X,national`, is_preview: false },
  });
  expect([faulty.statusCode, code(faulty)]).toEqual([422, 'holiday_file_invalid']);
  expect(faulty.json<{ errors: { field: string }[] }>().errors.map(({ field }) => field)).toEqual(['line_4']);
  expect((await support.call(importHolidays, { body: { csv, is_preview: true } })).statusCode).toBe(403);
});

test('a holiday is previewed, set and removed, and each change is in the log of staff', async () => {
  const day = '2029-06-06';
  const { data } = await support.ok(previewHoliday, { query: { day, change: 'add' } });
  expect(data.moved.every(({ before, after }) => after > before)).toBe(true);
  await finance.ok(setHoliday, { params: { day }, body: { name: 'Test', type: 'national' } });
  await finance.call(removeHoliday, { params: { day } });
  const past = await finance.call(setHoliday, { params: { day: '2026-01-05' }, body: { name: 'X', type: 'national' } });
  expect(code(past)).toBe('day_is_past');
  const { data: events } = await finance.ok(listProviderEvents, { query: {} });
  expect(
    events
      .filter(({ object_id }) => object_id === day)
      .map(({ action }) => action)
      .toSorted(),
  ).toEqual(['holiday.removed', 'holiday.set']);
});

test('versions of a term say from when to when they apply, and who added them', async () => {
  const add = (effective_from: string, days: number) =>
    finance.ok(addSettlementTerm, { body: { method: 'retail', days, basis: 'calendar', effective_from } });
  await add('2027-06-01', 5);
  const { data } = await add('2027-07-01', 6);
  const versions = (await finance.ok(listSettlementTerms)).data.filter(({ method }) => method === 'retail');
  expect(versions.slice(0, 2)).toMatchObject([
    { days: 6, state: 'upcoming', effective_from: '2027-07-01', effective_to: null, created_by: expect.any(String) },
    { days: 5, state: 'upcoming', effective_from: '2027-06-01', effective_to: '2027-06-30' },
  ]);
  for (const { state, effective_from, effective_to } of versions.slice(2)) {
    expect(state).toBe(effective_to !== null && effective_to < TODAY ? 'ended' : 'current');
    expect(effective_from <= TODAY).toBe(true);
  }
  await finance.call(withdrawSettlementTerm, { params: { id: data.id } });
  const [last] = (await finance.ok(listSettlementTerms)).data.filter(({ method }) => method === 'retail');
  expect(last).toMatchObject({ days: 5, effective_to: null });
  await finance.call(withdrawSettlementTerm, { params: { id: last!.id } });
});

test('future terms are withdrawn; terms in force are not', async () => {
  const body = { method: 'qris' as const, days: 3, basis: 'business' as const, effective_from: '2027-05-01' };
  const { data } = await finance.ok(addSettlementTerm, { body });
  const withdraw = (id: string) => finance.call(withdrawSettlementTerm, { params: { id } });
  expect((await withdraw(data.id)).statusCode).toBe(204);
  expect((await withdraw(data.id)).statusCode).toBe(404);
  const present = (await finance.ok(listSettlementTerms)).data.find((term) => term.effective_from <= TODAY)!;
  expect(code(await withdraw(present.id))).toBe('term_in_force');
  const own = (await finance.ok(addMerchantSettlementTerm, { params: { merchant_id }, body })).data;
  const params = { merchant_id, id: own.id };
  expect((await finance.call(withdrawMerchantSettlementTerm, { params })).statusCode).toBe(204);
  expect((await finance.call(withdrawMerchantSettlementTerm, { params })).statusCode).toBe(404);
});
