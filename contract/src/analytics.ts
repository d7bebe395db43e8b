/**
 * Analytics (domain 1.2): metrics of payments, refunds and disbursements in a period, compared with the previous period.
 * Everything counts on the day (WIB) on which it was created, with its current status.
 */
import { z } from 'zod';
import { needs } from './access.ts';
import { accountGroupFilter } from './merchant-filter.ts';
import { rupiah } from './money.ts';
import { commaSeparated, oneOrMany } from './paging.ts';
import { channelFilter, issuerFilter, paymentLinkFilter } from './payment-filter.ts';
import { REFUND_METHODS, REFUND_REASONS } from './refund-fields.ts';
import { route } from './route.ts';
import { instant, rangeEnd, rangeStart, toBusinessDay } from './time.ts';
import { TRANSACTION_METHODS, TRANSACTION_SOURCES } from './transaction.ts';
import { TRANSFER_RAILS } from './transfer-rail.ts';

export const ANALYTICS_TABS = ['payments', 'refunds', 'disbursements'] as const;
export type AnalyticsTab = (typeof ANALYTICS_TABS)[number];

export const ANALYTICS_WIDGETS = [
  'volume',
  'success-rate',
  'funnel',
  'failure-reasons',
  'completion-time',
  'breakdown',
  'fees',
  'refund-rate',
  'top-links',
  'top-customers',
] as const;
export type AnalyticsWidget = (typeof ANALYTICS_WIDGETS)[number];

/** Widgets of payments only. */
export const PAYMENT_WIDGETS: readonly AnalyticsWidget[] = ['refund-rate', 'top-links', 'top-customers'];

export const ANALYTICS_INTERVALS = ['hour', 'day', 'week', 'month'] as const;
export type AnalyticsInterval = (typeof ANALYTICS_INTERVALS)[number];

/** Dimensions of the breakdown, per tab; the first is the default. */
export const ANALYTICS_DIMENSIONS = {
  payments: ['method', 'channel', 'issuer', 'source', 'payment_link', 'hour'],
  refunds: ['refund_method', 'reason'],
  disbursements: ['bank_code', 'rail'],
} as const satisfies Record<AnalyticsTab, readonly string[]>;
export type AnalyticsDimension = (typeof ANALYTICS_DIMENSIONS)[AnalyticsTab][number];
/** Dimensions of payments that name objects of one merchant: the provider's metrics do not have them. */
export const MERCHANT_DIMENSIONS = ['payment_link'] as const satisfies readonly AnalyticsDimension[];
type MerchantDimension = (typeof MERCHANT_DIMENSIONS)[number];
/** Further dimensions of the provider's metrics, on every tab. */
export const PROVIDER_DIMENSIONS = ['merchant', 'group'] as const;
export type ProviderDimension = (typeof PROVIDER_DIMENSIONS)[number];
const DIMENSIONS = [
  ...ANALYTICS_DIMENSIONS.payments,
  ...ANALYTICS_DIMENSIONS.refunds,
  ...ANALYTICS_DIMENSIONS.disbursements,
] as const;

/** Everything that the provider's breakdown groups by. */
export const PROVIDER_BREAKDOWNS = [
  ...DIMENSIONS.filter((each): each is Exclude<AnalyticsDimension, MerchantDimension> => !isOfMerchant(each)),
  ...PROVIDER_DIMENSIONS,
] as const;
function isOfMerchant(dimension: AnalyticsDimension): dimension is MerchantDimension {
  return MERCHANT_DIMENSIONS.some((each) => each === dimension);
}

/** Filters of each tab. */
export const ANALYTICS_FILTERS = {
  payments: ['method', 'channel', 'issuer', 'source', 'payment_link_id'],
  refunds: ['refund_method', 'reason'],
  disbursements: ['bank_code', 'rail'],
} as const satisfies Record<AnalyticsTab, readonly string[]>;

/** Longest period, in days. */
export const ANALYTICS_MAX_DAYS = 366;
/** Most intervals of a series. */
export const ANALYTICS_MAX_POINTS = 400;
/** Rows of a breakdown by payment link, merchant or group. */
export const BREAKDOWN_MAX = 100;
/** Rows of the top links and customers. */
export const TOP_MAX = 10;
/** Percentiles of payments over whole days are within this share (basis points) of the exact value. */
export const PERCENTILE_ERROR_BPS = 500;

