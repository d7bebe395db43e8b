/** Validation of the alert, with the same rules as the server. */
import { ALERT_RECIPIENTS_MAX } from '@dasbor/contract/payout-balance';
import { messages } from './messages.ts';

const EMAIL = /^[^\s@,]+@[^\s@,]+\.[^\s@,]+$/;

/** Addresses separated by commas, semicolons or whitespace. */
export const parseRecipients = (text: string): string[] => text.split(/[\s,;]+/).filter((part) => part !== '');

/** The validation error of the recipients; undefined when they are valid. */
export function validateRecipients(text: string): string | undefined {
  const recipients = parseRecipients(text);
  const wrong = recipients.find((each) => !EMAIL.test(each));
  if (recipients.length === 0) return messages().alert.missing;
  if (wrong !== undefined) return messages().alert.invalid(wrong);
  if (new Set(recipients.map((each) => each.toLowerCase())).size < recipients.length) {
    return messages().alert.duplicate;
  }
  return recipients.length > ALERT_RECIPIENTS_MAX ? messages().alert.too_many(ALERT_RECIPIENTS_MAX) : undefined;
}
