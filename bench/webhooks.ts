/**
 * Time from a payment to the receipt of its webhooks: signed bank callbacks over HTTP at a fixed rate for 50 merchants with
 * an endpoint each, five of which never respond. Each payment makes two events; the time counts from the sending of the
 * callback, so it includes the commit.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { WEBHOOK_API_VERSION } from '@dasbor/contract/webhook-events';
import { newId } from '../server/src/db/new-id.ts';
import { insertEndpoint } from '../server/src/webhook/endpoint-queries.ts';
import { generateWebhookSecret, sealColumn } from '../server/src/webhook/secret.ts';
import { asMerchant } from '../server/src/db/tx.ts';
import { createVault } from '../server/src/vault.ts';
import type { BenchmarkResult } from './benchmark.ts';
import { type BenchEnvironment, type Server, startEnvironment } from './environment.ts';
import { createCallbackSender, insertMerchants, insertPendingPayments } from './take-payment.ts';

const DEAD = 5;
const EVENTS_PER_PAYMENT = 2;
const EVENTS_PER_S = 200;
const RUN_S = Number(process.env.SECONDS ?? 30);
const WARM_UP_S = 5;
const PATIENCE_MS = 60_000;
/** p50 and p99 in milliseconds. */
const TARGETS = { p50: 1_000, p99: 5_000 };

export async function measureWebhooks(): Promise<BenchmarkResult> {
  const environment = await startEnvironment();
  const receiver = await startReceiver();
  try {
    const merchants = await insertMerchants(environment);
    const waiting = await insertPendingPayments(environment, merchants, 1);
    await insertEndpoints(environment, merchants, receiver.url);
    const server = await environment.startServer();
    environment.startWorker();
    const pay = createPayer(environment, server, waiting.references);
    const dead = new Set(merchants.slice(0, DEAD));
    await pay(WARM_UP_S, () => undefined);
    await receiver.waitForQuiet();
    const sent = new Map<string, number>();
    const started = performance.now();
    await pay(RUN_S, (id) => sent.set(id, performance.now()));
    const elapsed_s = (performance.now() - started) / 1_000;
    const { rows } = await environment.owner.query<{ id: string }>(
      `select 'qr_' || right(id, 26) as id from app.transaction where merchant_id = any ($1)`,
      [[...dead]],
    );
    for (const { id } of rows) sent.delete(id);
    await receiver.waitFor([...sent.keys()]);
    const times = [...sent].flatMap(([id, at]) => receiver.listTimes(id).map((time) => time - at));
    return buildResult(times, { events: times.length, duplicates: receiver.countDuplicates(), elapsed_s });
  } finally {
    await receiver.stop();
    await environment.stop();
  }
}

interface Counts {
  events: number;
  duplicates: number;
  elapsed_s: number;
}

function buildResult(times: number[], { events, duplicates, elapsed_s }: Counts): BenchmarkResult {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  const [p50, p99, worst] = [at(0.5), at(0.99), at(1)];
  const rate = (events / (1 - DEAD / 50) / elapsed_s).toFixed(0);
  const lines = [
    `${events} events to 45 endpoints at ${rate} events/s with those of 5 dead ones; all received, ${duplicates} twice`,
    `from the callback of the bank to the receipt: p50 ${p50.toFixed(0)} ms (${TARGETS.p50}), p99 ${p99.toFixed(0)} ms (${TARGETS.p99}), longest ${worst.toFixed(0)} ms`,
  ];
  return { ratio: Math.max(p50 / TARGETS.p50, p99 / TARGETS.p99), target: 1, comparison: 'at most', lines };
}

/** Sends callbacks at the rate, whether or not the responses keep up. */
function createPayer(environment: BenchEnvironment, server: Server, references: string[]) {
  const send = createCallbackSender(environment);
  const interval_ms = (1_000 * EVENTS_PER_PAYMENT) / EVENTS_PER_S;
  let next = 0;
  return async (seconds: number, onSend: (qris_id: string) => void): Promise<void> => {
    const started = performance.now();
    const running: Promise<unknown>[] = [];
    for (let turn = 0; turn < (seconds * 1_000) / interval_ms; turn += 1) {
      const wait_ms = started + turn * interval_ms - performance.now();
      if (wait_ms > 0) await sleep(wait_ms);
      const reference = references[next++];
      if (reference === undefined) throw new Error('No pending payments left: increase WAITING');
      onSend(`qr_${reference.slice(-26)}`);
      running.push(send(server, reference));
    }
    await Promise.all(running);
  };
}

async function insertEndpoints({ db, secrets }: BenchEnvironment, merchants: string[], url: string): Promise<void> {
  const vault = createVault(secrets);
  for (const [index, merchant_id] of merchants.entries()) {
    const now = new Date();
    const id = newId('webhook_endpoint', now);
    await asMerchant(db, merchant_id, (tx) =>
      insertEndpoint(tx, {
        id,
        url: `${url}/${index < DEAD ? 'dead' : 'alive'}`,
        events: ['*'],
        description: null,
        notify_email: null,
        api_version: WEBHOOK_API_VERSION,
        header_names: [],
        headers_sealed: null,
        secret_sealed: sealColumn(vault, { merchant_id, id }, 'secret_sealed', generateWebhookSecret()),
        created_by: 'Benchmark',
        created_at: now,
      }),
    );
  }
}

/** Receives the webhooks of payments, under the id of the QRIS code that both events name. */
async function startReceiver() {
  const times = new Map<string, Map<string, number>>();
  let duplicates = 0;
  let last_at = 0;
  const server = createServer((request, response) => {
    // A dead endpoint accepts the connection and never responds.
    if (request.url === '/dead') return;
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const now = performance.now();
      const { id, data } = JSON.parse(Buffer.concat(chunks).toString()) as {
        id: string;
        data: { id: string; qris_payment_id?: string };
      };
      const of_payment = times.get(data.qris_payment_id ?? data.id) ?? new Map<string, number>();
      if (of_payment.has(id)) duplicates += 1;
      else of_payment.set(id, now);
      times.set(data.qris_payment_id ?? data.id, of_payment);
      last_at = now;
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const listTimes = (id: string): number[] => [...(times.get(id)?.values() ?? [])];
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    listTimes,
    countDuplicates: () => duplicates,
    /** Until nothing arrived for a second. */
    waitForQuiet: async (): Promise<void> => {
      const deadline = performance.now() + PATIENCE_MS;
      while (last_at === 0 || performance.now() - last_at < 1_000) {
        if (performance.now() > deadline) throw new Error('The webhooks of the warm-up did not arrive');
        await sleep(100);
      }
    },
    waitFor: async (ids: string[]): Promise<void> => {
      const deadline = performance.now() + PATIENCE_MS;
      for (;;) {
        const missing = ids.filter((id) => listTimes(id).length < EVENTS_PER_PAYMENT);
        if (missing.length === 0) return;
        if (performance.now() > deadline) throw new Error(`The webhooks of ${missing.length} payments did not arrive`);
        await sleep(200);
      }
    },
    stop: async (): Promise<void> => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