export const analyticsFilter = {
  method: oneOrMany(TRANSACTION_METHODS).optional().describe('Payments: one or more methods'),
  channel: channelFilter
    .optional()
    .describe('Payments: one or more banks or networks, such as BCA; `none`: without one'),
  issuer: issuerFilter.optional().describe('Payments: one or more banks or wallets of the payer; `none`: not known'),
  source: oneOrMany(TRANSACTION_SOURCES).optional().describe('Payments: one or more sources'),
  payment_link_id: paymentLinkFilter
    .optional()
    .describe('Payments: only those of this payment link; `none`: not of a payment link'),
  refund_method: oneOrMany(REFUND_METHODS).optional().describe('Refunds: one or more refund methods'),
  reason: oneOrMany(REFUND_REASONS).optional().describe('Refunds: one or more reasons'),
  bank_code: commaSeparated(/^\d{3}$/, 50)
    .optional()
    .describe('Disbursements: one or more beneficiary banks'),
  rail: oneOrMany(TRANSFER_RAILS).optional().describe('Disbursements: one or more rails'),
};

export const ANALYTICS_UNITS = ['rupiah', 'count', 'percent', 'seconds'] as const;
export type AnalyticsUnit = (typeof ANALYTICS_UNITS)[number];
export const ANALYTICS_METRICS = [
  'amount',
  'count',
  'average',
  'success_rate',
  'failed_count',
  'fee_rate',
  'fees_amount',
  'refund_rate',
  'refunded_amount',
  'p50',
  'p90',
] as const;
export type AnalyticsMetric = (typeof ANALYTICS_METRICS)[number];

const value = z.int().nullable();
const VALUE = 'whole rupiah, a count, basis points, or seconds; null without data';

const row = z.object({
  key: z.string().describe('Value that the row is about, such as `qris`, a failure code or an id'),
  label: z.string().describe('Its name, in the language of the request'),
  note: z
    .string()
    .nullable()
    .describe('Details: the message of a failure, the address of a customer, or the slug of a payment link'),
  filter: z
    .record(z.string(), z.string())
    .nullable()
    .describe('Filter of the list that shows what the row counts; null: no list shows it'),
  count: z.int().describe('Count in the period'),
  previous_count: z.int().describe('Count in the previous period'),
  amount: rupiah.describe('Amount in the period, whole rupiah'),
  previous_amount: rupiah.describe('Amount in the previous period, whole rupiah'),
  share: z.int().nullable().describe('Share of the whole, basis points'),
  rate: value.describe('Success rate, basis points'),
  p50: value.describe('Median time, seconds'),
  p90: value.describe('Time within which 90 % are completed, seconds'),
  previous_p50: value.describe('Median time in the previous period, seconds'),
  previous_p90: value.describe('The same for 90 %, seconds'),
});
export type AnalyticsRow = z.infer<typeof row>;

const point = z.object({
  at: instant.describe('Start of the interval (WIB); the first one may start before the period'),
  to: instant.describe('End of the interval, exclusive'),
  value: value.describe(`Value in the interval: ${VALUE}`),
  previous: value.describe('Value in the matching interval of the previous period'),
  count: z.int().describe('Count in the interval'),
  previous_count: z.int().describe('Count in the matching interval of the previous period'),
});
export type AnalyticsPoint = z.infer<typeof point>;

