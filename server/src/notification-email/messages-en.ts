/** English subjects and texts of notification emails, by action of the catalogue (domain 1.21). */
import { SECURITY_ENGLISH as SECURITY } from './messages-security.ts';
import { PAYOUT_ACCOUNT_ENGLISH as ACCOUNT } from './messages-account.ts';
import { KEY_ENGLISH as KEY } from './messages-key.ts';
import { SNAP_ENGLISH as SNAP } from './messages-snap.ts';
import { AWAITING_APPROVAL_ENGLISH as AWAITING_APPROVAL } from './messages-approval.ts';
import { formatInstant } from '@dasbor/contract/format';
import { formatAmount, formatLocalized, formatMethod, toText } from './format.ts';
import {
  type ActionMessages,
  always,
  amount,
  byOutcome,
  channel,
  buildMethodMessages,
  formatDisbursements,
  net,
  reference,
} from './message-builders.ts';
import { BENEFICIARY_BODY, BENEFICIARY_SUBJECT } from './messages-beneficiary.ts';
import type { EmailDetails } from '../db/column-types.ts';
import { INVOICE_ENGLISH } from './messages-invoice.ts';
import { VERIFICATION_ENGLISH } from './messages-verification.ts';

const method = (details: EmailDetails): string => formatMethod(details, 'en');

const paid = (code: string): ActionMessages => ({
  subject: (details) =>
    `Payment received: ${amount(details)} via ${method({ method: code, ...details })}${reference(details)}`,
  body: (details) => `You received a payment of ${amount(details)} via ${method({ method: code, ...details })}.`,
  digest_label: `Successful payments, ${method({ method: code })}`,
});
const failed = (code: string): ActionMessages => ({
  subject: (details) =>
    `Payment failed: ${amount(details)} via ${method({ method: code, ...details })}${reference(details)}`,
  body: (details) =>
    `A payment of ${amount(details)} via ${method({ method: code, ...details })} failed. The customer was not charged.`,
  digest_label: `Failed payments, ${method({ method: code })}`,
});
const expired = (code: string): ActionMessages => ({
  subject: (details) =>
    `Payment expired: ${amount(details)} via ${method({ method: code, ...details })}${reference(details)}`,
  body: (details) =>
    `A payment of ${amount(details)} via ${method({ method: code, ...details })} was not completed before it expired.`,
  digest_label: `Expired payments, ${method({ method: code })}`,
});

