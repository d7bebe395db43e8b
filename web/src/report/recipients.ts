/** Rules of the email recipients (specification sections 3, 5 and 9). */
import { EMAIL_RECIPIENTS_MAX } from '@dasbor/contract/report-delivery';
import { messages } from './messages.ts';

const ADDRESS = /^[^\s@,;<>"]+@[^\s@,;<>".]+(\.[^\s@,;<>".]+)+$/;
const ADDRESS_MAX_LENGTH = 254;

/** `1/2 recipients added`. */
export const formatRecipientCount = (count: number): string => messages().recipients.count(count, EMAIL_RECIPIENTS_MAX);

/** The validation error of a new recipient; null when it is valid. */
export function findRecipientError(text: string, recipients: readonly string[]): string | null {
  const t = messages().recipients;
  const address = text.trim();
  if (text === '') return t.empty;
  if (address === '') return t.blank;
  if (recipients.some((added) => added.toLowerCase() === address.toLowerCase())) return t.duplicate;
  if (recipients.length >= EMAIL_RECIPIENTS_MAX) return t.too_many(EMAIL_RECIPIENTS_MAX);
  // Not in the specification: a comma inside an address would become two recipients of the comma-separated string.
  if (address.length > ADDRESS_MAX_LENGTH || !ADDRESS.test(address)) return t.malformed;
  return null;
}

/** The addresses of the stored comma-separated string. */
export const splitRecipients = (stored: string): string[] =>
  stored
    .split(',')
    .map((address) => address.trim())
    .filter((address) => address !== '');

export const joinRecipients = (recipients: readonly string[]): string => recipients.join(',');
