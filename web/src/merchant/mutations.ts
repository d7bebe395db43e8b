/** Changes of a merchant and of standard terms, and the queries that they refresh. */
import { listMerchantAuditLogs } from '@dasbor/contract/audit';
import { listMerchantBankCredentials } from '@dasbor/contract/bank-credential';
import { getMerchant, listMerchants } from '@dasbor/contract/merchant';
import { getOwnerInvitation, listMerchantSettlements } from '@dasbor/contract/merchant-view';
import { listMerchantSettlementTerms, listSettlementTerms } from '@dasbor/contract/settlement-calendar';
import { getVerification } from '@dasbor/contract/verification';
import { type ChangeOptions, useChange } from '../api/use-change.ts';

const AFFECTED_ROUTES = [
  getMerchant,
  getOwnerInvitation,
  listMerchants,
  listMerchantAuditLogs,
  listMerchantBankCredentials,
  listMerchantSettlements,
  listMerchantSettlementTerms,
  listSettlementTerms,
  getVerification,
];

export const useMerchantChange = <Result, Input = void>(
  change: (input: Input) => Promise<Result>,
  options: ChangeOptions<Result>,
) => useChange(change, { ...options, shown_by: AFFECTED_ROUTES });
