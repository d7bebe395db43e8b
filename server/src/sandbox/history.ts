/**
 * Gives the sandbox a past worth looking at, by driving the product's own functions on a moved clock: nothing is
 * inserted behind their back, so the ledger agrees with all of it. A start that was killed goes on where it stopped.
 */
import { SNAP_STATUSES } from '@dasbor/contract/snap';
import type { TransactionStatus } from '@dasbor/contract/transaction';
import { insertKey } from '../api-settings/queries.ts';
import { findLogin } from '../auth/queries.ts';
import { hashToken } from '../http/opaque-token.ts';
import { createManualClock } from '../db/clock.ts';
import { asLogin, asMerchant } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { foldBalances } from '../ledger/folding.ts';
import { markPastDispatched } from '../notification-email/queries.ts';
import { createUnissuedQrisPayment } from '../qris-payment/create.ts';
import { buildPartnerReference } from '../qris-payment/reference-rules.ts';
import { syncQrisPayment } from '../qris-payment/sync.ts';
import { issueQrisPayment } from '../qris-payment/issue.ts';
import { handleQrCallback } from '../qris-payment/handle-callback.ts';
import { SnapError } from '../rails/callback-auth.ts';
import { SANDBOX_API_KEY } from './credentials.ts';
import { pastBank } from './history-bank.ts';
import {
  BATIK_SHOP,
  CODE_LIFE_MINUTES,
  type Ending,
  HISTORY_DAYS,
  KOPI_SHOP,
  type PlannedPayment,
  planHistory,
} from './history-plan.ts';
import { type Known, hasKey, readBeginning, readKnown } from './history-queries.ts';
import { settlePast, settleWeekly } from './history-settlements.ts';
import { BATIK_LESTARI, KOPI_NUSANTARA, ensurePeople } from './people.ts';
import { ensureStickers } from './stickers.ts';

const DAY_MS = 24 * 3_600_000;
/** The merchants are a day older than their history. */
const AGE_MS = (HISTORY_DAYS + 1) * DAY_MS;
/** Payments driven at the same time. */
const TOGETHER = 8;

const SANDBOX_API_KEY_ID = 'key_01k0k0p1nvsantara000000000';

/** Makes people, key and history (unless it is not wanted) where they are not there. */
export async function seedSandbox(deps: Deps): Promise<void> {
  const now = deps.clock.now();
  await ensurePeople(deps, new Date(now.getTime() - AGE_MS));
  await ensureApiKey(deps);
  await ensureStickers(deps, now);
  if (!deps.env.SANDBOX_HISTORY) return;
  const shops = [
    { merchant_id: KOPI_NUSANTARA.merchant_id, shop: KOPI_SHOP },
    { merchant_id: BATIK_LESTARI.merchant_id, shop: BATIK_SHOP },
  ];
  for (const { merchant_id, shop } of shops) {
    const { known, beginning } = await asMerchant(deps.db, merchant_id, async (tx) => ({
      known: await readKnown(tx),
      beginning: await readBeginning(tx),
    }));
    const end = new Date(Date.parse(beginning.created_at) + AGE_MS);
    // Created last: when they exist, everything before them is complete.
    const waiting = waitingPayments(shop.reference_prefix, now);
    if (waiting.every(({ merchant_reference }) => known.has(merchant_reference))) continue;
    // Reported to the supervisor, so that the first start does not look stuck.
    process.send?.({ progress: `making ${HISTORY_DAYS} days of payments of ${shop.reference_prefix}` });
    await runInLanes(planHistory(shop, end), (plan) =>
      replayPayment(deps, merchant_id, plan, known.get(plan.merchant_reference)),
    );
    if (shop === BATIK_SHOP) await settleWeekly(deps, merchant_id, now);
    await settlePast(deps, merchant_id, new Date(beginning.created_at), now);
    await asMerchant(deps.db, merchant_id, (tx) => markPastDispatched(tx, now));
    for (const plan of waiting) {
      if (!known.has(plan.merchant_reference)) await createPayment(deps, merchant_id, plan);
    }
  }
  await foldBalances(deps.db, now);
}

/** Payments that are open when the sandbox is first looked at: the jobs have the running bank issue them. */
function waitingPayments(reference_prefix: string, now: Date) {
  return [
    { amount: 86_000, description: 'Meja 4', customer_name: 'Bayu Prasetyo' },
    { amount: 54_000, description: 'Pesanan bawa pulang', customer_name: undefined },
  ].map((payment, index) => ({
    ...payment,
    merchant_reference: `${reference_prefix}-OPEN-${index + 1}`,
    requested_at: now,
    customer_email: undefined,
    is_by_api: false,
    minutes: 24 * 60,
  }));
}

