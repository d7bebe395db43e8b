/** Filter of the list of virtual accounts. */
import type { Query } from '@dasbor/contract/route';
import type { summariseVirtualAccounts } from '@dasbor/contract/virtual-account';

export type VaFilter = Query<typeof summariseVirtualAccounts>;

/** Maximum number of matches of a search, newest first. */
export const SEARCH_FOUND_MAX = 10_000;
