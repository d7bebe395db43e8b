/** Recorded movements of money that no line of a bank statement shows. */
import { z } from 'zod';
import { MOVEMENT_DAYS_MAX } from '@dasbor/contract/bank-movement';
import type * as contract from '@dasbor/contract/bank-movement';
import { MOVEMENT_TYPES } from '@dasbor/contract/bank-statement';
import * as duration from '@dasbor/contract/duration';
import { localized } from '@dasbor/contract/language';
import type { Query } from '@dasbor/contract/route';
import { instant } from '@dasbor/contract/time';
import { listMerchantNames } from '../db/merchant-names.ts';
import { asPlatform } from '../db/tx.ts';
import { decodeCursor } from '../http/cursor.ts';
import { buildPage } from '../http/keyset-page.ts';
import { Problem } from '../http/problem.ts';
import type { Handlers } from '../http/serve.ts';
import { type MovementCursor, listUnmatchedMovements, sumUnmatchedMovements } from './movement-queries.ts';

export const bankMovementHandlers: Handlers<typeof contract> = {
  listUnmatchedMovements: async ({ deps, query }) => {
    const filter = toMovementFilter(query);
    const after = query.cursor === undefined ? null : decodeMovementCursor(query.cursor);
    const { rows, names } = await asPlatform(deps.db, async (tx) => {
      const found = await listUnmatchedMovements(tx, filter, { after, limit: query.limit });
      return { rows: found, names: await listMerchantNames(tx, [...new Set(found.map((row) => row.merchant_id))]) };
    });
    const named = rows.map((row) => ({ ...row, merchant_name: names.get(row.merchant_id) ?? null }));
    return buildPage(named, query.limit, ({ at, object_id, object_type }) => [at, object_id, object_type]);
  },

  summariseUnmatchedMovements: async ({ deps, query }) => ({
    data: await asPlatform(deps.db, (tx) => sumUnmatchedMovements(tx, toMovementFilter(query))),
  }),
};

const movementCursor = z.tuple([instant, z.string().min(1).max(64), z.enum(MOVEMENT_TYPES)]);

function decodeMovementCursor(cursor: string): MovementCursor {
  const [at, id, type] = decodeCursor(cursor, movementCursor);
  return { at, id, type };
}

/** Throws 422 for a range that is reversed or too long. */
function toMovementFilter({ object_type, from, to }: Omit<Query<typeof contract.listUnmatchedMovements>, 'limit'>) {
  const days = (Date.parse(to) - Date.parse(from)) / duration.days(1) + 1;
  if (days < 1) {
    const detail = localized('The last day is before the first.', 'Hari terakhir sebelum hari pertama.');
    throw new Problem(422, 'range_reversed', detail);
  }
  if (days > MOVEMENT_DAYS_MAX) {
    const detail = localized(
      `Choose a range of at most ${MOVEMENT_DAYS_MAX} days.`,
      `Pilih rentang paling lama ${MOVEMENT_DAYS_MAX} hari.`,
    );
    throw new Problem(422, 'range_too_long', detail);
  }
  return { first_day: from, last_day: to, types: object_type?.length ? object_type : MOVEMENT_TYPES };
}
