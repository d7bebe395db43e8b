/** Entries of any history of payments, refunds, versions and memberships. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CommissionTerms } from '@dasbor/contract/account-group-commission-fields';
import { add } from '@dasbor/contract/money';
import {
  type Assignment,
  type BookedPayment,
  type PaidPayment,
  type PlannedBooking,
  planBookings,
  sumEntries,
} from './entry-rules.ts';
import { calculateCommission, calculateEarned } from './rules.ts';

const DAYS = ['2026-12-01', '2026-12-02', '2026-12-03'] as const;
const terms = (rate_ppm: number, bearer: CommissionTerms['bearer']): CommissionTerms => ({
  basis: 'percent_of_gross',
  rate_ppm,
  flat_amount: 0,
  commission_min: null,
  commission_max: null,
  tiers: [{ volume_from: 1_000, rate_ppm: rate_ppm * 2, flat_amount: 5 }],
  bearer,
});
const assignment = (version: number, from: string, to: string | null, series = 'A'): Assignment => {
  const bearer = series === 'A' ? 'from_merchant_net' : 'from_platform_fee';
  const ids = { rule_id: `${series}${version}`, series_id: series, group_id: 'G', earned_by: 'M', bearer } as const;
  const period = { effective_from: from, effective_to: to };
  return { ...ids, ...period, method: null, channel_code: null, terms: terms(version * 1_000, bearer) };
};
/** Two versions of one rule, and a rule of another group. */
const ASSIGNMENTS = [
  assignment(1, DAYS[0], DAYS[1]),
  assignment(2, DAYS[1], null),
  assignment(1, DAYS[1], DAYS[2], 'B'),
];
const findVolume = (_series: string, day: string) => (day === DAYS[2] ? 1_000 : 0);

const anyPayment = fc
  .record({ amount: fc.integer({ min: 1, max: 100_000_000 }), day: fc.constantFrom(...DAYS) })
  .map(({ amount, day }): Omit<PaidPayment, 'id'> => {
    const fee_amount = Math.floor(amount / 100);
    const money = { amount, fee_amount, net_amount: amount - fee_amount };
    return {
      ...money,
      method: 'qris',
      channel_code: null,
      status: 'success',
      refunded_amount: 0,
      paid_at: `${day}T05:00:00Z`,
    };
  });
/** After each run, some payments are refunded, with a larger or smaller amount than before, or reversed. */
const anyStep = fc.array(
  fc.record({ at: fc.nat(20), part: fc.double({ min: 0, max: 1, noNaN: true }), reverses: fc.boolean() }),
);

const toBooked = (bookings: readonly PlannedBooking[]): BookedPayment[] =>
  bookings.flatMap(({ entries, ...rule }) =>
    entries
      .filter(({ kind }) => kind === 'earned')
      .map(({ transaction_id, amount }) => ({
        ...rule,
        transaction_id,
        earned_amount: amount,
        booked_amount: add(
          ...bookings
            .filter(({ series_id }) => series_id === rule.series_id)
            .flatMap((booking) => booking.entries)
            .filter((entry) => entry.transaction_id === transaction_id)
            .map((entry) => entry.amount),
        ),
      })),
  );

