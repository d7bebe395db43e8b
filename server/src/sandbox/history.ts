/**
 * Generates the history of the sandbox with the product's own functions on a moved clock, so that ledger, timelines and
 * totals are consistent. An interrupted run is resumed by the next start.
 */
import { PROVIDER_CREDENTIAL } from '../rails/collection-clients.ts';
import * as duration from '@dasbor/contract/duration';
import { SNAP_STATUSES } from '@dasbor/contract/snap';
import type { TransactionStatus } from '@dasbor/contract/transaction';
import { insertKey, insertKeyDirectoryEntry } from '../api-settings/queries.ts';
import { findLogin } from '../auth/queries.ts';
import { hashToken } from '../http/opaque-token.ts';
import { analyzeTables } from '../db/analyze.ts';
import { asLogin, asMerchant, asPlatform } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { forEachConcurrently } from '../jobs/for-each.ts';
import { foldBalances } from '../ledger/folding.ts';
import { markPastDispatched } from '../notification-email/queries.ts';
import { createUnissuedQrisPayment } from '../qris-payment/create.ts';
import { buildPartnerReference } from '../qris-payment/reference-rules.ts';
import { syncQrisPayment } from '../qris-payment/sync.ts';
import { issueQrisPayment } from '../qris-payment/issue.ts';
import { handleQrCallback } from '../qris-payment/handle-callback.ts';
import { scheduleReports } from '../report/schedule.ts';
import { importIntoBank } from './bank-import.ts';
import { SANDBOX_API_KEY } from './credentials.ts';
import { planBalances } from './history-balances.ts';
import { planBatches } from './history-batches.ts';
import { buildNotification, createPaymentBank } from './history-bank.ts';
import { createPastCommissions } from './history-commissions.ts';
import { type HistoryContext, createPastDeps, ignoreDuplicate } from './history-context.ts';
import { planDisbursements } from './history-disbursements.ts';
import { createPastInvoices } from './history-invoices.ts';
import { createPastLinks } from './history-links.ts';
import {
  BATIK_PATTERN,
  CODE_TTL_MINUTES,
  type Ending,
  HISTORY_DAYS,
  KOPI_PATTERN,
  type PlannedPayment,
  planHistory,
} from './history-plan.ts';
import { type KnownPayment, getMerchantStart, hasKey, listKnownPayments } from './history-queries.ts';
import { planRefunds } from './history-refunds.ts';
import { planSettlementEvents, settlePast, settleWeekly } from './history-settlements.ts';
import { createPastStickerPayments, ensureStickers } from './history-stickers.ts';
import { createPastVirtualAccounts } from './history-virtual-accounts.ts';
import { ensureApproverTotp } from './approver-totp.ts';
import { BATIK_LESTARI, KOPI_NUSANTARA, ensurePeople } from './people.ts';

/** The merchants are a day older than their history. */
const AGE_MS = duration.days(HISTORY_DAYS + 1);
/** Payments generated in parallel. */
const CONCURRENCY = 8;

const SANDBOX_API_KEY_ID = 'key_01k0k0p1nvsantara000000000';

/**
 * Creates users, API key, stickers and history where they are missing. `bank_timeout_ms`: how long to wait for the sandbox
 * bank, which starts at the same time.
 */
export async function seedSandbox(deps: Deps, { bank_timeout_ms = 0 } = {}): Promise<void> {
  const now = deps.clock.now();
  await ensurePeople(deps, new Date(now.getTime() - AGE_MS));
  await ensureApproverTotp(deps, now);
  await ensureApiKey(deps);
  if (!deps.env.SANDBOX_HISTORY) return ensureStickers(deps, now);
  for (const { merchant_id } of [KOPI_NUSANTARA, BATIK_LESTARI]) {
    await createHistory(deps, merchant_id, now, bank_timeout_ms);
  }
  await createPastCommissions(deps, now);
  await foldBalances(deps.db, now);
  // From the days of the ledger, which folding adds up.
  await createPastInvoices(deps, now);
  // The worker would do so a minute later, and then deliver them if somebody configured a delivery meanwhile.
  await scheduleReports(deps);
}

