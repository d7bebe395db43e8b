/** Resident memory of a process of the server that has nothing to do: of the API and of the worker. */
import { setTimeout as sleep } from 'node:timers/promises';
import { API_BASE } from '@dasbor/contract/route';
import { type BenchmarkResult, median } from './benchmark.ts';
import { readResidentBytes, startEnvironment } from './environment.ts';
import { sendRequest } from './load.ts';

const LIMIT_MB = 150;
const STARTS = 5;
const IDLE_MS = 5_000;
const REQUESTS = 3_000;

/** Median memory of an API process after its start, of 150 MB; the first start, which compiles the files, not counted. */
export async function measureIdleMemory(): Promise<BenchmarkResult> {
  const environment = await startEnvironment();
  const readIdleMb = async (pid: number): Promise<number> => {
    await sleep(IDLE_MS);
    return Math.round(readResidentBytes(pid) / 1_000_000);
  };
  try {
    const first = await readIdleMb((await environment.startServer()).pid);
    const again: number[] = [];
    let server = await environment.startServer();
    for (let start = 1; start <= STARTS; start += 1) {
      again.push(await readIdleMb(server.pid));
      if (start < STARTS) server = await environment.startServer();
    }
    const tokens = await environment.createTokens(60);
    for (let request = 0; request < REQUESTS; request += 1)
      await sendRequest(`${server.url}${API_BASE}/transactions?limit=50`, {
        headers: { authorization: `Bearer ${tokens[request % tokens.length] ?? ''}`, 'is-live': 'true' },
      });
    const after_load = await readIdleMb(server.pid);
    const worker = await readIdleMb(environment.startWorker());
    const lines = [
      `API process after its start: ${again.join(', ')} MB (target at most ${LIMIT_MB}); the first start: ${first} MB`,
      `after ${REQUESTS} pages of a list: ${after_load} MB`,
      `worker of an installation with the sandbox: ${worker} MB`,
    ];
    return { ratio: median(again) / LIMIT_MB, target: 1, comparison: 'at most', lines };
  } finally {
    await environment.stop();
  }
}
