/** Every widget of analytics over a year of one merchant, over HTTP. */
import { API_BASE } from '@dasbor/contract/route';
import { type BenchmarkResult, median } from './benchmark.ts';
import { MERCHANT_ID, startEnvironment } from './environment.ts';
import { formatNumber, measureAlternately, measureSequentially, sendRequest } from './load.ts';
import { DAYS, buildRange, getRowCount, insertPayments } from './payments.ts';

const TURNS = 5;
const LIMIT_MS = 200;
/** Widgets that must be fast over the whole year. Top customers read the payments, so they are reported apart. */
const WIDGETS = [
  'volume',
  'success-rate',
  'funnel',
  'failure-reasons',
  'completion-time',
  'breakdown?dimension=method',
  'breakdown?dimension=channel',
  'breakdown?dimension=issuer',
  'breakdown?dimension=hour',
  'volume?channel=BCA',
  'volume?issuer=GoPay&source=api',
  'fees',
  'refund-rate',
  'top-links',
];

/** Compares the slowest widget with the limit of 200 ms, and the volume with aggregating the payments in SQL. */
export async function measureAnalytics(): Promise<BenchmarkResult> {
  const environment = await startEnvironment();
  try {
    const rows = getRowCount();
    const end = await insertPayments(environment, rows);
    for (const table of ['transaction_day', 'transaction_wait_day', 'transaction_link_day']) {
      await environment.owner.query(`vacuum (analyze) app.${table}`);
    }
    const server = await environment.startServer();
    const tokens = await environment.createTokens(60);
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
         where merchant_id = $1 and created_at >= $2 and created_at < $3 and status = 'success' group by 1`,
        [MERCHANT_ID, year.from, year.to],
      );
    assertEqualVolume((await read('volume')(0)).body, (await inSql()).rows as { sum: string }[]);
    const medians: [widget: string, ms: number][] = [];
    for (const widget of WIDGETS) {
      await measureSequentially(5, read(widget));
      medians.push([widget, median(await measureSequentially(25, read(widget)))]);
    }
    const { a, b } = await measureAlternately(
      TURNS,
      async () => median(await measureSequentially(20, read('volume'))),
      async () => median(await measureSequentially(2, inSql)),
    );
    const customers = median(await measureSequentially(3, read('top-customers')));
    const slowest = Math.max(...medians.map(([, ms]) => ms));
    const { rows: counted } = await environment.owner.query<{ count: string }>(
      'select count(*) as count from app.transaction_day',
    );
    const lines = [
      `${rows} payments over ${DAYS} days in ${counted[0]?.count ?? '?'} daily counts; each widget with the year before it`,
      ...medians.map(([widget, ms]) => `${widget.padEnd(32)} ${formatNumber(ms)} ms`),
      `volume ${formatNumber(a)} ms in turns with the same aggregated in SQL ${formatNumber(b)} ms`,
      `top-customers ${formatNumber(customers)} ms (reads the payments; not part of the ratio)`,
    ];
    return { ratio: slowest / LIMIT_MS, target: 1, comparison: 'at most', lines };
  } finally {
    await environment.stop();
  }
}

/** Asserts that the roll-up equals the aggregate. */
function assertEqualVolume(body: string, rows: { sum: string }[]): void {
  const { data } = JSON.parse(body) as { data: { figures: { key: string; value: number }[] } };
  const ours = data.figures.find(({ key }) => key === 'amount')?.value;
  const theirs = rows.reduce((sum, row) => sum + Number(row.sum), 0);
  if (ours !== theirs) throw new Error(`${ours} counted, ${theirs} expected`);
}
