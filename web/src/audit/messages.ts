/** Texts of the audit log. */
import { defineMessages } from '../ui/define-messages.ts';

const ENGLISH = {
  label: 'Audit log',
  line: 'Everything that people, API keys and the system did, refused attempts included. Entries cannot be changed.',
  filter: 'Filter audit log',
  search: 'Action, ID, IP address or name',
  export_csv: 'Export CSV',
  empty: 'No entries yet',
  empty_line: 'Changes by people and API keys appear here.',
  close: 'Close',
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
  activity: {
    tab: 'Activity',
    label: 'Staff activity',
    line: 'Staff actions that are not in a merchant’s audit log, staff account events and denied attempts. Entries cannot be changed.',
    filter: 'Filter activity',
    actor: 'Person',
    actor_line: 'Beginning of the name, or an ID',
    empty: 'No activity yet',
    empty_line: 'Staff actions and denied attempts appear here.',
  },
  chips: {
    actor: 'Name, email or ID',
    ip: 'IP address or prefix',
    apply: 'Apply',
  },
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
};

export type Messages = typeof ENGLISH;
export const messages = defineMessages(ENGLISH, () => import('./messages-id.ts'));
