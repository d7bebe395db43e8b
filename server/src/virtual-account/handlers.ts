/** API handlers of virtual accounts. */
import { toEmailSender } from '../branding/rules.ts';
import { randomUUID } from 'node:crypto';
import * as duration from '@dasbor/contract/duration';
import { toBusinessDay, startOfBusinessDay } from '@dasbor/contract/time';
import { localized } from '@dasbor/contract/language';
import { toVaEventKind, translateReason } from '@dasbor/contract/payment-reasons';
import * as contract from '@dasbor/contract/virtual-account';
import { VA_STATUSES, type VirtualAccount } from '@dasbor/contract/virtual-account-fields';
import { type AuditContext, recordAudit } from '../audit/record.ts';
import { findSearchIds, isSearched } from '../db/search-ids.ts';
import type { MerchantTx } from '../db/tx.ts';
import { type Principal, isMasked } from '../http/principal.ts';
import { runIdempotent } from '../http/idempotency.ts';
import { buildPage, parseSortedCursor, isIndexOrder } from '../http/keyset-page.ts';
import { createFileResponse } from '../http/list-file.ts';
import { Problem, notFound } from '../http/problem.ts';
import { type RequestContext, type Handlers } from '../http/serve.ts';
import { assertRange } from '../http/range.ts';
import { MailError } from '../mail/mailer.ts';
import { listRailLog } from '../rails/queries.ts';
import type { Actor } from '../transaction/write-queries.ts';
import { changeVa, deactivateVa } from './change.ts';
import { createUnissuedVa } from './create.ts';
import { syncVa } from './sync.ts';
import { buildInstructionsEmail } from './instructions-email.ts';
import { assertInstructionsWithinLimits } from './instructions-limit.ts';
import { issueVirtualAccount } from './issue.ts';
import {
  type ReadOptions,
  findVa,
  listVaEvents,
  listVaInquiries,
  buildVaRows,
  getVaMetrics,
  summariseVaRows,
  virtualAccountFile,
} from './list-queries.ts';
import { bankUnreachable } from '../rails/problems.ts';
import { translatePayment } from './payment-handlers.ts';
import { listVaPayments } from './payment-queries.ts';
import { type LockedVa, findMerchantBrand } from './queries.ts';
import { sortByStatus } from '../http/totals.ts';

/** Provider log entries in the detail. */
const LOG_ENTRIES_SHOWN = 100;
/** Payments in the detail; listVirtualAccountPayments returns all. */
const PAYMENTS_SHOWN = 100;

