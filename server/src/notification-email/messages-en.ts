/** What mails say in English, by action of the catalogue (domain 1.21). */
import { methodText, rupiahText, textOf, timeText } from './format.ts';
import type { Facts } from './rules.ts';

/** What a mail about one event says before its facts. `subject` is also its heading. */
export interface ActionMessages {
  subject: (facts: Facts) => string;
  opening: (facts: Facts) => string;
  /** What a digest calls such events. */
  many: string;
}

const amount = (facts: Facts): string => rupiahText(facts.amount);
const net = (facts: Facts): string => rupiahText(facts.net_amount);
const way = (facts: Facts): string => methodText(facts, 'en');
const of = (facts: Facts): string =>
  typeof facts.merchant_reference === 'string' ? ` (${facts.merchant_reference})` : '';
/** Words by what became of it. */
const by =
  (words: Record<string, (facts: Facts) => string>) =>
  (facts: Facts): string =>
    (words[textOf(facts.outcome)] ?? Object.values(words)[0])?.(facts) ?? '';
const always = (text: string) => (): string => text;

const paid = (method: string): ActionMessages => ({
  subject: (facts) => `Paid: ${amount(facts)} by ${way({ method, ...facts })}${of(facts)}`,
  opening: (facts) => `A payment of ${amount(facts)} by ${way({ method, ...facts })} was successful.`,
  many: `Successful, ${way({ method })}`,
});
const failed = (method: string): ActionMessages => ({
  subject: (facts) => `Failed: ${amount(facts)} by ${way({ method, ...facts })}${of(facts)}`,
  opening: (facts) => `A payment of ${amount(facts)} by ${way({ method, ...facts })} failed. No money was taken.`,
  many: `Failed, ${way({ method })}`,
});
const expired = (method: string): ActionMessages => ({
  subject: (facts) => `Expired: ${amount(facts)} by ${way({ method, ...facts })}${of(facts)}`,
  opening: (facts) => `A payment of ${amount(facts)} by ${way({ method, ...facts })} was not made in time.`,
  many: `Expired, ${way({ method })}`,
});
const methods = ['virtual_account', 'qris', 'e_wallet', 'card', 'retail', 'direct_debit'];
const ofMethods = (tens: number, words: (method: string) => ActionMessages) =>
  Object.fromEntries(methods.map((method, place) => [tens + place + 1, words(method)]));

