/** Texts of the placeholders of screens that are not released yet. */
import { defineMessages } from '../../ui/define-messages.ts';

const ENGLISH = {
  sign_in: 'Sign in',
  titles: {
    account_group: 'Account group',
    account_groups: 'Account groups',
    add_merchant: 'Add merchant',
    analytics: 'Analytics',
    api_settings: 'API settings',
    business: 'Business',
    change_password: 'Change password',
    check_email: 'Check your email',
    commission: 'Commission',
    commissions: 'Commissions',
    confirm_email: 'Confirm your email',
    confirm_phone: 'Confirm your phone number',
    create_account: 'Create an account',
    create_webhook: 'Create webhook',
    disbursement: 'Disbursement',
    disbursements: 'Disbursements',
    edit_merchant: 'Edit merchant',
    forgot_password: 'Forgot your password?',
    join_team: 'Join your team',
    merchant: 'Merchant',
    merchants: 'Merchants',
    register_company: 'Register a company',
    register_person: 'Register as an individual',
    resend_email: 'Resend the email',
    reset_password: 'Reset your password',
    users: 'Users',
  },
};

export type Messages = typeof ENGLISH;
export const messages = defineMessages(ENGLISH, () => import('./messages-id.ts'));
