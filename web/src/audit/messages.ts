/** Texts of the audit log. */
import { defineMessages } from '../ui/define-messages.ts';

const ENGLISH = {
  label: 'Audit log',
  line: 'Everything that people, API keys and the system did, refused attempts included. Entries cannot be changed.',
  filter: 'Filter audit log',
  search: 'Action, ID, IP address or name',
  empty: 'No entries yet',
  empty_line: 'Changes by people and API keys appear here.',
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
};

export type Messages = typeof ENGLISH;
export const messages = defineMessages(ENGLISH, () => import('./messages-id.ts'));
