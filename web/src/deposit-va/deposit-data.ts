/** Deposit details as the API returns them. */
import type { getDeposit } from '@dasbor/contract/deposit-va';
import type { Output } from '@dasbor/contract/route';

export type DepositData = Output<typeof getDeposit>['data'];
