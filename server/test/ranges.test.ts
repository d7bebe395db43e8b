/** Ranges of queries, found from the contract: reversed ones are refused by every route, under any name. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { z } from 'zod';
import type { Route } from '@dasbor/contract/route';
import { ROUTES } from '@dasbor/contract/routes';
import { buildSample } from '../src/api-reference/schema-fields.ts';
import { KOPI_NUSANTARA } from '../src/sandbox/people.ts';
import { isProviderRoute } from './provider-route.ts';
import { type TestApp, type TestClient, startTestApp } from './test-app.ts';

let it: TestApp;
let client: TestClient;
let provider: TestClient;
beforeAll(async () => {
  it = await startTestApp();
  client = await it.signIn('superadmin@kopi.example');
  provider = await it.signIn('platform_admin@dasbor.example');
});
afterAll(() => it.close());

/** Values of a range by what its ends are, in ascending order. */
const VALUES = {
  instant: ['2026-11-16T07:00:00.000Z', '2026-11-17T07:00:00.000Z'],
  day: ['2026-11-16', '2026-11-17'],
  number: ['2000', '3000'],
} as const;
type Kind = keyof typeof VALUES;

/** What a field of a query may be the end of: it takes the values of that kind, and not any text. */
function listKinds(field: z.ZodType): Kind[] {
  if (field.safeParse('text').success) return [];
  return (Object.keys(VALUES) as Kind[]).filter((kind) => {
    const parsed = field.safeParse(VALUES[kind][0]);
    return parsed.success && (kind === 'number') === (typeof parsed.data === 'number');
  });
}

/** Times and numbers of queries that have no other end. */
const SINGLE = ['amount', 'day', 'days', 'hour', 'limit', 'part', 'year'];

/** Fields that may be ends of ranges. */
const listEnds = ({ query }: Route): { name: string; kind: Kind }[] =>
  Object.entries(query?.shape ?? {}).flatMap(([name, field]) =>
    SINGLE.includes(name) ? [] : listKinds(field as z.ZodType).map((kind) => ({ name, kind })),
  );

interface Range {
  route: Route;
  start: string;
  end: string;
  kind: Kind;
}

/** The name of a range: `expires` of `expires_from`. */
const toRangeName = (name: string): string => name.replace(/(?:^|_)[^_]+$/, '');

/** The start of a range is declared before its end. Names of both differ in their last part only, whatever it is. */
function listRanges(route: Route): Range[] {
  const ends = listEnds(route);
  return ends.flatMap((start, index) =>
    ends
      .slice(index + 1)
      .filter(({ name, kind }) => kind === start.kind && toRangeName(name) === toRangeName(start.name))
      .map((end) => ({ route, start: start.name, end: end.name, kind: start.kind })),
  );
}

const ranges = ROUTES.flatMap(listRanges);

test('every time or number of a query is an end of exactly one range, or is known to have no other end', () => {
  const unpaired = ROUTES.flatMap((route) => {
    const own = listRanges(route);
    return listEnds(route)
      .filter(
        ({ name, kind }) => own.filter((r) => r.kind === kind && (r.start === name || r.end === name)).length !== 1,
      )
      .map(({ name, kind }) => `${route.name}: ${name} (${kind})`);
  });
  expect(unpaired).toEqual([]);
  expect(ranges.length).toBeGreaterThan(100);
});

/** A valid value for each path parameter. */
const buildParams = (route: Route) => ({
  ...(route.params && (buildSample(route.params) as object)),
  merchant_id: KOPI_NUSANTARA.merchant_id,
});

const send = ({ route, start, end }: Range, [from, to]: readonly [string, string]) =>
  (isProviderRoute(route) ? provider : client).call(route, {
    params: buildParams(route),
    query: { [start]: from, [end]: to },
  });

/** Routes whose period has defaults declare a code of their own. */
const buildRefusal = ({ route, end }: Range): object =>
  route.errors?.['range_reversed'] === 422
    ? { status_code: 422, code: 'range_reversed' }
    : { status_code: 400, code: 'invalid_request', errors: [{ field: end }] };

const cases = ranges.map(
  (range) => [`${range.route.name}: ${range.start} to ${range.end}`, range.kind, range] as const,
);

test.each(cases)('%s (%s): a reversed range is refused, any other is not', async (_name, kind, range) => {
  const [low, high] = VALUES[kind];
  const reversed = await send(range, [high, low]);
  expect(reversed.json(), reversed.body).toMatchObject(buildRefusal(range));
  // The end of a period is exclusive, unless it is a day.
  for (const valid of kind === 'instant'
    ? [[low, high] as const]
    : ([
        [low, high],
        [low, low],
      ] as const)) {
    const answer = await send(range, valid);
    expect([200, 404], `${valid.join(' to ')}: ${answer.body}`).toContain(answer.statusCode);
  }
});
