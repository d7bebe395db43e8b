/** The words of a line by which references are found. Pure. */
import type { ParsedLine } from './parse-statement.ts';

/** Words that may be references: letters, digits, `_`, with a digit among at least six characters, in capitals. */
export const listTokens = ({ reference, description, unwrapped = '' }: ParsedLine): string[] => [
  ...new Set(
    `${reference} ${description} ${unwrapped}`
      .toUpperCase()
      .split(/[^A-Z0-9_-]+/)
      .filter((token) => token.length >= 6 && /\d/.test(token)),
  ),
];
