/** A bank that never answers, while another bank, emails, reports and the ledger continue. */
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { register } from 'prom-client';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type TestApp, startTestApp } from '../../test/test-app.ts';
import { systemClock } from '../db/clock.ts';
import { enqueue } from '../db/enqueue.ts';
import { asMerchant } from '../db/tx.ts';
import type { Job, Lane } from '../jobs/job.ts';
import { startWorker } from '../jobs/worker.ts';
import { KOPI_NUSANTARA } from '../sandbox/people.ts';
import { type BankClient, createBankClient } from './bank-client.ts';

let t: TestApp;
let silent: Server;
let quick: Server;
/** Whether the silent bank answers after all. */
let is_silent = true;
let silent_requests = 0;

const listen = async (answer: (path: string) => object | null): Promise<Server> => {
  const server = createServer((request, response) => {
    const body = answer(request.url ?? '');
    if (body !== null) response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
};
const answerAsBank = (path: string): object =>
  path.includes('access-token')
    ? {
        responseCode: '2007300',
        responseMessage: 'Successful',
        accessToken: 'token',
        tokenType: 'Bearer',
        expiresIn: '900',
      }
    : { responseCode: '2005100', responseMessage: 'Successful' };

beforeAll(async () => {
  t = await startTestApp();
  quick = await listen(answerAsBank);
  silent = await listen((path) => {
    silent_requests += 1;
    return is_silent ? null : answerAsBank(path);
  });
});
afterAll(async () => {
  for (const server of [silent, quick]) {
    server.closeAllConnections();
    server.close();
  }
  await t.close();
});

const connectBank = (partner: string, server: Server): BankClient =>
  createBankClient(
    {
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      credentials: t.deps.secrets.snap,
      clock: systemClock,
      timeout_ms: 300,
      partner,
    },
    { bank_code: '014', account_no: '1' },
  );

test('delays nothing but its own requests, which fail at once, and is probed until it responds', async () => {
  const banks = { silent: connectBank('silent', silent), quick: connectBank('quick', quick) };
  const done: Record<string, number> = {};
  const count = (name: string): void => {
    done[name] = (done[name] ?? 0) + 1;
  };
  const ask = (name: 'silent' | 'quick'): Job => ({
    name: `ask_${name}`,
    lane: 'bank',
    run: async () => {
      const outcome = await banks[name].queryQr('txn_1');
      count(name);
      if (outcome.kind === 'unreachable' && outcome.message.latency_ms === null) count('rejected');
    },
  });
  const other = (lane: Lane): Job => ({ name: `do_${lane}`, lane, run: async () => count(lane) });
  const jobs = [ask('silent'), ask('quick'), other('mail'), other('report'), other('ledger')];
  const worker = await startWorker(t.deps, t.database.jobs_url, jobs);
  await asMerchant(t.deps.db, KOPI_NUSANTARA.merchant_id, async (tx) => {
    for (let n = 0; n < 40; n++) await enqueue(tx, 'ask_silent', {});
    for (const name of ['ask_quick', 'do_mail', 'do_report', 'do_ledger'])
      for (let n = 0; n < 5; n++) await enqueue(tx, name, {});
  });
  await vi.waitFor(() => expect(done).toMatchObject({ quick: 5, mail: 5, report: 5, ledger: 5, silent: 40 }), {
    timeout: 20_000,
  });
  await worker.stop();
  // Without the breaker, forty requests would have waited for a response.
  expect(done.rejected).toBeGreaterThan(30);
  expect(silent_requests).toBeLessThan(10);
  const metrics = await register.metrics();
  expect(metrics).toContain('dasbor_bank_circuit_state{partner="silent"} 2');
  expect(metrics).toContain('dasbor_bank_circuit_state{partner="quick"} 0');
  expect(metrics).toMatch(/dasbor_bank_circuit_rejected_total\{partner="silent"\} 3\d/);

  is_silent = false;
  await vi.waitFor(async () => expect((await banks.silent.queryQr('txn_1')).message.latency_ms).not.toBeNull(), {
    timeout: 20_000,
    interval: 500,
  });
  await banks.silent.queryQr('txn_1');
  expect(await register.metrics()).toContain('dasbor_bank_circuit_state{partner="silent"} 0');
});
