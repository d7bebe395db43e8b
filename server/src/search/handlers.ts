/** One search over everything that the caller may view of the merchant. */
import type { AccessGroup } from '@dasbor/contract/access';
import { hasLevel } from '@dasbor/contract/access';
import type * as contract from '@dasbor/contract/search';
import { SEARCH_TYPES, type SearchType } from '@dasbor/contract/search';
import { type Principal, getAccessLevel } from '../http/principal.ts';
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
};

export const searchHandlers: Handlers<typeof contract> = {
  search: async ({ query, tx, principal }) => {
    const input = parseSearch(query.q);
    const allowed = SEARCH_TYPES.filter((noun) => hasLevel(getAccessLevel(principal, GROUP_BY_TYPE[noun]), 'view'));
    // An id names its noun, so only that one is asked; a refund tells which payment it gives back, too.
    const nouns = input.id_type === null ? allowed : allowed.filter((noun) => canMatchId(noun, input.id_type));
    const rows = nouns.length === 0 ? [] : await tx((merchant) => findHits(merchant, nouns, input));
    return { data: groupHits(rows, input, hides(principal)) };
  },
};

const canMatchId = (noun: SearchType, id_of: SearchType | null): boolean =>
  noun === id_of || (noun === 'refund' && id_of === 'transaction');

/** Support helps customers without needing their addresses. */
const hides = (principal: Principal): boolean => principal.type === 'user' && principal.role === 'support';
