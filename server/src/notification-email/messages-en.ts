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
import type { Facts } from '../db/column-types.ts';
import { INVOICE_ENGLISH } from './messages-invoice.ts';
import { VERIFICATION_ENGLISH } from './messages-verification.ts';

const method = (facts: Facts): string => formatMethod(facts, 'en');

const paid = (code: string): ActionMessages => ({
  subject: (facts) => `Payment received: ${amount(facts)} via ${method({ method: code, ...facts })}${reference(facts)}`,
  body: (facts) => `You received a payment of ${amount(facts)} via ${method({ method: code, ...facts })}.`,
  digest_label: `Successful payments, ${method({ method: code })}`,
});
const failed = (code: string): ActionMessages => ({
  subject: (facts) => `Payment failed: ${amount(facts)} via ${method({ method: code, ...facts })}${reference(facts)}`,
  body: (facts) =>
    `A payment of ${amount(facts)} via ${method({ method: code, ...facts })} failed. The customer was not charged.`,
  digest_label: `Failed payments, ${method({ method: code })}`,
});
const expired = (code: string): ActionMessages => ({
  subject: (facts) => `Payment expired: ${amount(facts)} via ${method({ method: code, ...facts })}${reference(facts)}`,
  body: (facts) =>
    `A payment of ${amount(facts)} via ${method({ method: code, ...facts })} was not completed before it expired.`,
  digest_label: `Expired payments, ${method({ method: code })}`,
});

