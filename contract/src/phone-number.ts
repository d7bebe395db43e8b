/** Phone numbers in E.164 form. Without zod, so that forms check them as the server does. */

/** Removes spaces and punctuation; a leading 0 before an 8 is Indonesia's. */
export const normalizePhone = (given: string): string => given.replaceAll(/[\s().-]/g, '').replace(/^0(?=8)/, '+62');

export const PHONE_PATTERN = /^\+[1-9]\d{6,14}$/;

/** Whether the server accepts the number as entered. */
export const isPhone = (given: string): boolean => PHONE_PATTERN.test(normalizePhone(given));
