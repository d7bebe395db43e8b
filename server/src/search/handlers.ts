/** One search over every object of the merchant that the principal may view. */
import type { AccessGroup } from '@dasbor/contract/access';
import { hasLevel } from '@dasbor/contract/access';
import { GROUP_BY_EXPORT_LIST } from '@dasbor/contract/export';
import type * as contract from '@dasbor/contract/search';
import { SEARCH_TYPES, type SearchType } from '@dasbor/contract/search';
import { asLogin } from '../db/tx.ts';
import { canSeeAll } from '../export/rules.ts';
import { type Principal, getAccessLevel, isMasked } from '../http/principal.ts';
import type { Handlers, RequestContext } from '../http/serve.ts';
import { findExportRows, findKeyRows, findUserRows, listExportLists } from './account-queries.ts';
import { findHits } from './queries.ts';
import { type FoundRow, type SearchInput, groupHits, parseSearch } from './rules.ts';
import type { TableSearchType } from './source-queries.ts';

const GROUP_BY_TYPE: Record<Exclude<SearchType, 'export'>, AccessGroup> = {
  transaction: 'Transactions',
  virtual_account: 'Virtual Accounts',
  qris_payment: 'QRIS',
  payment_link: 'Payment Links',
  refund: 'Refunds',
  deposit: 'Deposit VA',
  deposit_va: 'Deposit VA',
  settlement: 'Reports',
  disbursement: 'Disbursements',
  disbursement_batch: 'Disbursements',
  beneficiary: 'Disbursements',
  invoice: 'Invoices',
  webhook_event: 'API',
  api_key: 'API',
  user: 'Users',
};

export const searchHandlers: Handlers<typeof contract> = {
  search: async (ctx) => {
    const input = parseSearch(ctx.query.q);
    const allowed = SEARCH_TYPES.filter((type) => mayFind(ctx.principal, type));
    // The prefix of an id names its type, so only that type is queried; a transaction id also finds its refunds.
    const types = input.id_type === null ? allowed : allowed.filter((type) => canMatchId(type, input.id_type));
    const rows = types.length === 0 ? [] : await findRows(ctx, types, input);
    return { data: groupHits(rows, input, isMasked(ctx.principal)) };
  },
};

const canView = (principal: Principal, group: AccessGroup): boolean =>
  hasLevel(getAccessLevel(principal, group), 'view');
const listReadableExports = (principal: Principal) =>
  listExportLists((list) => canView(principal, GROUP_BY_EXPORT_LIST[list]));

/** As on the screens: programs do not read users, and exports are found by who may read their list. */
function mayFind(principal: Principal, type: SearchType): boolean {
  if (type === 'export') return listReadableExports(principal).length > 0;
  return canView(principal, GROUP_BY_TYPE[type]) && (type !== 'user' || principal.type === 'user');
}

const canMatchId = (type: SearchType, id_type: SearchType | null): boolean =>
  type === id_type || (type === 'refund' && id_type === 'transaction');

async function findRows(
  { deps, merchant_id, principal, language, now, tx }: RequestContext<typeof contract.search>,
  types: readonly SearchType[],
  input: SearchInput,
): Promise<FoundRow[]> {
  const in_tables = types.filter(isInTables);
  const users = types.includes('user')
    ? await asLogin(deps.db, (login) => findUserRows(login, merchant_id, input))
    : [];
  const created_by = canSeeAll(principal) ? null : principal.id;
  const exports = { created_by, lists: listReadableExports(principal), language, now };
  const rows = await tx(async (merchant) => [
    ...(in_tables.length === 0 ? [] : await findHits(merchant, in_tables, input)),
    ...(types.includes('api_key') ? await findKeyRows(merchant, input, now) : []),
    ...(types.includes('export') ? await findExportRows(merchant, input, exports) : []),
  ]);
  return [...rows, ...users];
}

const isInTables = (type: SearchType): type is TableSearchType =>
  type !== 'user' && type !== 'api_key' && type !== 'export';
