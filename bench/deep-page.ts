/** The page at depth 500,000 against the first one: keyset pagination must not depend on depth. */
import { API_BASE } from '@dasbor/contract/route';
import { encodeCursor } from '../server/src/http/cursor.ts';
import { toTransactionCursor } from '../server/src/transaction/filter-rules.ts';
import { type BenchmarkResult, median } from './benchmark.ts';
import { sendRequest, measureAlternately, measureSequentially, formatNumber } from './load.ts';
import { insertPayments, getRowCount } from './payments.ts';
import { MERCHANT_ID, startEnvironment } from './environment.ts';

const DEPTH = 500_000;
const TURNS = 9;
const REQUESTS = 120;

export async function measureDeepPage(): Promise<BenchmarkResult> {
  const environment = await startEnvironment();
  try {
    const rows = getRowCount();
    await insertPayments(environment, rows);
    const depth = Math.min(DEPTH, Math.floor(rows / 2));
    const { rows: deep } = await environment.owner.query<{ id: string; created_at: Date; amount: number }>(
      `select id, created_at, amount::int as amount from app.transaction where merchant_id = $1
       order by created_at desc, id desc offset $2 limit 1`,
      [MERCHANT_ID, depth - 1],
    );
    const [last] = deep;
    if (last === undefined) throw new Error('No row at that depth');
    const row = { ...last, created_at: last.created_at.toISOString() };
    const cursor = encodeCursor(toTransactionCursor('-created_at', row));
    const server = await environment.startServer();
    const tokens = await environment.createTokens(60);
    const page = (more: string) => (turn: number) =>
      sendRequest(`${server.url}${API_BASE}/transactions?limit=50${more}`, {
        headers: { authorization: `Bearer ${tokens[turn % tokens.length] ?? ''}`, 'is-live': 'true' },
      });
    const [first, far] = [page(''), page(`&cursor=${cursor}`)];
    await measureSequentially(300, first);
    await measureSequentially(300, far);
    const { a, b } = await measureAlternately(
      TURNS,
      async () => median(await measureSequentially(REQUESTS, far)),
      async () => median(await measureSequentially(REQUESTS, first)),
    );
    const lines = [`${rows} payments: page at depth ${depth} ${formatNumber(a)} ms, first page ${formatNumber(b)} ms`];
    return { ratio: a / b, target: 1.2, comparison: 'at most', lines };
  } finally {
    await environment.stop();
  }
}
