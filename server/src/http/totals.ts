/** Totals of a list by status. */
import { add } from '@dasbor/contract/money';

interface Total<Status> {
  status: Status;
  count: number;
  amount: number;
}

/** Totals in the order of the statuses. */
export const sortByStatus = <Status extends string, Total extends { status: Status }>(
  statuses: readonly Status[],
  totals: readonly Total[],
): Total[] => totals.toSorted((a, b) => statuses.indexOf(a.status) - statuses.indexOf(b.status));

/** One total per status, of rows that are read from several places. */
export function addTotals<Status extends string>(totals: readonly Total<Status>[]): Total<Status>[] {
  const sums = new Map<Status, Total<Status>>();
  for (const { status, count, amount } of totals) {
    const sum = sums.get(status);
    sums.set(status, { status, count: count + (sum?.count ?? 0), amount: add(amount, sum?.amount ?? 0) });
  }
  return [...sums.values()];
}
