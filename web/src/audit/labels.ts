/** Actions and objects of the audit log, as people read them. */
import { formatStatus } from '../ui/status-chip.tsx';

/** `refund.approved` → `Refund approved`: the codes of actions are English in both languages. */
export const formatAction = (action: string): string => {
  const text = action.replaceAll(/[._]/g, ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
};

export const formatObjectType = (type: string): string => formatStatus(type);
