/** A filtered page of 50 out of a million, through HTTP with a session, against a bare server that runs the same SQL. */
import { API_BASE } from '@dasbor/contract/route';
import { type Finding, median } from './benchmark.ts';
import { ask, inTurns, oneByOne, perSecond, rounded } from './load.ts';
import { makePayments, range, rowsWanted } from './payments.ts';
import { perSecondInPgbench } from './pgbench.ts';
import { MERCHANT_ID, startPlace } from './place.ts';

const TURNS = 7;
const REQUESTS = 150;
const LOAD_MS = 2_500;
const CLIENTS = 10;

/** Time of one page against the bare server (at most twice); and pages a second of ten clients (at least 60 %). */
export async function measureList(): Promise<Finding> {
  const place = await startPlace();
  try {
    const rows = rowsWanted();
    const end = await makePayments(place, rows);
    const [server, bare] = [await place.startServer(), await place.startBareServer()];
    const tokens = await place.makeTokens(60);
    const query = new URLSearchParams({ ...range(end, 30), status: 'success' }).toString();
    const ours = (turn: number) =>
      ask(`${server.url}${API_BASE}/transactions?${query}&limit=50`, {
        headers: { authorization: `Bearer ${tokens[turn % tokens.length] ?? ''}`, 'is-live': 'true' },
      });
    const theirs = () => ask(`${bare.url}/transactions?merchant_id=${MERCHANT_ID}&${query}`);
    // The same 50 rows, or the comparison means nothing.
    const ids = ({ body }: { body: string }) =>
      (JSON.parse(body) as { data: { id: string }[] }).data.map(({ id }) => id);
    if (ids(await ours(0)).join() !== ids(await theirs()).join()) throw new Error('The two servers answer differently');

    await perSecond(CLIENTS, 1_500, ours);
    await perSecond(CLIENTS, 1_500, theirs);
    const one = await inTurns(
      TURNS,
      async () => median(await oneByOne(REQUESTS, ours)),
      async () => median(await oneByOne(REQUESTS, theirs)),
    );
    const ten = await inTurns(
      TURNS,
      () => perSecond(CLIENTS, LOAD_MS, ours),
      () => perSecond(CLIENTS, LOAD_MS, theirs),
    );
    const { from, to } = range(end, 30);
    const sql = await perSecondInPgbench(
      place,
      `select * from app.transaction where merchant_id = '${MERCHANT_ID}' and created_at >= '${from}'
        and created_at < '${to}' and status = 'success' order by created_at desc, id desc limit 51;`,
    );
    const share = ten.a / ten.b;
    const lines = [
      `${rows} payments; medians of ${TURNS} turns`,
      `one client:  ${rounded(one.a)} ms, bare server ${rounded(one.b)} ms: ${rounded(one.a / one.b)} times (target at most 2)`,
      `ten clients: ${rounded(ten.a)}/s, bare server ${rounded(ten.b)}/s: ${rounded(share * 100)} % (target at least 60 %)`,
      sql.line,
    ];
    // One figure for both targets: 1 when both are just met.
    return { ratio: Math.max(one.a / one.b / 2, 0.6 / share), target: 1, good: 'at most', lines };
  } finally {
    await place.stop();
  }
}