async function createHistory(deps: Deps, merchant_id: string, now: Date, bank_timeout_ms: number): Promise<void> {
  const is_small = merchant_id === BATIK_LESTARI.merchant_id;
  const shop = is_small ? BATIK_PATTERN : KOPI_PATTERN;
  const { known, created_at } = await asMerchant(deps.db, merchant_id, async (tx) => ({
    known: await listKnownPayments(tx),
    created_at: new Date((await getMerchantStart(tx)).created_at),
  }));
  // Created last: they mark everything before them as complete.
  const open = planOpenPayments(shop.reference_prefix, now);
  if (open.every(({ merchant_reference }) => known.has(merchant_reference))) return;
  // For the supervisor, so that the first start does not look stuck.
  process.send?.({ progress: `creating the history of ${shop.reference_prefix}` });
  const context: HistoryContext = { deps, merchant_id, end: new Date(created_at.getTime() + AGE_MS) };
  const plan = planHistory(shop, context.end);
  await Promise.all([
    forEachConcurrently(plan, CONCURRENCY, (payment) =>
      createPastPayment(context, payment, known.get(payment.merchant_reference)),
    ),
    ...(is_small ? [settleWeekly(deps, merchant_id, now)] : createPastMethods(context)),
  ]);
  // Without statistics, the settlement runs of the new tables take most of the time.
  if (deps.env.DATABASE_URL !== undefined) await analyzeTables(deps.env.DATABASE_URL);
  const events = is_small ? [] : buildEvents(context);
  await settlePast(context, created_at, events);
  await asMerchant(deps.db, merchant_id, (tx) => markPastDispatched(tx, now));
  await importIntoBank(deps, merchant_id, bank_timeout_ms);
  for (const payment of open) {
    if (!known.has(payment.merchant_reference)) await createPayment(deps, merchant_id, payment);
  }
}

/** Payments of the other methods. */
const createPastMethods = (context: HistoryContext): Promise<void>[] => [
  createPastVirtualAccounts(context),
  createPastStickerPayments(context),
  createPastLinks(context),
];

const buildEvents = (context: HistoryContext) => [
  ...planRefunds(context),
  ...planBalances(context),
  ...planDisbursements(context),
  ...planBatches(context),
  ...planSettlementEvents(context),
];

/** Payments that are open when the sandbox is first used: the jobs request their codes from the running bank. */
function planOpenPayments(reference_prefix: string, now: Date) {
  return [
    { amount: 86_000, description: 'Meja 4', customer_name: 'Bayu Prasetyo' },
    { amount: 54_000, description: 'Pesanan bawa pulang', customer_name: undefined },
  ].map((payment, index) => ({
    ...payment,
    merchant_reference: `${reference_prefix}-OPEN-${index + 1}`,
    created_at: now,
    customer_email: undefined,
    is_by_api: false,
    minutes: 24 * 60,
  }));
}

type NewPayment = Pick<
  PlannedPayment,
  'merchant_reference' | 'created_at' | 'amount' | 'description' | 'customer_name' | 'customer_email' | 'is_by_api'
>;

function createPayment(deps: Deps, merchant_id: string, plan: NewPayment & { minutes?: number }): Promise<string> {
  const { created_at, is_by_api, minutes: expires_in_minutes = CODE_TTL_MINUTES } = plan;
  const { merchant_reference, amount, description, customer_name, customer_email } = plan;
  const actor = is_by_api
    ? ({ actor_type: 'api_key', actor_name: 'Point of sale' } as const)
    : ({ actor_type: 'user', actor_name: 'Oka Mahendra' } as const);
  const body = { merchant_reference, amount, description, customer_name, customer_email, expires_in_minutes };
  return asMerchant(deps.db, merchant_id, (tx) => createUnissuedQrisPayment(tx, body, { actor, now: created_at }));
}

