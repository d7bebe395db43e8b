/** A route that moves money, as the load sends to it. */
import type { StormFixtures } from './fixtures.ts';
import type { KeyedRequest } from './send-copies.ts';

export interface MoneyScenario {
  /** Creates what `count` keys act on, and returns a request for each. */
  prepare: (fixtures: StormFixtures, count: number) => Promise<KeyedRequest[]> | KeyedRequest[];
  /** The number of effects in the database: SQL without parameters. */
  effects: string;
  /** 1 by default. */
  effects_per_key?: number;
  /** Whether jobs bring about the effects. */
  has_jobs?: boolean;
  /** Maximum number of keys, where the product allows fewer requests in a minute or each key needs long preparation. */
  keys_max?: number;
  /** Each key changes what the next one needs. */
  is_sequential?: boolean;
}

export const count = (from: string): string => `select count(*)::int as n from app.${from}`;
export const repeat = (times: number, build: (index: number) => KeyedRequest): KeyedRequest[] =>
  Array.from({ length: times }, (_unused, index) => build(index));
export const act =
  (email: string, folder: string, action: string, body?: object) =>
  (id: string): KeyedRequest => ({
    email,
    path: `/${folder}/${id}/${action}`,
    ...(body === undefined ? {} : { body }),
  });
