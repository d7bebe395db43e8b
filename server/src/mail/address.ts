/** Validates email addresses: one plain address that no mail software parses as a list. */
import { z } from 'zod';

const schema = z.email().max(254);

/** Refuses display names, lists, quotes, comments and control characters as well as malformed addresses. */
export const isEmailAddress = (text: string): boolean =>
  schema.safeParse(text).success && text.indexOf('@') <= 64 && !/[\s,;:<>()"\\]|\p{Cc}/u.test(text);
