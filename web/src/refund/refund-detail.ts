/** Refund details as the API returns them. */
import type { getRefund } from '@dasbor/contract/refund';
import type { Output } from '@dasbor/contract/route';

export type RefundDetail = Output<typeof getRefund>['data'];
