/**
 * A file of 10,000 disbursements: uploaded, its rows validated with a name inquiry each at the sandbox bank, submitted,
 * approved by another person, sent and completed. Throughput, memory and the latency of a concurrent list.
 */
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { API_BASE } from '@dasbor/contract/route';
import { upsertAccount } from '../bank/src/transfer-queries.ts';
import { asMerchant } from '../server/src/db/tx.ts';
import { findFreePort } from '../server/src/embedded-postgres/server.ts';
import { listBalances } from '../server/src/ledger/balance.ts';
import { postTransfers } from '../server/src/ledger/posting.ts';
import { verifyLedger } from '../server/src/ledger/verifier.ts';
import { startBank } from '../server/test/bank-process.ts';
import type { BenchmarkResult } from './benchmark.ts';
import {
  type BenchEnvironment,
  MERCHANT_ID,
  readResidentBytes,
  refreshTokens,
  startEnvironment,
} from './environment.ts';
import { formatNumber, sendRequest } from './load.ts';

const ROWS = Number(process.env.ROWS ?? 10_000);
/** A fifth: memory is flat when five times the rows need no more of it. */
const WARM_UP_ROWS = Math.ceil(ROWS / 5);
const AMOUNT = 50_000;
const BANK_CODES = ['002', '008', '009', '014'];
/** Rows per second, memory that the whole file needs beyond a fifth of it (both processes), and the latency of the list. */
const TARGETS = { validated: 60, sent: 15, grown_bytes: 100_000_000, list_ms: 150 };
/** Longest time without progress. */
const PATIENCE_MS = 120_000;

export async function measureDisburse(): Promise<BenchmarkResult> {
  const environment = await startEnvironment();
  const port = await findFreePort();
  const bank_env = { BANK_URL: `http://127.0.0.1:${port}` };
  const server = await environment.startServer(bank_env);
  const bank = await startBank({ port, data_dir: environment.data_dir, partner_url: server.url });
  try {
    const worker_pid = environment.startWorker(bank_env);
    const pids = [server.pid, worker_pid];
    addAccounts(bank.folder, WARM_UP_ROWS + ROWS);
    await topUp(environment, (WARM_UP_ROWS + ROWS) * AMOUNT * 2);
    const api = createApi(
      server.url,
      refreshTokens(async () => ({
        maker: await environment.createTokens(60, 'finance@kopi.example'),
        approver: await environment.createTokens(1),
      })),
    );
    const small = watchServer(api, pids);
    await pay(api, 0, WARM_UP_ROWS).finally(small.stop);
    // Autovacuum would do it about a minute later: plans that were made for empty tables compare every row with every other.
    await environment.owner.query('vacuum (analyze)');
    const watch = watchServer(api, pids);
    // The watch ends with the batch, also when that fails: its next request would end the benchmark without the reason.
    const { validated_s, sent_s } = await pay(api, WARM_UP_ROWS, ROWS).finally(watch.stop);
    const { peak_bytes, list_ms, lists } = await watch.stop();
    const small_bytes = (await small.stop()).peak_bytes;
    const grown_bytes = peak_bytes - small_bytes;
    const { discrepancies } = await verifyLedger(environment.db);
    if (discrepancies.length > 0) throw new Error(`the ledger is inconsistent: ${JSON.stringify(discrepancies[0])}`);
    const [validated, sent] = [ROWS / validated_s, ROWS / sent_s];
    const lines = [
      `${ROWS} rows validated in ${formatNumber(validated_s)} s: ${formatNumber(validated)} rows/s (at least ${TARGETS.validated})`,
      `approved, sent and completed in ${formatNumber(sent_s)} s: ${formatNumber(sent)} rows/s (at least ${TARGETS.sent}); the ledger is consistent`,
      `memory of server and worker at most ${formatNumber(peak_bytes / 1e6)} MB, with ${WARM_UP_ROWS} rows ${formatNumber(small_bytes / 1e6)} MB: ${formatNumber(grown_bytes / 1e6)} MB more (at most ${TARGETS.grown_bytes / 1e6})`,
      `concurrent list of disbursements: p95 ${formatNumber(list_ms)} ms of ${lists} requests (at most ${TARGETS.list_ms})`,
    ];
    const ratio = Math.max(
      TARGETS.validated / validated,
      TARGETS.sent / sent,
      grown_bytes / TARGETS.grown_bytes,
      list_ms / TARGETS.list_ms,
    );
    return { ratio, target: 1, comparison: 'at most', lines };
  } finally {
    await environment.stop();
    await bank.stop();
  }
}

type Api = ReturnType<typeof createApi>;

interface Batch {
  id: string;
  status: string;
  checked_rows: number;
  paid_rows: number;
  failed_rows: number;
}

interface Tokens {
  maker: string[];
  approver: string[];
}

