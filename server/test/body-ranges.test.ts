/** Ranges of bodies, found from the contract: reversed ones are refused by every route, which names one of the ends. */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Route } from '@dasbor/contract/route';
import { ROUTES } from '@dasbor/contract/routes';
import { buildSample, listSchemaFields } from '../src/api-reference/schema-fields.ts';
import { KOPI_NUSANTARA } from '../src/sandbox/people.ts';
import { isProviderRoute } from './provider-route.ts';
import { insertSampleBodyObjects } from './sample-body-objects.ts';
import { SAMPLE_ULID, insertSampleObjects } from './sample-objects.ts';
import { type TestApp, type TestClient, startTestApp } from './test-app.ts';

const { merchant_id } = KOPI_NUSANTARA;
let it: TestApp;
let client: TestClient;
let provider: TestClient;
beforeAll(async () => {
  it = await startTestApp();
  client = await it.signIn('superadmin@kopi.example');
  provider = await it.signIn('platform_admin@dasbor.example');
  const owner = new pg.Client({ connectionString: it.database.owner_url });
  await owner.connect();
  await insertSampleObjects(owner, merchant_id);
  await insertSampleBodyObjects(owner, merchant_id);
  const values = [merchant_id, SAMPLE_ULID];
  await owner.query(
    `update app.payment_link set type = 'open_amount', amount = null, min_amount = 20000, max_amount = 30000
     where merchant_id = $1 and id = 'pl_' || $2`,
    values,
  );
  await owner.query(
    `update app.virtual_account set amount_type = 'min_max', amount_min = 20000, amount_max = 30000
     where merchant_id = $1 and id = 'va_' || $2`,
    values,
  );
  await owner.end();
});
afterAll(() => it.close());

type Kind = 'instant' | 'day' | 'number';
/** Two values of a range in ascending order. */
type Values = readonly [low: string | number, high: string | number];
const VALUES: Record<Kind, Values> = {
  instant: ['2026-12-01T07:00:00.000Z', '2026-12-02T07:00:00.000Z'],
  day: ['2026-12-01', '2026-12-15'],
  number: [20_000, 30_000],
};

/** Words of names that say which end a field is. */
const STARTS = ['from', 'min', 'start', 'starts', 'opens', 'since', 'after'];
const ENDS = ['to', 'max', 'end', 'ends', 'closes', 'until', 'before', 'expires'];

/** Times and numbers that have no other end in their body. */
const SINGLE = `
  [].notification_action adjustment_amount agreed_from amount arrival_minutes business_day cut_off_hour
  daily_limit days deed_date description_max effective_from effective_to excluded_rows executed_amount
  expected_amount expires_after_hours expires_at expires_in_minutes expires_in_s expires_on fee_amount flat_amount
  hour items[].price items[].qty limit_per_day limit_per_month limit_per_payment limit_per_payout
  limits.limit_per_day limits.limit_per_month limits.limit_per_payment limits.limit_per_payout minimum_amount
  month_day month_volume monthly_volume not_found_after_s paid_on passkey.response.publicKeyAlgorithm
  people[].share_bps position pricing[].flat_amount pricing[].rate_bps rate_bps rate_ppm read_until reminders
  review_above schedule_at settlement_terms[].days sftp_port share_bps sk_date tax_rate_ppm terms.flat_amount
  terms.rate_ppm terms.tiers[].flat_amount terms.tiers[].rate_ppm terms.tiers[].volume_from threshold
  tiers[].amount_from tiers[].approvals_required tiers[].flat_amount tiers[].rate_ppm tiers[].volume_from
  tip_value usage_limit version weekday
`.split(/\s+/);

interface Field {
  path: string;
  kind: Kind;
  /** Object that holds it, and its name without the word of its end: both ends of a range have the same. */
  range: string;
  end: 'start' | 'end' | null;
}

function parseField(path: string, type: string): Field[] {
  const kind = [
    [/\binstant\b/, 'instant'],
    [/\bdate\b/, 'day'],
    [/\b(integer|number)\b/, 'number'],
  ].find(([pattern]) => (pattern as RegExp).test(type))?.[1] as Kind | undefined;
  if (kind === undefined) return [];
  const [parent, name] = [path.slice(0, path.lastIndexOf('.') + 1), path.slice(path.lastIndexOf('.') + 1)];
  const words = name.split('_');
  const [is_start, is_end] = [STARTS, ENDS].map((list) => words.some((word) => list.includes(word)));
  const others = words.filter((word) => ![...STARTS, ...ENDS].includes(word));
  const end = is_start === true ? 'start' : is_end === true ? 'end' : null;
  return [{ path, kind, range: `${parent}${others.join('_')} (${kind})`, end }];
}

interface Range {
  start: string;
  end: string;
  kind: Kind;
}

const listFields = ({ body }: Route): Field[] =>
  body === undefined ? [] : listSchemaFields(body, 'input').flatMap(({ path, type }) => parseField(path, type));

