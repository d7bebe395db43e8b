/** The people to invite, from what was typed or from a CSV file. */
import { INVITATION_EMAILS_MAX, INVITATION_LINES_MAX } from '@dasbor/contract/invitation';

export interface InvitationLine {
  email: string;
  role: string;
}

/** Emails separated by commas, semicolons, spaces or lines, each once. */
export const parseEmails = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\s,;]+/)
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  ),
];

export const hasTooManyEmails = (emails: readonly string[]): boolean => emails.length > INVITATION_EMAILS_MAX;

/** Lines `email,role` of a CSV file, with or without a header; quotes are removed. */
export function parseInvitationFile(text: string): InvitationLine[] {
  return text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .map((line) => line.split(/[,;\t]/).map((cell) => cell.trim().replaceAll(/^"|"$/g, '')))
    .flatMap(([email = '', role = '']) => (email.includes('@') && role !== '' ? [{ email, role }] : []));
}

export const hasTooManyLines = (lines: readonly InvitationLine[]): boolean => lines.length > INVITATION_LINES_MAX;
