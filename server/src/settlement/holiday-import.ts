/** Imports files of holidays, and lists what a change of holidays moves. */
import { localized } from '@dasbor/contract/language';
import type { MovedSettlement, importHolidays } from '@dasbor/contract/settlement-calendar';
import type { Output } from '@dasbor/contract/route';
import { toBusinessDay } from '@dasbor/contract/time';
import { recordProviderEvent } from '../audit/provider-event-queries.ts';
import { type PlatformTx, asPlatform } from '../db/tx.ts';
import { Problem } from '../http/problem.ts';
import type { RequestContext } from '../http/serve.ts';
import { listBusinessTermDays, listHolidayRows, upsertHoliday } from './calendar-queries.ts';
import { type LineError, listMovedSettlements, parseHolidayFile } from './holiday-rules.ts';

/** Settlement days that move when days become holidays, or stop being ones. */
export async function previewMoves(
  tx: PlatformTx,
  { added, removed, today }: { added: readonly string[]; removed: readonly string[]; today: string },
): Promise<MovedSettlement[]> {
  const days = (await listHolidayRows(tx, undefined)).map(({ day }) => day);
  const after = new Set([...days, ...added].filter((day) => !removed.includes(day)));
  return listMovedSettlements(await listBusinessTermDays(tx, today), new Set(days), after);
}

/** Throws 422 `holiday_file_invalid`, which names every faulty line. */
export async function importHolidayFile(
  ctx: RequestContext<typeof importHolidays>,
): Promise<Output<typeof importHolidays>['data']> {
  const { body, deps, now, principal } = ctx;
  const today = toBusinessDay(now);
  const { holidays, errors } = parseHolidayFile(body.csv, today);
  if (errors.length > 0) throw invalidFile(errors);
  return asPlatform(deps.db, async (tx) => {
    const moved = await previewMoves(tx, { added: holidays.map(({ day }) => day), removed: [], today });
    if (!body.is_preview) {
      for (const row of holidays) await upsertHoliday(tx, { ...row, changed_by: principal.name, changed_at: now });
      const entry = {
        action: 'holiday.imported',
        object_type: 'holiday',
        object_id: null,
        after: { holidays },
      } as const;
      await recordProviderEvent(tx, ctx, entry);
    }
    return { holidays, is_stored: !body.is_preview, moved };
  });
}

const invalidFile = (errors: readonly LineError[]) =>
  new Problem(
    422,
    'holiday_file_invalid',
    localized('The file has errors. Nothing was imported.', 'Berkas berisi kesalahan. Tidak ada yang diimpor.'),
    { errors: errors.map(({ line, detail }) => ({ field: `line_${line}`, detail })) },
  );