const analytics = z.object({
  tab: z.enum(ANALYTICS_TABS).describe('What is counted'),
  widget: z.enum(ANALYTICS_WIDGETS).describe('The widget'),
  dimension: z
    .enum([...DIMENSIONS, ...PROVIDER_DIMENSIONS])
    .nullable()
    .describe('What the breakdown groups by; null for other widgets'),
  interval: z.enum(ANALYTICS_INTERVALS).describe('Interval of the points'),
  from: instant.describe('Start of the period'),
  to: instant.describe('End of the period, exclusive'),
  previous_from: instant.describe('Start of the previous period: the same length, whole days earlier'),
  previous_to: instant.describe('End of the previous period, exclusive'),
  as_of: instant.describe('When the metrics were read'),
  filter: z
    .record(z.string(), z.string())
    .describe('Filter of the list that shows what the points count, without the dates'),
  metrics: z
    .array(
      z.object({
        key: z.enum(ANALYTICS_METRICS).describe('Metric'),
        unit: z.enum(ANALYTICS_UNITS).describe('Unit of the values'),
        value: value.describe(`Value in the period: ${VALUE}`),
        previous: value.describe('Value in the previous period'),
      }),
    )
    .describe('Metrics of the whole period; the points show the first one over time'),
  points: z.array(point).describe('Intervals, oldest first; empty for widgets with rows'),
  rows: z.array(row).describe('Rows, most important first; empty for widgets with points'),
  row_count: z
    .int()
    .optional()
    .describe('Breakdown by payment link, merchant or group: how many there are; the rows are the largest 100 of them'),
});
export type Analytics = z.infer<typeof analytics>;

const periodQuery = {
  tab: z.enum(ANALYTICS_TABS).default('payments').describe('What is counted'),
  from: rangeStart.optional().describe('Start, inclusive; default: start of the business day 29 days before `to`'),
  to: rangeEnd.optional().describe(`End, exclusive; default: now. At most ${ANALYTICS_MAX_DAYS} days after \`from\``),
  interval: z
    .enum(ANALYTICS_INTERVALS)
    .optional()
    .describe('Interval of the points; default: hours up to 2 days, days up to 62, weeks up to 183, months beyond'),
};

const errors = {
  range_too_long: 422,
  range_reversed: 422,
  too_many_points: 422,
  widget_not_available: 422,
  filter_not_available: 422,
} as const;

export const getAnalytics = route({
  name: 'getAnalytics',
  method: 'GET',
  path: '/analytics/{widget}',
  summary: 'Retrieve a widget of payments, refunds or disbursements',
  access: needs('Dashboard', 'view'),
  params: z.object({ widget: z.enum(ANALYTICS_WIDGETS).describe('Widget to retrieve') }),
  query: z.object({
    ...periodQuery,
    dimension: z
      .enum(DIMENSIONS)
      .optional()
      .describe(
        'Widget `breakdown`: what to group by. `payment_link`: payments of links only; their shares are of all paid payments',
      ),
    ...analyticsFilter,
  }),
  output: z.object({ data: analytics }),
  files: true,
  errors,
});

/** Widgets that name links or customers of one merchant. */
export const MERCHANT_WIDGETS: readonly AnalyticsWidget[] = ['top-links', 'top-customers'];

export const getProviderAnalytics = route({
  name: 'getProviderAnalytics',
  method: 'GET',
  path: '/operations/analytics/{widget}',
  summary:
    'Retrieve a widget of payments, refunds or disbursements of all merchants that you may see, of some, or of an account group. Top links, top customers and the breakdown by payment link are available per merchant only',
  access: needs('Operations', 'view', { users_only: true, or: 'Group overview' }),
  params: z.object({ widget: z.enum(ANALYTICS_WIDGETS).describe('Widget to retrieve') }),
  query: z.object({
    ...periodQuery,
    dimension: z
      .enum(PROVIDER_BREAKDOWNS)
      .optional()
      .describe(
        'Widget `breakdown`: what to group by. `group`: the account groups of the merchants today (WIB), with those above them; a merchant in several groups counts in each. Shared users of a group see no groups',
      ),
    ...analyticsFilter,
    merchant_id: commaSeparated(/^mer_[0-9a-z]{26}$/, 50)
      .optional()
      .describe('One or more merchants'),
    group_id: accountGroupFilter.optional(),
  }),
  output: z.object({ data: analytics }),
  files: true,
  errors,
});

/** First and last day (WIB) of a period whose end is exclusive, for titles and file names. */
export const toDateRange = ({ from, to }: { from: string; to: string }): { first: string; last: string } => ({
  first: toBusinessDay(new Date(from)),
  last: toBusinessDay(new Date(Date.parse(to) - 1)),
});

/** `payments-volume-2026-11-01-2026-11-22`: the name of a file without its extension. */
export function formatAnalyticsFileName(data: Analytics): string {
  const { first, last } = toDateRange(data);
  return `${data.tab}-${data.widget}-${first}-${last}`;
}
