/** Validates the query and the body of a request. */
import { z } from 'zod';
import { type Language, localized } from '@dasbor/contract/language';
import type { Route } from '@dasbor/contract/route';
import { findUnstorableText } from '@dasbor/contract/text';
import { BUILT_IN_MESSAGES, Problem, invalidInput } from './problem.ts';

/** The query of a route; unknown parameters are rejected, so that a misspelt filter is not ignored. */
export const buildStrictQuery = (route: Route): z.ZodType => route.query?.strict() ?? z.strictObject({});

const UNSTORABLE_TEXT = localized(
  'Remove the invalid character (U+0000 or half of a surrogate pair).',
  'Hapus karakter yang tidak valid (U+0000 atau separuh pasangan surrogate).',
);

/** Throws 400 with each invalid field. */
export function parseInput(schema: z.ZodType, value: unknown, language: Language): unknown {
  const given = value ?? {};
  const path = findUnstorableText(given);
  if (path !== null) throw invalidField(path.join('.'), UNSTORABLE_TEXT);
  const parsed = schema.safeParse(given, { error: BUILT_IN_MESSAGES[language] });
  if (!parsed.success) throw invalidInput(parsed.error, language);
  return parsed.data;
}

const invalidField = (field: string, detail: { en: string; id: string }): Problem => {
  const message = field === '' ? detail : localized(`${field}: ${detail.en}`, `${field}: ${detail.id}`);
  return new Problem(400, 'invalid_request', message, { errors: [{ field, detail }] });
};

/** Start of a range and its end, by the names that the contract uses. */
const RANGES: [start: RegExp, end: string][] = [
  [/^(|.+_)from$/, 'to'],
  [/^(.+_)min$/, 'max'],
];

const REVERSED = localized('Must not be before the start of the range.', 'Tidak boleh sebelum awal rentang.');

/** Throws 400 when a range of a query ends before it starts. */
export function assertNoReversedRange(query: unknown): void {
  for (const [name, start] of Object.entries((query ?? {}) as Record<string, unknown>)) {
    for (const [pattern, suffix] of RANGES) {
      const prefix = pattern.exec(name)?.[1];
      if (prefix === undefined) continue;
      const end = (query as Record<string, unknown>)[prefix + suffix];
      if (isBefore(end, start)) throw invalidField(prefix + suffix, REVERSED);
    }
  }
}

const ISO_TIME = /^\d{4}-\d{2}-\d{2}(T|$)/;

/** Amounts are numbers; times are instants or days in ISO 8601. */
function isBefore(left: unknown, right: unknown): boolean {
  if (typeof left === 'number' && typeof right === 'number') return left < right;
  if (typeof left !== 'string' || typeof right !== 'string') return false;
  return ISO_TIME.test(left) && ISO_TIME.test(right) && Date.parse(left) < Date.parse(right);
}