export const ENGLISH: Record<number, ActionMessages> = {
  1001: {
    subject: always('New sign-in to your Dasbor account'),
    opening: (facts) =>
      `Somebody signed in to your account from a device that we have not seen before, at ${timeText(facts.signed_in_at, 'en')}. If this was you, there is nothing to do. If it was not, end that session and change your password.`,
    many: 'New sign-ins',
  },
  1002: {
    subject: by({
      password: always('Your password was changed'),
      two_factor: always('Your two-factor authentication was changed'),
      email: always('Your e-mail address was changed'),
    }),
    opening: always('If this was you, there is nothing to do. If it was not, reset your password now.'),
    many: 'Changed credentials',
  },
  1003: {
    subject: by({
      created: (facts) => `API key created: ${textOf(facts.key_name)}`,
      revoked: (facts) => `API key revoked: ${textOf(facts.key_name)}`,
      rolled: (facts) => `API key rolled: ${textOf(facts.key_name)}`,
      secret_changed: always('A webhook secret was changed'),
    }),
    opening: by({
      created: always('A new API key can act for your business. If nobody of yours made it, revoke it now.'),
      revoked: always('This API key no longer works. Servers that still use it are refused.'),
      rolled: always('This API key has a new secret. The old one no longer works.'),
      secret_changed: always('Webhooks are signed with a new secret. If nobody of yours changed it, roll it now.'),
    }),
    many: 'Changed keys',
  },
  1004: {
    subject: by({
      paid: (facts) => `Settlement paid: ${net(facts)} (${textOf(facts.batch_no)})`,
      report_ready: (facts) => `Settlement report ready: ${textOf(facts.batch_no)}`,
      report_blocked: (facts) => `Reports are not getting through by ${textOf(facts.channel)}`,
      report_undelivered: (facts) => `A report could not be delivered by ${textOf(facts.channel)}`,
    }),
    opening: by({
      paid: (facts) => `Your settlement ${textOf(facts.batch_no)} of ${net(facts)} was paid.`,
      report_ready: (facts) => `The report of your settlement ${textOf(facts.batch_no)} is ready.`,
      report_blocked: always(
        'Only somebody of yours can mend this, in the dashboard under Manage Notifications, Configuration. Until then it is tried once an hour, for seven days.',
      ),
      report_undelivered: always(
        'It was tried for seven days and is not tried any more. When the cause is mended, send the report again from the list of reports, or download it there.',
      ),
    }),
    many: 'Settlements paid',
  },
  1005: {
    subject: by({
      failed: (facts) => `Settlement failed: ${net(facts)} (${textOf(facts.batch_no)})`,
      returned: (facts) => `Settlement came back: ${net(facts)} (${textOf(facts.batch_no)})`,
    }),
    opening: by({
      failed: (facts) =>
        `The bank refused your settlement ${textOf(facts.batch_no)} of ${net(facts)}. The money is kept for you; check the bank account and have it sent again.`,
      returned: (facts) =>
        `The receiving bank sent your settlement ${textOf(facts.batch_no)} of ${net(facts)} back. The money is kept for you; check the bank account and have it sent again.`,
    }),
    many: 'Settlements failed or returned',
  },
  1006: {
    subject: by({
      succeeded: (facts) => `Refunded: ${amount(facts)}${of(facts)}`,
      failed: (facts) => `Refund failed: ${amount(facts)}${of(facts)}`,
    }),
    opening: by({
      succeeded: (facts) => `${amount(facts)} was given back to your customer.`,
      failed: (facts) => `${amount(facts)} could not be given back. The money is free again, and you can ask anew.`,
    }),
    many: 'Refunds',
  },
  1008: {
    subject: (facts) => `Low payout balance of ${textOf(facts.brand_name)}: ${rupiahText(facts.balance)}`,
    opening: (facts) =>
      `Your payout balance is below ${rupiahText(facts.threshold)}. You will not be told again before it has been at that amount or above.`,
    many: 'Low balances',
  },
  1009: {
    subject: by({
      failing: (facts) => `Webhook endpoint failing: ${textOf(facts.url)}`,
      disabled: (facts) => `Webhook endpoint disabled: ${textOf(facts.url)}`,
    }),
    opening: by({
      failing: always('Deliveries to this endpoint keep failing. They are tried again.'),
      disabled: always('Every delivery to this endpoint failed for days, so it was switched off. Events are kept.'),
    }),
    many: 'Failing webhook endpoints',
  },
  1010: {
    subject: (facts) => textOf(facts.title, 'News of Dasbor'),
    opening: (facts) => textOf(facts.text),
    many: 'Announcements',
  },
  1011: {
    subject: by({
      invited: (facts) => `${textOf(facts.email)} was invited`,
      joined: (facts) => `${textOf(facts.name)} has joined`,
      role_changed: (facts) => `${textOf(facts.name)} has another role`,
    }),
    opening: by({
      invited: always('Somebody was invited to work with you in the dashboard.'),
      joined: always('Somebody who was invited can now sign in.'),
      role_changed: always('What this person may see and do has changed.'),
    }),
    many: 'Changes of people',
  },
  1012: {
    subject: by({
      submitted: always('Your business verification was sent in'),
      in_review: always('Your business verification is being reviewed'),
      needs_revision: always('Your business verification needs something from you'),
      approved: always('Your business is verified'),
      rejected: always('Your business verification was rejected'),
    }),
    opening: by({
      submitted: always('We will look at it and tell you what comes of it.'),
      in_review: always('Somebody is looking at what you sent in.'),
      needs_revision: always('Please look at what is missing and send it in again.'),
      approved: always('Everything is in order. You can take payments.'),
      rejected: always('Please see why, and write to support if you disagree.'),
    }),
    many: 'Business verification',
  },
  ...ofMethods(1100, paid),
  ...ofMethods(1110, failed),
  ...ofMethods(1120, expired),
  1201: {
    subject: (facts) => `Disbursement awaits your approval: ${amount(facts)}`,
    opening: (facts) => `A disbursement of ${amount(facts)} waits for somebody to approve it.`,
    many: 'Disbursements awaiting approval',
  },
  1202: {
    subject: by({
      approved: (facts) => `Disbursement approved: ${amount(facts)}`,
      rejected: (facts) => `Disbursement rejected: ${amount(facts)}`,
    }),
    opening: by({
      approved: (facts) => `A disbursement of ${amount(facts)} was approved and goes to the bank.`,
      rejected: (facts) => `A disbursement of ${amount(facts)} was rejected. No money left.`,
    }),
    many: 'Disbursements approved or rejected',
  },
  1203: {
    subject: (facts) => `Disbursed: ${amount(facts)}${of(facts)}`,
    opening: (facts) => `A disbursement of ${amount(facts)} reached its account.`,
    many: 'Successful disbursements',
  },
  1204: {
    subject: (facts) => `Disbursement failed: ${amount(facts)}${of(facts)}`,
    opening: (facts) => `A disbursement of ${amount(facts)} failed. The money is in your payout balance again.`,
    many: 'Failed disbursements',
  },
  1205: {
    subject: (facts) => `Disbursement came back: ${amount(facts)}${of(facts)}`,
    opening: (facts) => `The receiving bank sent ${amount(facts)} back. The money is in your payout balance again.`,
    many: 'Reversed disbursements',
  },
  1206: {
    subject: (facts) => `Disbursement batch finished: ${textOf(facts.title ?? facts.batch_no)}`,
    opening: always('Every line of the batch has come to its end. The result file is on its page.'),
    many: 'Finished disbursement batches',
  },
  1301: {
    subject: (facts) => `Deposit credited: ${net(facts)}`,
    opening: (facts) => `A top-up of ${amount(facts)} reached your payout balance.`,
    many: 'Deposits credited',
  },
  1302: {
    subject: by({
      under_review: (facts) => `Deposit under review: ${amount(facts)}`,
      returned: (facts) => `Deposit sent back: ${amount(facts)}`,
    }),
    opening: by({
      under_review: (facts) =>
        `A top-up of ${amount(facts)} arrived and is looked at before it is credited. You need to do nothing.`,
      returned: (facts) => `A top-up of ${amount(facts)} was not credited. The money goes back to where it came from.`,
    }),
    many: 'Deposits under review',
  },
  1401: {
    subject: (facts) => `Payment link created: ${textOf(facts.title)}`,
    opening: always('A payment link was made for your customers.'),
    many: 'Payment links created',
  },
  1402: {
    subject: (facts) => `Payment link paid: ${textOf(facts.title)} (${rupiahText(facts.collected_amount)})`,
    opening: always('Your customer has paid this link.'),
    many: 'Payment links paid',
  },
  1403: {
    subject: (facts) => `Payment link expired: ${textOf(facts.title)}`,
    opening: always('The time of this link is over. It can no longer be paid.'),
    many: 'Payment links expired',
  },
  1404: {
    subject: (facts) => `Payment link has reached its limit: ${textOf(facts.title)}`,
    opening: always('This link took as many payments as it may. It can no longer be paid.'),
    many: 'Payment links at their limit',
  },
};