/** Statuses after which a planned payment is complete. */
const FINAL_STATUSES: Record<Ending, TransactionStatus[]> = {
  paid: ['success', 'partially_refunded', 'refunded'],
  callback_lost: ['success', 'partially_refunded', 'refunded'],
  paid_late: ['success', 'partially_refunded', 'refunded'],
  expired: ['expired'],
  payer_refused: ['failed'],
  issue_refused: ['failed'],
  cancelled: ['cancelled'],
};

/** Continues one payment from its current status. Every step is idempotent. */
async function createPastPayment(
  { deps, merchant_id }: HistoryContext,
  plan: PlannedPayment,
  known: KnownPayment | undefined,
): Promise<void> {
  if (known !== undefined && FINAL_STATUSES[plan.ending].includes(known.status)) return;
  const past = createPastDeps(deps, plan.created_at);
  const { clock } = past;
  const bank = createPaymentBank(plan, clock);
  const id = known?.qris_payment_id ?? (await createPayment(past, merchant_id, plan));
  clock.advance(350);
  await issueQrisPayment({ ...past, bank }, merchant_id, id);
  if (plan.ending === 'issue_refused') return;

  if (plan.ending === 'expired' || plan.ending === 'callback_lost' || plan.ending === 'paid_late') {
    clock.set(new Date(plan.created_at.getTime() + duration.minutes(CODE_TTL_MINUTES) + 20_000));
    await syncQrisPayment({ ...past, bank }, merchant_id, id);
    if (plan.ending !== 'paid_late') return;
  }
  clock.set(new Date(plan.ended_at.getTime() + 1_500));
  const reference = buildPartnerReference(merchant_id, id);
  const body = buildNotification(reference, { ...plan, paid_at: plan.ended_at }, BANK_STATUSES[plan.ending]);
  const notification = {
    at: clock.now(),
    external_id: `${clock.now().getTime()}${plan.rrn}`,
    credential: PROVIDER_CREDENTIAL,
    body,
  };
  // A run that was interrupted after this step has used the X-EXTERNAL-ID.
  await ignoreDuplicate(handleQrCallback(past, notification));
}

const BANK_STATUSES = {
  paid: SNAP_STATUSES.success,
  paid_late: SNAP_STATUSES.success,
  payer_refused: SNAP_STATUSES.failed,
  cancelled: SNAP_STATUSES.cancelled,
} as const;

async function ensureApiKey(deps: Deps): Promise<void> {
  const created_at = new Date(deps.clock.now().getTime() - AGE_MS);
  const owner = await asLogin(deps.db, (tx) => findLogin(tx, 'developer@kopi.example'));
  if (owner === undefined) throw new Error('The sandbox has no developer');
  const secret_hash = hashToken(SANDBOX_API_KEY);
  const { merchant_id } = KOPI_NUSANTARA;
  await asPlatform(deps.db, (tx) => insertKeyDirectoryEntry(tx, secret_hash, merchant_id));
  await asMerchant(deps.db, merchant_id, async (tx) => {
    if (await hasKey(tx, SANDBOX_API_KEY_ID)) return;
    await insertKey(tx, {
      id: SANDBOX_API_KEY_ID,
      name: 'Point of sale',
      description: 'QRIS payments of the tills',
      prefix: SANDBOX_API_KEY.slice(0, 12),
      last4: SANDBOX_API_KEY.slice(-4),
      secret_hash,
      access: JSON.stringify([
        { group: 'QRIS', access: 'manage' },
        { group: 'Transactions', access: 'view' },
      ]),
      created_by: 'Dewi Lestari',
      allowed_cidrs: [],
      owner_id: owner.user_id,
      former_owner_ids: [],
      created_at,
      expires_at: null,
    });
  });
}
