/** Queries run with callbacks, and behave as with the promises of pg. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type TestDatabase, createTestDatabase } from '../../test/database.ts';
import { passCallbacks } from './query-callbacks.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database?.drop());

async function openClient(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: database.web_url });
  await client.connect();
  onTestFinished(() => client.end());
  passCallbacks(client);
  return client;
}

test('decision 0174: the rows of a query are not promoted to the old generation', async () => {
  const script = fileURLToPath(new URL('../../test/promoted-rows-process.ts', import.meta.url));
  const flags = ['--max-semi-space-size=4', '--expose-gc'];
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, script, database.web_url]);
  expect(Number(stdout)).toBeLessThan(500);
});

test('a query resolves with its result, with and without values, and as a named statement', async () => {
  const client = await openClient();
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  expect((await client.query('select $1::int as one', [1])).rows).toEqual([{ one: 1 }]);
  expect((await client.query({ name: 'n', text: 'select $1::int as one', values: [1] })).rows).toEqual([{ one: 1 }]);
});

test('a query that fails rejects with the error of PostgreSQL, whose stack leads to the caller', async () => {
  const client = await openClient();
  async function readMissingTable(): Promise<unknown> {
    return await client.query('select * from missing_table');
  }
  const error: unknown = await readMissingTable().catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: '42P01', stack: expect.stringContaining('readMissingTable') });
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
});

test('callbacks and streams are passed on as they are', async () => {
  const client = await openClient();
  const rows = await new Promise((resolve) => {
    client.query('select 1 as one', (_error, result) => resolve(result.rows));
  });
  expect(rows).toEqual([{ one: 1 }]);
  expect(await text(client.query(copyTo('copy (select 1) to stdout')))).toBe('1\n');
});
