/** English texts of the email notification screen. Those of the specification (sections 2, 5 and 8) are exact. */
import { defineMessages } from '../ui/define-messages.ts';

export const ENGLISH = {
  screen: {
    title: 'Email Notifications',
    line: 'Email notifications and report delivery',
    notifications: 'Notifications',
    configuration: 'Configuration',
  },
  loading: 'Loading',
  banner: 'Disabling payment notifications may cause missed transaction updates.',
  card: {
    title: 'Notification Preferences',
    intro: 'Choose which email notifications you receive. Security emails cannot be disabled.',
    reset: 'Reset to Default',
    not_editable: 'This email cannot be changed',
  },
  empty: {
    title: 'No notifications yet',
    line: 'Available email notifications appear here.',
  },
  forbidden: {
    title: 'No access',
    line: 'Your role has no access to email notifications. Ask a superadmin of your business for access.',
  },
  group: {
    subtitle: (group: string) => `${group} for different payment methods`,
    active: (active: string, all: string) => `${active} of ${all} on`,
    names: {
      'Successful Payments': 'Successful Payments',
      'Failed Payments': 'Failed Payments',
      'Expired Payments': 'Expired Payments',
      Disbursements: 'Disbursements',
      Deposits: 'Deposits',
    },
  },
  save: {
    save: 'Save Changes',
    unsaved: 'You have unsaved changes',
    read_only: 'Your role has view access only.',
    saved: 'Notifications updated successfully',
  },
  reset: {
    title: 'Reset Notifications',
    confirm: 'Reset Notifications',
    line: 'All notifications that you can change are switched on and saved. Unsaved changes are overwritten.',
    warning: 'Disabling notifications may cause missed updates.',
    nothing: 'No notifications to reset.',
  },
};
export type Messages = typeof ENGLISH;
export const messages = defineMessages(ENGLISH, () => import('./messages-id.ts'));
