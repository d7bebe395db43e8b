/** Settlement terms and bank holidays, managed by the provider. Past days cannot be changed. */
import { localized } from '@dasbor/contract/language';
import type * as contract from '@dasbor/contract/settlement-calendar';
import type { SettlementTermInput } from '@dasbor/contract/settlement-calendar';
import { toBusinessDay } from '@dasbor/contract/time';
import { recordProviderEvent } from '../audit/provider-event-queries.ts';
import { newId } from '../db/new-id.ts';
import { asPlatform } from '../db/tx.ts';
import { Problem, notFound } from '../http/problem.ts';
import type { Handlers } from '../http/serve.ts';
import { createMerchantTerm, rejectDuplicateTerm, termBackdated } from '../fee-rule/merchant-term-queries.ts';
import {
  deleteHoliday,
  findHoliday,
  insertTerm,
  listAllTerms,
  listHolidayRows,
  upsertHoliday,
} from './calendar-queries.ts';
import { importHolidayFile, previewMoves } from './holiday-import.ts';
import { isMerchant } from './setting-queries.ts';
import { withdrawOwnTerm, withdrawStandardTerm } from './withdraw-term.ts';

export const settlementCalendarHandlers: Handlers<typeof contract> = {
  listHolidays: async ({ deps, query }) => ({
    data: await asPlatform(deps.db, (tx) => listHolidayRows(tx, query.year)),
  }),

  setHoliday: {
    // Every day can be a holiday, so there is nothing to look up.
    find: () => Promise.resolve(true),
    handle: async (ctx) => {
      const { body, principal, deps, now } = ctx;
      const { day } = ctx.params;
      assertNotPast(day, now);
      const row = { day, ...body };
      await asPlatform(deps.db, async (tx) => {
        const before = (await findHoliday(tx, day)) ?? null;
        await upsertHoliday(tx, { ...row, changed_by: principal.name, changed_at: now });
        const entry = { action: 'holiday.set', object_type: 'holiday', object_id: day, before, after: row } as const;
        await recordProviderEvent(tx, ctx, entry);
      });
      return { data: row };
    },
  },

  removeHoliday: async (ctx) => {
    const { deps, now } = ctx;
    const { day } = ctx.params;
    await asPlatform(deps.db, async (tx) => {
      const before = await findHoliday(tx, day);
      if (before === undefined) throw notFound();
      assertNotPast(day, now);
      await deleteHoliday(tx, day);
      const entry = { action: 'holiday.removed', object_type: 'holiday', object_id: day, before } as const;
      await recordProviderEvent(tx, ctx, entry);
    });
  },

  previewHoliday: async ({ query: { day, change }, deps, now }) => {
    const [added, removed] = change === 'add' ? [[day], []] : [[], [day]];
    const today = toBusinessDay(now);
    return { data: { moved: await asPlatform(deps.db, (tx) => previewMoves(tx, { added, removed, today })) } };
  },

  importHolidays: async (ctx) => ({ data: await importHolidayFile(ctx) }),

  listSettlementTerms: async ({ deps, now }) => ({
    data: await asPlatform(deps.db, (tx) => listAllTerms(tx, null, toBusinessDay(now))),
  }),

  addSettlementTerm: async (ctx) => {
    const { body, principal, deps, now } = ctx;
    const term = toTerm(body, now);
    await rejectDuplicateTerm(() =>
      asPlatform(deps.db, async (tx) => {
        await insertTerm(tx, { ...term, created_by: principal.name, created_at: now });
        const { id } = term;
        const object = { object_type: 'settlement_term', object_id: id };
        await recordProviderEvent(tx, ctx, { action: 'settlement_term.added', ...object, after: term });
      }),
    );
    return { data: { ...term, is_own: false } };
  },

  withdrawSettlementTerm: async (ctx) => {
    await withdrawStandardTerm(ctx);
  },

  withdrawMerchantSettlementTerm: async (ctx) => {
    await withdrawOwnTerm(ctx);
  },

  listMerchantSettlementTerms: ({ deps, now, params: { merchant_id } }) =>
    asPlatform(deps.db, async (tx) => {
      if (!(await isMerchant(tx, merchant_id))) throw notFound();
      return { data: await listAllTerms(tx, merchant_id, toBusinessDay(now)) };
    }),

  addMerchantSettlementTerm: {
    find: async ({ deps, params: { merchant_id } }) =>
      (await asPlatform(deps.db, (tx) => isMerchant(tx, merchant_id))) || null,
    handle: async (ctx) => {
      const { body, deps, now } = ctx;
      const { merchant_id } = ctx.params;
      const term = toTerm(body, now);
      await rejectDuplicateTerm(() => asPlatform(deps.db, (tx) => createMerchantTerm(tx, ctx, merchant_id, term)));
      return { data: { ...term, is_own: true } };
    },
  },
};

/** Terms start tomorrow at the earliest, because today's payments may already have settled under the current ones. */
function toTerm(input: SettlementTermInput, now: Date) {
  if (input.effective_from <= toBusinessDay(now)) throw termBackdated('effective_from');
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
