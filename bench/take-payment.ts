/**
 * Recorded payments per second: signed bank callbacks over HTTP, each updating the payment, its timeline, the ledger, the
 * provider log and the live events in one transaction, against TPC-B on the same server.
 */
import { createHash, createHmac } from 'node:crypto';
import { SNAP_HEADERS, SNAP_PATHS } from '@dasbor/contract/snap';
import { toSnapTime } from '@dasbor/contract/time';
import { issueToken } from '../server/src/rails/callback-auth.ts';
import { newId } from '../server/src/db/new-id.ts';
import { verifyLedger } from '../server/src/ledger/verifier.ts';
import { type BenchmarkResult, median } from './benchmark.ts';
import { sendRequest, measureThroughput, formatNumber } from './load.ts';
import { prepareTpcb } from './tpcb.ts';
import { MERCHANT_ID, type BenchEnvironment, type Server, startEnvironment } from './environment.ts';

const CLIENTS = 16;
const TURNS = 3;
const RUN_MS = 4_000;
const MERCHANTS = 50;
/** Pending payments per measurement: more than fast machines need. */
const PENDING_PAYMENTS = Number(process.env.WAITING ?? 60_000);
const AMOUNT = 100_000;
/** Share of the throughput of TPC-B, which posts the same way without HTTP, signatures, timeline and log. */
const TARGET = 0.25;
/** Allowed difference between the throughput of one merchant and that of fifty. */
const HOT_TOLERANCE = 0.2;

interface PendingPayments {
  references: string[];
  next: number;
}

/**
 * Measures one process against TPC-B, also two processes, and one merchant against fifty. The ratio is the share of TPC-B, and
 * below the target while one merchant is not within the tolerance.
 */
export async function measureTakePayment(): Promise<BenchmarkResult> {
  const environment = await startEnvironment();
  try {
    const merchants = await insertMerchants(environment);
    const hot = await insertPendingPayments(environment, [MERCHANT_ID], 1);
    const spread = await insertPendingPayments(environment, merchants, 2);
    const servers = [await environment.startServer(), await environment.startServer()];
    const pay = createCallbackSender(environment);
    const run = (waiting: PendingPayments, used: Server[]) => () =>
      measureThroughput(CLIENTS, RUN_MS, (turn) => pay(used[turn % used.length] as Server, getNextReference(waiting)));
    const tpcb = await prepareTpcb(environment, CLIENTS, RUN_MS);
    const one = servers.slice(0, 1);
    await measureThroughput(CLIENTS, 1_500, (turn) => pay(servers[turn % 2] as Server, getNextReference(spread)));
    const found: Record<'spread' | 'hot' | 'two' | 'tpcb', number[]> = { spread: [], hot: [], two: [], tpcb: [] };
    for (let turn = 0; turn < TURNS; turn += 1) {
      found.spread.push(await run(spread, one)());
      found.tpcb.push(await tpcb.run());
      found.hot.push(await run(hot, one)());
      found.two.push(await run(spread, servers)());
    }
    const { discrepancies } = await verifyLedger(environment.db);
    if (discrepancies.length > 0) throw new Error(`the ledger is inconsistent: ${JSON.stringify(discrepancies[0])}`);
    const [a, h, two, b] = [found.spread, found.hot, found.two, found.tpcb].map(median) as [
      number,
      number,
      number,
      number,
    ];
    const lines = [
      `${CLIENTS} clients, medians of ${TURNS} turns; the ledger is consistent afterwards`,
      `one process, ${MERCHANTS} merchants: ${formatNumber(a)}/s`,
      `one process, one merchant:  ${formatNumber(h)}/s: ${formatNumber((h / a) * 100)} % of fifty merchants (${(1 - HOT_TOLERANCE) * 100} to ${(1 + HOT_TOLERANCE) * 100} %)`,
      `two processes:              ${formatNumber(two)}/s`,
      `TPC-B ${tpcb.name}, ${CLIENTS} clients: ${formatNumber(b)}/s`,
    ];
    // At least 1 within the tolerance.
    const evenness = Math.min(h / a / (1 - HOT_TOLERANCE), (1 + HOT_TOLERANCE) / (h / a));
    return { ratio: Math.min(a / b, TARGET * evenness), target: TARGET, comparison: 'at least', lines };
  } finally {
    await environment.stop();
  }
}

function getNextReference(waiting: PendingPayments): string {
  const reference = waiting.references[waiting.next++];
  if (reference === undefined) throw new Error('No pending payments left: increase WAITING');
  return reference;
}

