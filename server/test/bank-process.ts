/** The sandbox bank as a process of its own, as in a trial: the other side of every payment test. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BANK_CREDENTIALS_FILE } from '../src/secrets.ts';

const MAIN = fileURLToPath(new URL('../../bank/src/main.ts', import.meta.url));

export interface BankProcess {
  /** A payer pays a code; answers the HTTP status and body. */
  pay: (wish: Record<string, unknown>) => Promise<{ status: number; body: Record<string, unknown> }>;
  /** Turns switches such as `offline`, and leaves the others. */
  setSwitches: (change: Record<string, unknown>) => Promise<void>;
  /** What became of each callback, newest first. */
  callbacks: () => Promise<{ state: string; attempts: number; partner_reference_no: string }[]>;
  /** Calls anything below `/simulate`; answers the HTTP status and body. */
  simulate: (method: string, path: string, body?: object) => Promise<{ status: number; body: Record<string, unknown> }>;
  /** Kills the process as a power cut would; its memory stays, so that `startBank` with its folder goes on from there. */
  kill: () => Promise<void>;
  /** What the bank remembers. */
  folder: string;
  stop: () => Promise<void>;
}

/** A port that nobody listens on at the moment. */
export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Starts the bank on `port`. `data_dir` holds the credentials that the server made; `partner_url` gets the callbacks. */
export async function startBank(options: {
  port: number;
  data_dir: string;
  partner_url: string;
  /** Memory of a bank that was killed; a new one when absent. */
  folder?: string;
}): Promise<BankProcess> {
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'dasbor-bank-'));
  const child = spawn(process.execPath, [MAIN], {
    env: {
      ...process.env,
      BANK_PORT: String(options.port),
      BANK_DATA_DIR: folder,
      PARTNER_URL: options.partner_url,
      BANK_CREDENTIALS: join(options.data_dir, BANK_CREDENTIALS_FILE),
      LOG_LEVEL: 'info',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await waitUntilListening(child);
  const url = `http://127.0.0.1:${options.port}`;
  const send = async (method: string, path: string, body?: object) => {
    const answer = await fetch(url + path, {
      method,
      ...(body ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {}),
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  return {
    pay: (wish) => send('POST', '/simulate/qris/pay', wish),
    setSwitches: async (change) => {
      const { status, body } = await send('PUT', '/simulate/switches', change);
      if (status !== 200) throw new Error(JSON.stringify(body));
    },
    callbacks: async () =>
      (await send('GET', '/simulate/callbacks')).body.data as Awaited<ReturnType<BankProcess['callbacks']>>,
    simulate: (method, path, body) => send(method, `/simulate${path}`, body),
    folder,
    kill: async () => {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGTERM');
        await once(child, 'exit');
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function waitUntilListening(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit').then(() => {
    throw new Error('The sandbox bank ended before it listened');
  });
  const listening = (async () => {
    for await (const chunk of child.stdout ?? []) {
      if (String(chunk).includes('Server listening')) return;
    }
  })();
  await Promise.race([listening, gone]);
  gone.catch(() => undefined);
  child.stdout?.resume();
}
