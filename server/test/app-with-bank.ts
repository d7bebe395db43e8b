/** The application and the sandbox bank, a process of its own, each calling the other over HTTP. */
import type { AddressInfo } from 'node:net';
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
