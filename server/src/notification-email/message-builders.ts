/** Parts that the messages of both languages share. */
import { formatAccountNumber } from '@dasbor/contract/account-number';
import { formatAmount, toText } from './format.ts';
import type { Facts } from '../db/column-types.ts';

/** The texts about one event; the table of its data follows. `subject` is also the heading. */
export interface ActionMessages {
  subject: (facts: Facts) => string;
  body: (facts: Facts) => string;
  /** The name of such events in a digest. */
  digest_label: string;
}

export const amount = (facts: Facts): string => formatAmount(facts.amount);
export const net = (facts: Facts): string => formatAmount(facts.net_amount);
export const reference = (facts: Facts): string =>
  typeof facts.merchant_reference === 'string' ? ` (${facts.merchant_reference})` : '';
/** `BCA ••••0001`. */
export const bankAccount = (facts: Facts): string =>
  `${toText(facts.bank)} ${formatAccountNumber(toText(facts.account_last4))}`;
export const channel = (facts: Facts): string => (facts.channel === 'SFTP' ? 'SFTP' : 'email');
/** `1 disbursement`, `12 disbursements`. */
export const formatDisbursements = (count: unknown): string =>
  `${toText(count)} ${Number(count) === 1 ? 'disbursement' : 'disbursements'}`;

/** Chooses a text by the outcome of the event. */
export const byOutcome =
  (texts: Record<string, (facts: Facts) => string>) =>
  (facts: Facts): string =>
    (texts[toText(facts.outcome)] ?? Object.values(texts)[0])?.(facts) ?? '';

export const always = (text: string) => (): string => text;

const METHODS = ['virtual_account', 'qris', 'e_wallet', 'card', 'retail', 'direct_debit'];

/** The messages of one action per payment method, numbered from `base + 1`. */
export const buildMethodMessages = (
  base: number,
  build: (code: string) => ActionMessages,
): Record<number, ActionMessages> => Object.fromEntries(METHODS.map((code, index) => [base + index + 1, build(code)]));
