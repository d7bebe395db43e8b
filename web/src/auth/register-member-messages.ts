/** Texts of the acceptance of an invitation. */
import { defineMessages } from '../ui/define-messages.ts';

const ENGLISH = {
  title: (merchant: string) => `Join ${merchant}`,
  tab: 'Invitation',
  line: (by: string, role: string) => `${by} invited you as ${role}.`,
  until: (at: string) => `The invitation is valid until ${at}.`,
  email: 'Email',
  name: 'Name',
  phone: 'Phone',
  phone_line: 'In international form, for example +6281234567890',
  password: 'Password',
  new_password_line: 'At least 12 characters',
  existing_line: 'This email has an account. Enter its password to join.',
  signed_in_line: (email: string) => `You are signed in as ${email}, the person who is invited.`,
  other_person_line: (signed_in: string, invited: string) =>
    `You are signed in as ${signed_in}. Accepting signs you in as ${invited} instead.`,
  enter_name: 'Enter your name.',
  enter_password: 'Enter your password.',
  enter_new_password: 'Use at least 12 characters.',
  staff_title: 'Join the provider’s team',
  factor_title: 'Authenticator app',
  factor_line: 'Everyone who works for the provider signs in with a one-time code.',
  code: 'One-time code',
  code_line: 'The code that the app shows now',
  enter_code: 'Enter the 6-digit code of your authenticator app.',
  accept: 'Accept invitation',
  missing: 'This link is not complete. Open the link in the email again.',
  not_valid: 'Invitation not valid',
  sign_in: 'Sign in',
};

export type Messages = typeof ENGLISH;
export const messages = defineMessages(ENGLISH, () => import('./register-member-messages-id.ts'));
