/** Every widget of analytics over a year of a large merchant, over HTTP. */
import { API_BASE } from '@dasbor/contract/route';
import { seedYear } from './analytics-seed.ts';
import { type BenchmarkResult, median } from './benchmark.ts';
import { MERCHANT_ID, startEnvironment } from './environment.ts';
import { formatNumber, measureAlternately, measureSequentially, sendRequest } from './load.ts';
import { DAYS, buildRange, getRowCount } from './payments.ts';

const TURNS = 5;
const LIMIT_MS = 200;
const REQUESTS = 40;
/** The widgets over the whole year, each with the year before it. */
export const WIDGETS = [
  'volume',
  'success-rate',
  'funnel',
  'failure-reasons',
  'completion-time',
  'breakdown?dimension=method',
  'breakdown?dimension=channel',
  'breakdown?dimension=issuer',
  'breakdown?dimension=source',
  'breakdown?dimension=hour',
  'breakdown?dimension=hour&issuer=GoPay',
  'volume?channel=BCA',
  'volume?issuer=GoPay&source=api',
  'fees',
  'refund-rate',
  'top-links',
  'top-links?issuer=GoPay',
  'volume?payment_link_id=pl_00000000000000000000000007',
  'completion-time?payment_link_id=pl_00000000000000000000000007',
  'top-customers',
  'top-customers?method=qris',
  'top-customers?issuer=GoPay',
  ...['volume', 'success-rate', 'funnel', 'failure-reasons', 'completion-time', 'breakdown', 'fees'].flatMap(
    (widget) => [`${widget}?tab=refunds`, `${widget}?tab=disbursements`],
  ),
];

/** Compares the 95th percentile of the slowest widget with 200 ms, and the volume with aggregating the payments in SQL. */
export async function measureAnalytics(): Promise<BenchmarkResult> {
  const environment = await startEnvironment();
  try {
    const rows = getRowCount();
    const { end, lines } = await seedYear(environment, rows);
    process.stderr.write(`${rows} payments inserted and counted\n`);
    const server = await environment.startServer();
    const tokens = await environment.createTokens(120);
    const year = buildRange(end, DAYS);
    const read = (widget: string) => {
      const [path, query] = widget.split('?');
      const search = new URLSearchParams({ ...year, ...Object.fromEntries(new URLSearchParams(query ?? '')) });
      return (turn: number) =>
        sendRequest(`${server.url}${API_BASE}/analytics/${path}?${search.toString()}`, {
          headers: { authorization: `Bearer ${tokens[turn % tokens.length] ?? ''}`, 'is-live': 'true' },
        });
    };
    const inSql = () =>
      environment.owner.query(
        `select date_trunc('month', created_at, 'Asia/Jakarta'), sum(amount), count(*) from app.transaction
         where merchant_id = $1 and created_at >= $2 and created_at < $3 and status in ('success', 'refunded') group by 1`,
        [MERCHANT_ID, year.from, year.to],
      );
    assertEqualVolume((await read('volume')(0)).body, (await inSql()).rows as { sum: string }[]);
    const slowest: number[] = [];
    for (const widget of WIDGETS) {
      const times = await measure(read(widget)).catch((error: unknown) => String(error));
      if (typeof times === 'string') {
        // The figures of the other widgets are still worth having.
        slowest.push(Infinity);
        lines.push(`${widget.padEnd(62)} failed: ${times}`);
        continue;
      }
      const p95 = times[Math.ceil(times.length * 0.95) - 1] ?? 0;
      slowest.push(p95);
      lines.push(`${widget.padEnd(62)} p50 ${formatNumber(median(times))} ms, p95 ${formatNumber(p95)} ms`);
    }
    const { a, b } = await measureAlternately(
      TURNS,
      async () => median(await measureSequentially(20, read('volume'))),
      async () => median(await measureSequentially(2, inSql)),
    );
    lines.unshift(`${rows} payments over ${DAYS} days; each widget with the year before it`);
    lines.push(`volume ${formatNumber(a)} ms in turns with the same aggregated in SQL ${formatNumber(b)} ms`);
    return { ratio: Math.max(...slowest) / LIMIT_MS, target: 1, comparison: 'at most', lines };
  } finally {
    await environment.stop();
  }
}

type Send = Parameters<typeof measureSequentially>[1];

/** Durations of the requests after the first ones, in order. */
async function measure(send: Send): Promise<number[]> {
  await measureSequentially(3, send);
  return (await measureSequentially(REQUESTS, send)).toSorted((a, b) => a - b);
}

/** Asserts that the roll-up equals the aggregate. */
function assertEqualVolume(body: string, rows: { sum: string }[]): void {
  const { data } = JSON.parse(body) as { data: { figures: { key: string; value: number }[] } };
  const ours = data.figures.find(({ key }) => key === 'amount')?.value;
  const theirs = rows.reduce((sum, row) => sum + Number(row.sum), 0);
  if (ours !== theirs) throw new Error(`${ours} counted, ${theirs} expected`);
}
