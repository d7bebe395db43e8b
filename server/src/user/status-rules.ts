/** Statuses of a person at a merchant, or at the provider. */
import type { MemberStatus } from '@dasbor/contract/user';

/** Whether a status may change to another one. */
export const canChangeStatus = (from: MemberStatus, to: MemberStatus): boolean =>
  (from === 'active' && to === 'suspended') ||
  (from === 'suspended' && to === 'active') ||
  (from !== 'removed' && to === 'removed');
