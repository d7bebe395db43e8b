/** What a check of the contract found, in words for the person at the form. */

interface Issue {
  code: string;
  message: string;
  origin?: string;
  maximum?: unknown;
  minimum?: unknown;
  format?: string;
  expected?: string;
}

/** Words of our own where the checking library has only its own; a message that the contract gives stays. */
export function wordsOfIssue(found: object): string {
  const issue = found as Issue;
  const { code, origin, maximum, minimum, format, message } = issue;
  if (code === 'too_small' && origin === 'string') return 'Fill this in.';
  if (code === 'too_big' && origin === 'string') return `At most ${String(maximum)} characters.`;
  if (code === 'too_small' && origin === 'array') return 'Choose at least one.';
  if (code === 'too_big' && origin === 'array') return `At most ${String(maximum)}.`;
  if (code === 'too_small') return `At least ${Number(minimum).toLocaleString('id-ID')}.`;
  if (code === 'too_big') return `At most ${Number(maximum).toLocaleString('id-ID')}.`;
  if (format === 'email') return 'This is not an e-mail address.';
  if (code === 'invalid_key') return 'Use letters, digits, dots, hyphens and underscores.';
  return message;
}