/** Calls of the two people; the tokens of the maker take turns. */
function createApi(url: string, getTokens: () => Promise<Tokens>) {
  let count = 0;
  const call = async (who: keyof Tokens, method: string, route: string, body?: object): Promise<unknown> => {
    count += 1;
    const list = (await getTokens())[who];
    const headers = {
      authorization: `Bearer ${list[count % list.length] ?? ''}`,
      'is-live': 'true',
      ...(method === 'POST' ? { 'idempotency-key': `benchmark-${count}`, 'content-type': 'application/json' } : {}),
    };
    const text = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await sendRequest(`${url}${API_BASE}${route}`, { method, headers, ...text });
    return JSON.parse(answer.body);
  };
  return {
    listDisbursements: () => call('maker', 'GET', '/disbursements?limit=50'),
    getBatch: async (id: string) =>
      ((await call('maker', 'GET', `/disbursement-batches/${id}`)) as { data: Batch }).data,
    listErrors: (id: string) => call('maker', 'GET', `/disbursement-batches/${id}/rows?status=error&limit=3`),
    submit: (id: string) => call('maker', 'POST', `/disbursement-batches/${id}/submit`, {}),
    approve: (id: string) => call('approver', 'POST', `/disbursement-batches/${id}/approve`, {}),
    upload: async (file: string): Promise<string> => {
      const form = new FormData();
      form.set('file', new Blob([file]), 'payroll.csv');
      const { maker } = await getTokens();
      const headers = { authorization: `Bearer ${maker[0] ?? ''}`, 'is-live': 'true' };
      const answer = await fetch(`${url}${API_BASE}/disbursement-batches`, { method: 'POST', headers, body: form });
      if (answer.status !== 201) throw new Error(`The upload answered ${answer.status}: ${await answer.text()}`);
      return ((await answer.json()) as { data: Batch }).data.id;
    },
  };
}

/** Takes a file of `count` rows from the upload to its end. Every row must be paid. */
async function pay(api: Api, first: number, count: number): Promise<{ validated_s: number; sent_s: number }> {
  const uploaded_at = performance.now();
  const id = await api.upload(buildFile(first, count));
  const validated = await waitForBatch(api, id, ({ status }) => !['uploaded', 'validating'].includes(status));
  const validated_s = (performance.now() - uploaded_at) / 1_000;
  process.stderr.write(`${count} rows validated in ${formatNumber(validated_s)} s\n`);
  if (validated.status !== 'ready') {
    throw new Error(`The batch is ${validated.status}: ${JSON.stringify(await api.listErrors(id)).slice(0, 2_000)}`);
  }
  await api.submit(id);
  const approved_at = performance.now();
  await api.approve(id);
  const ended = await waitForBatch(api, id, ({ status }) => !['approved', 'processing'].includes(status));
  const sent_s = (performance.now() - approved_at) / 1_000;
  if (ended.status !== 'completed' || ended.paid_rows !== count) {
    throw new Error(`The batch is ${ended.status} with ${ended.paid_rows} of ${count} rows paid`);
  }
  return { validated_s, sent_s };
}

/** Reads the batch until it has ended a phase. Throws when it makes no progress. */
async function waitForBatch(api: Api, id: string, isOver: (batch: Batch) => boolean): Promise<Batch> {
  let [progress, progressed_at] = ['', performance.now()];
  for (;;) {
    const batch = await api.getBatch(id);
    if (isOver(batch)) return batch;
    const now = `${batch.status} ${batch.checked_rows} ${batch.paid_rows}`;
    if (now !== progress) [progress, progressed_at] = [now, performance.now()];
    if (performance.now() - progressed_at > PATIENCE_MS) throw new Error(`The batch stopped at ${now}`);
    await sleep(200);
  }
}

/** Samples the memory of the processes and the latency of the list until it is stopped. */
function watchServer(api: Api, pids: number[]) {
  const readBytes = (): number => pids.reduce((sum, pid) => sum + readResidentBytes(pid), 0);
  const times: number[] = [];
  let [peak_bytes, is_over] = [readBytes(), false];
  const running = (async () => {
    while (!is_over) {
      const started = performance.now();
      await api.listDisbursements();
      times.push(performance.now() - started);
      peak_bytes = Math.max(peak_bytes, readBytes());
      await sleep(100);
    }
  })();
  return {
    stop: async () => {
      is_over = true;
      await running;
      const list_ms = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0;
      return { peak_bytes, list_ms, lists: times.length };
    },
  };
}

const getAccount = (index: number) => ({
  bank_code: BANK_CODES[index % BANK_CODES.length] ?? '',
  account_no: String(7_000_000_000 + index),
  name: `KARYAWAN ${String.fromCodePoint(65 + (index % 26))} NOMOR ${index}`,
});

function buildFile(first: number, count: number): string {
  const lines = Array.from({ length: count }, (_, row) => {
    const { bank_code, account_no, name } = getAccount(first + row);
    return `PAYROLL-${first + row},${AMOUNT},${bank_code},${name},${account_no},Payroll`;
  });
  return ['reference_id,amount,bank_code,account_name,account_number,description', ...lines, ''].join('\n');
}

/** Opens the accounts at the sandbox bank, in its database: ten thousand requests would take longer than the benchmark. */
function addAccounts(folder: string, count: number): void {
  const database = new DatabaseSync(path.join(folder, 'bank.sqlite'));
  database.exec('begin');
  for (let index = 0; index < count; index += 1) upsertAccount(database, { ...getAccount(index), state: 'open' });
  database.exec('commit');
  database.close();
}

const topUp = ({ db }: BenchEnvironment, amount: number): Promise<void> =>
  asMerchant(db, MERCHANT_ID, async (tx) => {
    const accounts = new Map((await listBalances(tx)).map(({ type, account_id }) => [type, account_id]));
    await postTransfers(tx, {
      posted_at: new Date(),
      transfers: [
        {
          kind: 'adjustment',
          amount,
          debit_account: accounts.get('provider_receivable') ?? '',
          credit_account: accounts.get('payout') ?? '',
          reference_type: 'fixture',
          reference_id: 'benchmark',
        },
      ],
    });
  });
