/** One search over every object of the merchant that the principal may view. */
import type { AccessGroup } from '@dasbor/contract/access';
import { hasLevel } from '@dasbor/contract/access';
import type * as contract from '@dasbor/contract/search';
import { SEARCH_TYPES, type SearchType } from '@dasbor/contract/search';
import { getAccessLevel, isMasked } from '../http/principal.ts';
import type { Handlers } from '../http/serve.ts';
import { findHits } from './queries.ts';
import { groupHits, parseSearch } from './rules.ts';

const GROUP_BY_TYPE: Record<SearchType, AccessGroup> = {
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
};

export const searchHandlers: Handlers<typeof contract> = {
  search: async ({ query, tx, principal }) => {
    const input = parseSearch(query.q);
    const allowed = SEARCH_TYPES.filter((type) => hasLevel(getAccessLevel(principal, GROUP_BY_TYPE[type]), 'view'));
    // The prefix of an id names its type, so only that type is queried; a transaction id also finds its refunds.
    const types = input.id_type === null ? allowed : allowed.filter((type) => canMatchId(type, input.id_type));
    const rows = types.length === 0 ? [] : await tx((merchant) => findHits(merchant, types, input));
    return { data: groupHits(rows, input, isMasked(principal)) };
  },
};

const canMatchId = (type: SearchType, id_type: SearchType | null): boolean =>
  type === id_type || (type === 'refund' && id_type === 'transaction');
