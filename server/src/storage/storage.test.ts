/** Stored files: complete or absent, visible to their merchant only, until they expire. */
import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { downloadStoredFile } from '@dasbor/contract/stored-file';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, startTestApp } from '../../test/test-app.ts';
import { newId } from '../db/new-id.ts';
import { type MerchantTx, asMerchant, asPlatform } from '../db/tx.ts';
import { storageJobs } from './jobs.ts';
import { createSignedFileUrl } from './signed-url.ts';
import { insertChunk, insertFile, markFileStored } from './queries.ts';
import { findStoredFile, readStoredFile, storeFile } from './stored-file.ts';

let t: TestApp;
let merchants: string[];
beforeAll(async () => {
  t = await startTestApp();
  const rows = await asPlatform(t.deps.db, (tx) => tx.sql.selectFrom('merchant').select('merchant_id').execute());
  merchants = rows.map((row) => row.merchant_id);
});
afterAll(() => t.close());

const DAY_MS = 86_400_000;
const mine = () => merchants[0] ?? '';
const inDays = (days: number) => new Date(t.clock.now().getTime() + days * DAY_MS);
const count = (table: 'stored_file' | 'stored_file_chunk') =>
  asMerchant(t.deps.db, mine(), async (tx) => {
    const { n } = await tx.sql
      .selectFrom(table)
      .select((eb) => eb.fn.countAll().as('n'))
      .where('merchant_id', '=', tx.merchant_id)
      .executeTakeFirstOrThrow();
    return Number(n);
  });
const csv = (expires_at: Date | null) => ({ name: 'report.csv', content_type: 'text/csv', expires_at });

test('a file is read back byte for byte, for any size of the parts of its stream', async () => {
  for (const size of [0, 1, 524_288, 524_289, 1_500_003]) {
    const content = randomBytes(size);
    const parts = Readable.from([content.subarray(0, 7), content.subarray(7, 300_000), content.subarray(300_000)]);
    const file = await storeFile(t.deps, mine(), csv(null), parts);
    expect(file).toMatchObject({ name: 'report.csv', size_bytes: size });
    expect(file.sha256).toBe(createHash('sha256').update(content).digest('hex'));
    expect((await buffer(readStoredFile(t.deps.db, mine(), file))).equals(content)).toBe(true);
  }
});

test('a failed stream leaves no file and no chunks', async () => {
  const before = [await count('stored_file'), await count('stored_file_chunk')];
  const failing = Readable.from(
    (async function* () {
      yield randomBytes(600_000);
      throw new Error('the source broke');
    })(),
  );
  await expect(storeFile(t.deps, mine(), csv(null), failing)).rejects.toThrow('the source broke');
  expect([await count('stored_file'), await count('stored_file_chunk')]).toEqual(before);
});

test('a chunk is written while the next one is produced', async () => {
  // The first chunk cannot be written before the second one was produced.
  const owner = new pg.Client({ connectionString: t.database.owner_url });
  await owner.connect();
  await owner.query('begin');
  await owner.query('lock table app.stored_file_chunk in share mode');
  const content = randomBytes(600_000);
  async function* produce() {
    yield content.subarray(0, 300_000);
    await owner.query('rollback');
    yield content.subarray(300_000);
  }
  const file = await storeFile(t.deps, mine(), csv(null), produce());
  await owner.end();
  expect((await buffer(readStoredFile(t.deps.db, mine(), file))).equals(content)).toBe(true);
});

test('a chunk that cannot be written fails the file, and leaves nothing of it', async () => {
  const before = [await count('stored_file'), await count('stored_file_chunk')];
  async function* produce() {
    yield randomBytes(600_000);
    await asMerchant(t.deps.db, mine(), (tx) =>
      tx.sql.deleteFrom('stored_file').where('merchant_id', '=', mine()).where('status', '=', 'writing').execute(),
    );
    yield randomBytes(600_000);
  }
  await expect(storeFile(t.deps, mine(), csv(null), produce())).rejects.toThrow('foreign key');
  expect([await count('stored_file'), await count('stored_file_chunk')]).toEqual(before);
});

test('a crash cannot lose the commit that completes a file, while those of its chunks do not wait for the disk', async () => {
  const id = newId('stored_file', t.clock.now());
  const run = (work: (tx: MerchantTx) => Promise<unknown>) =>
    asMerchant(t.deps.db, mine(), async (tx) => {
      await work(tx);
      const { rows } = await sql<{ value: string }>`show synchronous_commit`.execute(tx.sql);
      return Object.values(rows[0] ?? {})[0];
    });
  await run((tx) => insertFile(tx, { id, created_at: t.clock.now(), ...csv(null) }));
  expect(await run((tx) => insertChunk(tx, id, 0, Buffer.from('a;b')))).toBe('off');
  expect(await run((tx) => markFileStored(tx, id, { size_bytes: 3, sha256: '' }))).toBe('on');
});

test('another merchant cannot read a file', async () => {
  const file = await storeFile(t.deps, mine(), csv(null), Readable.from(['a;b\n']));
  expect(await findStoredFile(t.deps, merchants[1] ?? '', file.id)).toBeNull();
  await expect(buffer(readStoredFile(t.deps.db, merchants[1] ?? '', file))).rejects.toThrow('ended before its size');
});

test('a signed link serves its file without a session until it expires', async () => {
  const file = await storeFile(t.deps, mine(), csv(inDays(30)), Readable.from(['a;b\n']));
  const url = new URL(await createSignedFileUrl(t.deps, mine(), file.id, inDays(7)));
  const token = url.pathname.split('/').at(-1) ?? '';
  const get = (value: string) => t.client().call(downloadStoredFile, { params: { token: value } });
  const answer = await get(token);
  expect(answer.statusCode).toBe(200);
  expect(answer.body).toBe('a;b\n');
  expect(answer.headers['content-disposition']).toBe('attachment; filename="report.csv"');
  expect(answer.headers['content-type']).toBe('text/csv');
  const forged = `${token.slice(0, -4)}${token.endsWith('AAAA') ? 'BBBB' : 'AAAA'}`;
  for (const wrong of [forged, 'nothing', t.client().authorization ?? 'none']) {
    const refused = await get(wrong);
    expect(refused.statusCode).toBe(404);
    expect(refused.json()).toMatchObject({ code: 'link_expired' });
  }
  t.clock.advance(7 * DAY_MS);
  expect((await get(token)).statusCode).toBe(404);
});

test('expired files and abandoned uploads are deleted', async () => {
  const kept = await storeFile(t.deps, mine(), csv(inDays(8)), Readable.from(['kept']));
  const over = await storeFile(t.deps, mine(), csv(inDays(7)), Readable.from(['over']));
  const dead = { id: 'file_dead', name: 'dead.csv', content_type: 'text/csv', status: 'writing' } as const;
  await asMerchant(t.deps.db, mine(), (tx) =>
    tx.sql
      .insertInto('stored_file')
      .values({ merchant_id: mine(), ...dead, created_at: t.clock.now() })
      .execute(),
  );
  t.clock.advance(7 * DAY_MS);
  expect(await findStoredFile(t.deps, mine(), over.id)).toBeNull();
  for (const job of storageJobs) await job.run(t.deps, {});
  const left = await asMerchant(t.deps.db, mine(), (tx) =>
    sql<{ id: string }>`
      select id from app.stored_file
      where merchant_id = ${mine()} and id in (${kept.id}, ${over.id}, ${dead.id})`.execute(tx.sql),
  );
  expect(left.rows.map((row) => row.id)).toEqual([kept.id]);
});