/** Returns a function that sends a signed notification and waits for the response. */
export function createCallbackSender(
  environment: BenchEnvironment,
): (server: Server, reference: string) => Promise<unknown> {
  const { snap } = environment.secrets;
  const access_token = issueToken(snap, new Date());
  const relative_url = `/snap${SNAP_PATHS.qr_mpm_notify}`;
  let count = 0;
  return (server, reference) => {
    count += 1;
    const now = new Date();
    const body = JSON.stringify({
      originalReferenceNo: `BS${reference.slice(-24)}`,
      originalPartnerReferenceNo: reference,
      latestTransactionStatus: '00',
      transactionStatusDesc: 'Success',
      amount: { value: `${AMOUNT}.00`, currency: 'IDR' },
      additionalInfo: {
        issuerName: 'GoPay',
        rrn: String(count).padStart(12, '0'),
        approvalCode: '123456',
        payerName: 'SARI W***',
        paidAt: toSnapTime(now),
      },
    });
    const timestamp = toSnapTime(now);
    const digest = createHash('sha256').update(body).digest('hex');
    const signed = `POST:${relative_url}:${access_token}:${digest}:${timestamp}`;
    return sendRequest(server.url + relative_url, {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${access_token}`,
        [SNAP_HEADERS.timestamp]: timestamp,
        [SNAP_HEADERS.signature]: createHmac('sha512', snap.bank_client_secret).update(signed).digest('base64'),
        [SNAP_HEADERS.partner_id]: snap.bank_client_key,
        [SNAP_HEADERS.external_id]: `${now.getTime()}${String(count).padStart(9, '0')}`,
        [SNAP_HEADERS.channel_id]: '95221',
      },
    });
  };
}

/** Inserts copies of the first merchant with its ledger accounts. Returns their ids. */
export async function insertMerchants(
  { owner }: Pick<BenchEnvironment, 'owner'>,
  count = MERCHANTS,
): Promise<string[]> {
  const now = new Date();
  const ids = Array.from({ length: count }, () => newId('merchant', now));
  const { rows } = await owner.query<{ columns: string }>(
    `select string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns
     where table_schema = 'app' and table_name = 'merchant' and column_name not in ('merchant_id', 'va_part', 'code', 'nmid')`,
  );
  const columns = rows[0]?.columns ?? '';
  await owner.query(
    `insert into app.merchant (merchant_id, code, nmid, ${columns})
     select id, 'M' || n, 'ID' || lpad(n::text, 13, '9'), ${columns}
     from unnest($1::text[]) with ordinality made (id, n) cross join app.merchant m where m.merchant_id = $2`,
    [ids, MERCHANT_ID],
  );
  await owner.query(
    `insert into app.ledger_account (merchant_id, id, type, currency, floor, created_at)
     select made.id, 'led_' || lpad(made.n::text, 13, '0') || right(a.id, 13), a.type, a.currency, a.floor, a.created_at
     from unnest($1::text[]) with ordinality made (id, n) cross join app.ledger_account a where a.merchant_id = $2`,
    [ids, MERCHANT_ID],
  );
  return ids;
}

/** Inserts pending codes with their payments and events. `series` makes their ids unique. */
export async function insertPendingPayments(
  { owner }: BenchEnvironment,
  merchants: string[],
  series: number,
): Promise<PendingPayments> {
  const id_of = `lpad((${series}::bigint * 1000000000 + n)::text, 26, '0')`;
  const made = `generate_series(1, $2::bigint) n cross join lateral (select ($1::text[])[1 + n % $3::int] as merchant_id) m`;
  const values = [merchants, PENDING_PAYMENTS, merchants.length];
  await owner.query(
    `insert into app.transaction (merchant_id, id, created_at, updated_at, method, amount, net_amount, status, source,
       provider, qris_payment_id, expires_at, last_event_seq)
     select m.merchant_id, 'txn_' || ${id_of}, now(), now(), 'qris', ${AMOUNT}, ${AMOUNT}, 'pending', 'api', 'bank',
       'qr_' || ${id_of}, now() + interval '1 hour', 2 from ${made}`,
    values,
  );
  await owner.query(
    `insert into app.transaction_event (merchant_id, transaction_id, seq, at, from_status, to_status, actor_type)
     select m.merchant_id, 'txn_' || ${id_of}, s.seq, now(), s.from_status, s.to_status, 'system' from ${made}
     cross join (values (1, null, 'created'), (2, 'created', 'pending')) as s (seq, from_status, to_status)`,
    values,
  );
  const { rows } = await owner.query<{ reference: string }>(
    `insert into app.qris_payment (merchant_id, id, transaction_id, type, amount, status, partner_reference_no,
       qr_content, expires_at, created_at, updated_at)
     select m.merchant_id, 'qr_' || ${id_of}, 'txn_' || ${id_of}, 'dynamic', ${AMOUNT}, 'active',
       substr(m.merchant_id, 5) || ${id_of}, 'x', now() + interval '1 hour', now(), now() from ${made}
     returning partner_reference_no as reference`,
    values,
  );
  await owner.query('vacuum (analyze) app.transaction, app.qris_payment, app.transaction_event');
  return { references: rows.map(({ reference }) => reference), next: 0 };
}
