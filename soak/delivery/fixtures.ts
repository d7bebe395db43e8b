/** Merchants with payments due for settlement, in a database that can be copied. */
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { toBusinessDay } from '@dasbor/contract/time';
import { createManualClock } from '../../server/src/db/clock.ts';
import { type Db, connect } from '../../server/src/db/connect.ts';
import { startTemporaryPostgres } from '../../server/src/embedded-postgres/start.ts';
import { enqueue } from '../../server/src/db/enqueue.ts';
import { migrate } from '../../server/src/db/migrate.ts';
import { asMerchant } from '../../server/src/db/tx.ts';
import { lockConfiguration, updateConfiguration } from '../../server/src/report/configuration-queries.ts';
import { buildPasswordContext } from '../../server/src/report/configuration-rules.ts';
import { ensureMerchant } from '../../server/src/merchant/queries.ts';
import { KOPI_NUSANTARA } from '../../server/src/sandbox/people.ts';
import { ensureSecrets } from '../../server/src/secrets.ts';
import { insertPayment } from '../../server/test/settlement-payments.ts';
import { createVault } from '../../server/src/vault.ts';
import type { Openssh } from '../../server/test/openssh.ts';

/** A Wednesday morning: payments of Monday are due for settlement. */
export const NOW = new Date('2026-12-15T23:00:00.000Z');
const PAID_AT = new Date('2026-12-14T03:00:00.000Z');
const clock = createManualClock(NOW);

export interface DatabaseUrls {
  owner_url: string;
  web_url: string;
  jobs_url: string;
}

export interface DeliveryFixtures {
  urls: DatabaseUrls;
  data_dir: string;
  /** Adds the merchants of a round, each with due payments and both delivery methods. */
  addMerchants: (round: number, merchants: number, payments: number, sftp: Openssh) => Promise<void>;
  /** Copies the database. No connection may be open. */
  copyDatabase: () => Promise<DatabaseUrls & { drop: () => Promise<void> }>;
  stop: () => Promise<void>;
}

export async function createFixtures(): Promise<DeliveryFixtures> {
  const postgres = await startTemporaryPostgres();
  const data_dir = fs.mkdtempSync(path.join(os.tmpdir(), 'dasbor-delivery-'));
  const secrets = ensureSecrets(data_dir);
  const { urls } = await migrate(postgres.url, secrets);
  const database_urls = { owner_url: postgres.url, web_url: urls.web, jobs_url: urls.jobs };
  const vault = createVault(secrets);
  let made = 0;
  return {
    urls: database_urls,
    data_dir,
    addMerchants: async (round, merchants, payments, sftp) => {
      const db = connect(database_urls.web_url, { max: 4, on_error: () => undefined });
      const add = async (n: number): Promise<void> => {
        const { merchant_id, code } = buildMerchantId(round, n);
        const sealed = vault.seal(buildPasswordContext(merchant_id), sftp.password);
        await configureMerchant(db, { merchant_id, code }, sftp, sealed);
        for (let p = 0; p < payments; p++) {
          const paid_at = new Date(PAID_AT.getTime() + p * 60_000);
          await insertPayment(db, merchant_id, {
            method: 'qris',
            channel_code: null,
            amount: 20_000 + n * 100 + p,
            paid_at,
          });
        }
      };
      const all = Array.from({ length: merchants }, (_each, n) => n);
      // Sequentially, as merchants register.
      for (const n of all) {
        const { merchant_id, code } = buildMerchantId(round, n);
        await ensureMerchant(db, { ...KOPI_NUSANTARA, merchant_id, code, brand_name: `Toko ${code}` }, PAID_AT);
      }
      await Promise.all(all.map(add));
      await db.kysely.destroy();
    },
    copyDatabase: async () => {
      const name = `copy_${++made}`;
      await runMaintenance(
        database_urls.owner_url,
        `create database ${name} template ${new URL(database_urls.owner_url).pathname.slice(1)}`,
      );
      const at = (url: string): string => Object.assign(new URL(url), { pathname: `/${name}` }).toString();
      return {
        owner_url: at(database_urls.owner_url),
        web_url: at(database_urls.web_url),
        jobs_url: at(database_urls.jobs_url),
        drop: () => runMaintenance(database_urls.owner_url, `drop database if exists ${name} with (force)`),
      };
    },
    stop: async () => {
      await postgres.stop();
      fs.rmSync(data_dir, { recursive: true, force: true });
    },
  };
}

const buildMerchantId = (round: number, n: number): { merchant_id: string; code: string } => ({
  merchant_id: `mer_01k0de1very0000${String(round).padStart(6, '0')}${String(n).padStart(5, '0')}`,
  code: `R${round}M${n}`,
});

/** Enables both delivery methods and enqueues the settlement of the day. */
const configureMerchant = (
  db: Db,
  { merchant_id, code }: { merchant_id: string; code: string },
  sftp: Openssh,
  sealed: string,
): Promise<void> =>
  asMerchant(db, merchant_id, async (tx) => {
    await lockConfiguration(tx, PAID_AT);
    await updateConfiguration(tx, {
      email_recipients: `finance@${code.toLowerCase()}.example,owner@${code.toLowerCase()}.example`,
      email_delivery_enabled: true,
      sftp_delivery_enabled: true,
      sftp_host: '127.0.0.1',
      sftp_port: sftp.port,
      sftp_username: sftp.username,
      sftp_password_encrypted: sealed,
    });
    const job_key = `settle_merchant:${merchant_id}`;
    await enqueue(tx, 'settle_merchant', { merchant_id, day: toBusinessDay(clock.now()) }, { job_key });
  });

async function runMaintenance(owner_url: string, statement: string): Promise<void> {
  const client = new pg.Client({
    connectionString: Object.assign(new URL(owner_url), { pathname: '/postgres' }).toString(),
  });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
