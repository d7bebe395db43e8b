/** Every list that can be exported: its own route, whose access and query bind here too, and its file. */
import { listBalanceEntries } from '@dasbor/contract/balance';
import { listDeposits } from '@dasbor/contract/deposit-va';
import type { ExportList } from '@dasbor/contract/export';
import { listPaymentLinks } from '@dasbor/contract/payment-link';
import { listQrisPayments } from '@dasbor/contract/qris-payment';
import { listQrisStickers } from '@dasbor/contract/sticker';
import { listRefunds } from '@dasbor/contract/refund';
import type { Params, Query, Route } from '@dasbor/contract/route';
import { listSettlementLines, listSettlements } from '@dasbor/contract/settlement';
import { listTransactions } from '@dasbor/contract/transaction';
import { listVirtualAccounts } from '@dasbor/contract/virtual-account';
import { listVirtualAccountPayments } from '@dasbor/contract/virtual-account-payment';
import type { Compilable } from 'kysely';
import { balanceEntryFile } from '../balance/statement-queries.ts';
import type { MerchantTx } from '../db/tx.ts';
import { depositFile } from '../deposit-va/file-queries.ts';
import type { FileRequest, ListFile } from '../http/list-file.ts';
import { Problem, invalidInput, notFound } from '../http/problem.ts';
import { listBalances } from '../ledger/balance.ts';
import { paymentLinkFile } from '../payment-link/list-queries.ts';
import { qrisPaymentFile } from '../qris-payment/list-queries.ts';
import { stickerFile } from '../sticker/queries.ts';
import { refundFile } from '../refund/list-queries.ts';
import { findBatch, settlementFile, settlementLineFile } from '../settlement/list-queries.ts';
import { transactionFile } from '../transaction/csv-queries.ts';
import { findTrxId, virtualAccountFile } from '../virtual-account/list-queries.ts';
import { vaPaymentFile } from '../virtual-account/payment-queries.ts';

/** Whether the object that a list belongs to is there. */
type Exists<R extends Route> = (tx: MerchantTx, params: Params<R>) => Promise<boolean>;

export interface Exportable {
  route: Route;
  /** How its file names begin. */
  name: string;
  rowsOf: (request: FileRequest<Route>) => Compilable;
  exists: Exists<Route>;
}

/** Keeps the types of a list together while it is written down; parsing by its own route keeps them true afterwards. */
const toExportable = <R extends Route>(
  route: R,
  { name, buildQuery: rowsOf }: ListFile<R>,
  exists: Exists<R> = () => Promise.resolve(true),
): Exportable => ({
  route,
  name,
  rowsOf: rowsOf as unknown as Exportable['rowsOf'],
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
};

/** What was asked for, as it came. */
export interface ListRequest {
  params: Record<string, string>;
  query: Record<string, unknown>;
}

/** Parses what was asked for as the list's own route does. Unknown filters are refused, or they would be left out unseen. */
export function parseListRequest(route: Route, asked: ListRequest): { params: Params<Route>; query: Query<Route> } {
  const { cursor: _cursor, limit: _limit, ...wanted } = asked.query;
  const unknown = Object.keys(wanted).find((name) => !(name in (route.query?.shape ?? {})));
  if (unknown !== undefined) {
    const detail = `The list has no filter ${unknown}.`;
    throw new Problem(400, 'invalid_request', `query: ${detail}`, { errors: [{ field: `query.${unknown}`, detail }] });
  }
  const query = route.query?.safeParse(wanted);
  if (query?.success === false) throw invalidInput(query.error);
  const params = route.params?.safeParse(asked.params);
  if (params?.success === false) throw notFound();
  return { params: params?.data as Params<Route>, query: query?.data as Query<Route> };
}
