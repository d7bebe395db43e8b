/** A cursor is untrusted input: every list refuses positions that it cannot hold. */
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ID_PREFIXES, type IdType } from '@dasbor/contract/id';
import type { Route } from '@dasbor/contract/route';
import { ROUTES } from '@dasbor/contract/routes';
import { isProviderRoute } from '../../test/provider-route.ts';
import { SAMPLE_ULID, insertSampleObjects } from '../../test/sample-objects.ts';
import { TEST_START, type TestApp, type TestClient, startTestApp } from '../../test/test-app.ts';
import { buildSample } from '../api-reference/schema-fields.ts';
import { KOPI_NUSANTARA } from '../sandbox/people.ts';
import { encodeCursor } from './cursor.ts';

const { merchant_id } = KOPI_NUSANTARA;
const AT = '2020-01-01T00:00:00.000Z';

type Position = readonly (string | number)[];
const idFor = (type: IdType): string => `${ID_PREFIXES[type]}_${SAMPLE_ULID}`;
const toTimePosition = (type: IdType): Position => [AT, idFor(type)];
const toSortedPositions = (type: IdType): Position[] => [
  ['-created_at', AT, idFor(type)],
  ['created_at', AT, idFor(type)],
];
const TRANSACTION_POSITIONS: Position[] = [
  ...toSortedPositions('transaction'),
  ['-amount', 25_000, idFor('transaction')],
];

/** Positions that the cursors of each list encode, one for each kind of sort order. */
const POSITIONS: Record<string, Position[]> = {
  listAccountGroupMembers: [toTimePosition('account_group_member')],
  listAccountGroups: [toTimePosition('account_group')],
  listAnnouncements: [toTimePosition('announcement')],
  listApiRequests: [[idFor('request')]],
  listApprovals: [toTimePosition('approval_request')],
  listAuditLogs: [[5]],
  listBalanceAdjustments: [toTimePosition('balance_adjustment')],
  listBalanceEntries: [toTimePosition('transfer')],
  listBalanceTransfers: [toTimePosition('balance_transfer')],
  listBankStatements: [toTimePosition('bank_statement')],
  listBatchRows: [[5]],
  listBeneficiaries: [toTimePosition('beneficiary')],
  listCashFlowEntries: [toTimePosition('transfer')],
  listCommissionRules: [toTimePosition('commission_rule')],
  listCommissionStatements: [toTimePosition('commission_statement')],
  listDepositReviews: [toTimePosition('deposit')],
  listDeposits: [toTimePosition('deposit')],
  listDisbursementBatches: [toTimePosition('disbursement_batch')],
  listDisbursements: [toTimePosition('disbursement')],
  listDisbursementsOfMerchants: [toTimePosition('disbursement')],
  listDuplicatePayments: [toTimePosition('transaction')],
  listExceptionsOfKind: [[AT, 'any object']],
  listExports: [toTimePosition('export')],
  listInvitations: [toTimePosition('invitation')],
  listInvoices: [toTimePosition('invoice')],
  listJobs: [['999']],
  listLinkPayments: [toTimePosition('transaction')],
  listMerchantAuditLogs: [[5]],
  listMerchantNotes: [toTimePosition('note')],
  listMerchantSettlementDisputes: [toTimePosition('settlement_dispute')],
  listMerchantSettlements: [['2020-01-01', idFor('settlement_batch')]],
  listMerchantTransactions: TRANSACTION_POSITIONS,
  listMerchantUsers: [toTimePosition('user')],
  listMerchants: [toTimePosition('merchant')],
  listOutages: [toTimePosition('transfer_outage')],
  listPaymentLinks: toSortedPositions('payment_link'),
  listProviderEvents: [toTimePosition('provider_event')],
  listQrisPayments: [toTimePosition('transaction')],
  listQrisStickers: [toTimePosition('qris_payment')],
  listReceivedAnnouncements: [toTimePosition('announcement')],
  listRefunds: [toTimePosition('refund')],
  listRefundsOfMerchants: [toTimePosition('refund')],
  listReportRuns: [toTimePosition('report_run')],
  listSettlementDisputes: [toTimePosition('settlement_dispute')],
  listSettlementLines: [[5]],
  listSettlements: [['2020-01-01', idFor('settlement_batch')]],
  listSettlementsOfMerchants: [['2020-01-01', idFor('settlement_batch')]],
  listSignInEvents: [toTimePosition('sign_in_event')],
  listStaff: [toTimePosition('user')],
  listStaffInvitations: [toTimePosition('invitation')],
  listStatementLines: [[5]],
  listTransactions: TRANSACTION_POSITIONS,
  listTransactionsOfMerchants: TRANSACTION_POSITIONS,
  listUnmatchedMovements: [[AT, 'any object', 'payment']],
  listUsers: [toTimePosition('user')],
  listVirtualAccountPayments: [toTimePosition('va_payment')],
  listVirtualAccounts: toSortedPositions('virtual_account'),
  listWebhookEvents: [toTimePosition('webhook_event')],
};