test('the entries of a payment always add up to what it earns now, and another run plans nothing', () => {
  fc.assert(
    fc.property(
      fc.array(anyPayment, { minLength: 1, maxLength: 20 }),
      fc.array(anyStep, { maxLength: 4 }),
      (drawn, steps) => {
        const payments = drawn.map((payment, index) => ({ ...payment, id: `txn_${index}` }));
        const bookings: PlannedBooking[] = [];
        const run = () => {
          const input = { assignments: ASSIGNMENTS, booked: toBooked(bookings), run_day: DAYS[2], findVolume };
          const planned = planBookings(payments, input);
          bookings.push(...planned);
          return planned;
        };
        run();
        for (const step of steps) {
          for (const { at, part, reverses } of step) {
            const payment = payments[at % payments.length] as PaidPayment;
            payment.refunded_amount = Math.floor(part * payment.amount);
            if (reverses) payment.status = 'reversed';
          }
          run();
        }
        expect(run()).toEqual([]);
        for (const payment of payments) {
          const day = payment.paid_at.slice(0, 10);
          const due = ASSIGNMENTS.filter(
            ({ effective_from, effective_to }) => effective_from <= day && (effective_to ?? '9') > day,
          ).map((rule) =>
            calculateEarned(calculateCommission(payment, rule.terms, findVolume('', day)), {
              ...payment,
              is_reversed: payment.status === 'reversed',
            }),
          );
          const entries = bookings
            .flatMap((booking) => booking.entries)
            .filter(({ transaction_id }) => transaction_id === payment.id);
          expect(add(...entries.map(({ amount }) => amount))).toBe(add(...due));
          expect(entries.filter(({ kind }) => kind === 'earned')).toHaveLength(due.length);
        }
        for (const { entries } of bookings) {
          const { earned_amount, returned_amount } = sumEntries(entries);
          expect(earned_amount - returned_amount).toBe(add(...entries.map(({ amount }) => amount)));
        }
      },
    ),
    { numRuns: 200 },
  );
});

const shared = (
  series_id: string,
  rate_ppm: number,
  bearer: CommissionTerms['bearer'],
  commission_min: number | null,
) => ({
  ...assignment(1, DAYS[0], null),
  rule_id: `${series_id}1`,
  series_id,
  group_id: series_id,
  bearer,
  terms: { ...terms(rate_ppm, bearer), basis: 'percent_of_fee' as const, tiers: [], commission_min },
});

test('rules of several groups share the fee or net amount of a payment, and the oldest comes first', () => {
  const payment: PaidPayment = {
    id: 'txn_1',
    method: 'qris',
    channel_code: null,
    status: 'success',
    amount: 1_000_000,
    fee_amount: 7_000,
    net_amount: 992_223,
    refunded_amount: 0,
    paid_at: `${DAYS[0]}T05:00:00Z`,
  };
  const input = { booked: [], run_day: DAYS[2], findVolume };
  const younger = shared('B', 700_000, 'from_platform_fee', null);
  const older = shared('A', 600_000, 'from_platform_fee', null);
  const planned = planBookings([payment], { ...input, assignments: [younger, older] });
  expect(planned.map(({ series_id, entries }) => [series_id, entries[0]?.amount])).toEqual([
    ['A', 4_200],
    ['B', 2_800],
  ]);
  // The older rule becomes known after the younger one was booked: what was given stays.
  const [late] = planBookings([payment], {
    ...input,
    booked: toBooked(planBookings([payment], { ...input, assignments: [younger] })),
    assignments: [younger, older],
  });
  expect([late?.series_id, late?.entries[0]?.amount]).toEqual(['A', 2_100]);
});

test('whatever the rates, minimums and refunds, no bearer gives more than it has', () => {
  const anyRule = fc.record({
    rate_ppm: fc.integer({ min: 0, max: 1_000_000 }),
    bearer: fc.constantFrom<CommissionTerms['bearer']>('from_platform_fee', 'from_merchant_net'),
    commission_min: fc.option(fc.integer({ min: 0, max: 200_000_000 }), { nil: null }),
  });
  fc.assert(
    fc.property(anyPayment, fc.array(anyRule, { minLength: 1, maxLength: 4 }), (drawn, rules) => {
      const payment = { ...drawn, id: 'txn_1' };
      const assignments = rules.map(({ rate_ppm, bearer, commission_min }, index) =>
        shared(`S${index}`, rate_ppm, bearer, commission_min),
      );
      const planned = planBookings([payment], { assignments, booked: [], run_day: DAYS[2], findVolume });
      for (const [bearer, ceiling] of [
        ['from_platform_fee', payment.fee_amount],
        ['from_merchant_net', payment.net_amount],
      ] as const) {
        const given = planned.filter((booking) => booking.bearer === bearer).flatMap(({ entries }) => entries);
        expect(given.every(({ amount }) => amount >= 0)).toBe(true);
        expect(add(0, ...given.map(({ amount }) => amount))).toBeLessThanOrEqual(ceiling);
      }
    }),
    { numRuns: 300 },
  );
});
