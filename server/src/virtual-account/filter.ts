/** Filter of the list of virtual accounts. */
import type { Query } from '@dasbor/contract/route';
import type { summariseVirtualAccounts } from '@dasbor/contract/virtual-account';

export type VaFilter = Query<typeof summariseVirtualAccounts>;
