/** Texts of the screens for forgotten passwords and for confirming an email. */
import { PASSWORD_HISTORY, PASSWORD_MIN, RESET_LINK_HOURS } from '@dasbor/contract/password-limits';
import { defineMessages } from '../ui/define-messages.ts';

const ENGLISH = {
  back_to_sign_in: 'Back to sign in',
  email: 'Email',
  enter_email: 'Enter your email.',
  sign_in: 'Sign in',
  spam: 'No email after a few minutes? Check your spam folder and the spelling of the address.',
  insecure: 'The bot check needs a secure connection. Open this page over https.',
  forgot: {
    title: 'Forgot your password?',
    line: 'Enter your email. We will send you a link to set a new password.',
    submit: 'Send reset link',
    sent_title: 'Check your email',
    sent: (email: string) =>
      `If ${email} has an account, we sent it a link to set a new password. The link works once, for ${RESET_LINK_HOURS} hour.`,
    other: 'Use another email',
  },
  reset: {
    title: 'Reset your password',
    set_up_title: 'Set your password',
    line: (email: string) => `Choose a new password for ${email}.`,
    submit: 'Set new password',
    done_title: 'Your password was set',
    done: 'Sign in with your new password. All other devices were signed out.',
    invalid_title: 'This link no longer works',
    request_new: 'Request a new link',
  },
  resend: {
    title: 'Resend the email',
    line: (email: string) => `We will send the confirmation email to ${email} again.`,
    submit: 'Resend email',
    sent_title: 'Check your email',
    sent: (email: string) =>
      `If ${email} has an account that is not confirmed yet, we sent it a new confirmation email.`,
  },
  verify: {
    title: 'Confirm your email',
    line: 'Enter the password that you registered with to confirm that this email address belongs to you.',
    password: 'Password',
    password_missing: 'Enter your password.',
    submit: 'Confirm email',
    done_title: 'Email confirmed',
    done: 'You can sign in now.',
    invalid: {
      title: 'This link is not valid',
      line: 'Open the link in the latest email, or sign in to request a new one.',
    },
    expired: { title: 'This link has expired', line: 'Sign in to request a new confirmation email.' },
    used: {
      title: 'This link is no longer valid',
      line: 'It was used, or a newer email replaced it. Sign in if your email is confirmed.',
    },
  },
  check: {
    title: 'Check your email',
    line: 'We sent you an email with a link. Open it to continue.',
    sent: (email: string) => `We sent an email to ${email}. Open its link to continue.`,
    resend_in: (time: string) => `Resend email in ${time}`,
    resent: 'We sent the email again.',
  },
  password: {
    confirm: 'Confirm new password',
    enter_old: 'Enter your current password.',
    new: 'New password',
    old: 'Current password',
    rules: `At least ${PASSWORD_MIN} characters, none of your last ${PASSWORD_HISTORY} passwords. A few unrelated words are easy to remember and hard to guess.`,
    strength: 'Password strength',
    unequal: 'The passwords do not match.',
    scores: { 0: 'Too weak', 1: 'Weak', 2: 'Good', 3: 'Strong' },
  },
  change: {
    title: 'Change password',
    line: 'You will be signed out on all devices, including this one. Sign in again with the new password.',
    submit: 'Change password',
    done: 'Password changed. Sign in again.',
    forgot: 'Forgot your current password?',
  },
};

export type Messages = typeof ENGLISH;
export const messages = defineMessages(ENGLISH, () => import('./account-messages-id.ts'));
