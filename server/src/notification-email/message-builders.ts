/** Parts that the messages of both languages share. */
import { formatAccountNumber } from '@dasbor/contract/account-number';
import { formatAmount, toText } from './format.ts';
import type { TemplateData } from '../db/column-types.ts';

/** The texts about one event; the table of its data follows. `subject` is also the heading. */
export interface ActionMessages {
  subject: (data: TemplateData) => string;
  body: (data: TemplateData) => string;
  /** The name of such events in a digest. */
  digest_label: string;
}

export const amount = (data: TemplateData): string => formatAmount(data.amount);
export const net = (data: TemplateData): string => formatAmount(data.net_amount);
export const reference = (data: TemplateData): string =>
  typeof data.merchant_reference === 'string' ? ` (${data.merchant_reference})` : '';
/** `BCA ••••0001`. */
export const bankAccount = (data: TemplateData): string =>
  `${toText(data.bank)} ${formatAccountNumber(toText(data.account_last4))}`;
export const channel = (data: TemplateData): string => (data.channel === 'SFTP' ? 'SFTP' : 'email');
/** `1 disbursement`, `12 disbursements`. */
export const formatDisbursements = (count: unknown): string =>
  `${toText(count)} ${Number(count) === 1 ? 'disbursement' : 'disbursements'}`;

/** Chooses a text by the outcome of the event. */
export const byOutcome =
  (texts: Record<string, (data: TemplateData) => string>) =>
  (data: TemplateData): string =>
    (texts[toText(data.outcome)] ?? Object.values(texts)[0])?.(data) ?? '';

export const always = (text: string) => (): string => text;

const METHODS = ['virtual_account', 'qris', 'e_wallet', 'card', 'retail', 'direct_debit'];

/** The messages of one action per payment method, numbered from `base + 1`. */
export const buildMethodMessages = (
  base: number,
  build: (code: string) => ActionMessages,
): Record<number, ActionMessages> => Object.fromEntries(METHODS.map((code, index) => [base + index + 1, build(code)]));
