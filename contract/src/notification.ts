/** The notifications of the dashboard: work that waits for the user, and recent events of the merchant. */
import { z } from 'zod';
import { rupiah } from './money.ts';
import { route } from './route.ts';
import { instant } from './time.ts';

/** Work that waits for the signed-in user; each stays until it is done. */
export const PENDING_WORK_TYPES = [
  'refund_approval',
  'settlement_approval',
  'settlement_failed',
  'balance_transfer_approval',
  'payout_account_approval',
  'disbursement_approval',
  'disbursement_batch_approval',
  'duplicate_payment',
] as const;
export type PendingWorkType = (typeof PENDING_WORK_TYPES)[number];

export const NOTIFICATION_TYPES = [
  'payment_paid',
  'payment_late',
  'payment_duplicate',
  'refund_requested',
  'refund_approved',
  'refund_rejected',
  'refund_completed',
  'refund_failed',
  'refund_returned',
  'disbursement_requested',
  'disbursement_completed',
  'disbursement_failed',
  'disbursement_returned',
  'settlement_paid',
  'settlement_failed',
  'settlement_returned',
  'settlement_on_hold',
  'deposit_credited',
  'deposit_under_review',
  'deposit_returned',
  'report_failed',
  'report_partially_delivered',
  'announcement',
] as const;
export type NotificationType = (typeof NOTIFICATION_TYPES)[number];

/** Period for which events are listed, and their maximum number. */
export const NOTIFICATION_DAYS = 14;
export const NOTIFICATIONS_MAX = 30;

export const notification = z.object({
  type: z.enum(NOTIFICATION_TYPES).describe('What happened'),
  object_id: z
    .string()
    .describe('Id of the payment, refund, disbursement, settlement batch, deposit, report run or announcement'),
  transaction_id: z.string().nullable().describe('The payment, for events about payments and refunds'),
  deposit_va_id: z.string().nullable().describe('The deposit virtual account, for events about deposits'),
  amount: rupiah.nullable().describe('Amount in whole rupiah; null for reports and announcements'),
  title: z
    .object({ en: z.string().describe('In English'), id: z.string().describe('In Indonesian') })
    .nullable()
    .describe('Title of an announcement; null for other events'),
  at: instant.describe('When it happened'),
});
export type Notification = z.infer<typeof notification>;

export const pendingWork = z.object({
  type: z.enum(PENDING_WORK_TYPES).describe('What has to be done'),
  count: z.int().min(1).describe('Number of objects'),
  amount: rupiah.describe('Sum of their amounts, whole rupiah'),
});

export const listNotifications = route({
  name: 'listNotifications',
  method: 'GET',
  path: '/notifications',
  summary: 'List your pending work and the recent events of your merchant',
  access: 'signed-in',
  output: z.object({
    data: z.object({
      pending: z.array(pendingWork).describe('Work that waits for you, by type; only what your role may do'),
      recent: z
        .array(notification)
        .describe(
          `Events of the last ${NOTIFICATION_DAYS} days that your role may view, newest first; at most ${NOTIFICATIONS_MAX}`,
        ),
      read_until: instant.nullable().describe('Events up to this time are read; null when you have read none'),
    }),
  }),
});

export const markNotificationsRead = route({
  name: 'markNotificationsRead',
  method: 'PUT',
  path: '/notifications/read',
  summary: 'Mark notifications as read up to a time. An earlier time than before changes nothing',
  access: 'signed-in',
  body: z.strictObject({ read_until: instant.describe('Time of the newest notification that was shown') }),
  status: 204,
});
