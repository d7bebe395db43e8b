/** Withdraws versions of settlement terms that have not begun: no payment was scheduled by them. */
import { localized } from '@dasbor/contract/language';
import type { SettlementTerm } from '@dasbor/contract/settlement-calendar';
import { toBusinessDay } from '@dasbor/contract/time';
import { recordProviderEvent } from '../audit/provider-event-queries.ts';
import { recordAudit } from '../audit/record.ts';
import { asPlatform } from '../db/tx.ts';
import { Problem, notFound } from '../http/problem.ts';
import type { RequestContext } from '../http/serve.ts';
import type { withdrawMerchantSettlementTerm, withdrawSettlementTerm } from '@dasbor/contract/settlement-calendar';
import { deleteOwnTerm, deleteTerm, listAllTerms } from './calendar-queries.ts';

/** Throws 404, and 409 `term_in_force`. */
export const withdrawStandardTerm = (ctx: RequestContext<typeof withdrawSettlementTerm>): Promise<void> =>
  asPlatform(ctx.deps.db, async (tx) => {
    const { id } = ctx.params;
    const before = getFutureTerm(await listAllTerms(tx, null, toBusinessDay(ctx.now)), id, ctx.now);
    await deleteTerm(tx, id);
    const entry = {
      action: 'settlement_term.withdrawn',
      object_type: 'settlement_term',
      object_id: id,
      before,
    } as const;
    await recordProviderEvent(tx, ctx, entry);
  });

/** Throws 404, and 409 `term_in_force`. */
export const withdrawOwnTerm = (ctx: RequestContext<typeof withdrawMerchantSettlementTerm>): Promise<void> =>
  asPlatform(ctx.deps.db, async (tx) => {
    const { merchant_id, id } = ctx.params;
    const own = (await listAllTerms(tx, merchant_id, toBusinessDay(ctx.now))).filter(({ is_own }) => is_own);
    const before = getFutureTerm(own, id, ctx.now);
    await deleteOwnTerm(tx, merchant_id, id);
    const merchant = { merchant_id, sql: tx.sql };
    const entry = {
      action: 'settlement.term_withdrawn',
      object_type: 'settlement_term',
      object_id: id,
      before,
    } as const;
    await recordAudit(ctx, merchant, entry);
  });

function getFutureTerm(terms: readonly SettlementTerm[], id: string, now: Date): SettlementTerm {
  const found = terms.find((term) => term.id === id);
  if (found === undefined) throw notFound();
  if (found.effective_from > toBusinessDay(now)) return found;
  throw new Problem(
    409,
    'term_in_force',
    localized(
      'These terms are already in effect and cannot be withdrawn. Add a new version instead.',
      'Ketentuan ini sudah berlaku sehingga tidak dapat ditarik. Tambahkan versi baru.',
    ),
  );
}