export const virtualAccountHandlers: Handlers<typeof contract> = {
  createVirtualAccount: (ctx) =>
    runIdempotent(contract.createVirtualAccount, ctx, {
      begin: async (tx) => {
        const id = await createUnissuedVa(tx, ctx.body, { actor: toActor(ctx.principal), now: ctx.now });
        await audit(ctx, tx, id, { action: 'created', after: ctx.body });
        return id;
      },
      finish: async (id) => {
        // When the bank does not respond, the number stays `pending` and the jobs retry until it expires.
        const issued = await issueVirtualAccount(ctx.deps, ctx.merchant_id, id);
        if (issued !== 'refused') return getVaResponse(ctx, id);
        const detail = localized(
          'The bank declined to open this virtual account. Try again or contact support.',
          'Bank menolak membuka virtual account ini. Coba lagi atau hubungi tim dukungan.',
        );
        throw new Problem(422, 'bank_refused', detail);
      },
    }),

  listVirtualAccounts: async (ctx) => {
    const { query } = ctx;
    assertRange(query);
    const cursor = parseSortedCursor(query.cursor, 'virtual_account', query.sort);
    if (ctx.file_format !== null) return createFileResponse(ctx, virtualAccountFile);
    const found = isSearched(query.q)
      ? await ctx.tx((tx) => findSearchIds(tx, 'search_virtual_accounts', query.q))
      : null;
    const options = { ...toReadOptions(ctx.principal), found, limit: query.limit };
    const rows = await ctx.read((merchant) => buildVaRows(merchant, query, cursor, options), {
      is_index_order: isIndexOrder(query),
    });
    return buildPage(rows, query.limit, ({ created_at, id }) => [query.sort, created_at, id]);
  },

  summariseVirtualAccounts: async ({ query, tx }) => {
    assertRange(query);
    const data = await tx((each) => summariseVaRows(each, query));
    return { data: sortByStatus(VA_STATUSES, data) };
  },

  getVirtualAccountMetrics: async ({ now, tx }) => {
    const today = startOfBusinessDay(toBusinessDay(now));
    const soon = new Date(now.getTime() + duration.days(1));
    const week_ago = new Date(now.getTime() - duration.days(7));
    const metrics = await tx((each) => getVaMetrics(each, { now, today, soon, week_ago }));
    return { data: { ...metrics, as_of: now.toISOString() } };
  },

  getVirtualAccount: async (ctx) => {
    const { id } = ctx.params;
    return ctx.tx(async (tx) => {
      const found = await findVa(tx, id, toReadOptions(ctx.principal));
      if (found === undefined) throw notFound();
      const { language } = ctx;
      const listed = (await listVaPayments(tx, id, null, PAYMENTS_SHOWN)).slice(0, PAYMENTS_SHOWN);
      const payments = listed.map((payment) => translatePayment(payment, language));
      const objects = [id, ...payments.map((payment) => payment.transaction_id).filter((each) => each !== null)];
      const rail_log = (await listRailLog(tx, objects)).slice(-LOG_ENTRIES_SHOWN);
      const inquiries = (await listVaInquiries(tx, id)).map((inquiry) => ({
        ...inquiry,
        response_description: translateReason(inquiry.response_description, language),
      }));
      const events = (await listVaEvents(tx, id)).map((event) => ({
        ...event,
        kind: toVaEventKind(event),
        reason: event.reason && translateReason(event.reason, language),
      }));
      const { SANDBOX, BANK_URL } = ctx.deps.env;
      const simulator_url = SANDBOX ? `${BANK_URL.replace(/\/$/, '')}/?va_number=${found.va_number}` : null;
      return { data: { ...found, payments, inquiries, events, rail_log, simulator_url } };
    });
  },

  updateVirtualAccount: {
    find: findVaOrNull,
    handle: async (ctx) => {
      const { id } = ctx.params;
      const onChanged = (tx: MerchantTx, before: LockedVa) =>
        audit(ctx, tx, id, { action: 'updated', before: pickChangeable(before), after: ctx.body });
      const { merchant_id } = ctx;
      await changeVa(ctx.deps, { merchant_id, id, actor: toActor(ctx.principal), onChanged }, ctx.body);
      return getVaResponse(ctx, id);
    },
  },

  deactivateVirtualAccount: async (ctx) => {
    const { id } = ctx.params;
    if ((await findVaOrNull(ctx)) === null) throw notFound();
    const onChanged = (tx: MerchantTx, before: LockedVa) =>
      audit(ctx, tx, id, { action: 'deactivated', before: { status: before.status }, after: { status: 'inactive' } });
    const { merchant_id } = ctx;
    await deactivateVa(ctx.deps, { merchant_id, id, actor: toActor(ctx.principal), onChanged });
    return getVaResponse(ctx, id);
  },

  syncVirtualAccount: async (ctx) => {
    const { id } = ctx.params;
    if ((await findVaOrNull(ctx)) === null) throw notFound();
    if (!(await syncVa(ctx.deps, ctx.merchant_id, id))) throw bankUnreachable();
    return getVaResponse(ctx, id);
  },

  sendVirtualAccountInstructions: {
    find: findVaOrNull,
    handle: async (ctx) => {
      const { id } = ctx.params;
      const { email } = ctx.body;
      const { data } = await getVaResponse(ctx, id);
      if (data.status !== 'active') {
        const detail = localized(
          'Instructions can be sent for active virtual accounts only.',
          'Petunjuk hanya dapat dikirim untuk virtual account yang aktif.',
        );
        throw new Problem(409, 'status_conflict', detail);
      }
      const brand = await ctx.tx(async (tx) => {
        await assertInstructionsWithinLimits(tx, email, ctx.now);
        return findMerchantBrand(tx);
      });
      const sender = toEmailSender(brand, ctx.deps.env.PUBLIC_URL);
      const message_id = `<${id}.${randomUUID()}@dasbor.example>`;
      await ctx.deps.mailer
        .send({ ...buildInstructionsEmail(data, sender, ctx.language), to: email, message_id })
        .catch((error) => {
          if (!(error instanceof MailError)) throw error;
          const detail = localized(
            'The email could not be sent. Try again later.',
            'Email tidak dapat dikirim. Coba lagi nanti.',
          );
          throw new Problem(502, 'email_failed', detail);
        });
      await ctx.tx((tx) => audit(ctx, tx, id, { action: 'instructions_sent', after: { email } }));
      return { data: { email } };
    },
  },
};

/** null when the merchant has no such virtual account. */
async function findVaOrNull(
  ctx: Pick<RequestContext<typeof contract.getVirtualAccount>, 'tx' | 'params' | 'principal'>,
) {
  return (await ctx.tx((tx) => findVa(tx, ctx.params.id, toReadOptions(ctx.principal)))) ?? null;
}

async function getVaResponse(
  ctx: Pick<RequestContext<typeof contract.createVirtualAccount>, 'tx' | 'principal'>,
  id: string,
): Promise<{ data: VirtualAccount }> {
  const data = await ctx.tx((tx) => findVa(tx, id, toReadOptions(ctx.principal)));
  if (data === undefined) throw notFound();
  return { data };
}

/** Contact data is masked for the support role. */
const toReadOptions = (principal: Principal): ReadOptions => ({ is_masked: isMasked(principal) });

const toActor = ({ type, name }: Principal): Actor => ({ actor_type: type, actor_name: name });

const pickChangeable = ({ expected_amount, amount_min, amount_max, expires_at }: LockedVa) => ({
  expected_amount,
  amount_min,
  amount_max,
  expires_at,
});

/** Recorded in the transaction of the change. */
const audit = (
  ctx: AuditContext,
  tx: MerchantTx,
  object_id: string,
  {
    action,
    before,
    after,
  }: { action: 'created' | 'updated' | 'deactivated' | 'instructions_sent'; before?: object; after: object },
): Promise<void> =>
  recordAudit(ctx, tx, {
    action: `virtual_account.${action}`,
    object_type: 'virtual_account',
    object_id,
    before,
    after,
  });
