/** Labels of the types and states of account groups. */
import type { GroupStatus, GroupType } from '@dasbor/contract/account-group-fields';
import type { Tone } from '../ui/status-chip.tsx';
import { messages } from './messages.ts';

export const formatType = (type: string): string => messages().types[type as GroupType];
export const formatStatus = (status: string): string => messages().statuses[status as GroupStatus];

export const STATUS_TONES: Record<GroupStatus, Tone> = { active: 'success', inactive: 'neutral' };