type PaymentInput = Pick<
  PlannedPayment,
  'merchant_reference' | 'requested_at' | 'amount' | 'description' | 'customer_name' | 'customer_email' | 'is_by_api'
>;

function createPayment(deps: Deps, merchant_id: string, plan: PaymentInput & { minutes?: number }): Promise<string> {
  const { requested_at, is_by_api, minutes: expires_in_minutes = CODE_LIFE_MINUTES, ...details } = plan;
  const { merchant_reference, amount, description, customer_name, customer_email } = details;
  const actor = is_by_api
    ? ({ actor_type: 'api_key', actor_name: 'Point of sale' } as const)
    : ({ actor_type: 'user', actor_name: 'Oka Mahendra' } as const);
  const body = { merchant_reference, amount, description, customer_name, customer_email, expires_in_minutes };
  return asMerchant(deps.db, merchant_id, (tx) => createUnissuedQrisPayment(tx, actor, body, requested_at));
}

const FINAL_STATUSES: Record<Ending, TransactionStatus> = {
  paid: 'success',
  callback_lost: 'success',
  paid_late: 'success',
  expired: 'expired',
  payer_refused: 'failed',
  issue_refused: 'failed',
  cancelled: 'cancelled',
};

/** Continues one payment from its current status. Every step is idempotent. */
async function replayPayment(
  deps: Deps,
  merchant_id: string,
  plan: PlannedPayment,
  known: Known | undefined,
): Promise<void> {
  if (known?.status === FINAL_STATUSES[plan.ending]) return;
  const clock = createManualClock(plan.requested_at);
  const bank = pastBank(plan, clock);
  // Warnings of past events are not relevant today.
  const log = deps.log.child({ is_past: true }, { level: 'error' });
  const past = { ...deps, clock, bank, log };
  const id = known?.qris_payment_id ?? (await createPayment({ ...deps, clock, log }, merchant_id, plan));
  clock.advance(350);
  await issueQrisPayment(past, merchant_id, id);
  if (plan.ending === 'issue_refused') return;

  if (plan.ending === 'expired' || plan.ending === 'callback_lost' || plan.ending === 'paid_late') {
    clock.set(new Date(plan.requested_at.getTime() + CODE_LIFE_MINUTES * 60_000 + 20_000));
    await syncQrisPayment(past, merchant_id, id);
    if (plan.ending !== 'paid_late') return;
  }
  clock.set(new Date(plan.ended_at.getTime() + 1_500));
  const body = bank.buildNotification(buildPartnerReference(merchant_id, id), NOTIFIED_STATUSES[plan.ending]);
  const callback = { at: clock.now(), external_id: `${clock.now().getTime()}${plan.rrn}`, body };
  await handleQrCallback(past, callback).catch((error: unknown) => {
    // A start that was killed after this step has already used the external id.
    if (!(error instanceof SnapError && error.response === 'duplicate_external_id')) throw error;
  });
}

const NOTIFIED_STATUSES = {
  paid: SNAP_STATUSES.success,
  paid_late: SNAP_STATUSES.success,
  payer_refused: SNAP_STATUSES.failed,
  cancelled: SNAP_STATUSES.cancelled,
} as const;

async function runInLanes<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = items.values();
  const lane = async (): Promise<void> => {
    for (const item of queue) await work(item);
  };
  await Promise.all(Array.from({ length: TOGETHER }, lane));
}

async function ensureApiKey(deps: Deps): Promise<void> {
  const created_at = new Date(deps.clock.now().getTime() - AGE_MS);
  const owner = await asLogin(deps.db, (tx) => findLogin(tx, 'developer@kopi.example'));
  if (owner === undefined) throw new Error('The sandbox has no developer');
  await asMerchant(deps.db, KOPI_NUSANTARA.merchant_id, async (tx) => {
    if (await hasKey(tx, SANDBOX_API_KEY_ID)) return;
    await insertKey(tx, {
      id: SANDBOX_API_KEY_ID,
      name: 'Point of sale',
      prefix: SANDBOX_API_KEY.slice(0, 12),
      last4: SANDBOX_API_KEY.slice(-4),
      secret_hash: hashToken(SANDBOX_API_KEY),
      access: JSON.stringify([
        { group: 'QRIS', access: 'manage' },
        { group: 'Transactions', access: 'view' },
      ]),
      created_by: 'Dewi Lestari',
      owner_id: owner.user_id,
      created_at,
      expires_at: null,
    });
  });
}
