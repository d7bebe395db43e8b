/** Money operations at an installation: payments created, paid and refunded over the API, and callbacks of the bank. */
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createQrisSticker } from '@dasbor/contract/sticker';
import type { Installation } from '../../scripts/installation.ts';
import { BANK_CREDENTIALS_FILE } from '../../server/src/secrets.ts';
import { withOwner } from '../database.ts';
import { RETRY_MS } from '../fetch-with-retry.ts';
import { createSession } from '../session.ts';
import { payUntil, refundUntil } from './merchant.ts';
import { createNotifier } from './notifier.ts';
import { type LoadObserver, type MoneyRecords, createRecords } from './records.ts';

/** Clients that create and pay codes. */
const PAYERS = 4;
/** Connections over which the bank notifies payments of a sticker. */
const NOTIFIERS = 12;

export interface LoadOptions {
  /** Makes the references of the payments. */
  seed: number;
  /** URL of the database, as its owner. */
  getDatabaseUrl: () => string;
  observer: LoadObserver;
  /** True as soon as no further operation begins. */
  isOver: () => boolean;
  /** Continues the records of an earlier load of this installation. */
  records?: MoneyRecords;
}

export interface Load {
  records: MoneyRecords;
  /** Resolves when all operations that began have been acknowledged. */
  done: Promise<unknown>;
}

export async function startLoad(
  { url, bank_url, data_dir }: Pick<Installation, 'url' | 'bank_url' | 'data_dir'>,
  { seed, getDatabaseUrl, observer, isOver, records = createRecords() }: LoadOptions,
): Promise<Load> {
  const session = createSession({ url });
  await session.signIn();
  const sticker_id = await createSticker(session);
  const partner_reference_no = await withOwner(getDatabaseUrl, async (owner) => {
    const { rows } = await owner.query<{ reference: string }>(
      'select partner_reference_no as reference from app.qris_payment where id = $1',
      [sticker_id],
    );
    return rows[0]?.reference ?? '';
  });
  const client = { session, bank_url, records, observer };
  const credentials_file = path.join(data_dir, BANK_CREDENTIALS_FILE);
  const notify = createNotifier({ url, credentials_file, partner_reference_no, records, observer });
  const done = Promise.all([
    ...Array.from({ length: PAYERS }, (_unused, index) =>
      payUntil(client, isOver, `${seed}-${index}-${records.attempted}`),
    ),
    ...Array.from({ length: NOTIFIERS }, () => notify(isOver)),
    refundUntil(client, isOver),
  ]);
  return { records, done };
}

/** Creates a sticker and waits until the bank has issued its code. */
async function createSticker(session: ReturnType<typeof createSession>): Promise<string> {
  for (;;) {
    const answer = await session.sendOnce('POST', createQrisSticker.path, {
      body: { name: 'Counter' },
      headers: { 'idempotency-key': randomUUID() },
    });
    if (answer.status !== 201) throw new Error(`creating a sticker answered ${answer.status}: ${await answer.text()}`);
    const { data } = createQrisSticker.output.parse(await answer.json());
    if (data.qr_content !== null) return data.id;
    await sleep(RETRY_MS);
  }
}
