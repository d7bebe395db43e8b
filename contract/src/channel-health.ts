/** Health of the provider's channels to banks: what recorded calls say about each service (domain 1.23). */
import { z } from 'zod';
import { needs } from './access.ts';
import { idSchema } from './id.ts';
import { shownOutage } from './outage.ts';
import { LINK_CHANNELS } from './payment-link-terms.ts';
import { route } from './route.ts';
import { instant } from './time.ts';

/** Payments by method, transfers by rail, and inquiries. */
export const CHANNEL_SERVICES = [
  'qris',
  'virtual_account',
  'intrabank',
  'bi_fast',
  'online',
  'skn',
  'rtgs',
  'account_inquiry',
  'transfer_status',
] as const;
export type ChannelService = (typeof CHANNEL_SERVICES)[number];

const metrics = (window: string) =>
  z
    .object({
      count: z.int().describe('Calls that were sent'),
      not_sent_count: z.int().describe('Calls that were not sent, because the bank did not respond to earlier ones'),
      success_rate: z
        .int()
        .nullable()
        .describe(
          'Calls with a definite response, approved or declined, in basis points (9250 = 92.5%); null: nothing was sent. Time-outs, server errors and failed authentication are failures',
        ),
      p50_ms: z
        .int()
        .nullable()
        .describe('Median latency in milliseconds, time-outs included, up to 9% above the exact value'),
      p95_ms: z.int().nullable().describe('95th percentile of the latency in milliseconds'),
    })
    .describe(window);
export type ChannelMetrics = z.infer<ReturnType<typeof metrics>>;

export const channelHealth = z.object({
  service: z.enum(CHANNEL_SERVICES).describe('Service of the bank'),
  recent: metrics('The last 15 minutes'),
  day: metrics('The last 24 hours'),
  last_success_at: instant.nullable().describe('Last call with a definite response; null: none in 24 hours'),
  last_failure: z
    .object({
      at: instant.describe('When it was sent'),
      response_code: z.string().nullable().describe('SNAP BI response code; null: no valid response'),
      http_status: z.int().nullable().describe('HTTP status; null: no response'),
    })
    .nullable()
    .describe('Last failed call; null: none in 24 hours'),
  last_callback_at: instant.nullable().describe('Last callback of the bank; null: none in 24 hours, or it sends none'),
  waiting: z
    .object({
      count: z.int().describe('Objects whose outcome at the bank is not known'),
      since: instant.nullable().describe('The oldest of them; null: none'),
    })
    .describe('Codes and numbers that the bank has not created, and transfers with an unknown outcome'),
  outages: z.array(shownOutage).describe('Declared outages that apply now'),
});
export type ChannelHealth = z.infer<typeof channelHealth>;

export const CIRCUIT_STATES = ['closed', 'half_open', 'open'] as const;

export const bankHealth = z.object({
  bank: z.string().describe('Id of the bank credential; `bank`: that of the provider'),
  credential: z
    .object({
      merchant_id: idSchema('merchant'),
      merchant_name: z.string().describe('Brand name of the merchant'),
      channel: z.enum(LINK_CHANNELS).describe('QRIS, or the bank of virtual accounts'),
    })
    .nullable()
    .describe('Own credential of a merchant; null: that of the provider'),
  circuit: z
    .object({
      state: z
        .enum(CIRCUIT_STATES)
        .describe('`open`: a process sends it nothing; `half_open`: the next call finds out whether it responds'),
      processes: z.int().describe('Processes whose circuit breaker is not closed'),
      since: instant.nullable().describe('Since when the first of them is not closed; null: all are closed'),
      retry_at: instant.nullable().describe('When the first of them sends a call again; null: now'),
    })
    .describe('Circuit breaker of the bank over all processes'),
  services: z.array(channelHealth).describe('Every service, in a fixed order'),
});
export type BankHealth = z.infer<typeof bankHealth>;

export const getChannelHealth = route({
  name: 'getChannelHealth',
  method: 'GET',
  path: '/operations/channels',
  summary: 'Retrieve the health of the channels to banks, from recorded calls',
  access: needs('Operations', 'view', { users_only: true }),
  output: z.object({
    data: z.object({
      banks: z.array(bankHealth).describe('Every bank that is used, by id'),
      recent_from: instant.describe('Start of the last 15 minutes, on a multiple of five minutes'),
      day_from: instant.describe('Start of the last 24 hours, on a multiple of five minutes'),
      as_of: instant.describe('When the metrics were read'),
      missing_from: instant
        .nullable()
        .describe('Calls since then are only partly counted, because the job that counts them is late; null: none'),
    }),
  }),
});
