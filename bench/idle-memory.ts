/** Resident memory of a process of the server that has nothing to do: of the API and of the worker. */
import { setTimeout as sleep } from 'node:timers/promises';
import { API_BASE } from '@dasbor/contract/route';
import { type BenchmarkResult, median } from './benchmark.ts';
import { readResidentBytes, startEnvironment } from './environment.ts';
import { sendRequest } from './load.ts';

const LIMIT_MB = 150;
const STARTS = 5;
/** Until the files of the first start are in the compile cache. */
const CACHED_MS = 3_000;
/** Two intervals of `server/src/idle-collection.ts`. */
const IDLE_MS = 65_000;
const REQUESTS = 3_000;

const readMb = (pid: number): number => Math.round(readResidentBytes(pid) / 1_000_000);

/** Median memory of API processes a minute after their start, of 150 MB; the first start, which compiles, apart. */
export async function measureIdleMemory(): Promise<BenchmarkResult> {
  const environment = await startEnvironment();
  try {
    const first = await environment.startServer();
    await sleep(CACHED_MS);
    const again: { pid: number; url: string }[] = [];
    while (again.length < STARTS) again.push(await environment.startServer());
    const worker = environment.startWorker();
    const started = again.map(({ pid }) => readMb(pid));
    await sleep(IDLE_MS);
    const idle = again.map(({ pid }) => readMb(pid));
    const lines = [
      `API processes right after their start: ${started.join(', ')} MB; a minute later: ${idle.join(', ')} MB (at most ${LIMIT_MB})`,
      `the first start, a minute later: ${readMb(first.pid)} MB; a worker: ${readMb(worker)} MB`,
    ];
    const { pid, url } = again[0] ?? first;
    const tokens = await environment.createTokens(60);
    for (let request = 0; request < REQUESTS; request += 1)
      await sendRequest(`${url}${API_BASE}/transactions?limit=50`, {
        headers: { authorization: `Bearer ${tokens[request % tokens.length] ?? ''}`, 'is-live': 'true' },
      });
    const loaded = readMb(pid);
    await sleep(IDLE_MS);
    lines.push(`after ${REQUESTS} pages of a list: ${loaded} MB, and a minute later ${readMb(pid)} MB`);
    return { ratio: median(idle) / LIMIT_MB, target: 1, comparison: 'at most', lines };
  } finally {
    await environment.stop();
  }
}
