/** Payment links of the generated history, with their views, attempts and payments. */
import { PROVIDER_CREDENTIAL } from '../rails/collection-clients.ts';
import * as duration from '@dasbor/contract/duration';
import { createPaymentLink } from '@dasbor/contract/payment-link';
import type { Body } from '@dasbor/contract/route';
import { asMerchant } from '../db/tx.ts';
import { beginAttempt } from '../pay/start-attempt.ts';
import { findAttempt } from '../pay/queries.ts';
import { findOpenedLink } from '../pay/view.ts';
import { deactivateLink } from '../payment-link/change.ts';
import { createLink } from '../payment-link/create.ts';
import { findLink, recordLinkEvent } from '../payment-link/queries.ts';
import { refreshLink } from '../payment-link/refresh.ts';
import { publishLink } from '../payment-link/send-email.ts';
import { createUnissuedQrisPayment } from '../qris-payment/create.ts';
import { handleQrCallback } from '../qris-payment/handle-callback.ts';
import { issueQrisPayment } from '../qris-payment/issue.ts';
import { buildPartnerReference } from '../qris-payment/reference-rules.ts';
import { syncQrisPayment } from '../qris-payment/sync.ts';
import { createUnissuedVa } from '../virtual-account/create.ts';
import { issueVirtualAccount } from '../virtual-account/issue.ts';
import { syncVa } from '../virtual-account/sync.ts';
import { buildNotification } from './history-bank.ts';
import {
  type HistoryContext,
  type PastDeps,
  createPastDeps,
  getPastTime,
  getPrincipal,
  ignoreDuplicate,
} from './history-context.ts';
import { ISSUERS } from './history-plan.ts';
import { countLinkAttempts, findLinkByReference } from './history-queries.ts';
import { getVaNumber, payVa } from './history-virtual-accounts.ts';
import { buildReference } from './past-bank.ts';

type LinkInput = Body<typeof createPaymentLink>;
type Channel = LinkInput extends { channels: (infer C)[] } ? C : never;

interface PlannedAttempt {
  channel: Channel;
  /** The amount that the payer enters, for open amounts. */
  amount?: number;
  is_paid?: boolean;
}

interface PlannedLink {
  reference: string;
  days_ago: number;
  input: object;
  views: number;
  attempts: PlannedAttempt[];
  is_deactivated?: boolean;
}

const repeat = (count: number, build: (index: number) => PlannedAttempt): PlannedAttempt[] =>
  Array.from({ length: count }, (_, index) => build(index));

const PLAN: PlannedLink[] = [
  {
    reference: 'KN-LINK-CLASS',
    days_ago: 28,
    input: {
      title: 'Kelas latte art',
      type: 'multi_use',
      amount: 175_000,
      expires_at: null,
      custom_slug: 'latte-art',
      description: 'Dua jam bersama barista kami, bahan dan alat termasuk.',
    },
    views: 46,
    attempts: repeat(14, (index) => ({ channel: index % 5 === 4 ? 'BCA' : 'QRIS', is_paid: index % 4 !== 3 })),
  },
  {
    reference: 'KN-LINK-DONATION',
    days_ago: 24,
    input: {
      title: 'Donasi kebun kopi Gayo',
      type: 'open_amount',
      min_amount: 10_000,
      max_amount: 5_000_000,
      expires_at: null,
    },
    views: 31,
    attempts: repeat(7, (index) => ({ channel: 'QRIS', amount: 25_000 * (index + 1), is_paid: index !== 2 })),
  },
  {
    reference: 'KN-LINK-CATERING',
    days_ago: 14,
    input: {
      title: 'Katering rapat PT Sinar Abadi',
      type: 'single_use',
      amount: 2_450_000,
      customer: { name: 'PT Sinar Abadi', email: 'ga@sinarabadi.example', phone: '081234567890' },
    },
    views: 4,
    attempts: [{ channel: 'BNI', is_paid: true }],
  },
  {
    reference: 'KN-LINK-VENUE',
    days_ago: 8,
    input: { title: 'Sewa tempat Sabtu malam', type: 'single_use', amount: 1_500_000 },
    views: 3,
    attempts: [{ channel: 'QRIS' }],
  },
  {
    reference: 'KN-LINK-HAMPERS',
    days_ago: 5,
    input: { title: 'Hampers edisi lama', type: 'multi_use', amount: 285_000, expires_at: null },
    views: 9,
    attempts: [{ channel: 'QRIS', is_paid: true }],
    is_deactivated: true,
  },
  {
    reference: 'KN-LINK-NEW-YEAR',
    days_ago: 1,
    input: { title: 'Paket tahun baru', type: 'multi_use', amount: 320_000, expires_at: null, status: 'draft' },
    views: 0,
    attempts: [],
  },
];

/** Methods of the pay page, as the application wires them. */
const METHODS = {
  qris: { create: createUnissuedQrisPayment, issue: issueQrisPayment, sync: syncQrisPayment },
  virtual_account: { create: createUnissuedVa, issue: issueVirtualAccount, sync: syncVa },
};

/** Address and browser of the visitors. */
const VISITOR = {
  ip: '203.0.113.24',
  user_agent: 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/141.0.0.0 Mobile Safari/537.36',
};

/** Creates the links with their visits. Idempotent by merchant reference and number of attempts. */
export async function createPastLinks(context: HistoryContext): Promise<void> {
  for (const plan of PLAN) await createPastLink(context, plan);
}

