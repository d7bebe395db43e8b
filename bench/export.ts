/** CSV export of 100,000 and 1,000,000 payments over HTTP against COPY of the same SQL, with memory growth and concurrent list latency. */
import http from 'node:http';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { API_BASE } from '@dasbor/contract/route';
import pg from 'pg';
import copyStreams from 'pg-copy-streams';
import { CSV_FIELDS, buildTransactionCsv } from '../server/src/transaction/csv-queries.ts';
import { parseTransactionCursor } from '../server/src/transaction/filter-rules.ts';
import { inlineParameters } from '../server/src/db/copy.ts';
import { type BenchmarkResult, median } from './benchmark.ts';
import { sendRequest, formatNumber } from './load.ts';
import { insertPayments, getRowCount } from './payments.ts';
import { MERCHANT_ID, type BenchEnvironment, readResidentBytes, startEnvironment } from './environment.ts';

const TURNS = 3;
const MEMORY_LIMIT_BYTES = 20_000_000;
const FIRST_BYTE_LIMIT_MS = 100;
const LIST_LIMIT_MS = 150;

interface Download {
  bytes: number;
  elapsed_ms: number;
  first_byte_ms: number;
  /** Peak memory growth of the process during the request. */
  grown_bytes: number;
  /** Slowest concurrent list request. */
  list_ms: number;
}

/** The ratio is the worst of: share of COPY's speed (0.8), memory growth, time to first byte, and concurrent list latency. */
export async function measureExport(): Promise<BenchmarkResult> {
  const environment = await startEnvironment();
  try {
    const rows = getRowCount();
    await insertPayments(environment, rows);
    const server = await environment.startServer();
    const tokens = await environment.createTokens(60);
    const lines: string[] = [];
    const ratios: number[] = [];
    // Warm-up, so that one-time allocations do not count as growth.
    await download(server, tokens, await findStart(environment, Math.min(rows, 100_000)));
    for (const row_count of [100_000, 1_000_000].filter((count) => count <= rows)) {
      const from = await findStart(environment, row_count);
      const [ours, theirs]: [Download[], number[]] = [[], []];
      for (let turn = 0; turn < TURNS; turn += 1) {
        ours.push(await download(server, tokens, from));
        theirs.push(await measureCopySpeed(environment, from));
      }
      const speed = median(ours.map(({ bytes, elapsed_ms }) => bytes / elapsed_ms / 1000));
      const copy = median(theirs);
      const grown = Math.max(...ours.map(({ grown_bytes }) => grown_bytes));
      const first = median(ours.map(({ first_byte_ms }) => first_byte_ms));
      const list = Math.max(...ours.map(({ list_ms }) => list_ms));
      lines.push(
        `${row_count} rows: ${formatNumber(speed)} MB/s, COPY ${formatNumber(copy)} MB/s: ${formatNumber((speed / copy) * 100)} % (at least 80 %)`,
        `  memory +${formatNumber(grown / 1e6)} MB (at most 20), first byte ${formatNumber(first)} ms (at most ${FIRST_BYTE_LIMIT_MS}), slowest concurrent list ${formatNumber(list)} ms (at most ${LIST_LIMIT_MS})`,
      );
      ratios.push(0.8 / (speed / copy), grown / MEMORY_LIMIT_BYTES, first / FIRST_BYTE_LIMIT_MS, list / LIST_LIMIT_MS);
    }
    return { ratio: Math.max(...ratios), target: 1, comparison: 'at most', lines };
  } finally {
    await environment.stop();
  }
}

/** Finds the time since which there are `count` payments. */
async function findStart(environment: BenchEnvironment, count: number): Promise<string> {
  const { rows } = await environment.owner.query<{ created_at: Date }>(
    `select created_at from app.transaction where merchant_id = $1 order by created_at desc offset $2 limit 1`,
    [MERCHANT_ID, count - 1],
  );
  return rows[0]?.created_at.toISOString() ?? '';
}

async function download(server: { url: string; pid: number }, tokens: string[], from: string): Promise<Download> {
  const headers = (turn: number) => ({
    authorization: `Bearer ${tokens[turn % tokens.length] ?? ''}`,
    'is-live': 'true',
  });
  const base_bytes = readResidentBytes(server.pid);
  let [peak_bytes, list_ms, is_over] = [base_bytes, 0, false];
  const watch = setInterval(() => (peak_bytes = Math.max(peak_bytes, readResidentBytes(server.pid))), 10);
  const beside = (async () => {
    for (let turn = 1; !is_over; turn += 1) {
      const { elapsed_ms } = await sendRequest(`${server.url}${API_BASE}/transactions?limit=50`, {
        headers: headers(turn),
      });
      list_ms = Math.max(list_ms, elapsed_ms);
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  })();
  const started = performance.now();
  const answer = await new Promise<http.IncomingMessage>((resolve, reject) => {
    const url = `${server.url}${API_BASE}/transactions?from=${from}`;
    http.get(url, { headers: { ...headers(0), accept: 'text/csv' } }, resolve).on('error', reject);
  });
  let [bytes, first_byte_ms] = [0, 0];
  for await (const part of answer) {
    if (bytes === 0) first_byte_ms = performance.now() - started;
    bytes += (part as Buffer).length;
  }
  const elapsed_ms = performance.now() - started;
  is_over = true;
  await beside;
  clearInterval(watch);
  return { bytes, elapsed_ms, first_byte_ms, grown_bytes: peak_bytes - base_bytes, list_ms };
}

/** Speed of COPY of the same SQL in MB/s, with the output discarded. */
async function measureCopySpeed(environment: BenchEnvironment, from: string): Promise<number> {
  const client = new pg.Client({ connectionString: environment.owner_url });
  await client.connect();
  const rows = { merchant_id: MERCHANT_ID, sql: environment.db.kysely.withSchema('app') };
  const filter = { date_field: 'created_at' as const, from };
  const sql = buildTransactionCsv(rows, filter, parseTransactionCursor('-created_at', undefined), {
    fields: CSV_FIELDS,
    language: 'en',
    time_zone: 'Asia/Jakarta',
    masks_email: false,
  });
  let bytes = 0;
  const count = new Writable({
    write: (part: Buffer, _encoding, done) => {
      bytes += part.length;
      done();
    },
  });
  const started = performance.now();
  await pipeline(client.query(copyStreams.to(`copy (${inlineParameters(sql)}) to stdout with (format csv)`)), count);
  const elapsed_ms = performance.now() - started;
  await client.end();
  return bytes / elapsed_ms / 1000;
}
