/** Parts that the messages of both languages share. */
import { formatAccountNumber } from '@dasbor/contract/account-number';
import { formatAmount, toText } from './format.ts';
import type { EmailDetails } from '../db/column-types.ts';

/** The texts about one event; the table of its data follows. `subject` is also the heading. */
export interface ActionMessages {
  subject: (details: EmailDetails) => string;
  body: (details: EmailDetails) => string;
  /** The name of such events in a digest. */
  digest_label: string;
}

export const amount = (details: EmailDetails): string => formatAmount(details.amount);
export const net = (details: EmailDetails): string => formatAmount(details.net_amount);
export const reference = (details: EmailDetails): string =>
  typeof details.merchant_reference === 'string' ? ` (${details.merchant_reference})` : '';
/** `BCA ••••0001`. */
export const bankAccount = (details: EmailDetails): string =>
  `${toText(details.bank)} ${formatAccountNumber(toText(details.account_last4))}`;
export const channel = (details: EmailDetails): string => (details.channel === 'SFTP' ? 'SFTP' : 'email');
/** `1 disbursement`, `12 disbursements`. */
export const formatDisbursements = (count: unknown): string =>
  `${toText(count)} ${Number(count) === 1 ? 'disbursement' : 'disbursements'}`;

/** Chooses a text by the outcome of the event. */
export const byOutcome =
  (texts: Record<string, (details: EmailDetails) => string>) =>
  (details: EmailDetails): string =>
    (texts[toText(details.outcome)] ?? Object.values(texts)[0])?.(details) ?? '';

export const always = (text: string) => (): string => text;

const METHODS = ['virtual_account', 'qris', 'e_wallet', 'card', 'retail', 'direct_debit'];

/** The messages of one action per payment method, numbered from `base + 1`. */
export const buildMethodMessages = (
  base: number,
  build: (code: string) => ActionMessages,
): Record<number, ActionMessages> => Object.fromEntries(METHODS.map((code, index) => [base + index + 1, build(code)]));
