/** Errors of the API: operations of the provider. */
import type { ErrorEntry } from './error-catalogue.ts';

export const PROVIDER_ERRORS = {
  already_shared: ['The person already sees the merchants of the group.', 'No action is needed.'],
  provider_staff: ['The address belongs to staff of the provider, who see all merchants.', 'Invite another person.'],
  too_many_shared_users: ['The group has the most shared users that it may have.', 'Remove one first.'],
  account_group_code_taken: ['An account group has this code.', 'Choose another code.'],
  account_group_cycle: ['The group would be below itself.', 'Choose another parent.'],
  account_group_has_members: ['The group has members.', 'End the memberships first.'],
  account_group_inactive: ['The account group is not active.', 'Activate the group first.'],
  account_group_not_found: ['The account group does not exist.', 'Check the id.'],
  group_owner_without_account: [
    'Consolidated settlement needs an owner whose settlement bank account is approved and in use.',
    'Choose an owner with an approved account, or let the owner set one.',
  ],
  owner_active: ['The merchant has an active superadmin.', 'Let that person invite others.'],
  merchant_in_consolidated_group: [
    'A merchant is paid to the owner of another group.',
    'End that membership, or let the other group pay each merchant.',
  ],
  account_group_without_owner: ['The account group has no owner to be paid.', 'Set its owner first.'],
  commission_end_invalid: ['The end is before the start or in the past.', 'Choose another day.'],
  commission_rule_backdated: ['The rule would begin in the past.', 'Choose today or later.'],
  commission_rule_overlap: ['Another rule applies in the same period.', 'End the other rule first.'],
  draft_exists: ['There is a draft of the rule.', 'Change the draft.'],
  exceeds_invoice: ['The credit note is more than the invoice.', 'Lower the amount.'],
  fee_rule_backdated: ['The fee rule would begin in the past.', 'Choose today or later.'],
  fee_rule_overlap: ['Another fee rule applies in the same period.', 'Change the period.'],
  membership_backdated: ['The membership would begin or end in the past.', 'Choose today or later.'],
  membership_ended: ['The membership has ended.', 'No action is needed.'],
  bank_client_key_taken: [
    'Other credentials have this client key of the bank.',
    'Ask the bank for a client key of its own.',
  ],
  bank_credential_exists: ['The channel has credentials of the merchant.', 'Rotate them, or remove them first.'],
  bank_credential_rejected: ['The bank did not accept the credentials.', 'Check the client key and the client secret.'],
  bank_rotation_in_progress: [
    'The credentials were rotated within the last 24 hours, or meanwhile.',
    'Wait until the overlap has ended, or read the credentials again.',
  ],
  merchant_code_taken: ['A merchant has this code.', 'Choose another code.'],
  merchant_has_balance: ['The merchant has a balance.', 'Settle or transfer it first.'],
  merchant_has_open_payments: [
    'QR codes of the merchant can still be paid, or transfers have no outcome yet.',
    'Suspend the merchant, and close it when they have ended.',
  ],
  merchant_in_other_group: ['The merchant belongs to another group.', 'End that membership first.'],
  merchant_not_found: ['The merchant does not exist.', 'Check the id.'],
  nmid_required: ['The merchant has no NMID.', 'Enter the NMID.'],
  nmid_taken: ['Another merchant has this NMID.', 'Check the NMID.'],
  not_creditable: ['The invoice cannot be credited.', 'Read its status.'],
  parent_not_found: ['The parent group does not exist.', 'Check the id.'],
  announcement_is_over: ['The announcement has ended.', 'Create a new announcement.'],
  announcement_without_merchants: ['The announcement reaches no merchant.', 'Choose other merchants.'],
  fee_rule_in_force: [
    'The fee rule applies already, so that it cannot be withdrawn.',
    'Add a rule that replaces it from a later day.',
  ],
  holiday_file_invalid: [
    'The file of holidays cannot be read, or a line is not valid.',
    'Read `detail` and correct the file.',
  ],
  no_payout_account: ['The owner of the account group has no bank account for payouts.', 'Add a bank account first.'],
  nothing_to_pay: ['The commission statement has no amount to be paid.', 'No action is needed.'],
  outage_is_over: ['The outage has ended.', 'Record a new outage.'],
  duplicate_rail_terms: [
    'The transfer method has terms that begin on that day.',
    'Withdraw them first, or choose another day.',
  ],
  rail_terms_backdated: [
    'The terms of a transfer method would begin today or in the past.',
    'Choose tomorrow or later.',
  ],
  rail_terms_in_force: [
    'The terms apply already, so that they cannot be withdrawn.',
    'Add terms that replace them from a later day.',
  ],
  resolution_pending: [
    'A resolution of the transfer is already awaiting approval.',
    'Another person decides on the request first.',
  ],
  transfer_not_open: ['The transfer has ended.', 'No action is needed.'],
  transfer_too_recent: [
    'A transfer can be resolved manually once its status has been unclear for the configured time.',
    'Request its resolution after `resolvable_from`.',
  ],
  term_in_force: [
    'The settlement term applies already, so that it cannot be withdrawn.',
    'Add a term that replaces it from a later day.',
  ],
} as const satisfies Record<string, ErrorEntry>;
