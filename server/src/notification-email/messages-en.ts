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
import type { TemplateData } from '../db/column-types.ts';
import { INVOICE_ENGLISH } from './messages-invoice.ts';
import { VERIFICATION_ENGLISH } from './messages-verification.ts';

const method = (data: TemplateData): string => formatMethod(data, 'en');

const paid = (code: string): ActionMessages => ({
  subject: (data) => `Payment received: ${amount(data)} via ${method({ method: code, ...data })}${reference(data)}`,
  body: (data) => `You received a payment of ${amount(data)} via ${method({ method: code, ...data })}.`,
  digest_label: `Successful payments, ${method({ method: code })}`,
});
const failed = (code: string): ActionMessages => ({
  subject: (data) => `Payment failed: ${amount(data)} via ${method({ method: code, ...data })}${reference(data)}`,
  body: (data) =>
    `A payment of ${amount(data)} via ${method({ method: code, ...data })} failed. The customer was not charged.`,
  digest_label: `Failed payments, ${method({ method: code })}`,
});
const expired = (code: string): ActionMessages => ({
  subject: (data) => `Payment expired: ${amount(data)} via ${method({ method: code, ...data })}${reference(data)}`,
  body: (data) =>
    `A payment of ${amount(data)} via ${method({ method: code, ...data })} was not completed before it expired.`,
  digest_label: `Expired payments, ${method({ method: code })}`,
});

