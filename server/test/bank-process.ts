/** The sandbox bank as a separate process: the counterpart of payment tests. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BANK_CREDENTIALS_FILE } from '../src/secrets.ts';

const MAIN = fileURLToPath(new URL('../../bank/src/main.ts', import.meta.url));

export interface BankProcess {
  /** Pays a QR code. Returns the HTTP status and body. */
  pay: (input: Record<string, unknown>) => Promise<{ status: number; body: Record<string, unknown> }>;
  /** Changes switches such as `offline`; others keep their value. */
  setSwitches: (change: Record<string, unknown>) => Promise<void>;
  /** State of the callbacks, newest first. */
  callbacks: () => Promise<{ state: string; attempts: number; partner_reference_no: string }[]>;
  /** Calls a path below `/simulate`. Returns the HTTP status and body. */
  simulate: (method: string, path: string, body?: object) => Promise<{ status: number; body: Record<string, unknown> }>;
  /** Kills the process. Its data stays, so that `startBank` with the same folder continues. */
  kill: () => Promise<void>;
  /** Data folder of the bank. */
  folder: string;
  stop: () => Promise<void>;
}

/** Starts the bank on `port`. `data_dir` contains the credentials of the server; callbacks go to `partner_url`. */
export async function startBank(options: {
  port: number;
  data_dir: string;
  partner_url: string;
  /** Data folder of a killed bank; a new one by default. */
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
    pay: (input) => send('POST', '/simulate/qris/pay', input),
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
