/** Versions of the limits, hours and waiting times of transfer rails, added and withdrawn by the provider. */
import { localized } from '@dasbor/contract/language';
import type * as contract from '@dasbor/contract/rail-terms';
import type { RailTermsVersion } from '@dasbor/contract/rail-terms';
import { toBusinessDay } from '@dasbor/contract/time';
import { TRANSFER_RAILS } from '@dasbor/contract/transfer-rail';
import { recordProviderEvent } from '../audit/provider-event-queries.ts';
import { asPlatform } from '../db/tx.ts';
import { Problem, notFound } from '../http/problem.ts';
import type { Handlers } from '../http/serve.ts';
import { enqueueReplan } from '../outage/queries.ts';
import { findTerms } from '../rails/rail-terms.ts';
import { type RailTermsRow, deleteRailTerms, insertRailTerms, listRailTermsRows } from './rail-queries.ts';

export const railTermsHandlers: Handlers<typeof contract> = {
  listRailTerms: async ({ deps, now }) => ({
    data: toVersions(await asPlatform(deps.db, listRailTermsRows), toBusinessDay(now)),
  }),

  addRailTerms: async (ctx) => {
    const { body, deps, now, principal } = ctx;
    const today = toBusinessDay(now);
    // Transfers of today were sent by the version in force.
    if (body.effective_from <= today) throw backdated();
    await asPlatform(deps.db, async (tx) => {
      const is_new = await insertRailTerms(tx, { ...body, created_by: principal.name, created_at: now });
      if (!is_new) throw duplicate();
      // Disbursements that wait for an opening may be sent at another time.
      await enqueueReplan(tx);
      const object_id = toObjectId(body);
      await recordProviderEvent(tx, ctx, {
        action: 'rail_terms.added',
        object_type: 'rail_terms',
        object_id,
        after: body,
      });
    });
    return { data: { ...body, created_by: principal.name, created_at: now.toISOString(), state: 'upcoming' } };
  },

  withdrawRailTerms: async (ctx) => {
    const { deps, now, params } = ctx;
    await asPlatform(deps.db, async (tx) => {
      const rows = await listRailTermsRows(tx);
      const before = rows.find(
        ({ rail, effective_from }) => rail === params.rail && effective_from === params.effective_from,
      );
      if (before === undefined) throw notFound();
      if (before.effective_from <= toBusinessDay(now)) throw inForce();
      await deleteRailTerms(tx, params.rail, params.effective_from);
      await enqueueReplan(tx);
      const object_id = toObjectId(params);
      await recordProviderEvent(tx, ctx, {
        action: 'rail_terms.withdrawn',
        object_type: 'rail_terms',
        object_id,
        before,
      });
    });
  },
};

const toObjectId = ({ rail, effective_from }: Pick<RailTermsRow, 'rail' | 'effective_from'>): string =>
  `${rail} ${effective_from}`;

/** Versions with their state, by rail in the order in which rails are preferred. */
function toVersions(rows: readonly RailTermsRow[], today: string): RailTermsVersion[] {
  return TRANSFER_RAILS.flatMap((rail) => {
    const current = findTerms(rows, rail, today)?.effective_from;
    return rows
      .filter((row) => row.rail === rail)
      .map((row) => ({
        ...row,
        state: row.effective_from > today ? 'upcoming' : row.effective_from === current ? 'current' : 'ended',
      }));
  });
}

const backdated = () =>
  new Problem(
    422,
    'rail_terms_backdated',
    localized(
      'Terms of a transfer method must start tomorrow or later.',
      'Ketentuan layanan transfer harus mulai berlaku besok atau setelahnya.',
    ),
  );

const duplicate = () =>
  new Problem(
    409,
    'duplicate_rail_terms',
    localized(
      'This transfer method has terms that start on that day. Withdraw them first, or choose another day.',
      'Layanan ini sudah memiliki ketentuan mulai hari itu. Tarik dahulu, atau pilih hari lain.',
    ),
  );

const inForce = () =>
  new Problem(
    409,
    'rail_terms_in_force',
    localized(
      'These terms are already in effect and cannot be withdrawn. Add a new version instead.',
      'Ketentuan ini sudah berlaku sehingga tidak dapat ditarik. Tambahkan versi baru.',
    ),
  );
