/** What may be saved as an alert: the same rules as the server's, told while typing. */
import { ALERT_RECIPIENTS_MAX } from '@dasbor/contract/payout-balance';

const EMAIL = /^[^\s@,]+@[^\s@,]+\.[^\s@,]+$/;

/** Addresses of the field: separated by commas, spaces or lines. */
export const parseRecipients = (text: string): string[] => text.split(/[\s,;]+/).filter((part) => part !== '');

/** What is wrong with the addresses; undefined when nothing is. */
export function validateRecipients(text: string): string | undefined {
  const recipients = parseRecipients(text);
  const wrong = recipients.find((each) => !EMAIL.test(each));
  if (recipients.length === 0) return 'Please enter an email address.';
  if (wrong !== undefined) return `${wrong} is not an e-mail address.`;
  if (new Set(recipients.map((each) => each.toLowerCase())).size < recipients.length) {
    return 'This email is already added.';
  }
  return recipients.length > ALERT_RECIPIENTS_MAX
    ? `You can only add up to ${ALERT_RECIPIENTS_MAX} recipients.`
    : undefined;
}
