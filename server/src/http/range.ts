/** The longest date range of a list. */
import * as duration from '@dasbor/contract/duration';
import { localized } from '@dasbor/contract/language';
import { Problem } from './problem.ts';

const RANGE_MAX_DAYS = 180;

/** Throws 422 `range_too_long` for a range longer than 180 days; a range that is open at one end has no limit. */
export function assertRange({ from, to }: { from?: string | undefined; to?: string | undefined }): void {
  if (from === undefined || to === undefined) return;
  if (Date.parse(to) - Date.parse(from) <= duration.days(RANGE_MAX_DAYS)) return;
  throw new Problem(
    422,
    'range_too_long',
    localized(`Choose a range of at most ${RANGE_MAX_DAYS} days.`, `Pilih rentang paling lama ${RANGE_MAX_DAYS} hari.`),
  );
}
