/** Rules of the e-mail recipients (specification sections 3, 5 and 9). */
import { MAX_EMAIL_RECIPIENTS } from '@dasbor/contract/report-delivery';

export const RECIPIENT_MESSAGES = {
  empty: 'Please enter an email address.',
  blank: 'Email cannot be empty.',
  duplicate: 'This email is already added.',
  too_many: `You can only add up to ${MAX_EMAIL_RECIPIENTS} email recipients.`,
  // The specification has no text for this. Without the check a comma inside an address would
  // make two recipients of one in the comma-separated string.
  malformed: 'Please enter a valid email address.',
} as const;

const ADDRESS = /^[^\s@,;<>"]+@[^\s@,;<>".]+(\.[^\s@,;<>".]+)+$/;
const ADDRESS_MOST_CHARACTERS = 254;

/** `1/2 recipients added`. */
export const formatRecipientCount = (count: number): string => `${count}/${MAX_EMAIL_RECIPIENTS} recipients added`;

/** Why a text cannot be added to the recipients; null when it can. */
export function findRecipientError(text: string, recipients: readonly string[]): string | null {
  const address = text.trim();
  if (text === '') return RECIPIENT_MESSAGES.empty;
  if (address === '') return RECIPIENT_MESSAGES.blank;
  if (recipients.some((added) => added.toLowerCase() === address.toLowerCase())) return RECIPIENT_MESSAGES.duplicate;
  if (recipients.length >= MAX_EMAIL_RECIPIENTS) return RECIPIENT_MESSAGES.too_many;
  if (address.length > ADDRESS_MOST_CHARACTERS || !ADDRESS.test(address)) return RECIPIENT_MESSAGES.malformed;
  return null;
}

/** The addresses of the stored comma-separated string. */
export const splitRecipients = (stored: string): string[] =>
  stored
    .split(',')
    .map((address) => address.trim())
    .filter((address) => address !== '');

export const joinRecipients = (recipients: readonly string[]): string => recipients.join(',');
