/** Filter of the list of QRIS payments. */
import type { summariseQrisPayments } from '@dasbor/contract/qris-payment';
import type { Query } from '@dasbor/contract/route';

export type QrisFilter = Query<typeof summariseQrisPayments>;
