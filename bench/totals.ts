/** Totals of a filter over half a year, the longest range of the screen, over HTTP. */
import { API_BASE } from '@dasbor/contract/route';
import { type BenchmarkResult, median } from './benchmark.ts';
import { sendRequest, measureAlternately, measureSequentially, formatNumber } from './load.ts';
import { insertPayments, buildRange, getRowCount } from './payments.ts';
import { MERCHANT_ID, startEnvironment } from './environment.ts';

const TURNS = 5;
const LIMIT_MS = 50;
const RANGE_DAYS = 180;

/** Compares with the limit of 50 ms and with aggregating the payments in SQL. Without a range, totals cover the whole year. */
export async function measureTotals(): Promise<BenchmarkResult> {
  const environment = await startEnvironment();
  try {
    const rows = getRowCount();
    const end = await insertPayments(environment, rows);
    const server = await environment.startServer();
    const tokens = await environment.createTokens(60);
    const totals = (query: Record<string, string>) => (turn: number) =>
      sendRequest(`${server.url}${API_BASE}/transactions/summary?${new URLSearchParams(query).toString()}`, {
        headers: { authorization: `Bearer ${tokens[turn % tokens.length] ?? ''}`, 'is-live': 'true' },
      });
    const half = buildRange(end, RANGE_DAYS);
    const [half_year, year] = [totals({ ...half, method: 'qris' }), totals({})];
    const inSql = () =>
      environment.owner.query(
        `select status, count(*), sum(amount) from app.transaction
         where merchant_id = $1 and created_at >= $2 and created_at < $3 and method = 'qris' group by status`,
        [MERCHANT_ID, half.from, half.to],
      );
    await assertEqualTotals((await half_year(0)).body, (await inSql()).rows as { status: string; count: string }[]);
    await measureSequentially(100, year);
    const { a, b } = await measureAlternately(
      TURNS,
      async () => median(await measureSequentially(60, half_year)),
      async () => median(await measureSequentially(3, inSql)),
    );
    const whole = median(await measureSequentially(100, year));
    const lines = [
      `${rows} payments; medians of ${TURNS} turns`,
      `half a year, one method: ${formatNumber(a)} ms; the same aggregated in SQL ${formatNumber(b)} ms`,
      `a year, no filter:       ${formatNumber(whole)} ms (target at most ${LIMIT_MS} ms)`,
    ];
    return { ratio: Math.max(a, whole) / LIMIT_MS, target: 1, comparison: 'at most', lines };
  } finally {
    await environment.stop();
  }
}

/** Asserts that the roll-up equals the aggregate. */
async function assertEqualTotals(body: string, rows: { status: string; count: string }[]): Promise<void> {
  const { data } = JSON.parse(body) as { data: { status: string; count: number }[] };
  const ours = Object.fromEntries(data.map(({ status, count }) => [status, count]));
  const theirs = Object.fromEntries(rows.map(({ status, count }) => [status, Number(count)]));
  for (const status of new Set([...Object.keys(ours), ...Object.keys(theirs)])) {
    if (ours[status] !== theirs[status])
      throw new Error(`${status}: ${ours[status]} counted, ${theirs[status]} expected`);
  }
}
