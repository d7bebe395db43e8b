/** Names of roles. A custom role has a name of its own and shows its id here. */
import { roleLabel } from '@dasbor/contract/labels';
import { currentLanguage } from '../ui/define-messages.ts';

export const formatRole = (role: string): string => roleLabel(role, currentLanguage());
