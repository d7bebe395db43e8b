/** Texts of the settings screen. */
import { defineMessages } from '../ui/define-messages.ts';

const ENGLISH = {
  title: 'Settings',
  line: 'Payouts, approvals and records of your business',
  no_access: 'Your role cannot view these settings.',
  sections: {
    payouts: 'Payouts',
    branding: 'Branding',
    approvals: 'Approvals',
    security: 'Security',
    preferences: 'Preferences',
    audit: 'Audit log',
  },
  second_factor: {
    title: 'Second factor',
    label: 'Require a second factor',
    description:
      'Every user signs in with an authenticator app or a passkey. Users without one set it up before anything else.',
    users_without: (count: number) =>
      count === 0
        ? 'Every active user has a second factor.'
        : `${count} active ${count === 1 ? 'user has' : 'users have'} no second factor.`,
    required: 'Second factor required',
    optional: 'Second factor no longer required',
  },
  files: {
    title: 'CSV files',
    label: 'Delimiter',
    description:
      'Separates the columns of downloads, exports, statements and new reports of the whole business. Spreadsheets in Indonesian usually expect semicolons. Files downloaded with an API key always use commas.',
    read_only: 'Your role can view this setting, but not change it.',
    delimiters: { ',': 'Comma ,', ';': 'Semicolon ;', '\t': 'Tab' },
    saved: 'CSV delimiter saved',
  },
  reports: {
    title: 'Reports',
    format: 'Default format',
    format_line:
      'New reports and schedules start with this format. Fee invoices start as PDF. Saved schedules keep their own format.',
    formats: { csv: 'CSV', xlsx: 'Excel', pdf: 'PDF' },
    language: 'Language of PDF reports',
    language_line:
      'New reports and schedules start with this language. CSV and Excel files have the same columns in every language.',
    any_language: 'Language of the person who creates the report',
    saved: 'Report preferences saved',
  },
  ip_allow_list: {
    title: 'Allowed IP addresses',
    label: 'Addresses and networks',
    description:
      'One per line, at most 50. Empty: the dashboard can be used from any address. API keys are not affected.',
    current_ip: (ip: string) => `Your address: ${ip}`,
    save: 'Save addresses',
    saved: 'Allowed addresses saved',
  },
};

export type Messages = typeof ENGLISH;
export const messages = defineMessages(ENGLISH, () => import('./messages-id.ts'));