async function createPastLink(context: HistoryContext, plan: PlannedLink): Promise<void> {
  const { merchant_id } = context;
  const created_at = getPastTime(context, plan.days_ago, 9);
  const past = createPastDeps(context.deps, created_at);
  const link = await ensureLink(context, past, plan);
  await publishLink(past, merchant_id, link);
  const done = await asMerchant(past.db, merchant_id, (tx) => countLinkAttempts(tx, link.id));
  for (const [index, attempt] of plan.attempts.entries()) {
    if (index < done) continue;
    past.clock.set(getVisitTime(context, plan, index, plan.attempts.length));
    await visit(past, { merchant_id, slug: link.slug }, attempt, index);
  }
  past.clock.set(getPastTime(context, Math.max(plan.days_ago - 2, 0), 17));
  if (past.clock.now() > context.end) past.clock.set(context.end);
  await asMerchant(past.db, merchant_id, async (tx) => {
    await refreshLink(tx, link.id, past.clock.now());
    const { status } = (await findLink(tx, link.id)) ?? {};
    const action = { principal: getPrincipal('operator'), ip: '127.0.0.1', now: past.clock.now() };
    if (plan.is_deactivated && status === 'active') await deactivateLink(tx, link.id, action);
  });
}

/** Finds or creates the link; its views are recorded with it. */
const ensureLink = (context: HistoryContext, past: PastDeps, plan: PlannedLink) =>
  asMerchant(past.db, context.merchant_id, async (tx) => {
    const known = await findLinkByReference(tx, plan.reference);
    if (known !== undefined) return known;
    const input = createPaymentLink.body.parse({ ...plan.input, merchant_reference: plan.reference });
    const action = { principal: getPrincipal('operator'), ip: '127.0.0.1', now: past.clock.now() };
    const id = await createLink(tx, past, input, action);
    for (let index = 0; index < plan.views; index += 1) {
      const at = new Date(getVisitTime(context, plan, index, plan.views).getTime() - 40_000);
      await recordLinkEvent(tx, id, { at, kind: 'viewed', actor_type: 'visitor' });
    }
    const created = await findLink(tx, id);
    if (created === undefined) throw new Error(`Payment link ${id} not found`);
    return created;
  });

/** Visits are spread evenly: over the lifetime of a reusable link, over the first hours of a single-use link. */
function getVisitTime(context: HistoryContext, plan: PlannedLink, index: number, count: number): Date {
  const from_ms = getPastTime(context, plan.days_ago, 9.5).getTime();
  const is_single = (plan.input as { type: string }).type === 'single_use';
  const to_ms = is_single ? from_ms + duration.hours(5) : context.end.getTime() - duration.hours(1);
  return new Date(Math.floor(from_ms + ((to_ms - from_ms) * (index + 0.5)) / count));
}

async function visit(
  past: PastDeps,
  { merchant_id, slug }: { merchant_id: string; slug: string },
  attempt: PlannedAttempt,
  index: number,
): Promise<void> {
  const { db, clock } = past;
  const { channel, amount: entered, is_paid = false } = attempt;
  const opened = await findOpenedLink(db, slug, clock.now());
  if (opened === null) throw new Error(`Payment link ${slug} not found`);
  const body = { channel, answers: [], ...(entered === undefined ? {} : { amount: entered }) };
  const started = await asMerchant(db, merchant_id, async (tx) => {
    const id = await beginAttempt({ methods: METHODS, tx, opened, payer: VISITOR, now: clock.now() }, body);
    return findAttempt(tx, opened.link.id, id);
  });
  if (started === undefined) throw new Error(`Attempt of ${slug} not found`);
  const { qris_payment_id, virtual_account_id, amount, transaction_id } = started;
  if (qris_payment_id !== null) await issueQrisPayment(past, merchant_id, qris_payment_id);
  if (virtual_account_id !== null) await issueVirtualAccount(past, merchant_id, virtual_account_id);
  clock.advance(75_000);
  if (is_paid && qris_payment_id !== null) {
    const rrn = buildReference('', transaction_id).slice(-12);
    const paid_by = { issuer: ISSUERS[index % 4] ?? 'GoPay', payer_name: 'TAMU ***', rrn };
    const reference = buildPartnerReference(merchant_id, qris_payment_id);
    const notification = buildNotification(reference, { ...paid_by, amount, paid_at: clock.now() });
    const message = {
      at: clock.now(),
      external_id: `${clock.now().getTime()}${rrn}`,
      credential: PROVIDER_CREDENTIAL,
      body: notification,
    };
    await ignoreDuplicate(handleQrCallback(past, message));
  }
  if (is_paid && virtual_account_id !== null) {
    const number = await asMerchant(db, merchant_id, (tx) => getVaNumber(tx, virtual_account_id));
    await payVa(past, number, { amount, payment_request_id: buildReference('BV', transaction_id), payer: 'Tamu' });
  }
  await asMerchant(db, merchant_id, (tx) => refreshLink(tx, opened.link.id, clock.now()));
  if (is_paid) return;
  // The attempt was abandoned: its code or number expires.
  clock.advance(duration.hours(25));
  if (qris_payment_id !== null) await syncQrisPayment(past, merchant_id, qris_payment_id);
  if (virtual_account_id !== null) await syncVa(past, merchant_id, virtual_account_id);
}