export const ENGLISH: Record<number, ActionMessages> = {
  1001: {
    subject: always('New sign-in to your Dasbor account'),
    body: (details) =>
      `Someone signed in to your account from a new device at ${formatInstant(toText(details.signed_in_at), 'en')}. If this was you, no action is needed. Otherwise, end that session and change your password.`,
    digest_label: 'New sign-ins',
  },
  1002: {
    subject: byOutcome(SECURITY.subjects),
    body: byOutcome(SECURITY.bodies),
    digest_label: 'Credential changes',
  },
  1003: {
    subject: byOutcome({ ...KEY.subjects, ...SNAP.subjects, ...ACCOUNT.subjects }),
    body: byOutcome({ ...KEY.bodies, ...SNAP.bodies, ...ACCOUNT.bodies }),
    digest_label: 'Key, secret and bank account changes',
  },
  1004: {
    subject: byOutcome({
      paid: (details) => `Settlement paid: ${net(details)} (${toText(details.batch_no)})`,
      report_ready: (details) => `Settlement report ready: ${toText(details.batch_no)}`,
      report_blocked: (details) => `Report delivery by ${channel(details)} needs your attention`,
      report_undelivered: (details) => `Report delivery by ${channel(details)} failed`,
    }),
    body: byOutcome({
      paid: (details) => `Settlement ${toText(details.batch_no)} of ${net(details)} was paid.`,
      report_ready: (details) => `The report of settlement ${toText(details.batch_no)} is ready.`,
      report_blocked: always(
        'Update the delivery settings under Manage Notifications, Configuration. Until then we retry once an hour for seven days.',
      ),
      report_undelivered: always(
        'We retried for seven days and stopped. Fix the cause, then resend the report from the report history or download it there.',
      ),
    }),
    digest_label: 'Settlements paid',
  },
  1005: {
    subject: byOutcome({
      failed: (details) => `Settlement failed: ${net(details)} (${toText(details.batch_no)})`,
      returned: (details) => `Settlement returned: ${net(details)} (${toText(details.batch_no)})`,
    }),
    body: byOutcome({
      failed: (details) =>
        `The bank rejected settlement ${toText(details.batch_no)} of ${net(details)}. The funds stay in your account with us. Check your bank account details, then ask your provider to retry the payout.`,
      returned: (details) =>
        `The receiving bank returned settlement ${toText(details.batch_no)} of ${net(details)}. The funds stay in your account with us. Check your bank account details, then ask your provider to retry the payout.`,
    }),
    digest_label: 'Settlements failed or returned',
  },
  1006: {
    subject: byOutcome({
      succeeded: (details) => `Refund completed: ${amount(details)}${reference(details)}`,
      failed: (details) => `Refund failed: ${amount(details)}${reference(details)}`,
    }),
    body: byOutcome({
      succeeded: (details) => `${amount(details)} was refunded to your customer.`,
      failed: (details) =>
        `${amount(details)} could not be refunded. The hold was released; you can request the refund again.`,
    }),
    digest_label: 'Refunds',
  },
  1008: {
    subject: (details) => `Low payout balance for ${toText(details.brand_name)}: ${formatAmount(details.balance)}`,
    body: (details) =>
      `Your payout balance is below ${formatAmount(details.threshold)}. The next alert follows after the balance has recovered and falls below this threshold again.`,
    digest_label: 'Low balances',
  },
  1009: {
    subject: byOutcome({
      failing: (details) => `Webhook endpoint failing: ${toText(details.url)}`,
      disabled: (details) => `Webhook endpoint disabled: ${toText(details.url)}`,
    }),
    body: byOutcome({
      failing: always('Deliveries to this endpoint keep failing. We retry automatically.'),
      disabled: always(
        'All deliveries to this endpoint failed for several days, so it was disabled. Events are stored.',
      ),
    }),
    digest_label: 'Failing webhook endpoints',
  },
  1010: {
    subject: (details) => formatLocalized(details.announcement_title, 'en'),
    body: (details) => formatLocalized(details.announcement_text, 'en'),
    digest_label: 'Announcements',
  },
  1011: {
    subject: byOutcome({
      invited: (details) => `User invited: ${toText(details.email)}`,
      joined: (details) => `User joined: ${toText(details.name)}`,
      role_changed: (details) => `User role changed: ${toText(details.name)}`,
    }),
    body: byOutcome({
      invited: always('A new user was invited to your dashboard.'),
      joined: always('An invited user can now sign in to your dashboard.'),
      role_changed: always('The permissions of this user have changed.'),
    }),
    digest_label: 'User changes',
  },
  1012: VERIFICATION_ENGLISH,
  1013: INVOICE_ENGLISH,
  ...buildMethodMessages(1100, paid),
  ...buildMethodMessages(1110, failed),
  ...buildMethodMessages(1120, expired),
  1201: AWAITING_APPROVAL,
  1202: {
    subject: byOutcome({
      approved: (details) => `Disbursement approved: ${amount(details)}`,
      rejected: (details) => `Disbursement rejected: ${amount(details)}`,
      disbursement_batch_approved: (details) =>
        `Batch approved: ${toText(details.batch_reference)}, ${amount(details)}`,
      disbursement_batch_rejected: (details) =>
        `Batch rejected: ${toText(details.batch_reference)}, ${amount(details)}`,
    }),
    body: byOutcome({
      approved: (details) => `A disbursement of ${amount(details)} was approved and is being sent to the bank.`,
      rejected: (details) => `A disbursement of ${amount(details)} was rejected. No funds were sent.`,
      disbursement_batch_approved: (details) =>
        `The batch ${toText(details.batch_reference)} of ${amount(details)} was approved. Its disbursements are being sent to the banks.`,
      disbursement_batch_rejected: (details) =>
        `The batch ${toText(details.batch_reference)} of ${amount(details)} was rejected: ${toText(details.reason)}. No funds were sent.`,
    }),
    digest_label: 'Disbursements approved or rejected',
  },
  1203: {
    subject: byOutcome({
      success: (details) => `Disbursement completed: ${amount(details)}${reference(details)}`,
      beneficiary: BENEFICIARY_SUBJECT,
    }),
    body: byOutcome({
      success: (details) => `A disbursement of ${amount(details)} was credited to the beneficiary.`,
      beneficiary: BENEFICIARY_BODY,
    }),
    digest_label: 'Completed disbursements',
  },
  1204: {
    subject: (details) => `Disbursement failed: ${amount(details)}${reference(details)}`,
    body: (details) => `A disbursement of ${amount(details)} failed. The funds were returned to your payout balance.`,
    digest_label: 'Failed disbursements',
  },
  1205: {
    subject: (details) => `Disbursement returned: ${amount(details)}${reference(details)}`,
    body: (details) =>
      `The receiving bank returned ${amount(details)}. The funds were returned to your payout balance.`,
    digest_label: 'Returned disbursements',
  },
  1206: {
    subject: (details) => `Disbursement batch finished: ${toText(details.batch_reference)}`,
    body: (details) =>
      `Paid: ${formatDisbursements(details.paid_rows)}, ${amount(details)} in total. Not paid: ${toText(details.failed_rows)}.`,
    digest_label: 'Completed disbursement batches',
  },
  1301: {
    subject: (details) => `Deposit credited: ${net(details)}`,
    body: (details) => `A top-up of ${amount(details)} was credited to your payout balance.`,
    digest_label: 'Deposits credited',
  },
  1302: {
    subject: byOutcome({
      under_review: (details) => `Deposit in review: ${amount(details)}`,
      returned: (details) => `Deposit returned: ${amount(details)}`,
    }),
    body: byOutcome({
      under_review: (details) =>
        `A top-up of ${amount(details)} is being reviewed before it is credited. No action is needed.`,
      returned: (details) => `A top-up of ${amount(details)} was not credited and is being returned to the sender.`,
    }),
    digest_label: 'Deposits in review',
  },
  1401: {
    subject: (details) => `Payment link created: ${toText(details.title)}`,
    body: always('A new payment link was created.'),
    digest_label: 'Payment links created',
  },
  1402: {
    subject: (details) => `Payment link paid: ${toText(details.title)} (${formatAmount(details.collected_amount)})`,
    body: always('Your customer paid this payment link.'),
    digest_label: 'Payment links paid',
  },
  1403: {
    subject: (details) => `Payment link expired: ${toText(details.title)}`,
    body: always('This payment link has expired and can no longer be paid.'),
    digest_label: 'Payment links expired',
  },
  1404: {
    subject: (details) => `Payment link limit reached: ${toText(details.title)}`,
    body: always('This payment link has reached its maximum number of payments and can no longer be paid.'),
    digest_label: 'Payment links at their limit',
  },
};
