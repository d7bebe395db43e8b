import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { CREDENTIALS, startBank, startPartner } from '../test/harness.ts';

const MAIN = new URL('main.ts', import.meta.url).pathname;

function bankFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'bank-main-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'credentials.json'), JSON.stringify(CREDENTIALS));
  return folder;
}

function start(folder: string, partner_url: string, change: Record<string, string> = {}): ChildProcess {
  const bank = spawn(process.execPath, [MAIN], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      BANK_PORT: '0',
      BANK_DATA_DIR: join(folder, 'data'),
      BANK_CREDENTIALS: join(folder, 'credentials.json'),
      PARTNER_URL: partner_url,
      LOG_LEVEL: 'info',
      ...change,
    },
  });
  onTestFinished(() => {
    bank.kill('SIGKILL');
  });
  return bank;
}

/** Base URL of a started bank, from its log. */
async function readUrl(bank: ChildProcess): Promise<string> {
  if (!bank.stdout) throw new Error('No log to read');
  for await (const line of createInterface(bank.stdout)) {
    const address = /Server listening at (http:\/\/[^"]+)/.exec(line)?.[1];
    if (address) return address;
  }
  throw new Error('The bank ended without listening');
}

test('a callback interrupted by a crash is sent again', async () => {
  const folder = bankFolder();
  const before = await startBank({ data_dir: join(folder, 'data'), start: new Date() });
  await before.partner.close();
  await before.turn({ callback_delay_ms: 1 });
  const validityPeriod = new Date(Date.now() + 60_000).toISOString();
  const { responseCode } = (await before.generate({ validityPeriod })).json<{ responseCode: string }>();
  expect(responseCode).toBe('2004700');
  expect((await before.pay()).statusCode).toBe(200);
  await before.bank.close();

  // The first process dies before the partner answers it; the second must not need anything of the first.
  const seen = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const processes: ChildProcess[] = [];
  const partner = await startPartner([], () => {
    if (processes.length === 1) processes[0]?.kill('SIGKILL');
    seen[processes.length - 1]?.resolve();
  });
  processes.push(start(folder, partner.url));
  await seen[0]?.promise;
  if (processes[0]?.signalCode === null) await once(processes[0], 'exit');
  processes.push(start(folder, partner.url));
  await seen[1]?.promise;
  const [first, second] = partner.notifications;
  expect(second?.body).toEqual(first?.body);
  expect(second?.external_id).not.toBe(first?.external_id);
  expect(second?.is_signed).toBe(true);
});

test('SIGTERM stops the bank', async () => {
  const bank = start(bankFolder(), 'http://127.0.0.1:1');
  const url = await readUrl(bank);
  expect(await (await fetch(`${url}/healthz`)).json()).toEqual({ status: 'ok' });
  bank.kill('SIGTERM');
  expect(await once(bank, 'exit')).toEqual([0, null]);
});

test('errors name a busy port and an invalid setting', async () => {
  const folder = bankFolder();
  const partner = await startPartner();
  const says = async (change: Record<string, string>) => {
    const bank = start(folder, partner.url, change);
    let text = '';
    bank.stderr?.on('data', (chunk) => (text += String(chunk)));
    const [code] = (await once(bank, 'close')) as [number];
    return { code, text };
  };
  const port = new URL(partner.url).port;
  expect(await says({ BANK_PORT: port })).toEqual({
    code: 1,
    text: `The sandbox bank cannot start: port ${port} is in use: set BANK_PORT to another one\n`,
  });
  const faulty = await says({ PARTNER_URL: 'nowhere' });
  expect(faulty.code).toBe(1);
  expect(faulty.text).toContain('PARTNER_URL');
});
