/** Notifications of the dashboard: pending work and recent events, within the access of the user. */
import { type AccessGroup, type AccessLevel, hasLevel } from '@dasbor/contract/access';
import * as duration from '@dasbor/contract/duration';
import { add } from '@dasbor/contract/money';
import type * as contract from '@dasbor/contract/notification';
import { NOTIFICATIONS_MAX, NOTIFICATION_DAYS, type Notification } from '@dasbor/contract/notification';
import type { Output } from '@dasbor/contract/route';
import { listReceivedRows } from '../announcement/audience-queries.ts';
import { countWaiting } from '../approval/list-queries.ts';
import { isPolicySubject, toApprovalReader } from '../approval/rules.ts';
import type { MerchantTx } from '../db/tx.ts';
import { type Principal, getAccessLevel } from '../http/principal.ts';
import type { Handlers } from '../http/serve.ts';
import { listDuplicatePaymentRows } from '../refund/list-queries.ts';
import { findReadUntil, listEvents, storeReadUntil, sumBatches } from './queries.ts';

/** Maximum number of duplicate payments that are counted. */
const DUPLICATES_MAX = 100;
const ANNOUNCEMENTS_MAX = 10;

type Pending = Output<typeof contract.listNotifications>['data']['pending'];

export const notificationFeedHandlers: Handlers<typeof contract> = {
  listNotifications: async ({ principal, now, tx }) => {
    // Provider staff have no merchant, and so no events.
    if (principal.merchant_id === null) return { data: { pending: [], recent: [], read_until: null } };
    return tx(async (merchant) => ({
      data: {
        pending: await listPendingWork(merchant, principal, now),
        recent: await listRecent(merchant, principal, now),
        read_until: (await findReadUntil(merchant, principal.id))?.read_until ?? null,
      },
    }));
  },

  markNotificationsRead: async ({ principal, body, now, tx }) => {
    if (principal.merchant_id === null) return undefined;
    // A time in the future would hide events that have not happened yet.
    const read_until = new Date(Math.min(Date.parse(body.read_until), now.getTime())).toISOString();
    await tx((merchant) => storeReadUntil(merchant, principal.id, read_until));
    return undefined;
  },
};

/** Events that the user may view, and announcements of the provider, newest first. */
async function listRecent(tx: MerchantTx, principal: Principal, now: Date): Promise<Notification[]> {
  const since = new Date(now.getTime() - duration.days(NOTIFICATION_DAYS));
  const events = await listEvents(tx, since, (group) => may(principal, group, 'view'));
  const announcements = await listReceivedRows(tx, now, { limit: ANNOUNCEMENTS_MAX, after: null });
  const entries = announcements
    .filter(({ at }) => Date.parse(at) >= since.getTime())
    .map(({ id, title_en, title_id, at }) => ({
      type: 'announcement' as const,
      object_id: id,
      transaction_id: null,
      deposit_va_id: null,
      amount: null,
      title: { en: title_en, id: title_id },
      at,
    }));
  return [...entries, ...events].toSorted((a, b) => b.at.localeCompare(a.at)).slice(0, NOTIFICATIONS_MAX);
}

const may = (principal: Principal, group: AccessGroup, level: AccessLevel): boolean =>
  hasLevel(getAccessLevel(principal, group), level);

async function listPendingWork(tx: MerchantTx, principal: Principal, now: Date): Promise<Pending> {
  const approvals = await countWaiting(tx, toApprovalReader(principal), now);
  const pending: Pending = approvals.flatMap(({ subject_type, ...total }) =>
    isPolicySubject(subject_type) ? [{ type: `${subject_type}_approval` as const, ...total }] : [],
  );
  if (may(principal, 'Reports', 'manage')) {
    pending.push({ type: 'settlement_approval', ...(await sumBatches(tx, ['closed'])) });
    pending.push({ type: 'settlement_failed', ...(await sumBatches(tx, ['failed', 'returned', 'on_hold'])) });
  }
  if (may(principal, 'Refunds', 'manage')) {
    const duplicates = await listDuplicatePaymentRows(tx, null, DUPLICATES_MAX - 1);
    const amount = add(...duplicates.map(({ remaining_amount }) => remaining_amount));
    pending.push({ type: 'duplicate_payment', count: duplicates.length, amount });
  }
  return pending.filter(({ count }) => count > 0);
}
