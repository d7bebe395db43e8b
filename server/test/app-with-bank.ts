/** The application and the sandbox bank, a process of its own, each calling the other over HTTP. */
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import * as duration from '@dasbor/contract/duration';
import { addDays, startOfBusinessDay, toBusinessDay } from '@dasbor/contract/time';
import { type BankProcess, startBank } from './bank-process.ts';
import { findFreePort } from './free-port.ts';
import { type TestApp, startTestApp } from './test-app.ts';

/** Starts both on the real clock, which the bank has. Stop the bank, then close the application in `afterAll`. */
export async function startAppWithBank(): Promise<{ t: TestApp; bank: BankProcess }> {
  const port = await findFreePort();
  const t = await startTestApp({ env: { BANK_URL: `http://127.0.0.1:${port}` } });
  t.clock.set(new Date());
  await t.app.listen({ port: 0, host: '127.0.0.1' });
  const partner_url = `http://127.0.0.1:${(t.app.server.address() as AddressInfo).port}`;
  return { t, bank: await startBank({ port, data_dir: t.deps.env.DATA_DIR, partner_url }) };
}

/**
 * Sets the clock to the real one, which the bank has, but never back: each refuses messages of the other that are
 * minutes old, and a file of tests takes minutes on a busy machine.
 */
export function followRealClock(t: TestApp): void {
  t.clock.set(new Date(Math.max(Date.now(), t.clock.now().getTime())));
}

/** Waits for the next business day when this one ends soon, so that a test which counts by day has one day. */
export async function waitForUnendingDay(): Promise<void> {
  const end = startOfBusinessDay(addDays(toBusinessDay(new Date()))).getTime();
  const left_ms = end - Date.now();
  if (left_ms < duration.minutes(1)) await setTimeout(left_ms + 1);
}
