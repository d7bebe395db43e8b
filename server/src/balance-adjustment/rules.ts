/** Ids of balance adjustments. */
import { ID_PREFIXES } from '@dasbor/contract/id';

/** Whether the subject of an approval is a balance adjustment as such, and not that of a settlement dispute. */
export const isAdjustmentId = (id: string): boolean => id.startsWith(`${ID_PREFIXES.balance_adjustment}_`);
