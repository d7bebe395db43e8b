/** The lists that can be exported, each with its route, whose access and query rules apply, and its file. */
import { listAuditLogs } from '@dasbor/contract/audit';
import { listBalanceEntries } from '@dasbor/contract/balance';
import { listDeposits } from '@dasbor/contract/deposit-va';
import { listBeneficiaries } from '@dasbor/contract/beneficiary';
import { listDisbursements } from '@dasbor/contract/disbursement';
import { listDisbursementBatches } from '@dasbor/contract/disbursement-batch';
import type { ExportList } from '@dasbor/contract/export';
import { localized } from '@dasbor/contract/language';
import { listPaymentLinks } from '@dasbor/contract/payment-link';
import { listQrisPayments } from '@dasbor/contract/qris-payment';
import { listQrisStickers } from '@dasbor/contract/sticker';
import { listRefunds } from '@dasbor/contract/refund';
import type { Params, Query, Route } from '@dasbor/contract/route';
import { listSettlementLines, listSettlements } from '@dasbor/contract/settlement';
import { listTransactions } from '@dasbor/contract/transaction';
import { listVirtualAccounts } from '@dasbor/contract/virtual-account';
import { listVirtualAccountPayments } from '@dasbor/contract/virtual-account-payment';
import { listWebhookEvents } from '@dasbor/contract/webhook';
import type { Compilable } from 'kysely';
import { auditFile } from '../audit/list-queries.ts';
import { balanceEntryFile } from '../balance/statement-queries.ts';
import type { ListRequest } from '../db/column-types.ts';
import type { FoundIds, SearchFunction } from '../db/search-ids.ts';
import type { MerchantTx } from '../db/tx.ts';
import { depositFile } from '../deposit-va/file-queries.ts';
import { beneficiaryFile } from '../disbursement/beneficiary-queries.ts';
import { disbursementFile } from '../disbursement/list-queries.ts';
import { batchFile } from '../disbursement-batch/list-queries.ts';
import type { FileRequest, ListFile } from '../http/list-file.ts';
import { assertNoReversedRange } from '../http/input.ts';
import { Problem, invalidInput, notFound } from '../http/problem.ts';
import { listBalances } from '../ledger/balance.ts';
import { paymentLinkFile } from '../payment-link/list-queries.ts';
import { qrisPaymentFile } from '../qris-payment/list-queries.ts';
import { stickerFile } from '../sticker/file-queries.ts';
import { refundFile } from '../refund/list-queries.ts';
import { findBatch, settlementFile, settlementLineFile } from '../settlement/list-queries.ts';
import { transactionFile } from '../transaction/csv-queries.ts';
import { findTrxId, virtualAccountFile } from '../virtual-account/list-queries.ts';
import { vaPaymentFile } from '../virtual-account/payment-queries.ts';
import { webhookEventFile } from '../webhook/event-file-queries.ts';

/** Whether the parent object of a list exists. */
type Exists<R extends Route> = (tx: MerchantTx, params: Params<R>) => Promise<boolean>;

export interface Exportable {
  route: Route;
  /** Prefix of file names. */
  name: string;
  /** Names of all columns. */
  columns: readonly string[];
  /** Fields of the list that are not a column, with the reason. */
  omits: Readonly<Record<string, string>>;
  buildQuery: (request: FileRequest<Route>) => Compilable;
  search_function?: SearchFunction;
  findIds?: (tx: MerchantTx, query: Query<Route>) => Promise<FoundIds>;
  exists: Exists<Route>;
}

/** Checks that route and file belong together. At runtime, parsing by the route guarantees the types. */
const toExportable = <R extends Route>(
  route: R,
  { name, columns, omits = {}, buildQuery, search_function, findIds }: ListFile<R>,
  exists: Exists<R> = () => Promise.resolve(true),
): Exportable => ({
  route,
  name,
  columns,
  omits: omits as Exportable['omits'],
  buildQuery: buildQuery as unknown as Exportable['buildQuery'],
  ...(search_function && { search_function }),
  ...(findIds && { findIds: findIds as unknown as NonNullable<Exportable['findIds']> }),
  exists: exists as unknown as Exportable['exists'],
});

export const EXPORTABLE: Record<ExportList, Exportable> = {
  transactions: toExportable(listTransactions, transactionFile),
  settlements: toExportable(listSettlements, settlementFile),
  'settlement-lines': toExportable(
    listSettlementLines,
    settlementLineFile,
    async (tx, { id }) => (await findBatch(tx, id)) !== undefined,
  ),
  refunds: toExportable(listRefunds, refundFile),
  disbursements: toExportable(listDisbursements, disbursementFile),
  'disbursement-batches': toExportable(listDisbursementBatches, batchFile),
  beneficiaries: toExportable(listBeneficiaries, beneficiaryFile),
  'payment-links': toExportable(listPaymentLinks, paymentLinkFile),
  'virtual-accounts': toExportable(listVirtualAccounts, virtualAccountFile),
  'virtual-account-payments': toExportable(
    listVirtualAccountPayments,
    vaPaymentFile,
    async (tx, { id }) => (await findTrxId(tx, id)) !== undefined,
  ),
  'qris-payments': toExportable(listQrisPayments, qrisPaymentFile),
  'qris-stickers': toExportable(listQrisStickers, stickerFile),
  deposits: toExportable(listDeposits, depositFile),
  'balance-entries': toExportable(
    listBalanceEntries,
    balanceEntryFile,
    async (tx, { id }) => (await listBalances(tx, [id])).length > 0,
  ),
  'webhook-events': toExportable(listWebhookEvents, webhookEventFile),
  'audit-log': toExportable(listAuditLogs, auditFile),
};

/** Validates the request like the route of the list. Unknown filters are rejected instead of ignored. */
export function parseListRequest(route: Route, request: ListRequest): { params: Params<Route>; query: Query<Route> } {
  const { cursor: _cursor, limit: _limit, ...filters } = request.query;
  const unknown = Object.keys(filters).find((name) => !(name in (route.query?.shape ?? {})));
  if (unknown !== undefined) {
    const detail = localized(`This list has no filter “${unknown}”.`, `Daftar ini tidak memiliki filter “${unknown}”.`);
    throw new Problem(400, 'invalid_request', detail, { errors: [{ field: `query.${unknown}`, detail }] });
  }
  const query = route.query?.safeParse(filters);
  if (query?.success === false) throw invalidInput(query.error);
  assertNoReversedRange(filters);
  assertNoReversedRange(query?.data);
  const params = route.params?.safeParse(request.params);
  if (params?.success === false) throw notFound();
  return { params: params?.data as Params<Route>, query: query?.data as Query<Route> };
}
