/** Settlement details as the API returns them. */
import type { Output } from '@dasbor/contract/route';
import type { getSettlement } from '@dasbor/contract/settlement';

export type BatchDetail = Output<typeof getSettlement>['data'];
