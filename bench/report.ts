/** The report of a settlement with a million lines, generated and stored as the worker does, against COPY of the same SQL. */
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { toBusinessDay } from '@dasbor/contract/time';
import pg from 'pg';
import copyStreams from 'pg-copy-streams';
import { inlineParameters } from '../server/src/db/copy.ts';
import { newId } from '../server/src/db/new-id.ts';
import { generateReport } from '../server/src/report/generate.ts';
import { buildFile } from '../server/src/report/build-file.ts';
import { buildSettlementLineRows } from '../server/src/report/rows-queries.ts';
import { getReportSource } from '../server/src/report/source.ts';
import { type BenchmarkResult, median } from './benchmark.ts';
import { formatNumber } from './load.ts';
import { insertPayments, getRowCount } from './payments.ts';
import { MERCHANT_ID, type BenchEnvironment, startEnvironment } from './environment.ts';

const TURNS = 3;
const MEMORY_LIMIT_BYTES = 20_000_000;
const SPEED_SHARE = 0.8;
const STORED_SPEED_SHARE = 0.6;
/** Share of the inserted payments that are paid (bench/payments.ts). */
const PAID_SHARE = 0.8;

interface Turn {
  bytes: number;
  elapsed_ms: number;
  /** Peak memory growth of the process. */
  grown_bytes: number;
}

/** The ratio is the worst of: shares of COPY's speed while writing the CSV (0.8) and while storing it (0.6), and memory growth. */
export async function measureReport(): Promise<BenchmarkResult> {
  const environment = await startEnvironment();
  try {
    const now = await insertPayments(environment, Math.ceil(getRowCount() / PAID_SHARE));
    const batch = await insertBatch(environment, now);
    // Warm-up, so that one-time allocations do not count as growth.
    await measureWrite(environment, batch);
    await measureStore(environment, batch, now);
    const [ours, stored, copies]: [Turn[], Turn[], number[]] = [[], [], []];
    for (let turn = 0; turn < TURNS; turn += 1) {
      ours.push(await measureWrite(environment, batch));
      copies.push(await measureCopySpeed(environment, batch.id));
      stored.push(await measureStore(environment, batch, now));
    }
    const copy = median(copies);
    const [share, stored_share] = [getSpeed(ours) / copy, getSpeed(stored) / copy];
    const grown = Math.max(...[...ours, ...stored].map(({ grown_bytes }) => grown_bytes));
    const lines = [
      `${batch.lines} lines, ${formatNumber((ours[0]?.bytes ?? 0) / 1e6)} MB, written with row count and net total: ${formatNumber(getSpeed(ours))} MB/s`,
      `COPY of the same SQL: ${formatNumber(copy)} MB/s: ${formatNumber(share * 100)} % of it (at least ${SPEED_SHARE * 100} %)`,
      `also stored in the database, with checksum and totals file: ${formatNumber(getSpeed(stored))} MB/s: ${formatNumber(stored_share * 100)} % (at least ${STORED_SPEED_SHARE * 100} %)`,
      `memory +${formatNumber(grown / 1e6)} MB (at most ${MEMORY_LIMIT_BYTES / 1e6})`,
    ];
    return {
      ratio: Math.max(SPEED_SHARE / share, STORED_SPEED_SHARE / stored_share, grown / MEMORY_LIMIT_BYTES),
      target: 1,
      comparison: 'at most',
      lines,
    };
  } finally {
    await environment.stop();
  }
}

const getSpeed = (turns: readonly Turn[]): number =>
  median(turns.map(({ bytes, elapsed_ms }) => bytes / elapsed_ms / 1000));

interface Batch {
  id: string;
  day: string;
  lines: number;
}

