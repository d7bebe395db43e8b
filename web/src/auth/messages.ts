/** Texts of sign-in. */
import { defineMessages } from '../ui/define-messages.ts';

const ENGLISH = {
  back: 'Back',
  email: 'Email',
  enter_email: 'Enter your email.',
  enter_otp: 'Enter the 6-digit code.',
  enter_password: 'Enter your password.',
  forgot_password: 'Forgot your password?',
  line: 'to your merchant dashboard',
  no_account: 'New to Dasbor?',
  otp: 'One-time code',
  otp_line: 'Enter the code from your authenticator app.',
  passkey_cancelled: 'The passkey was not used. Try again, or sign in with your password.',
  password: 'Password',
  recovery_code: 'Recovery code',
  register: 'Create an account',
  remember_device: 'Remember this device for 30 days',
  resend_email: 'Resend the email',
  title: 'Sign in',
  use_code: 'Use a one-time code',
  use_passkey: 'Use a passkey',
  use_recovery_code: 'Use a recovery code',
};

export type Messages = typeof ENGLISH;
export const messages = defineMessages(ENGLISH, () => import('./messages-id.ts'));
