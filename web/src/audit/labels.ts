/** Actions and objects of the audit log, as people read them. */
import { auditActionLabel } from '@dasbor/contract/audit-actions';
import { currentLanguage } from '../ui/define-messages.ts';
import { formatStatus } from '../ui/status-chip.tsx';

export const formatAction = (action: string): string => auditActionLabel(action, currentLanguage());

export const formatObjectType = (type: string): string => formatStatus(type);