function listRanges(route: Route): Range[] {
  const fields = listFields(route);
  return fields
    .filter(({ end }) => end === 'start')
    .flatMap((start) =>
      fields
        .filter(({ end, range }) => end === 'end' && range === start.range)
        .map((end) => ({ start: start.path, end: end.path, kind: start.kind })),
    );
}

const ROUTES_WITH_RANGES = ROUTES.map((route: Route) => ({ route, ranges: listRanges(route) })).filter(
  ({ ranges }) => ranges.length > 0,
);

test('every time or number of a body is an end of exactly one range, or is known to have no other end', () => {
  const unpaired = ROUTES.flatMap((route) => {
    const ends = listRanges(route).flatMap(({ start, end }) => [start, end]);
    return listFields(route).flatMap(({ path }) => {
      const count = ends.filter((each) => each === path).length;
      return count === 1 || (count === 0 && SINGLE.includes(path)) ? [] : [`${route.name}: ${path}`];
    });
  });
  expect(unpaired).toEqual([]);
  expect(ROUTES_WITH_RANGES.flatMap(({ ranges }) => ranges).length).toBeGreaterThan(25);
});

/** Parts of valid bodies that the samples of the reference have not. */
const BODIES: Record<string, Record<string, unknown>> = {
  createPaymentLink: { type: 'open_amount', amount: null },
  createVirtualAccount: { amount_type: 'min_max', holder_name: 'SARI PRATIWI' },
  createReportRun: { report_type: 'transactions', channels: [] },
};
/** Values of ranges whose rules allow no others. */
const VALUES_BY_RANGE: Record<string, Values> = {
  'addRailTerms: opens_at_minute': [390, 990],
  'createReportRun: period_from': ['2026-11-10', '2026-11-12'],
};
const getValues = (route: Route, { start, kind }: Range): Values =>
  VALUES_BY_RANGE[`${route.name}: ${start}`] ?? VALUES[kind];

type Json = Record<string, unknown>;

function setValue(body: Json, path: string, value: unknown): Json {
  const [name, ...rest] = path.split('.') as [string, ...string[]];
  return { ...body, [name]: rest.length === 0 ? value : setValue(body[name] as Json, rest.join('.'), value) };
}
const setRange = (body: Json, { start, end }: Range, [low, high]: Values): Json =>
  setValue(setValue(body, start, low), end, high);

const buildBody = (route: Route, ranges: readonly Range[]): Json =>
  ranges.reduce((body, range) => setRange(body, range, getValues(route, range)), {
    ...(route.method === 'PATCH' ? {} : (buildSample(route.body!) as Json)),
    ...BODIES[route.name],
  });

let sent = 0;
const send = (route: Route, body: Json) =>
  (isProviderRoute(route) ? provider : client).call(route, {
    params: { ...(route.params && (buildSample(route.params) as object)), merchant_id },
    body,
    headers: { 'idempotency-key': `range-${(sent += 1)}` },
  });

/** Whether it is a refusal that the route declares and that names one of the ends. */
function isRefusal(route: Route, { start, end }: Range, answer: Awaited<ReturnType<typeof send>>): boolean {
  const { code, errors } = answer.json<{ code: string; errors?: { field: string }[] }>();
  const status = code === 'invalid_request' ? 400 : route.errors?.[code];
  const is_declared = answer.statusCode === status && [400, 422].includes(status);
  return is_declared && [start, end].includes(errors?.[0]?.field ?? '');
}

/** Further bodies whose range is reversed, where it can be in other ways. */
function* listOtherReversed(route: Route, ranges: readonly Range[], range: Range): Generator<Json> {
  // Days, where a route takes them for instants: the end of a day is the start of the next one.
  if (range.kind === 'instant') yield setRange(buildBody(route, ranges), range, ['2026-12-02', '2026-12-01']);
  if (route.method !== 'PATCH') return;
  // The other end is the stored one.
  const is_number = range.kind === 'number';
  yield { [range.start]: is_number ? 30_001 : '2026-12-03T00:00:00Z' };
  yield { [range.end]: is_number ? 19_999 : '2026-11-30T00:00:00Z' };
}

describe.each(ROUTES_WITH_RANGES.map(({ route, ranges }) => [route.name, route, ranges] as const))(
  '%s',
  (_name, route, ranges) => {
    test('a body whose ranges are in order is accepted', async () => {
      const answer = await send(route, buildBody(route, ranges));
      // No bank answers here.
      expect([200, 201, 202, 502], answer.body).toContain(answer.statusCode);
    });

    test.each(ranges.map((range) => [range.start, range.end, range] as const))(
      '%s after %s is refused',
      async (_start, _end, range) => {
        const [low, high] = getValues(route, range);
        const reversed = await send(route, setRange(buildBody(route, ranges), range, [high, low]));
        expect(isRefusal(route, range, reversed), reversed.body).toBe(true);
        for (const body of listOtherReversed(route, ranges, range)) {
          const answer = await send(route, body);
          expect(isRefusal(route, range, answer), `${JSON.stringify(body)}: ${answer.body}`).toBe(true);
        }
      },
    );
  },
);
