/** One payment with everything about it, as its page reads it. */
import type { Output } from '@dasbor/contract/route';
import type { getTransaction } from '@dasbor/contract/transaction';

export type TransactionDetail = Output<typeof getTransaction>['data'];
