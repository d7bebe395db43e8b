/** A sandbox in which every example of the API reference succeeds: objects under the ids of the examples, money, a bank. */
import { writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { getRoleAccess } from '@dasbor/contract/access';
import { createApiKey } from '@dasbor/contract/api-settings';
import { listBalances } from '@dasbor/contract/balance';
import { saveNotificationConfiguration } from '@dasbor/contract/report-delivery';
import { approveBankAccount, setSettlementBankAccount, setSettlementSetting } from '@dasbor/contract/settlement-admin';
import { toBusinessDay } from '@dasbor/contract/time';
import { asMerchant } from '../src/db/tx.ts';
import { createEgress } from '../src/egress/egress-client.ts';
import { JOBS } from '../src/jobs/registry.ts';
import { postTransfers } from '../src/ledger/posting.ts';
import { KOPI_NUSANTARA } from '../src/sandbox/people.ts';
import { settleMerchant } from '../src/settlement/run.ts';
import { type BankProcess, startBank } from './bank-process.ts';
import { findFreePort } from './free-port.ts';
import { type Openssh, startOpenssh } from './openssh.ts';
import { insertPaidPayment } from './paid-payment.ts';
import { insertSampleObjects } from './sample-objects.ts';
import { insertPayment } from './settlement-payments.ts';
import { type TestApp, type TestClient, startTestApp } from './test-app.ts';
import { buildImage } from './upload-files.ts';
import { type WebhookReceiver, createEndpoint, startWebhookReceiver } from './webhook-receiver.ts';

const { merchant_id } = KOPI_NUSANTARA;

export interface ExampleKit {
  t: TestApp;
  owner: pg.Client;
  bank: BankProcess;
  openssh: Openssh;
  /** Of the server under test. */
  origin: string;
  /** The key of the examples, which belongs to the super admin and has all access. */
  api_key: string;
  api: TestClient;
  /** Requests what the key decides on. */
  finance: TestClient;
  superadmin: TestClient;
  webhook_id: string;
  /** Files that examples upload. */
  folder: string;
  newKey: () => { 'idempotency-key': string };
  /** A number that was not used before. */
  next: () => number;
  run: (job: string, payload: Record<string, string>) => Promise<unknown>;
  insertPaid: () => Promise<string>;
  /** Settles a new payment. Returns the id of the batch. */
  settle: () => Promise<string>;
  close: () => Promise<void>;
}

/** Files for uploads are written to `folder`. */
export async function startExampleKit(folder: string): Promise<ExampleKit> {
  const [port, openssh, receiver] = await Promise.all([findFreePort(), startOpenssh(), startWebhookReceiver()]);
  const t = await startTestApp({
    env: { BANK_URL: `http://127.0.0.1:${port}` },
    change: (deps) => ({
      ...deps,
      egress: createEgress(deps.env, { allow: [{ host: '127.0.0.1', port: openssh.port }] }),
    }),
  });
  // The clock of the bank is the real one.
  t.clock.set(new Date());
  await t.app.listen({ port: 0, host: '127.0.0.1' });
  const origin = `http://127.0.0.1:${(t.app.server.address() as AddressInfo).port}`;
  const bank = await startBank({ port, data_dir: t.deps.env.DATA_DIR, partner_url: origin });
  const owner = new pg.Client({ connectionString: t.database.owner_url });
  await owner.connect();
  await insertSampleObjects(owner, merchant_id);
  // Its sealed account number is none, so that it must not be compared with others.
  await owner.query(`update app.account_check set account_last4 = '9999'`);
  await owner.query(`update app.beneficiary set account_last4 = '9999'`);
  const [superadmin, finance] = [await t.signIn('superadmin@kopi.example'), await t.signIn('finance@kopi.example')];
  const key_body = { name: 'Examples', access: getRoleAccess('superadmin') };
  const api_key = (await superadmin.ok(createApiKey, { body: key_body })).data.secret;
  let count = 0;
  const kit: ExampleKit = {
    t,
    owner,
    bank,
    openssh,
    origin,
    api_key,
    api: t.client(`Bearer ${api_key}`),
    finance,
    superadmin,
    webhook_id: (await createEndpoint(superadmin, receiver.url)).id,
    folder,
    newKey: () => ({ 'idempotency-key': `example-${++count}` }),
    next: () => ++count,
    run: async (job, payload) => JOBS.find(({ name }) => name === job)!.run(t.deps, { merchant_id, ...payload }),
    insertPaid: () => insertPaidPayment(t, merchant_id, { amount: 100_000, method: 'qris', issuer: 'GoPay' }),
    settle: () => settle(t),
    close: () => closeAll({ owner, bank, openssh, receiver, t }),
  };
  // Without this, what has been started would keep the process of the tests alive.
  await prepareMerchant(kit).catch(async (error: unknown) => {
    await kit.close();
    throw error;
  });
  return kit;
}

/** Balances, terms and channels that several examples need. */
async function prepareMerchant({ t, finance, superadmin, openssh, insertPaid, folder }: ExampleKit): Promise<void> {
  for (let n = 0; n < 10; n++) await insertPaid();
  const account = Object.fromEntries((await finance.ok(listBalances)).data.map(({ type, id }) => [type, id]));
  const amount = 50_000_000;
  const transfers = ['available', 'payout'].map((type) => ({
    kind: 'adjustment' as const,
    amount,
    debit_account: account['provider_receivable']!,
    credit_account: account[type]!,
    reference_type: 'fixture',
    reference_id: type,
  }));
  await asMerchant(t.deps.db, merchant_id, (tx) => postTransfers(tx, { posted_at: t.clock.now(), transfers }));
  const bank_account = { bank_code: '014', account_no: '8010000001' };
  const { data } = await superadmin.ok(setSettlementBankAccount, { body: bank_account });
  const approver = await t.signIn('approver@kopi.example');
  await approver.ok(approveBankAccount, { params: { id: data.pending_bank_account?.id ?? '' } });
  await asMerchant(t.deps.db, merchant_id, (tx) =>
    // Ends the cooling-off period.
    tx.sql
      .updateTable('bank_account')
      .set({ usable_from: t.clock.now() })
      .where('merchant_id', '=', merchant_id)
      .where('usable_from', 'is not', null)
      .execute(),
  );
  await finance.ok(setSettlementSetting, {
    body: {
      approval: 'manual',
      schedule: 'daily',
      weekday: null,
      month_day: null,
      minimum_amount: 0,
      destination: 'bank',
    },
  });
  await superadmin.ok(saveNotificationConfiguration, {
    body: {
      email_recipients: 'finance@kopi.example',
      email_delivery_enabled: true,
      sftp_delivery_enabled: true,
      sftp_host: '127.0.0.1',
      sftp_port: openssh.port,
      sftp_username: openssh.username,
      sftp_password: openssh.password,
    },
  });
  writeFileSync(join(folder, 'file.png'), await buildImage('png'));
}

async function settle(t: TestApp): Promise<string> {
  const paid_at = new Date(t.clock.now().getTime() - 3_600_000);
  await insertPayment(t.deps.db, merchant_id, { method: 'qris', channel_code: null, amount: 5_000_000, paid_at });
  const result = await settleMerchant(t.deps, merchant_id, toBusinessDay(t.clock.now()), { is_early: true });
  if (result.outcome !== 'closed') throw new Error(`The batch is not closed: ${result.outcome}`);
  return result.id;
}

async function closeAll(kit: Pick<ExampleKit, 'owner' | 'bank' | 'openssh' | 't'> & { receiver: WebhookReceiver }) {
  await kit.bank.stop();
  await kit.owner.end();
  await kit.t.close();
  await kit.receiver.close();
  await kit.openssh.remove();
}
