/** Every list offers what domain 0 asks of lists; a new list fails here until it does, or names its reason. */
import { describe, expect, test } from 'vitest';
import type { Route } from '@dasbor/contract/route';
import { ROUTES } from '@dasbor/contract/routes';
import { EXPORTABLE } from '../src/export/exportable-lists.ts';

const isPaged = (route: Route): boolean => route.method === 'GET' && 'cursor' in (route.query?.shape ?? {});
const LISTS = ROUTES.filter(isPaged);

const PART_OF_OBJECT = 'a section of the page of one object';
const TO_DO = 'a queue of work, empty once it is done';
const OWN_FILE = 'its object has files of its own';
const NOTICES = 'what is shown to people, not records';

/** Lists without files. */
const WITHOUT_FILES: Record<string, string> = {
  listSignInEvents: PART_OF_OBJECT,
  listLinkPayments: PART_OF_OBJECT,
  listMerchantNotes: PART_OF_OBJECT,
  listAccountGroupMembers: PART_OF_OBJECT,
  listBalanceAdjustments: PART_OF_OBJECT,
  listCashFlowEntries: PART_OF_OBJECT,
  listInvitations: PART_OF_OBJECT,
  listStaffInvitations: PART_OF_OBJECT,
  listUnmatchedMovements: TO_DO,
  listDuplicatePayments: TO_DO,
  listMerchantSettlementDisputes: TO_DO,
  listSettlementDisputes: TO_DO,
  listDepositReviews: TO_DO,
  listExceptionsOfKind: TO_DO,
  listApprovals: TO_DO,
  listBatchRows: OWN_FILE,
  listBankStatements: OWN_FILE,
  listReportRuns: OWN_FILE,
  listExports: OWN_FILE,
  listAnnouncements: NOTICES,
  listReceivedAnnouncements: NOTICES,
  listOutages: NOTICES,
  listBalanceTransfers: 'its movements are in the files of both balances',
  listApiRequests: 'a log of seven days for debugging',
  listJobs: 'the state of the worker at this moment',
};

/** The tenant of exports and of their files is a merchant. */
const PROVIDER = 'people of the provider have no merchant to export for; its files are streamed';
const PEOPLE = 'the people of one merchant or of the provider are few';

/** Lists with files that are never prepared in the background. */
const WITHOUT_BACKGROUND: Record<string, string> = {
  listUsers: PEOPLE,
  listStaff: PEOPLE,
  listMerchantUsers: PEOPLE,
  listInvoices: PROVIDER,
  listStatementLines: PROVIDER,
  listMerchantAuditLogs: PROVIDER,
  listCommissionRules: PROVIDER,
  listCommissionStatements: PROVIDER,
  listProviderEvents: PROVIDER,
  listMerchants: PROVIDER,
  listMerchantSettlements: PROVIDER,
  listMerchantTransactions: PROVIDER,
  listDisbursementsOfMerchants: PROVIDER,
  listRefundsOfMerchants: PROVIDER,
  listSettlementsOfMerchants: PROVIDER,
  listTransactionsOfMerchants: PROVIDER,
  listAccountGroups: PROVIDER,
};

const listNames = (routes: readonly Route[]): string[] => routes.map(({ name }) => name).toSorted();
const namesIn = (exceptions: Record<string, string>): string[] => Object.keys(exceptions).toSorted();

describe('domain 0: lists are exported', () => {
  test('every list offers its rows as CSV and Excel', () => {
    expect(listNames(LISTS.filter(({ files }) => files !== true))).toEqual(namesIn(WITHOUT_FILES));
  });

  test('every list with files is prepared in the background when it is long', () => {
    const exportable = new Set(Object.values(EXPORTABLE).map(({ route }) => route.name));
    const missing = LISTS.filter(({ files, name }) => files === true && !exportable.has(name));
    expect(listNames(missing)).toEqual(namesIn(WITHOUT_BACKGROUND));
  });

  test('every list that is exported offers its files at once, too', () => {
    for (const { route } of Object.values(EXPORTABLE)) expect(route.files, route.name).toBe(true);
  });
});
