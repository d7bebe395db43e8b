/** Sends requests over keep-alive connections, as one or several clients. */
import http from 'node:http';
import { median } from './benchmark.ts';

const agent = new http.Agent({ keepAlive: true, maxSockets: 64 });

export interface HttpResult {
  status: number;
  body: string;
  elapsed_ms: number;
}

/** Sends one request. Throws on any status but 200. */
export function sendRequest(
  url: string,
  options: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<HttpResult> {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const { method = 'GET', headers = {}, body } = options;
    const request = http.request(url, { agent, method, headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('error', reject);
      answer.on('end', () => {
        const text = Buffer.concat(parts).toString();
        const status = answer.statusCode ?? 0;
        if (status !== 200) reject(new Error(`${url} answered ${status}: ${text.slice(0, 300)}`));
        else resolve({ status, body: text, elapsed_ms: performance.now() - started });
      });
    });
    request.on('error', reject);
    request.end(body);
  });
}

/** Measures the duration of sequential requests of one client, in milliseconds. */
export async function measureSequentially(count: number, once: (turn: number) => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let turn = 0; turn < count; turn += 1) {
    const started = performance.now();
    await once(turn);
    times.push(performance.now() - started);
  }
  return times;
}

/** Measures requests per second of `clients` concurrent clients during `ms`. */
export async function measureThroughput(
  clients: number,
  ms: number,
  once: (turn: number) => Promise<unknown>,
): Promise<number> {
  let turn = 0;
  const started = performance.now();
  const client = async () => {
    while (performance.now() - started < ms) await once(turn++);
  };
  await Promise.all(Array.from({ length: clients }, client));
  return (turn * 1000) / (performance.now() - started);
}

/** Measures two operations alternately (A B A B …) and returns the medians of both. */
export async function measureAlternately(
  turns: number,
  a: () => Promise<number>,
  b: () => Promise<number>,
): Promise<{ a: number; b: number; all_a: number[]; all_b: number[] }> {
  const [all_a, all_b]: [number[], number[]] = [[], []];
  for (let turn = 0; turn < turns; turn += 1) {
    all_a.push(await a());
    all_b.push(await b());
  }
  return { a: median(all_a), b: median(all_b), all_a, all_b };
}

export const formatNumber = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toFixed(2));
