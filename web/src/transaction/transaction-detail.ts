/** Transaction details as the API returns them. */
import type { Output } from '@dasbor/contract/route';
import type { getTransaction } from '@dasbor/contract/transaction';

export type TransactionDetail = Output<typeof getTransaction>['data'];
