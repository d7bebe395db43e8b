/** Compares the totals of a list with the rows of all its pages. */
import { expect } from 'vitest';
import type { Route } from '@dasbor/contract/route';
import type { TestClient } from './test-app.ts';

interface Total {
  status: string;
  count: number;
  amount: number;
}
type Row = Record<string, unknown> & { status: string };

/** Every row of a list, page by page. */
export async function readAllRows(client: TestClient, route: Route, query: object): Promise<Row[]> {
  const rows: Row[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = (await client.ok(route, { query: { ...query, limit: 100, ...(cursor && { cursor }) } as never })) as {
      data: Row[];
      next_cursor: string | null;
    };
    rows.push(...page.data);
    cursor = page.next_cursor;
  }
  return rows;
}

/** Expects the summary of a filter to be the count and the sum of a field over the rows of the same filter. */
export async function expectTotals(
  client: TestClient,
  [list, summary]: readonly [list: Route, summary: Route],
  query: object,
  getAmount: (row: Record<string, unknown>) => number,
): Promise<void> {
  const rows = await readAllRows(client, list, query);
  const { data } = (await client.ok(summary, { query: query as never })) as { data: Total[] };
  const expected = new Map<string, Total>();
  for (const row of rows) {
    const { status, count, amount } = expected.get(row.status) ?? { status: row.status, count: 0, amount: 0 };
    expected.set(row.status, { status, count: count + 1, amount: amount + getAmount(row) });
  }
  const shown = data.filter(({ count }) => count > 0);
  const order = (a: Total, b: Total) => a.status.localeCompare(b.status);
  expect(shown.toSorted(order), summary.name).toEqual([...expected.values()].toSorted(order));
}
