/** The filter by status of a list of people. */
import type { MemberStatus } from '@dasbor/contract/user';
import { messages } from './messages.ts';

export type StatusFilter = 'present' | MemberStatus;
const STATUSES: readonly StatusFilter[] = ['present', 'active', 'suspended', 'removed'];

export const listStatusOptions = (): { id: StatusFilter; name: string }[] =>
  STATUSES.map((id) => ({ id, name: messages().users.statuses[id] }));

/** Without a choice the server lists active and suspended people. */
export const toStatusQuery = (status: StatusFilter): { status?: MemberStatus[] } =>
  status === 'present' ? {} : { status: [status] };
