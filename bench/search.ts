/** Parts of references and numbers, found through HTTP with a session, against the trigram SQL by itself. */
import { API_BASE } from '@dasbor/contract/route';
import { type Finding, median } from './benchmark.ts';
import { ask, inTurns, oneByOne, rounded } from './load.ts';
import { makePayments, rowsWanted } from './payments.ts';
import { MERCHANT_ID, type Place, startPlace } from './place.ts';

const TURNS = 7;
const REQUESTS = 80;
const TARGET = 3;

/** The worse of `GET /search`, which asks every noun, and the list's own search. */
export async function measureSearch(): Promise<Finding> {
  const place = await startPlace();
  try {
    const rows = rowsWanted();
    await makePayments(place, rows);
    const server = await place.startServer();
    const tokens = await place.makeTokens(60);
    const get = (path: string) => (turn: number) =>
      ask(`${server.url}${API_BASE}${path}${partOf(turn, rows)}`, {
        headers: { authorization: `Bearer ${tokens[turn % tokens.length] ?? ''}`, 'is-live': 'true' },
      });
    const inSql = (turn: number) => findInSql(place, partOf(turn, rows));
    const [everywhere, list] = [get('/search?q='), get('/transactions?limit=50&q=')];
    for (const turn of [1, 2, 3]) expectFound(turn, rows, [await everywhere(turn), await list(turn)]);
    for (const once of [everywhere, list, inSql]) await oneByOne(150, once);
    const timeOf = (once: (turn: number) => Promise<unknown>) => async () => median(await oneByOne(REQUESTS, once));
    const all = await inTurns(TURNS, timeOf(everywhere), timeOf(inSql));
    const one = await inTurns(TURNS, timeOf(list), timeOf(inSql));
    const lines = [
      `${rows} payments; a part of a reference, another one each time; medians of ${TURNS} turns`,
      `GET /search:          ${rounded(all.a)} ms, the SQL alone ${rounded(all.b)} ms: ${rounded(all.a / all.b)} times`,
      `GET /transactions?q=: ${rounded(one.a)} ms, the SQL alone ${rounded(one.b)} ms: ${rounded(one.a / one.b)} times`,
    ];
    return { ratio: Math.max(all.a / all.b, one.a / one.b), target: TARGET, good: 'at most', lines };
  } finally {
    await place.stop();
  }
}

/** Number of a payment: somewhere in the year, never the same twice in a row. */
const numberOf = (turn: number, rows: number): number => 1 + ((turn * 7_919 + 104_729) % rows);

/** A part that begins and ends within the reference (`ORDER-000123456`). */
const partOf = (turn: number, rows: number): string => `der-${String(numberOf(turn, rows)).padStart(9, '0')}`;

const findInSql = ({ owner }: Place, text: string) =>
  owner.query({
    name: 'search',
    text: `select * from app.transaction where merchant_id = $1 and search_text like $2
      order by created_at desc, id desc limit 51`,
    values: [MERCHANT_ID, `%${text}%`],
  });

/** A search that finds nothing would be fast. */
function expectFound(turn: number, rows: number, answers: { body: string }[]): void {
  const id = `txn_${String(numberOf(turn, rows)).padStart(26, '0')}`;
  for (const { body } of answers) if (!body.includes(id)) throw new Error(`${id} was not found: ${body.slice(0, 300)}`);
}
