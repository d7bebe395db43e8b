/** Texts of the settings screen. */
import { defineMessages } from '../ui/define-messages.ts';

const ENGLISH = {
  title: 'Settings',
  line: 'Payouts, approvals and records of your business',
  no_access: 'Your role cannot view these settings.',
  sections: { payouts: 'Payouts', approvals: 'Approvals', language: 'Language', audit: 'Audit log' },
};

export type Messages = typeof ENGLISH;
export const messages = defineMessages(ENGLISH, () => import('./messages-id.ts'));
