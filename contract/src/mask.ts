/** Masking of email addresses and phone numbers for roles that may not see them. */

/** `r***@example.com`: enough for support to identify a customer. */
export const maskEmail = (email: string): string =>
  `${email.slice(0, 1)}***@${email.slice(email.lastIndexOf('@') + 1)}`;

/** `***1234`. */
export const maskPhone = (phone: string): string => `***${phone.slice(-4)}`;