export const ENGLISH: Record<number, ActionMessages> = {
  1001: {
    subject: always('New sign-in to your Dasbor account'),
    body: (data) =>
      `Someone signed in to your account from a new device at ${formatInstant(toText(data.signed_in_at), 'en')}. If this was you, no action is needed. Otherwise, end that session and change your password.`,
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
      paid: (data) => `Settlement paid: ${net(data)} (${toText(data.batch_no)})`,
      report_ready: (data) => `Settlement report ready: ${toText(data.batch_no)}`,
      report_blocked: (data) => `Report delivery by ${channel(data)} needs your attention`,
      report_undelivered: (data) => `Report delivery by ${channel(data)} failed`,
    }),
    body: byOutcome({
      paid: (data) => `Settlement ${toText(data.batch_no)} of ${net(data)} was paid.`,
      report_ready: (data) => `The report of settlement ${toText(data.batch_no)} is ready.`,
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
      failed: (data) => `Settlement failed: ${net(data)} (${toText(data.batch_no)})`,
      returned: (data) => `Settlement returned: ${net(data)} (${toText(data.batch_no)})`,
    }),
    body: byOutcome({
      failed: (data) =>
        `The bank rejected settlement ${toText(data.batch_no)} of ${net(data)}. The funds stay in your account with us. Check your bank account details, then ask your provider to retry the payout.`,
      returned: (data) =>
        `The receiving bank returned settlement ${toText(data.batch_no)} of ${net(data)}. The funds stay in your account with us. Check your bank account details, then ask your provider to retry the payout.`,
    }),
    digest_label: 'Settlements failed or returned',
  },
  1006: {
    subject: byOutcome({
      succeeded: (data) => `Refund completed: ${amount(data)}${reference(data)}`,
      failed: (data) => `Refund failed: ${amount(data)}${reference(data)}`,
    }),
    body: byOutcome({
      succeeded: (data) => `${amount(data)} was refunded to your customer.`,
      failed: (data) =>
        `${amount(data)} could not be refunded. The hold was released; you can request the refund again.`,
    }),
    digest_label: 'Refunds',
  },
  1008: {
    subject: (data) => `Low payout balance for ${toText(data.brand_name)}: ${formatAmount(data.balance)}`,
    body: (data) =>
      `Your payout balance is below ${formatAmount(data.threshold)}. The next alert follows after the balance has recovered and falls below this threshold again.`,
    digest_label: 'Low balances',
  },
  1009: {
    subject: byOutcome({
      failing: (data) => `Webhook endpoint failing: ${toText(data.url)}`,
      disabled: (data) => `Webhook endpoint disabled: ${toText(data.url)}`,
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
    subject: (data) => formatLocalized(data.announcement_title, 'en'),
    body: (data) => formatLocalized(data.announcement_text, 'en'),
    digest_label: 'Announcements',
  },
  1011: {
    subject: byOutcome({
      invited: (data) => `User invited: ${toText(data.email)}`,
      joined: (data) => `User joined: ${toText(data.name)}`,
      role_changed: (data) => `User role changed: ${toText(data.name)}`,
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
      approved: (data) => `Disbursement approved: ${amount(data)}`,
      rejected: (data) => `Disbursement rejected: ${amount(data)}`,
      disbursement_batch_approved: (data) => `Batch approved: ${toText(data.batch_reference)}, ${amount(data)}`,
      disbursement_batch_rejected: (data) => `Batch rejected: ${toText(data.batch_reference)}, ${amount(data)}`,
    }),
    body: byOutcome({
      approved: (data) => `A disbursement of ${amount(data)} was approved and is being sent to the bank.`,
      rejected: (data) => `A disbursement of ${amount(data)} was rejected. No funds were sent.`,
      disbursement_batch_approved: (data) =>
        `The batch ${toText(data.batch_reference)} of ${amount(data)} was approved. Its disbursements are being sent to the banks.`,
      disbursement_batch_rejected: (data) =>
        `The batch ${toText(data.batch_reference)} of ${amount(data)} was rejected: ${toText(data.reason)}. No funds were sent.`,
    }),
    digest_label: 'Disbursements approved or rejected',
  },
  1203: {
    subject: byOutcome({
      success: (data) => `Disbursement completed: ${amount(data)}${reference(data)}`,
      beneficiary: BENEFICIARY_SUBJECT,
    }),
    body: byOutcome({
      success: (data) => `A disbursement of ${amount(data)} was credited to the beneficiary.`,
      beneficiary: BENEFICIARY_BODY,
    }),
    digest_label: 'Completed disbursements',
  },
  1204: {
    subject: (data) => `Disbursement failed: ${amount(data)}${reference(data)}`,
    body: (data) => `A disbursement of ${amount(data)} failed. The funds were returned to your payout balance.`,
    digest_label: 'Failed disbursements',
  },
  1205: {
    subject: (data) => `Disbursement returned: ${amount(data)}${reference(data)}`,
    body: (data) => `The receiving bank returned ${amount(data)}. The funds were returned to your payout balance.`,
    digest_label: 'Returned disbursements',
  },
  1206: {
    subject: (data) => `Disbursement batch finished: ${toText(data.batch_reference)}`,
    body: (data) =>
      `Paid: ${formatDisbursements(data.paid_rows)}, ${amount(data)} in total. Not paid: ${toText(data.failed_rows)}.`,
    digest_label: 'Completed disbursement batches',
  },
  1301: {
    subject: (data) => `Deposit credited: ${net(data)}`,
    body: (data) => `A top-up of ${amount(data)} was credited to your payout balance.`,
    digest_label: 'Deposits credited',
  },
  1302: {
    subject: byOutcome({
      under_review: (data) => `Deposit in review: ${amount(data)}`,
      returned: (data) => `Deposit returned: ${amount(data)}`,
    }),
    body: byOutcome({
      under_review: (data) =>
        `A top-up of ${amount(data)} is being reviewed before it is credited. No action is needed.`,
      returned: (data) => `A top-up of ${amount(data)} was not credited and is being returned to the sender.`,
    }),
    digest_label: 'Deposits in review',
  },
  1401: {
    subject: (data) => `Payment link created: ${toText(data.title)}`,
    body: always('A new payment link was created.'),
    digest_label: 'Payment links created',
  },
  1402: {
    subject: (data) => `Payment link paid: ${toText(data.title)} (${formatAmount(data.collected_amount)})`,
    body: always('Your customer paid this payment link.'),
    digest_label: 'Payment links paid',
  },
  1403: {
    subject: (data) => `Payment link expired: ${toText(data.title)}`,
    body: always('This payment link has expired and can no longer be paid.'),
    digest_label: 'Payment links expired',
  },
  1404: {
    subject: (data) => `Payment link limit reached: ${toText(data.title)}`,
    body: always('This payment link has reached its maximum number of payments and can no longer be paid.'),
    digest_label: 'Payment links at their limit',
  },
};
