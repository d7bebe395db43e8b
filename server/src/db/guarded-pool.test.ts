import net from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type TestDatabase, createTestDatabase } from '../../test/database.ts';
import { GuardedPool } from './guarded-pool.ts';

/** What PostgreSQL answers to a connection while it recovers. */
const STARTING = (() => {
  const fields = ['SFATAL', 'C57P03', 'Mthe database system is starting up', ''].map((field) => `${field}\0`).join('');
  const head = Buffer.alloc(5);
  head.write('E');
  head.writeInt32BE(4 + fields.length, 1);
  return Buffer.concat([head, Buffer.from(fields)]);
})();

let attempts = 0;
const starting = net.createServer((socket) => {
  attempts += 1;
  socket.on('error', () => undefined);
  socket.once('data', () => socket.end(STARTING));
});
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await new Promise<void>((resolve) => starting.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  starting.close();
  await database.drop();
});

test('requests during the start of a database cost it one attempt to connect at a time', async () => {
  const { port } = starting.address() as net.AddressInfo;
  // The pause counts by a clock that stands still: a busy machine may take longer than the pause for a few calls.
  const clock = vi.spyOn(performance, 'now').mockReturnValue(1_000);
  const pool = new GuardedPool({ connectionString: `postgres://nobody:none@127.0.0.1:${port}/none`, max: 4 });
  const connect = () => pool.connect().then(String, (error: Error) => ('code' in error ? error.code : error.message));
  const queryBriefly = () => pool.query('select 1').then(String, (error: { code?: string }) => error.code);
  expect(await connect()).toBe('57P03');
  const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => (index % 2 ? connect() : queryBriefly())));
  expect(answers).toEqual(Array.from({ length: 50 }, () => '57P03'));
  expect(attempts).toBe(1);
  clock.mockReturnValue(1_150);
  expect(await connect()).toBe('57P03');
  expect(attempts).toBe(2);
  clock.mockRestore();
  await pool.end();
});

test('connections and statements work as those of any pool', async () => {
  const pool = new GuardedPool({ connectionString: database.owner_url, max: 2 });
  expect((await pool.query<{ n: number }>('select 1 as n')).rows).toEqual([{ n: 1 }]);
  const client = await pool.connect();
  expect((await client.query<{ n: number }>('select 2 as n')).rows).toEqual([{ n: 2 }]);
  client.release();
  expect([pool.totalCount, pool.idleCount, pool.waitingCount]).toEqual([1, 1, 0]);
  await pool.end();
});
