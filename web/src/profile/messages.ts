/** Texts of the profile screen. */
import { defineMessages } from '../ui/define-messages.ts';

const ENGLISH = {
  title: 'Profile',
  line: 'Your account, your devices and your preferences',
  account: {
    edit: 'Edit profile',
    email: 'Email',
    enter_name: 'Enter your name.',
    merchant_id: 'Merchant ID',
    name: 'Name',
    no_phone: 'Not set',
    verify_phone: 'Verify number',
    password: 'Password',
    change_password: 'Change password',
    changed: (when: string) => `Changed ${when}`,
    phone: 'Phone',
    phone_verified_hint: 'A new number replaces this one when you confirm the code that we send to it.',
    phone_hint: 'With the country code, such as +62 812 3456 7890',
    role: 'Role',
    roles: 'Roles',
    save: 'Save changes',
    saved: 'Profile updated',
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
  time_zone: {
    description:
      'Times on screens and in files that you download. Settlement dates, daily metrics and all emails, documents and reports stay in WIB.',
    label: 'Time zone',
    title: 'Time zone',
    updated: 'Time zone updated',
    zones: {
      'Asia/Jakarta': 'Western Indonesia Time (UTC+7)',
      'Asia/Makassar': 'Central Indonesia Time (UTC+8)',
      'Asia/Jayapura': 'Eastern Indonesia Time (UTC+9)',
    },
  },
  photo: {
    title: 'Photo',
    line: (types: string, limit: string) => `${types}, up to ${limit}. Other users see it next to your name.`,
    current: 'Your photo',
    upload: 'Upload photo',
    replace: 'Replace photo',
    remove: 'Remove photo',
    too_large: (limit: string) => `The file is larger than ${limit}. Choose a smaller file.`,
    saved: 'Photo saved',
    removed: 'Photo removed',
  },
  sessions: {
    title: 'Sessions',
    line: 'Devices that are signed in to your account.',
    current: 'This device',
    signed_in: (when: string) => `Signed in ${when}`,
    last_seen: (when: string) => `Last used ${when}`,
    unknown_device: 'Unknown device',
    unknown_address: 'Unknown address',
    end: 'End session',
    end_of: (device: string) => `End session of ${device}`,
    ended: 'Session ended',
    end_others: 'End all other sessions',
    end_others_text: 'Every other device must sign in again.',
    others_ended: (count: number) => (count === 1 ? 'One session ended' : `${count} sessions ended`),
  },
  history: {
    title: 'Sign-in history',
    line: 'Attempts to sign in to your account in the last 90 days.',
    columns: { at: 'Time', device: 'Device', ip: 'IP address', result: 'Result' },
    succeeded: 'Signed in',
    reasons: {
      wrong_password: 'Wrong password',
      locked_out: 'Blocked after failed attempts',
      suspended: 'Account suspended',
      email_not_verified: 'Email not confirmed',
      address_not_allowed: 'IP address not allowed',
      otp_required: 'One-time code missing',
      wrong_otp: 'Wrong one-time code',
    },
    empty: 'No sign-ins in this period',
    more: 'Show more',
  },
};

export type Messages = typeof ENGLISH;
export const messages = defineMessages(ENGLISH, () => import('./messages-id.ts'));
