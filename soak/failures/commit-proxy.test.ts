import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EmbeddedPostgres, startTemporaryPostgres } from '../../server/src/embedded-postgres/start.ts';
import { type CommitProxy, createCommitDetector, startCommitProxy } from './commit-proxy.ts';

let postgres: EmbeddedPostgres;
let proxy: CommitProxy;
beforeAll(async () => {
  postgres = await startTemporaryPostgres();
  proxy = await startCommitProxy(postgres.port, () => 0);
});
afterAll(async () => {
  await proxy.stop();
  await postgres.stop();
});

async function connect(port: number): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: postgres.url.replace(`:${postgres.port}/`, `:${port}/`) });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

test('the client loses its connection in commit, and the transaction is stored', async () => {
  const direct = await connect(postgres.port);
  await direct.query('create table stored (n int)');
  for (const [n, values] of [undefined, []].entries()) {
    proxy.setLossShare(0);
    const client = await connect(proxy.port);
    await client.query('begin');
    await client.query('insert into stored values ($1)', [n]);
    proxy.setLossShare(1);
    await expect(client.query('commit', values)).rejects.toThrow(/terminated|ECONNRESET/);
    expect((await direct.query('select from stored where n = $1', [n])).rowCount).toBe(1);
  }
  expect(proxy.countLost()).toBe(2);
  await direct.end();
});

test('a commit is found across chunks, and not in other texts', () => {
  const toMessage = (type: string, body: string) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(Buffer.byteLength(body) + 4);
    return Buffer.concat([Buffer.from(type), length, Buffer.from(body)]);
  };
  const isCommit = createCommitDetector();
  expect(isCommit(toMessage('', '\0\x03\0\0user\0postgres\0\0'))).toBe(false);
  expect(isCommit(toMessage('Q', "select 'commit'\0"))).toBe(false);
  const message = toMessage('P', '\0COMMIT\0\0\0');
  expect(isCommit(message.subarray(0, 7))).toBe(false);
  expect(isCommit(message.subarray(7))).toBe(true);
});
