/** How the suite runs on a sharded PostgreSQL: CITUS_NODES. */
import { expect, test } from 'vitest';
import { buildJoin, readCitusNodes, toDatabase } from './citus.ts';

test('without CITUS_NODES the suite runs on plain PostgreSQL', () => {
  expect(readCitusNodes('')).toBeNull();
});

test('the first node is the coordinator, and the others join it', () => {
  const [coordinator = '', ...workers] = readCitusNodes('db-0:5800,db-1:5801,127.0.0.1:5802') ?? [];
  expect(new URL(coordinator).host).toBe('db-0:5800');
  expect(new URL(toDatabase(coordinator, 't_1')).pathname).toBe('/t_1');
  expect(buildJoin(coordinator, workers)).toEqual([
    `select citus_set_coordinator_host('db-0', 5800)`,
    `select citus_add_node('db-1', 5801)`,
    `select citus_add_node('127.0.0.1', 5802)`,
    'create extension if not exists pg_trgm',
    'create extension if not exists btree_gist',
  ]);
});

test.each(['db-0', 'postgres://db:5432/x', "a'b:1"])('%s is refused', (text) => {
  expect(() => readCitusNodes(text)).toThrow('is not host:port');
});
