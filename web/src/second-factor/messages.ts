/** Texts of second factors and of the step-up dialog. */
import { defineMessages } from '../ui/define-messages.ts';

const ENGLISH = {
  code: 'One-time code',
  enter_code: 'Enter the 6-digit code of your authenticator app.',
  passkey_cancelled: 'The passkey was not used. Try again.',
  step_up: {
    cancel: 'Cancel',
    cancelled: 'You did not confirm. Nothing was changed.',
    confirm: 'Confirm',
    enter_password: 'Enter your password.',
    line: 'This action is protected. Confirm to continue; you will not be asked again for five minutes.',
    password: 'Password',
    title: 'Confirm that it is you',
    use_code: 'Use a one-time code',
    use_passkey: 'Use passkey',
  },
};

export type Messages = typeof ENGLISH;
export const messages = defineMessages(ENGLISH, () => import('./messages-id.ts'));
