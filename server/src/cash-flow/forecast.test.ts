import { expect, test } from 'vitest';
import { DEFAULT_SETTING } from '../settlement/terms-queries.ts';
import type { ForecastInput } from '../settlement/forecast-rules.ts';
import { type CashFlowForecastInput, buildForecast } from './forecast.ts';

const QRIS = {
  method: 'qris',
  channel_code: null,
  days: 1,
  basis: 'business' as const,
  cut_off_hour: 24,
  effective_from: '2024-01-01',
  is_own: false,
};
const BCA = { ...QRIS, method: 'virtual_account', channel_code: 'BCA', days: 2 };
const ANY_DAY = { ...QRIS, method: 'retail', basis: 'calendar' as const };
/** Thursday afternoon in Jakarta; Friday is a holiday, then comes a weekend. */
const NOW = new Date('2026-12-24T08:00:00.000Z');
const hour = (part: Partial<ForecastInput['groups'][number]> = {}) => ({
  method: 'qris',
  channel_code: null,
  paid_hour: '2026-12-24T03:00:00.000Z',
  count: 2,
  gross_amount: 1_010,
  fee_amount: 9,
  fee_vat_amount: 1,
  net_amount: 1_000,
  ...part,
});
type Given = Partial<Omit<CashFlowForecastInput, 'settlements'> & Pick<ForecastInput, 'now' | 'setting'>> & {
  waiting?: number;
  hours?: ForecastInput['groups'];
};
const buildInput = ({
  waiting = 1_000,
  hours = [hour()],
  now = NOW,
  setting = DEFAULT_SETTING,
  ...part
}: Given = {}): CashFlowForecastInput => ({
  account: 'settled',
  balance: 50,
  approved: 0,
  in_transit: 0,
  settlements: {
    now,
    pending: waiting,
    groups: hours,
    collected: { count: 0, gross_amount: 0, fee_amount: 0, fee_vat_amount: 0, net_amount: 0 },
    terms: [QRIS, BCA, ANY_DAY],
    holidays: new Set(['2026-12-25']),
    setting,
  },
  disbursements: [],
  ...part,
});
const busy = ({ days }: ReturnType<typeof buildForecast>) =>
  days
    .filter(({ inflow, outflow }) => inflow + outflow > 0)
    .map(({ day, payment_count, inflow, outflow, closing }) => [day, payment_count, inflow, outflow, closing]);
const BANK = { ...DEFAULT_SETTING, destination: 'bank' as const, bank_account_id: 'ba_1' };

test('domain 1.3: fourteen days starting tomorrow, each with its closing balance', () => {
  const { days, opening, later } = buildForecast(buildInput());
  expect([days[0]?.day, days.at(-1)?.day, days.length]).toEqual(['2026-12-25', '2027-01-07', 14]);
  expect([opening, later]).toEqual([50, 0]);
  expect(days.slice(0, 4).map(({ is_business_day, closing }) => [is_business_day, closing])).toEqual([
    [false, 50],
    [false, 50],
    [false, 50],
    [true, 1_050],
  ]);
});

test('domain 4.5: business days skip holidays and weekends, calendar days do not; each bank has its own term', () => {
  const hours = [
    hour({ net_amount: 100 }),
    hour({ method: 'virtual_account', channel_code: 'BCA', net_amount: 200 }),
    hour({ method: 'retail', net_amount: 300 }),
  ];
  expect(busy(buildForecast(buildInput({ hours, waiting: 600 })))).toEqual([
    ['2026-12-25', 2, 300, 0, 350],
    ['2026-12-28', 2, 100, 0, 450],
    ['2026-12-29', 2, 200, 0, 650],
  ]);
});

test('refund holds reduce the next settlement, and a non-positive amount does not settle', () => {
  expect(busy(buildForecast(buildInput({ waiting: 700 })))).toEqual([['2026-12-28', 2, 700, 0, 750]]);
  const { days, later } = buildForecast(buildInput({ waiting: -10 }));
  expect(days.every(({ inflow }) => inflow === 0)).toBe(true);
  expect(later).toBe(-10);
});

test('the forecast follows the schedule and the minimum payout', () => {
  const weekly = { ...DEFAULT_SETTING, schedule: 'weekly' as const, weekday: 3 };
  expect(busy(buildForecast(buildInput({ setting: weekly })))).toEqual([['2026-12-30', 2, 1_000, 0, 1_050]]);
  const later = buildForecast(buildInput({ setting: { ...DEFAULT_SETTING, minimum_amount: 1_001 } }));
  expect(busy(later)).toEqual([]);
  expect(later.later).toBe(1_000);
});

test('bank payouts are inflow and outflow, except with manual approval or a hold', () => {
  expect(busy(buildForecast(buildInput({ setting: BANK, approved: 30 })))).toEqual([
    ['2026-12-25', 0, 0, 30, 20],
    ['2026-12-28', 2, 1_000, 1_000, 20],
  ]);
  for (const change of [{ approval: 'manual' as const }, { is_held: true }]) {
    expect(busy(buildForecast(buildInput({ setting: { ...BANK, ...change } })))).toEqual([
      ['2026-12-28', 2, 1_000, 0, 1_050],
    ]);
  }
});

test('per account: bank payouts do not change the available balance; the pending balance decreases', () => {
  expect(busy(buildForecast(buildInput({ account: 'available', setting: BANK })))).toEqual([]);
  expect(busy(buildForecast(buildInput({ account: 'available' })))).toEqual([['2026-12-28', 2, 1_000, 0, 1_050]]);
  expect(busy(buildForecast(buildInput({ account: 'pending_settlement', balance: 1_000 })))).toEqual([
    ['2026-12-28', 2, 0, 1_000, 0],
  ]);
});

test('before the morning run, today settles first; after it, the rest settles the next day', () => {
  const before = { paid_hour: '2026-12-23T03:00:00.000Z' };
  const at = (now: string) => busy(buildForecast(buildInput({ now: new Date(now), hours: [hour(before)] })));
  expect(at('2026-12-23T22:59:59.999Z')).toEqual([['2026-12-25', 2, 1_000, 0, 1_050]]);
  expect(at('2026-12-23T23:00:00.000Z')).toEqual([['2026-12-28', 2, 1_000, 0, 1_050]]);
});

test('reserved disbursements leave all settled money on their day; those that are due leave tomorrow', () => {
  const disbursements = [
    { day: '2026-12-24', amount: 5 },
    { day: '2026-12-25', amount: 10 },
    { day: '2026-12-27', amount: 20 },
    { day: '2027-03-01', amount: 1_000 },
  ];
  const { days, scheduled_disbursements } = buildForecast(buildInput({ hours: [], waiting: 0, disbursements }));
  expect(days.filter(({ outflow }) => outflow > 0).map(({ day, outflow, closing }) => [day, outflow, closing])).toEqual(
    [
      ['2026-12-25', 15, 35],
      ['2026-12-27', 20, 15],
    ],
  );
  expect(scheduled_disbursements).toBe(1_035);
  const available = buildForecast(buildInput({ account: 'available', hours: [], waiting: 0, disbursements }));
  expect([available.scheduled_disbursements, available.days.at(-1)?.closing]).toEqual([0, 50]);
});