/** Inserts a settlement of all paid payments. */
async function insertBatch({ owner }: BenchEnvironment, now: Date): Promise<Batch> {
  const [id, day] = [newId('settlement_batch', now), toBusinessDay(now)];
  await owner.query(
    `insert into app.settlement_batch (merchant_id, id, batch_no, settlement_date, destination, status, last_event_seq,
       created_at, updated_at)
     values ($1, $2, 'STL-BENCH-001', $3, 'balance', 'closed', 1, $4, $4)`,
    [MERCHANT_ID, id, day, now],
  );
  const { rowCount: lines } = await owner.query(
    `insert into app.settlement_line (merchant_id, batch_id, line_no, journal_id, type, line_type, transaction_id,
       reference_type, reference_id, method, channel_code, occurred_at, gross_amount, fee_amount, fee_vat_amount,
       net_amount, fee_rule_id)
     select t.merchant_id, $2, row_number() over (order by t.paid_at, t.id), 'jnl_' || substr(t.id, 5), 'qris',
       'payment', t.id, 'transaction', t.id, t.method, t.channel_code, t.paid_at, t.amount, t.fee_amount,
       t.fee_vat_amount, t.net_amount, t.fee_rule_id
     from app.transaction t where t.merchant_id = $1 and t.status = 'success'`,
    [MERCHANT_ID, id],
  );
  await owner.query('vacuum (analyze) app.settlement_line');
  return { id, day, lines: lines ?? 0 };
}

async function measureRun(work: () => Promise<number>): Promise<Turn> {
  globalThis.gc?.();
  const base_bytes = process.memoryUsage.rss();
  let peak_bytes = base_bytes;
  const watch = setInterval(() => (peak_bytes = Math.max(peak_bytes, process.memoryUsage.rss())), 10);
  const started = performance.now();
  const bytes = await work();
  const elapsed_ms = performance.now() - started;
  clearInterval(watch);
  return { bytes, elapsed_ms, grown_bytes: peak_bytes - base_bytes };
}

/** Writes the file and discards the output. */
const measureWrite = ({ db }: BenchEnvironment, { id, day }: Batch): Promise<Turn> =>
  measureRun(async () => {
    const input = { report_type: 'settlement', settlement_batch_id: id, number: 1, language: 'en' } as const;
    const source = await getReportSource({ db }, MERCHANT_ID, { ...input, period_from: day, period_to: day });
    const { content } = await buildFile({ db }, MERCHANT_ID, source, {
      format: 'csv',
      delimiter: ',',
      reader: 'process',
    });
    let bytes = 0;
    for await (const chunk of content) bytes += chunk.length;
    return bytes;
  });

/** Generates and stores the file as a report run does. */
async function measureStore({ db, owner }: BenchEnvironment, { id, day }: Batch, now: Date): Promise<Turn> {
  const run_id = newId('report_run', now);
  await owner.query(
    `insert into app.report_run (merchant_id, id, report_type, business_day, period_from, period_to,
       settlement_batch_id, sequence, trigger, status, email_status, sftp_status, requested_by, created_at)
     select $1, $2, 'settlement', $3, $3, $3, $4, count(*) + 1, 'manual', 'scheduled', 'off', 'off', 'bench', $5
     from app.report_run where merchant_id = $1`,
    [MERCHANT_ID, run_id, day, id, now],
  );
  return measureRun(async () => {
    await generateReport({ db, clock: { now: () => now } }, MERCHANT_ID, run_id);
    const { rows } = await owner.query<{ size_bytes: string }>(
      `select f.size_bytes from app.report_run r
       join app.stored_file f on f.merchant_id = $1 and f.id = r.file_id
       where r.merchant_id = $1 and r.id = $2`,
      [MERCHANT_ID, run_id],
    );
    return Number(rows[0]?.size_bytes);
  });
}

/** Speed of COPY of the same SQL in MB/s, with the output discarded. */
async function measureCopySpeed(environment: BenchEnvironment, batch_id: string): Promise<number> {
  const client = new pg.Client({ connectionString: environment.owner_url });
  await client.connect();
  const sql = buildSettlementLineRows(
    { merchant_id: MERCHANT_ID, sql: environment.db.kysely.withSchema('app') },
    batch_id,
  );
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
