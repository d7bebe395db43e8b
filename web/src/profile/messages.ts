/** Texts of the profile screen. */
import { defineMessages } from '../ui/define-messages.ts';

const ENGLISH = {
  title: 'Profile',
  line: 'Your account and language',
  account: {
    email: 'Email',
    merchant: 'Merchant',
    merchant_id: 'Merchant ID',
    name: 'Name',
    role: 'Role',
    title: 'Account',
    user_id: 'User ID',
  },
  language: {
    description:
      'The dashboard and your notification emails use this language. Choose which emails you receive under Manage Notifications.',
    label: 'Language',
    title: 'Language',
    updated: 'Language updated',
  },
};

export type Messages = typeof ENGLISH;
export const messages = defineMessages(ENGLISH, () => import('./messages-id.ts'));
