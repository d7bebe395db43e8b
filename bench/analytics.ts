/** Every widget of analytics over a year of a large merchant, and the provider's over a thousand merchants, over HTTP. */
import { API_BASE } from '@dasbor/contract/route';
import { addDays, startOfBusinessDay, toBusinessDay } from '@dasbor/contract/time';
import { seedYears } from './analytics-seed.ts';
import { type BenchmarkResult, median } from './benchmark.ts';
import { MERCHANT_ID, refreshTokens, startEnvironment } from './environment.ts';
import { formatNumber, measureAlternately, measureSequentially, sendRequest } from './load.ts';
import { DAYS, getRowCount } from './payments.ts';

const TURNS = 5;
const LIMIT_MS = 200;
const REQUESTS = Number(process.env.REQUESTS ?? 40);
const PROVIDER_REQUESTS = 5;
/** Sessions that take turns: each has a budget of requests. */
const TOKENS = 120;
/** The widgets over the whole year, each with the year before it; all with marked days. */
export const WIDGETS = [
  'volume',
  'volume?interval=week',
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
  'breakdown?dimension=payment_link',
  'breakdown?dimension=payment_link&issuer=GoPay',
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
  'top-customers?channel=BCA&source=api',
  ...['volume', 'success-rate', 'funnel', 'failure-reasons', 'completion-time', 'breakdown', 'fees'].flatMap(
    (widget) => [`${widget}?tab=refunds`, `${widget}?tab=disbursements`],
  ),
];

/** Metrics of all merchants. */
export const PROVIDER_WIDGETS = [
  'volume',
  'success-rate',
  'funnel',
  'failure-reasons',
  'completion-time',
  'breakdown?dimension=merchant',
  'breakdown?dimension=hour',
];

/** A year as the screen asks for it: from the beginning of a business day until now. */
const buildYear = (end: Date) => ({
  from: startOfBusinessDay(addDays(toBusinessDay(end), 1 - DAYS)).toISOString(),
  to: end.toISOString(),
});

/** Compares the 95th percentile of the slowest widget with 200 ms, and the volume with aggregating the payments in SQL. */
export async function measureAnalytics(): Promise<BenchmarkResult> {
  const environment = await startEnvironment();
  try {
    const rows = getRowCount();
    const { end, lines } = await seedYears(environment, rows);
    process.stderr.write(`${rows} payments inserted and counted\n`);
    const server = await environment.startServer();
    const getTokens = refreshTokens(() => environment.createTokens(TOKENS));
    const year = buildYear(end);
    const getProviderTokens = refreshTokens(() => environment.createTokens(TOKENS, 'platform_admin@dasbor.example'));
    const read = (widget: string, base = '/analytics', getGiven = getTokens) => {
      const [path, query] = widget.split('?');
      const search = new URLSearchParams({ ...year, ...Object.fromEntries(new URLSearchParams(query ?? '')) });
      return async (turn: number) =>
        sendRequest(`${server.url}${API_BASE}${base}/${path}?${search.toString()}`, {
          headers: { authorization: `Bearer ${(await getGiven())[turn % TOKENS] ?? ''}`, 'is-live': 'true' },
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
    const report = async (widget: string, send: Send, requests = REQUESTS): Promise<number> => {
      const times = await measure(send, requests).catch((error: unknown) => String(error));
      // The metrics of the other widgets are still worth having.
      if (typeof times === 'string') {
        lines.push(`${widget.padEnd(62)} failed: ${times}`);
        return Infinity;
      }
      const p95 = times[Math.ceil(times.length * 0.95) - 1] ?? 0;
      lines.push(`${widget.padEnd(62)} p50 ${formatNumber(median(times))} ms, p95 ${formatNumber(p95)} ms`);
      return p95;
    };
    for (const widget of WIDGETS) slowest.push(await report(widget, read(widget)));
    // Named apart from the target: its cost is that of the number of merchants.
    for (const widget of PROVIDER_WIDGETS) {
      const send = read(widget, '/operations/analytics', getProviderTokens);
      await report(`provider: ${widget}`, send, PROVIDER_REQUESTS);
    }
    const { a, b } = await measureAlternately(
      TURNS,
      async () => median(await measureSequentially(20, read('volume'))),
      async () => median(await measureSequentially(2, inSql)),
    );
    lines.unshift(
      `${rows} payments in ${DAYS} days, a quarter as many in the ${DAYS} days before; each widget over the first, compared with the second`,
    );
    lines.push(`volume ${formatNumber(a)} ms in turns with the same aggregated in SQL ${formatNumber(b)} ms`);
    return { ratio: Math.max(...slowest) / LIMIT_MS, target: 1, comparison: 'at most', lines };
  } finally {
    await environment.stop();
  }
}

type Send = Parameters<typeof measureSequentially>[1];

/** Durations of the requests after the first ones, in order. */
async function measure(send: Send, requests: number): Promise<number[]> {
  await measureSequentially(Math.min(3, requests), send);
  return (await measureSequentially(requests, send)).toSorted((a, b) => a - b);
}

/** Asserts that the roll-up equals the aggregate. */
function assertEqualVolume(body: string, rows: { sum: string }[]): void {
  const { data } = JSON.parse(body) as { data: { metrics: { key: string; value: number }[] } };
  const ours = data.metrics.find(({ key }) => key === 'amount')?.value;
  const theirs = rows.reduce((sum, row) => sum + Number(row.sum), 0);
  if (ours !== theirs) throw new Error(`${ours} counted, ${theirs} expected`);
}
