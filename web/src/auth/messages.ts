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
  otp: 'One-time code',
  otp_line: 'Enter the code from your authenticator app.',
  password: 'Password',
  resend_email: 'Resend the email',
  title: 'Sign in',
};

export type Messages = typeof ENGLISH;
export const messages = defineMessages(ENGLISH, () => import('./messages-id.ts'));