export const ENGLISH: Record<number, ActionMessages> = {
  1001: {
    subject: always('New sign-in to your Dasbor account'),
    body: (facts) =>
      `Someone signed in to your account from a new device at ${formatInstant(toText(facts.signed_in_at), 'en')}. If this was you, no action is needed. Otherwise, end that session and change your password.`,
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
      paid: (facts) => `Settlement paid: ${net(facts)} (${toText(facts.batch_no)})`,
      report_ready: (facts) => `Settlement report ready: ${toText(facts.batch_no)}`,
      report_blocked: (facts) => `Report delivery by ${channel(facts)} needs your attention`,
      report_undelivered: (facts) => `Report delivery by ${channel(facts)} failed`,
    }),
    body: byOutcome({
      paid: (facts) => `Settlement ${toText(facts.batch_no)} of ${net(facts)} was paid.`,
      report_ready: (facts) => `The report of settlement ${toText(facts.batch_no)} is ready.`,
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
      failed: (facts) => `Settlement failed: ${net(facts)} (${toText(facts.batch_no)})`,
      returned: (facts) => `Settlement returned: ${net(facts)} (${toText(facts.batch_no)})`,
    }),
    body: byOutcome({
      failed: (facts) =>
        `The bank rejected settlement ${toText(facts.batch_no)} of ${net(facts)}. The funds stay in your account with us. Check your bank account details, then ask your provider to retry the payout.`,
      returned: (facts) =>
        `The receiving bank returned settlement ${toText(facts.batch_no)} of ${net(facts)}. The funds stay in your account with us. Check your bank account details, then ask your provider to retry the payout.`,
    }),
    digest_label: 'Settlements failed or returned',
  },
  1006: {
    subject: byOutcome({
      succeeded: (facts) => `Refund completed: ${amount(facts)}${reference(facts)}`,
      failed: (facts) => `Refund failed: ${amount(facts)}${reference(facts)}`,
    }),
    body: byOutcome({
      succeeded: (facts) => `${amount(facts)} was refunded to your customer.`,
      failed: (facts) =>
        `${amount(facts)} could not be refunded. The hold was released; you can request the refund again.`,
    }),
    digest_label: 'Refunds',
  },
  1008: {
    subject: (facts) => `Low payout balance for ${toText(facts.brand_name)}: ${formatAmount(facts.balance)}`,
    body: (facts) =>
      `Your payout balance is below ${formatAmount(facts.threshold)}. The next alert follows after the balance has recovered and falls below this threshold again.`,
    digest_label: 'Low balances',
  },
  1009: {
    subject: byOutcome({
      failing: (facts) => `Webhook endpoint failing: ${toText(facts.url)}`,
      disabled: (facts) => `Webhook endpoint disabled: ${toText(facts.url)}`,
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
    subject: (facts) => formatLocalized(facts.announcement_title, 'en'),
    body: (facts) => formatLocalized(facts.announcement_text, 'en'),
    digest_label: 'Announcements',
  },
  1011: {
    subject: byOutcome({
      invited: (facts) => `User invited: ${toText(facts.email)}`,
      joined: (facts) => `User joined: ${toText(facts.name)}`,
      role_changed: (facts) => `User role changed: ${toText(facts.name)}`,
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
      approved: (facts) => `Disbursement approved: ${amount(facts)}`,
      rejected: (facts) => `Disbursement rejected: ${amount(facts)}`,
      disbursement_batch_approved: (facts) => `Batch approved: ${toText(facts.batch_reference)}, ${amount(facts)}`,
      disbursement_batch_rejected: (facts) => `Batch rejected: ${toText(facts.batch_reference)}, ${amount(facts)}`,
    }),
    body: byOutcome({
      approved: (facts) => `A disbursement of ${amount(facts)} was approved and is being sent to the bank.`,
      rejected: (facts) => `A disbursement of ${amount(facts)} was rejected. No funds were sent.`,
      disbursement_batch_approved: (facts) =>
        `The batch ${toText(facts.batch_reference)} of ${amount(facts)} was approved. Its disbursements are being sent to the banks.`,
      disbursement_batch_rejected: (facts) =>
        `The batch ${toText(facts.batch_reference)} of ${amount(facts)} was rejected: ${toText(facts.reason)}. No funds were sent.`,
    }),
    digest_label: 'Disbursements approved or rejected',
  },
  1203: {
    subject: byOutcome({
      success: (facts) => `Disbursement completed: ${amount(facts)}${reference(facts)}`,
      beneficiary: BENEFICIARY_SUBJECT,
    }),
    body: byOutcome({
      success: (facts) => `A disbursement of ${amount(facts)} was credited to the beneficiary.`,
      beneficiary: BENEFICIARY_BODY,
    }),
    digest_label: 'Completed disbursements',
  },
  1204: {
    subject: (facts) => `Disbursement failed: ${amount(facts)}${reference(facts)}`,
    body: (facts) => `A disbursement of ${amount(facts)} failed. The funds were returned to your payout balance.`,
    digest_label: 'Failed disbursements',
  },
  1205: {
    subject: (facts) => `Disbursement returned: ${amount(facts)}${reference(facts)}`,
    body: (facts) => `The receiving bank returned ${amount(facts)}. The funds were returned to your payout balance.`,
    digest_label: 'Returned disbursements',
  },
  1206: {
    subject: (facts) => `Disbursement batch finished: ${toText(facts.batch_reference)}`,
    body: (facts) =>
      `Paid: ${formatDisbursements(facts.paid_rows)}, ${amount(facts)} in total. Not paid: ${toText(facts.failed_rows)}.`,
    digest_label: 'Completed disbursement batches',
  },
  1301: {
    subject: (facts) => `Deposit credited: ${net(facts)}`,
    body: (facts) => `A top-up of ${amount(facts)} was credited to your payout balance.`,
    digest_label: 'Deposits credited',
  },
  1302: {
    subject: byOutcome({
      under_review: (facts) => `Deposit in review: ${amount(facts)}`,
      returned: (facts) => `Deposit returned: ${amount(facts)}`,
    }),
    body: byOutcome({
      under_review: (facts) =>
        `A top-up of ${amount(facts)} is being reviewed before it is credited. No action is needed.`,
      returned: (facts) => `A top-up of ${amount(facts)} was not credited and is being returned to the sender.`,
    }),
    digest_label: 'Deposits in review',
  },
  1401: {
    subject: (facts) => `Payment link created: ${toText(facts.title)}`,
    body: always('A new payment link was created.'),
    digest_label: 'Payment links created',
  },
  1402: {
    subject: (facts) => `Payment link paid: ${toText(facts.title)} (${formatAmount(facts.collected_amount)})`,
    body: always('Your customer paid this payment link.'),
    digest_label: 'Payment links paid',
  },
  1403: {
    subject: (facts) => `Payment link expired: ${toText(facts.title)}`,
    body: always('This payment link has expired and can no longer be paid.'),
    digest_label: 'Payment links expired',
  },
  1404: {
    subject: (facts) => `Payment link limit reached: ${toText(facts.title)}`,
    body: always('This payment link has reached its maximum number of payments and can no longer be paid.'),
    digest_label: 'Payment links at their limit',
  },
};
