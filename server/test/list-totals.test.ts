/** Domain 0: the totals of a list are those of the rows of the same filter. */
import { fc, test as property } from '@fast-check/vitest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROUTES } from '@dasbor/contract/routes';
import type { Route } from '@dasbor/contract/route';
import { EXPORTABLE } from '../src/export/exportable-lists.ts';
import { type ExportFixture, insertListData } from './export-fixture.ts';
import { expectTotals, readAllRows } from './list-totals.ts';
import { type TestApp, type TestClient, startTestApp } from './test-app.ts';

/** What the totals of each list sum. */
const AMOUNTS = {
  refunds: 'amount',
  disbursements: 'amount',
  deposits: 'amount',
  'disbursement-batches': 'total_amount',
  'qris-stickers': 'today_amount',
  'virtual-accounts': 'paid_amount',
} as const;
type List = keyof typeof AMOUNTS;

/** Exported lists whose totals have tests of their own, or that have none: their rows have no status, or none that is summed. */
const OTHERS: Record<string, string> = {
  transactions: 'src/transaction/finding.test.ts',
  settlements: 'src/settlement/settlement.test.ts',
  'payment-links': 'src/payment-link',
  'qris-payments': 'src/qris-payment',
  'settlement-lines': 'summed in the settlement itself',
  'virtual-account-payments': 'a section of the page of one number',
  'balance-entries': 'summed by opening and closing balance',
  beneficiaries: 'accounts, which have no amount',
  'webhook-events': 'events, which have no amount; 90 days of them are too many to count for every filter',
  'audit-log': 'entries, which have no amount',
};

let t: TestApp;
let filled: ExportFixture;
let client: TestClient;
beforeAll(async () => {
  t = await startTestApp();
  filled = await insertListData(t);
  client = await t.signIn('superadmin@kopi.example');
});
afterAll(async () => {
  await filled?.owner.end();
  await t?.close();
});

const findSummary = ({ path }: Route): Route | undefined => ROUTES.find((route) => route.path === `${path}/summary`);

test('every exported list has totals, or a reason', () => {
  expect([...Object.keys(AMOUNTS), ...Object.keys(OTHERS)].toSorted()).toEqual(Object.keys(EXPORTABLE).toSorted());
});

const filter = fc.record(
  {
    from: fc.integer({ min: -180, max: 30 }),
    to: fc.integer({ min: -180, max: 30 }),
    status: fc.nat({ max: 20 }),
  },
  { requiredKeys: [] },
);

property.prop([fc.constantFrom(...(Object.keys(AMOUNTS) as List[])), filter], { numRuns: 40 })(
  'domain 0: the totals of any filter are the sums over all pages of the list',
  async (name, given) => {
    const { route } = EXPORTABLE[name];
    const summary = findSummary(route);
    if (summary === undefined) throw new Error(`${name} has no summary`);
    const statuses = [...new Set((await readAllRows(client, route, {})).map(({ status }) => status))];
    const [from, to] = [given.from, given.to].map((minutes) =>
      minutes === undefined ? undefined : new Date(t.clock.now().getTime() + minutes * 60_000).toISOString(),
    );
    const is_reversed = from !== undefined && to !== undefined && from > to;
    const query = {
      ...(from !== undefined && { from: is_reversed ? to : from }),
      ...(to !== undefined && { to: is_reversed ? from : to }),
      ...(given.status !== undefined && { status: statuses[given.status % statuses.length] }),
    };
    await expectTotals(client, [route, summary], query, (row) => Number(row[AMOUNTS[name]]));
  },
);
