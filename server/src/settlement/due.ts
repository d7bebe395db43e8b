/** Payments due on a day, as ranges of payment times: terms and holidays turned into comparisons. */
import { startOfBusinessDay } from '@dasbor/contract/time';
import { type Term, calculateDueCutOff, isBusinessDay } from './calendar.ts';

/** A stored term; `channel_code` null: every bank without its own term. */
export interface DatedTerm extends Term {
  method: string;
  channel_code: string | null;
  /** First payment day (WIB) it applies to. */
  effective_from: string;
  /** Agreed with this merchant, not standard. */
  is_own: boolean;
}

/** Payments of a method and bank with a payment time in [paid_from, paid_to). */
export interface DueRange {
  method: string;
  /** null: any bank except those in `except`. */
  channel_code: string | null;
  except: string[];
  paid_from: string;
  /** Exclusive. */
  paid_to: string;
}

const FIRST_DAY = '1970-01-01';
const LAST_DAY = '9999-12-31';

/**
 * The ranges due on a day, up to `now`. Terms in business days make nothing due on a non-business day. The merchant's
 * own terms replace the standard ones while they apply.
 */
export function buildDueRanges(
  terms: readonly DatedTerm[],
  day: string,
  holidays: ReadonlySet<string>,
  now: Date,
): DueRange[] {
  const is_business_day = isBusinessDay(day, holidays);
  const methods = [...new Set(terms.map(({ method }) => method))].toSorted();
  return methods.flatMap((method) => {
    const of_method = terms.filter((term) => term.method === method);
    const channels = [...new Set(of_method.flatMap(({ channel_code }) => channel_code ?? []))].toSorted();
    return [null, ...channels].flatMap((channel) => {
      const except = channel === null ? channels : [];
      return listTermPeriods(of_method, channel).flatMap(({ term, from, to }): DueRange[] => {
        if (term.basis === 'business' && !is_business_day) return [];
        const paid_from = startOfBusinessDay(from);
        const ends = [startOfBusinessDay(to), calculateDueCutOff(day, term, holidays), now].map((end) => end.getTime());
        const paid_to = new Date(Math.min(...ends));
        if (paid_to <= paid_from) return [];
        return [
          { method, channel_code: channel, except, paid_from: paid_from.toISOString(), paid_to: paid_to.toISOString() },
        ];
      });
    });
  });
}

/** Everything paid before `now`, for early settlement. */
export const buildAllPaidRanges = (methods: readonly string[], now: Date): DueRange[] =>
  methods.map((method) => ({
    method,
    channel_code: null,
    except: [],
    paid_from: startOfBusinessDay(FIRST_DAY).toISOString(),
    paid_to: now.toISOString(),
  }));

/** The term that applies in each period, for a bank of a method. */
function listTermPeriods(
  terms: readonly DatedTerm[],
  channel: string | null,
): { term: DatedTerm; from: string; to: string }[] {
  const starts = [...new Set([FIRST_DAY, ...terms.map(({ effective_from }) => effective_from)])].toSorted();
  return starts.flatMap((from, at) => {
    const term = findTerm(terms, channel, from);
    return term === undefined ? [] : [{ term, from, to: starts[at + 1] ?? LAST_DAY }];
  });
}

/** The term for a payment day. Own terms win over standard ones, bank terms over general ones, newer over older. */
export function findTerm(terms: readonly DatedTerm[], channel: string | null, paid_day: string): DatedTerm | undefined {
  return terms
    .filter((term) => term.effective_from <= paid_day && (term.channel_code === null || term.channel_code === channel))
    .toSorted(
      (a, b) =>
        Number(b.is_own) - Number(a.is_own) ||
        Number(a.channel_code === null) - Number(b.channel_code === null) ||
        b.effective_from.localeCompare(a.effective_from),
    )[0];
}
