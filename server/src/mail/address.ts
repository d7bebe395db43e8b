/** What counts as an e-mail address: one plain address as people have it, which no mail software reads as a list. */
import { z } from 'zod';

const schema = z.email().max(254);

/** Refuses display names, lists, quotes, comments and control characters along with everything malformed. */
export const isEmailAddress = (text: string): boolean =>
  schema.safeParse(text).success && text.indexOf('@') <= 64 && !/[\s,;:<>()"\\]|\p{Cc}/u.test(text);
