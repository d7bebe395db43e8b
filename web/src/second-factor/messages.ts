/** Texts of second factors and of the step-up dialog. */
import { defineMessages } from '../ui/define-messages.ts';

const ENGLISH = {
  code: 'One-time code',
  enter_code: 'Enter the 6-digit code of your authenticator app.',
  passkey_cancelled: 'The passkey was not used. Try again.',
  devices: {
    forget: 'Remove',
    forget_of: (name: string) => `Remove ${name}`,
    title: 'Trusted devices',
    unknown: 'Unknown device',
    until: (time: string) => `No one-time code at sign-in until ${time}`,
  },
  enrolment: {
    continue: 'Continue to dashboard',
    line: 'Your account requires a second factor. Set up an authenticator app or add a passkey to continue.',
    sign_out: 'Sign out',
    title: 'Protect your account',
  },
  passkeys: {
    add: 'Add passkey',
    added: 'Passkey added',
    added_at: (time: string) => `Added ${time}`,
    default_name: 'Passkey',
    enter_name: 'Enter a name.',
    last_used: (time: string) => `last used ${time}`,
    line: 'Sign in with your fingerprint, face or screen lock instead of a password.',
    name: 'Name',
    name_title: 'Rename passkey',
    never_used: 'never used',
    remove: 'Remove',
    remove_line: (name: string) => `You can no longer sign in with “${name}”.`,
    remove_of: (name: string) => `Remove ${name}`,
    remove_title: 'Remove passkey?',
    rename: 'Rename',
    rename_of: (name: string) => `Rename ${name}`,
    save: 'Save',
    title: 'Passkeys',
    unsupported: 'This browser does not support passkeys.',
  },
  recovery: {
    codes_line:
      'Each code signs you in once if you lose your phone or passkey. Store them safely: they are not shown again.',
    codes_title: 'Your recovery codes',
    copied: 'Copied',
    copy: 'Copy codes',
    create: 'Create new codes',
    create_line: 'Your current recovery codes stop working.',
    create_title: 'Create new recovery codes?',
    done: 'Done',
    download: 'Download',
    line: (left: number) => `${left} unused ${left === 1 ? 'code' : 'codes'} left`,
    low: (left: number) =>
      left === 0
        ? 'You have no recovery codes left. Create new ones, so that you can sign in without your phone.'
        : `Only ${left} recovery ${left === 1 ? 'code is' : 'codes are'} left. Create new ones soon.`,
    stored: 'I have stored these codes safely',
    title: 'Recovery codes',
  },
  step_up: {
    cancel: 'Cancel',
    cancelled: 'You did not confirm. Nothing was changed.',
    confirm: 'Confirm',
    enter_password: 'Enter your password.',
    line: 'This action is protected. Confirm to continue; you will not be asked again for five minutes.',
    password: 'Password',
    title: 'Confirm your identity',
    use_code: 'Use a one-time code',
    use_passkey: 'Use passkey',
  },
  totp: {
    confirm_line: 'Enter the code that the app shows.',
    disable: 'Disable',
    disable_line: 'Signing in will no longer ask for a one-time code.',
    disable_title: 'Disable authenticator app?',
    disabled_done: 'Authenticator app disabled',
    enable: 'Enable',
    enabled_done: 'Authenticator app enabled',
    enabled_since: (time: string) => `Enabled since ${time}`,
    enter_key: 'Cannot scan? Enter this key in the app:',
    key: 'Key',
    line: 'Protect your account with a one-time code from an app on your phone.',
    qr: 'QR code for the authenticator app',
    scan: 'Scan this QR code with an authenticator app, such as Google Authenticator or 1Password.',
    set_up: 'Set up',
    setup_title: 'Set up authenticator app',
    title: 'Authenticator app',
  },
};

export type Messages = typeof ENGLISH;
export const messages = defineMessages(ENGLISH, () => import('./messages-id.ts'));
