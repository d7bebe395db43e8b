/** Payment link details as the API returns them. */
import type { getPaymentLink } from '@dasbor/contract/payment-link';
import type { Output } from '@dasbor/contract/route';

export type LinkDetail = Output<typeof getPaymentLink>['data'];