/** Required parameters of queries. */
const QUERIES: Record<string, Record<string, string>> = {
  listUnmatchedMovements: { from: '2026-11-01', to: '2026-11-17' },
};

let it: TestApp;
let client: TestClient;
let provider: TestClient;
beforeAll(async () => {
  it = await startTestApp();
  client = await it.signIn('superadmin@kopi.example');
  provider = await it.signIn('platform_admin@dasbor.example');
  const owner = new pg.Client({ connectionString: it.database.owner_url });
  await owner.connect();
  await insertSampleObjects(owner, merchant_id);
  await owner.query(
    `insert into app.bank_statement (id, account_no, number, format, opening_balance, closing_balance, first_day, last_day, line_count, file_name, sha256, uploaded_at, uploaded_by_id, uploaded_by)
     values ($1, '8880001234', '1', 'csv', 0, 0, '2026-11-17', '2026-11-17', 1, 'a.csv', 'a', $2, 'usr_1', 'Test')`,
    [idFor('bank_statement'), TEST_START],
  );
  await owner.query(
    `insert into app.account_group (id, code, name, type, status, created_at, updated_at)
     values ($1, 'PARTNER', 'Partner', 'reseller', 'active', $2, $2)`,
    [idFor('account_group'), TEST_START],
  );
  await owner.end();
});
afterAll(() => it.close());

const lists: Route[] = ROUTES.filter((route) => route.query?.shape['cursor'] !== undefined);

/** The page of a list after a position, in the sort order that the position names. */
function readAfter(route: Route, position: Position) {
  const sort = String(position[0]);
  const is_sorted = route.query?.shape['sort']?.safeParse(sort).success === true;
  return (isProviderRoute(route) ? provider : client).call(route, {
    params: { ...(route.params && (buildSample(route.params) as object)), merchant_id },
    query: { ...QUERIES[route.name], ...(is_sorted ? { sort } : {}), cursor: encodeCursor(position) },
  });
}

const UNSTORABLE = ['a\u0000b', 'a\ud800b', '\udc00'];
const NO_TIMES = [
  '0000-01-01T00:00:00.000Z',
  '9999-12-31T23:59:59.999Z',
  '9999-12-31T23:59:59.999+00:00',
  '2026-11-17T00:00:00.000+23:59',
  '2026-11-17T00:00:00.000-23:59',
];
const NO_DAYS = ['0000-01-01', '9999-12-31', '2026-02-30'];
const NUMBERS = [2 ** 31, -(2 ** 31) - 1, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, 1e300, -1, 0.5];

/** Invalid values in place of a value of a position. */
function listImpossibleValues(value: string | number): (string | number)[] {
  if (typeof value === 'number') return ['5', ...UNSTORABLE];
  if (/^\d{4}-\d{2}-\d{2}T/.test(value)) return [...NO_TIMES, ...UNSTORABLE];
  return /^\d{4}-\d{2}-\d{2}$/.test(value) ? [...NO_DAYS, ...UNSTORABLE] : UNSTORABLE;
}

test('every list with a cursor is in the table of this test', () => {
  expect(Object.keys(POSITIONS).toSorted()).toEqual(lists.map(({ name }) => name).toSorted());
});

const cases = lists.flatMap((route) =>
  (POSITIONS[route.name] ?? []).map((position) => [route.name, JSON.stringify(position), { route, position }] as const),
);

test.each(cases)('%s after %s: a page, or 400 for a value that cannot be', async (_name, _text, list) => {
  const { route, position } = list;
  const page = await readAfter(route, position);
  expect(page.statusCode, page.body).toBe(200);
  for (const [at, valid] of position.entries()) {
    for (const value of listImpossibleValues(valid)) {
      const { statusCode, body } = await readAfter(route, position.with(at, value));
      expect(statusCode, `${JSON.stringify(value)}: ${body}`).toBe(400);
      expect(JSON.parse(body), JSON.stringify(value)).toMatchObject({ errors: [{ field: 'cursor' }] });
    }
    // Columns of numbers differ in size: a large one is either after the last row or refused.
    for (const value of typeof valid === 'number' ? NUMBERS : []) {
      const { statusCode, body } = await readAfter(route, position.with(at, value));
      expect([200, 400], `${value}: ${body}`).toContain(statusCode);
    }
  }
});
