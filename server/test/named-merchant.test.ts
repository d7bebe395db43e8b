/**
 * A request finds its merchant in a directory before it reads a table of merchants, so that a sharded database asks one
 * node. Jobs and lists of the provider may read one table across merchants (shard-lint.ts); a request that authenticates
 * itself may not.
 */
import { generateKeyPairSync } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApiKey } from '@dasbor/contract/api-settings';
import { createPaymentLink } from '@dasbor/contract/payment-link';
import { readPayLink } from '@dasbor/contract/pay';
import { getProfile } from '@dasbor/contract/profile';
import { createSnapCredential } from '@dasbor/contract/snap-credential';
import { listTransactions } from '@dasbor/contract/transaction';
import { createBankClient } from './bank-client.ts';
import { buildCallback, create, kopi, newKey, setUpQrisPayments, t } from './qris-fixture.ts';
import { listStatementProblems } from './shard-lint.ts';
import { createSnapMerchant } from './snap-merchant-client.ts';

interface Statement {
  role: string | undefined;
  text: string;
}

let recorded: Statement[] | null = null;
const roles = new WeakMap<object, string>();
// oxlint-disable-next-line typescript/unbound-method -- called with the client as `this`.
const query = pg.Client.prototype.query as (this: pg.Client, ...args: unknown[]) => unknown;

// Before the first connection: the driver keeps the function of a connection from its start.
beforeAll(() => {
  pg.Client.prototype.query = function recordingQuery(this: pg.Client, ...args: unknown[]) {
    const text = typeof args[0] === 'string' ? args[0] : (args[0] as { text?: string } | undefined)?.text;
    if (text !== undefined && this.user?.endsWith('_web') === true) {
      const role = /\bapp\.enter\('(app_\w+)'/.exec(text)?.[1];
      if (role !== undefined) roles.set(this, role);
      recorded?.push({ role: roles.get(this), text });
    }
    return query.apply(this, args);
  } as typeof pg.Client.prototype.query;
});
setUpQrisPayments();
afterAll(() => {
  pg.Client.prototype.query = query as typeof pg.Client.prototype.query;
});

/** The statements of a request. First callbacks of several merchants are recorded together on plain PostgreSQL only. */
async function record(send: () => PromiseLike<{ statusCode: number }>, status: number): Promise<Statement[]> {
  recorded = [];
  try {
    expect((await send()).statusCode).toBe(status);
    return recorded.filter(({ role }) => role !== 'app_intake');
  } finally {
    recorded = null;
  }
}

const listProblems = (statements: Statement[]): string[] =>
  statements.flatMap(({ text }) => listStatementProblems(text, 'app_merchant').map((each) => `${each}: ${text}`));

/** Prepares a request that is the first of its principal, which no process has cached. */
type Prepare = () => Promise<{ send: () => PromiseLike<{ statusCode: number }>; table: string }>;

const requests: [string, Prepare][] = [
  [
    'by a session',
    async () => {
      const person = await t.signIn('finance@kopi.example');
      return { send: () => person.call(getProfile), table: 'membership' };
    },
  ],
  [
    'by an API key',
    async () => {
      const access = [{ group: 'Transactions' as const, access: 'view' as const }];
      const { data } = await kopi.ok(createApiKey, { body: { name: 'Shop', access } });
      return { send: () => t.client(`Bearer ${data.secret}`).call(listTransactions), table: 'api_key' };
    },
  ],
  [
    'by a SNAP credential',
    async () => {
      const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
      const public_key = publicKey.export({ type: 'spki', format: 'pem' }).toString();
      const { data } = await kopi.ok(createSnapCredential, { body: { name: 'ERP', services: ['qris'], public_key } });
      const merchant = createSnapMerchant(t, {
        client_key: data.client_key,
        client_secret: data.client_secret,
        private_key: privateKey,
        channel_id: data.channel_id,
        encoding: data.signature_encoding,
      });
      const body = { partnerReferenceNo: newKey(), amount: { value: '25000.00', currency: 'IDR' } };
      return { send: () => merchant.call('/qr/qr-mpm-generate', body), table: 'snap_credential' };
    },
  ],
  [
    'of a bank that notifies a payment again',
    async () => {
      const callback = await buildCallback(await create());
      const bank_client = createBankClient(t);
      await bank_client.notify(callback);
      return { send: () => bank_client.notify(callback), table: 'qris_payment' };
    },
  ],
  [
    'of a customer who opens a payment link',
    async () => {
      const { data } = await kopi.ok(createPaymentLink, {
        body: { title: 'Pesanan 17', type: 'single_use', amount: 150_000 },
        headers: { 'idempotency-key': newKey() },
      });
      return { send: () => t.client().call(readPayLink, { params: { slug: data.slug } }), table: 'payment_link' };
    },
  ],
];

test.each(requests)('a request %s reads the tables of merchants for one merchant only', async (_name, prepare) => {
  const { send, table } = await prepare();
  const statements = await record(send, 200);
  expect(statements.filter(({ text }) => new RegExp(`\\b${table}\\b`).test(text))).not.toEqual([]);
  expect(listProblems(statements)).toEqual([]);
});
