/** Search by parts of references and numbers over HTTP with a session, against the trigram SQL alone. */
import { API_BASE } from '@dasbor/contract/route';
import { type BenchmarkResult, median } from './benchmark.ts';
import { sendRequest, measureAlternately, measureSequentially, formatNumber } from './load.ts';
import { insertPayments, getRowCount } from './payments.ts';
import { MERCHANT_ID, type BenchEnvironment, startEnvironment } from './environment.ts';

const TURNS = 7;
const REQUESTS = 80;
const TARGET = 3;

/** The ratio is the worse of `GET /search`, which searches every feature, and the search of the list. */
export async function measureSearch(): Promise<BenchmarkResult> {
  const environment = await startEnvironment();
  try {
    const rows = getRowCount();
    await insertPayments(environment, rows);
    const server = await environment.startServer();
    const tokens = await environment.createTokens(60);
    const get = (path: string) => (turn: number) =>
      sendRequest(`${server.url}${API_BASE}${path}${buildSearchText(turn, rows)}`, {
        headers: { authorization: `Bearer ${tokens[turn % tokens.length] ?? ''}`, 'is-live': 'true' },
      });
    const inSql = (turn: number) => searchWithSql(environment, buildSearchText(turn, rows));
    const [everywhere, list] = [get('/search?q='), get('/transactions?limit=50&q=')];
    for (const turn of [1, 2, 3]) assertFound(turn, rows, [await everywhere(turn), await list(turn)]);
    for (const once of [everywhere, list, inSql]) await measureSequentially(150, once);
    const measureTime = (once: (turn: number) => Promise<unknown>) => async () =>
      median(await measureSequentially(REQUESTS, once));
    const all = await measureAlternately(TURNS, measureTime(everywhere), measureTime(inSql));
    const one = await measureAlternately(TURNS, measureTime(list), measureTime(inSql));
    const lines = [
      `${rows} payments; a different part of a reference each time; medians of ${TURNS} turns`,
      `GET /search:          ${formatNumber(all.a)} ms, the SQL alone ${formatNumber(all.b)} ms: ${formatNumber(all.a / all.b)} times`,
      `GET /transactions?q=: ${formatNumber(one.a)} ms, the SQL alone ${formatNumber(one.b)} ms: ${formatNumber(one.a / one.b)} times`,
    ];
    return { ratio: Math.max(all.a / all.b, one.a / one.b), target: TARGET, comparison: 'at most', lines };
  } finally {
    await environment.stop();
  }
}

/** Returns a payment number, different for consecutive turns. */
const getPaymentNumber = (turn: number, rows: number): number => 1 + ((turn * 7_919 + 104_729) % rows);

/** Builds a substring of a reference (`ORDER-000123456`). */
const buildSearchText = (turn: number, rows: number): string =>
  `der-${String(getPaymentNumber(turn, rows)).padStart(9, '0')}`;

const searchWithSql = ({ owner }: BenchEnvironment, text: string) =>
  owner.query({
    name: 'search',
    text: `select * from app.transaction where merchant_id = $1 and search_text like $2
      order by created_at desc, id desc limit 51`,
    values: [MERCHANT_ID, `%${text}%`],
  });

/** Asserts that the searches found their payment. */
function assertFound(turn: number, rows: number, answers: { body: string }[]): void {
  const id = `txn_${String(getPaymentNumber(turn, rows)).padStart(26, '0')}`;
  for (const { body } of answers) if (!body.includes(id)) throw new Error(`${id} was not found: ${body.slice(0, 300)}`);
}
