/**
 * The home of the dashboard (domain 1.1): how payments went in a period, beside the period before. A payment counts
 * once, on the business day (WIB) on which it was created, by the state that it has now.
 */
import { z } from 'zod';
import { needs } from './access.ts';
import { idSchema } from './id.ts';
import { rupiah } from './money.ts';
import { route } from './route.ts';
import { instant } from './time.ts';
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
  from: instant.optional().describe('First instant; absent: the start of the business day six days before `to`'),
  to: instant.optional().describe('Last instant, exclusive; absent: now. At most 180 days after `from`'),
}).shape;

const periodResponse = z.object({
  from: instant.describe('First instant of the period'),
  to: instant.describe('Last instant of the period, exclusive'),
  previous_from: instant.describe('First instant of the previous period: the same span, whole days earlier'),
  previous_to: instant.describe('Last instant of the previous period, exclusive'),
}).shape;

const periodErrors = { range_too_long: 422, range_reversed: 422 } as const;

const value = z.int().nullable();
const VALUE = 'whole rupiah, a count, or hundredths of a percent; null where there is nothing to work it out from';

const figure = (meaning: string) =>
  z
    .object({
      value: value.describe(`In the period: ${VALUE}`),
      previous: value.describe('The same in the previous period'),
      series: z.array(value).describe('The value day by day (hour by hour up to two days), oldest first'),
    })
    .describe(meaning);

export const getDashboardSummary = route({
  name: 'getDashboardSummary',
  method: 'GET',
  path: '/dashboard/summary',
  summary: 'The figures of a period beside those of the period before',
  access: needs('Dashboard', 'view'),
  query: z.object(period),
  output: z.object({
    data: z.object({
      ...periodResponse,
      gross_volume: figure('Gross amount of the paid payments, whole rupiah'),
      success_count: figure('Paid payments, late ones included'),
      success_rate: figure('Paid of all paid, failed and expired, in hundredths of a percent (9250 = 92.5 %)'),
      average_ticket: figure('Gross amount of one paid payment on average, whole rupiah'),
      pending_amount: figure('Gross amount of the payments that wait for their payer, whole rupiah'),
      refunded_amount: figure('What was given back of the payments of the period, whole rupiah'),
      fees_amount: figure('Fees including VAT (PPN), whole rupiah'),
      net_amount: figure('Gross less fees and VAT of the paid payments, whole rupiah'),
      methods: z
        .array(
          z.object({
            method: z.enum(TRANSACTION_METHODS).describe('Payment method'),
            count: z.int().describe('Paid payments by this method'),
            amount: rupiah.describe('Their gross amount, whole rupiah'),
            previous_amount: rupiah.describe('The same in the previous period, whole rupiah'),
          }),
        )
        .describe('How the gross volume splits over the methods, greatest first'),
    }),
  }),
  errors: periodErrors,
});

export const getDashboardTimeseries = route({
  name: 'getDashboardTimeseries',
  method: 'GET',
  path: '/dashboard/timeseries',
  summary: 'One figure over time, beside the period before',
  access: needs('Dashboard', 'view'),
  query: z.object({
    metric: z.enum(DASHBOARD_METRICS).default('gross_volume').describe('Which figure'),
    interval: z.enum(DASHBOARD_INTERVALS).default('day').describe('Length of a step; days and weeks begin in WIB'),
    ...period,
  }),
  output: z.object({
    data: z.object({
      ...periodResponse,
      metric: z.enum(DASHBOARD_METRICS).describe('Which figure'),
      interval: z.enum(DASHBOARD_INTERVALS).describe('Length of a step'),
      points: z
        .array(
          z.object({
            at: instant.describe('Beginning of the step in WIB; the first may begin before the period does'),
            value: value.describe(`In this step: ${VALUE}`),
            previous: value.describe('The same in the matching step of the previous period'),
          }),
        )
        .describe('All steps, oldest first, those without payments too'),
    }),
  }),
  errors: periodErrors,
});

const incident = z.object({
  transaction_id: idSchema('transaction').describe('The payment it is about'),
  at: instant.describe('When it happened'),
}).shape;

export const getDashboardActions = route({
  name: 'getDashboardActions',
  method: 'GET',
  path: '/dashboard/actions',
  summary: 'What happened in the last 24 hours that somebody should look at',
  access: needs('Dashboard', 'view'),
  output: z.object({
    data: z.object({
      since: instant.describe('Beginning of the 24 hours'),
      late_payments: z
        .object({
          count: z.int().describe('Payments that were paid after they had expired'),
          latest: z
            .array(z.object({ ...incident, amount: rupiah.describe('Gross amount, whole rupiah') }))
            .describe('The latest of them, at most 3'),
        })
        .describe('Payments that came after their time'),
      refused_notifications: z
        .object({
          count: z.int().describe("The bank's notifications that were refused; repetitions of a known one left out"),
          latest: z
            .array(z.object({ ...incident, response_code: z.string().nullable().describe('SNAP BI response code') }))
            .describe('The latest of them, at most 3'),
        })
        .describe("The bank's messages that could not be taken"),
    }),
  }),
});

export const getDashboardBalance = route({
  name: 'getDashboardBalance',
  method: 'GET',
  path: '/dashboard/balance',
  summary: 'What the ledger holds for the merchant now',
  access: needs('Invoices', 'view'),
  output: z.object({
    data: z.object({
      as_of: instant.describe('When it was read'),
      pending_settlement: rupiah.describe('Paid by customers, not yet settled, after fees; whole rupiah'),
      available: rupiah.describe('Settled and free to withdraw, whole rupiah'),
      on_hold: rupiah.describe('Held for refunds that are under way, whole rupiah'),
      payout: rupiah.describe('Free for disbursements, whole rupiah'),
    }),
  }),
});
