/** Settlement terms and bank holidays, managed by the provider. Past days cannot be changed. */
import { localized } from '@dasbor/contract/language';
import type * as contract from '@dasbor/contract/settlement-calendar';
import type { SettlementTermInput } from '@dasbor/contract/settlement-calendar';
import { toBusinessDay } from '@dasbor/contract/time';
import { newId } from '../db/new-id.ts';
import { asPlatform } from '../db/tx.ts';
import { Problem, notFound } from '../http/problem.ts';
import type { Handlers } from '../http/serve.ts';
import { agreeTerm, insertUnique, termBackdated } from '../fee-rule/agree-term-queries.ts';
import {
  deleteHoliday,
  findHoliday,
  insertTerm,
  listAllTerms,
  listHolidayRows,
  upsertHoliday,
} from './calendar-queries.ts';
import { isMerchant } from './setting-queries.ts';

export const settlementCalendarHandlers: Handlers<typeof contract> = {
  listHolidays: async ({ deps, query }) => ({
    data: await asPlatform(deps.db, (tx) => listHolidayRows(tx, query.year)),
  }),

  setHoliday: {
    // Every day can be a holiday, so there is nothing to look up.
    find: () => Promise.resolve(true),
    handle: async ({ body, principal, deps, now, params: { day } }) => {
      assertNotPast(day, now);
      const row = { day, ...body };
      await asPlatform(deps.db, (tx) => upsertHoliday(tx, { ...row, changed_by: principal.name, changed_at: now }));
      deps.log.info({ actor: principal.id, ...row }, 'holiday set');
      return { data: row };
    },
  },

  removeHoliday: async ({ principal, deps, now, params: { day } }) => {
    const before = await asPlatform(deps.db, (tx) => findHoliday(tx, day));
    if (before === undefined) throw notFound();
    assertNotPast(day, now);
    await asPlatform(deps.db, (tx) => deleteHoliday(tx, day));
    deps.log.info({ actor: principal.id, ...before }, 'holiday removed');
  },

  listSettlementTerms: async ({ deps }) => ({ data: await asPlatform(deps.db, (tx) => listAllTerms(tx, null)) }),

  addSettlementTerm: async ({ body, principal, deps, now }) => {
    const term = toTerm(body, now);
    const row = { ...term, created_by: principal.name, created_at: now };
    await insertUnique(() => asPlatform(deps.db, (tx) => insertTerm(tx, row)));
    deps.log.info({ actor: principal.id, ...term }, 'settlement term added');
    return { data: { ...term, is_own: false } };
  },

  listMerchantSettlementTerms: ({ deps, params: { merchant_id } }) =>
    asPlatform(deps.db, async (tx) => {
      if (!(await isMerchant(tx, merchant_id))) throw notFound();
      return { data: await listAllTerms(tx, merchant_id) };
    }),

  addMerchantSettlementTerm: {
    find: async ({ deps, params: { merchant_id } }) =>
      (await asPlatform(deps.db, (tx) => isMerchant(tx, merchant_id))) || null,
    handle: async (ctx) => {
      const { body, deps, now } = ctx;
      const { merchant_id } = ctx.params;
      const term = toTerm(body, now);
      await insertUnique(() => asPlatform(deps.db, (tx) => agreeTerm(tx, ctx, merchant_id, term)));
      return { data: { ...term, is_own: true } };
    },
  },
};

/** Terms start tomorrow at the earliest, because today's payments may already have settled under the current ones. */
function toTerm(input: SettlementTermInput, now: Date) {
  if (input.effective_from <= toBusinessDay(now)) throw termBackdated();
  return { id: newId('settlement_term', now), ...input, channel_code: input.channel_code ?? null };
}

function assertNotPast(day: string, now: Date): void {
  if (day >= toBusinessDay(now)) return;
  throw new Problem(
    422,
    'day_is_past',
    localized('Past days cannot be changed.', 'Hari yang sudah lewat tidak dapat diubah.'),
  );
}
