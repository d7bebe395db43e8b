/** A filtered page of 50 rows out of a million over HTTP with a session, against a bare server that runs the same SQL. */
import { API_BASE } from '@dasbor/contract/route';
import { type BenchmarkResult, median } from './benchmark.ts';
import { sendRequest, measureAlternately, measureSequentially, measureThroughput, formatNumber } from './load.ts';
import { insertPayments, buildRange, getRowCount } from './payments.ts';
import { measureWithPgbench } from './pgbench.ts';
import { MERCHANT_ID, startEnvironment } from './environment.ts';

const TURNS = 7;
const REQUESTS = 150;
const LOAD_MS = 2_500;
const CLIENTS = 10;

/** Latency of one page (at most twice that of the bare server) and throughput of ten clients (at least 60 %). */
export async function measureList(): Promise<BenchmarkResult> {
  const environment = await startEnvironment();
  try {
    const rows = getRowCount();
    const end = await insertPayments(environment, rows);
    const [server, bare] = [await environment.startServer(), await environment.startBareServer()];
    const tokens = await environment.createTokens(60);
    const query = new URLSearchParams({ ...buildRange(end, 30), status: 'success' }).toString();
    const ours = (turn: number) =>
      sendRequest(`${server.url}${API_BASE}/transactions?${query}&limit=50`, {
        headers: { authorization: `Bearer ${tokens[turn % tokens.length] ?? ''}`, 'is-live': 'true' },
      });
    const theirs = () => sendRequest(`${bare.url}/transactions?merchant_id=${MERCHANT_ID}&${query}`);
    // Both servers must return the same 50 rows.
    const ids = ({ body }: { body: string }) =>
      (JSON.parse(body) as { data: { id: string }[] }).data.map(({ id }) => id);
    if (ids(await ours(0)).join() !== ids(await theirs()).join())
      throw new Error('The two servers return different rows');

    await measureThroughput(CLIENTS, 1_500, ours);
    await measureThroughput(CLIENTS, 1_500, theirs);
    const one = await measureAlternately(
      TURNS,
      async () => median(await measureSequentially(REQUESTS, ours)),
      async () => median(await measureSequentially(REQUESTS, theirs)),
    );
    const ten = await measureAlternately(
      TURNS,
      () => measureThroughput(CLIENTS, LOAD_MS, ours),
      () => measureThroughput(CLIENTS, LOAD_MS, theirs),
    );
    const { from, to } = buildRange(end, 30);
    const sql = await measureWithPgbench(
      environment,
      `select * from app.transaction where merchant_id = '${MERCHANT_ID}' and created_at >= '${from}'
        and created_at < '${to}' and status = 'success' order by created_at desc, id desc limit 51;`,
    );
    const share = ten.a / ten.b;
    const lines = [
      `${rows} payments; medians of ${TURNS} turns`,
      `one client:  ${formatNumber(one.a)} ms, bare server ${formatNumber(one.b)} ms: ${formatNumber(one.a / one.b)} times (target at most 2)`,
      `ten clients: ${formatNumber(ten.a)}/s, bare server ${formatNumber(ten.b)}/s: ${formatNumber(share * 100)} % (target at least 60 %)`,
      sql.line,
    ];
    // One ratio for both targets: 1 when both are just met.
    return { ratio: Math.max(one.a / one.b / 2, 0.6 / share), target: 1, comparison: 'at most', lines };
  } finally {
    await environment.stop();
  }
}
