/**
 * The dashboard home (domain 1.1): metrics of a period compared with the previous period. A payment counts once, on the
 * business day (WIB) on which it was created, with its current status.
 */
import { z } from 'zod';
import { needs } from './access.ts';
import { idSchema } from './id.ts';
import { rupiah } from './money.ts';
import { route } from './route.ts';
import { instant, rangeEnd, rangeStart } from './time.ts';
import { TRANSACTION_METHODS } from './transaction.ts';

export const DASHBOARD_METRICS = [
  'gross_volume',
  'success_count',
  'success_rate',
  'average_ticket',
  'pending_amount',
  'refunded_amount',
  'fees_amount',
  'net_amount',
] as const;
export type DashboardMetric = (typeof DASHBOARD_METRICS)[number];
export const DASHBOARD_INTERVALS = ['hour', 'day', 'week'] as const;
export type DashboardInterval = (typeof DASHBOARD_INTERVALS)[number];
/** Longest period of the dashboard, in days. */
export const DASHBOARD_MAX_DAYS = 180;

const period = z.object({
  from: rangeStart.optional().describe('Start, inclusive; default: start of the business day six days before `to`'),
  to: rangeEnd.optional().describe('End, exclusive; default: now. At most 180 days after `from`'),
}).shape;

const periodResponse = z.object({
  from: instant.describe('Start of the period'),
  to: instant.describe('End of the period, exclusive'),
  previous_from: instant.describe('Start of the previous period: the same length, whole days earlier'),
  previous_to: instant.describe('End of the previous period, exclusive'),
}).shape;

const periodErrors = { range_too_long: 422, range_reversed: 422 } as const;

const value = z.int().nullable();
const VALUE = 'whole rupiah, a count, or basis points; null without data';

const metric = (meaning: string) =>
  z
    .object({
      value: value.describe(`Value in the period: ${VALUE}`),
      previous: value.describe('Value in the previous period'),
      series: z.array(value).describe('Daily values (hourly up to two days), oldest first'),
    })
    .describe(meaning);

export const getDashboardSummary = route({
  name: 'getDashboardSummary',
  method: 'GET',
  path: '/dashboard/summary',
  summary: 'Retrieve the metrics of a period',
  access: needs('Dashboard', 'view'),
  query: z.object(period),
  output: z.object({
    data: z.object({
      ...periodResponse,
      gross_volume: metric('Gross amount of paid payments, whole rupiah'),
      success_count: metric('Paid payments, including late ones'),
      success_rate: metric(
        'Paid payments divided by paid, failed and expired payments, in basis points (9250 = 92.5%)',
      ),
      average_ticket: metric('Average gross amount of a paid payment, whole rupiah'),
      pending_amount: metric('Gross amount of pending payments, whole rupiah'),
      refunded_amount: metric('Refunded amount of the payments of the period, whole rupiah'),
      fees_amount: metric('Fees including VAT (PPN), whole rupiah'),
      net_amount: metric(
        'Net of the paid payments so far: gross less fees and VAT, refunds and reversals, whole rupiah',
      ),
      methods: z
        .array(
          z.object({
            method: z.enum(TRANSACTION_METHODS).describe('Payment method'),
            count: z.int().describe('Paid payments with this method'),
            amount: rupiah.describe('Gross amount, whole rupiah'),
            previous_amount: rupiah.describe('Gross amount in the previous period, whole rupiah'),
          }),
        )
        .describe('Gross volume by payment method, largest first'),
    }),
  }),
  errors: periodErrors,
});

export const getDashboardTimeseries = route({
  name: 'getDashboardTimeseries',
  method: 'GET',
  path: '/dashboard/timeseries',
  summary: 'Retrieve a metric over time',
  access: needs('Dashboard', 'view'),
  query: z.object({
    metric: z.enum(DASHBOARD_METRICS).default('gross_volume').describe('Metric'),
    interval: z
      .enum(DASHBOARD_INTERVALS)
      .default('day')
      .describe('Interval of the points; days and weeks start in WIB'),
    group_by: z
      .enum(['method'])
      .optional()
      .describe('`method`: `methods` contains the same metric of each payment method'),
    ...period,
  }),
  output: z.object({
    data: z.object({
      ...periodResponse,
      metric: z.enum(DASHBOARD_METRICS).describe('Metric'),
      interval: z.enum(DASHBOARD_INTERVALS).describe('Interval of the points'),
      points: z
        .array(
          z.object({
            at: instant.describe('Start of the interval (WIB); the first one may start before the period'),
            value: value.describe(`Value in the interval: ${VALUE}`),
            previous: value.describe('Value in the matching interval of the previous period'),
          }),
        )
        .describe('All intervals, oldest first, including those without payments'),
      methods: z
        .array(
          z.object({
            method: z.enum(TRANSACTION_METHODS).describe('Payment method'),
            values: z.array(value).describe(`Values in the intervals of \`points\`, in the same order: ${VALUE}`),
          }),
        )
        .describe(
          'With `group_by=method`: methods of the payments created in the period, always in the same order; otherwise empty',
        ),
    }),
  }),
  errors: periodErrors,
});

const incident = z.object({
  transaction_id: idSchema('transaction').describe('The payment'),
  at: instant.describe('When it happened'),
}).shape;

export const getDashboardActions = route({
  name: 'getDashboardActions',
  method: 'GET',
  path: '/dashboard/actions',
  summary: 'List incidents of the last 24 hours that need attention',
  access: needs('Dashboard', 'view'),
  output: z.object({
    data: z.object({
      since: instant.describe('Start of the 24 hours'),
      late_payments: z
        .object({
          count: z.int().describe('Number of payments that were paid after they had expired'),
          latest: z
            .array(z.object({ ...incident, amount: rupiah.describe('Gross amount, whole rupiah') }))
            .describe('The latest three; none without access to the transactions'),
        })
        .describe('Late payments'),
      refused_notifications: z
        .object({
          count: z.int().describe('Number of refused bank notifications, without duplicates'),
          latest: z
            .array(z.object({ ...incident, response_code: z.string().nullable().describe('SNAP BI response code') }))
            .describe('The latest three; none without access to the transactions'),
        })
        .describe('Refused bank notifications'),
    }),
  }),
});

export const getDashboardBalance = route({
  name: 'getDashboardBalance',
  method: 'GET',
  path: '/dashboard/balance',
  summary: 'Retrieve the current balances',
  access: needs('Invoices', 'view'),
  output: z.object({
    data: z.object({
      as_of: instant.describe('When the balances were read'),
      pending_settlement: rupiah.describe('Pending settlement: paid but not settled yet, net of fees, whole rupiah'),
      in_transit: rupiah.describe('In transit: settled, but not credited yet, whole rupiah'),
      available: rupiah.describe('Available balance, whole rupiah'),
      on_hold: rupiah.describe('Held for open refunds, whole rupiah'),
      payout: rupiah.describe('Payout balance for disbursements, whole rupiah'),
    }),
  }),
});
