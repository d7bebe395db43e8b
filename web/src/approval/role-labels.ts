/** Names of roles. */
import { isCustomRole } from '@dasbor/contract/access';
import { roleLabel } from '@dasbor/contract/labels';
import { currentLanguage } from '../ui/define-messages.ts';
import { messages } from './messages.ts';

/** The name of a preset or custom role; a policy may name a custom role that was deleted since. */
export function formatRole(role: string, custom_names: Readonly<Record<string, string>>): string {
  if (!isCustomRole(role)) return roleLabel(role, currentLanguage());
  return custom_names[role] ?? messages().deleted_role;
}
