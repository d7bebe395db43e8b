/** Actions and objects of the logs of merchants and of the provider, as people read them. */
import { findAuditObjectLabel } from '@dasbor/contract/audit-objects';
import { providerActionLabel } from '@dasbor/contract/provider-actions';
import { currentLanguage } from '../ui/define-messages.ts';
import { formatStatus } from '../ui/status-chip.tsx';

export const formatAction = (action: string): string => providerActionLabel(action, currentLanguage());

export const formatObjectType = (type: string): string =>
  findAuditObjectLabel(type, currentLanguage()) ?? formatStatus(type);
