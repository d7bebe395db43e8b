/** Texts of entries of the audit log: in the log, and of one object. */
import { defineMessages } from '../ui/define-messages.ts';

const ENGLISH = {
  columns: {
    action: 'Action',
    actor: 'Actor',
    actor_type: 'Actor type',
    ip: 'IP address',
    object: 'Object',
    object_type: 'Object type',
    result: 'Result',
    time: 'Time',
  },
  actors: { user: 'Person', api_key: 'API key', system: 'System', provider: 'Provider' },
  results: { ok: 'Succeeded', denied: 'Denied', failed: 'Failed' },
  sheet: {
    email: 'Email',
    role: 'Role',
    user_agent: 'Browser',
    session: 'Session',
    reason: 'Reason',
    title: 'Audit entry',
    before: 'Before',
    after: 'After',
    number: 'Entry',
    no_values: 'No values were recorded.',
  },
  close: 'Close',
  object: {
    label: 'Audit log of this object',
    changes: 'Changes',
    empty: 'No entries yet',
    empty_line: 'Changes to this object by people, API keys and the system appear here.',
    open: (action: string) => `Open entry: ${action}`,
    more: 'Load more',
    more_changes: (count: number) => `and ${count} more`,
  },
};

export type Messages = typeof ENGLISH;
export const auditMessages = defineMessages(ENGLISH, () => import('./audit-messages-id.ts'));
