/** The order of accounts and the cursor of movements. */
import { z } from 'zod';
import { instant } from '@dasbor/contract/time';
import { ACCOUNT_TYPES, type AccountType, type Balance } from '@dasbor/contract/balance';
import type { Rupiah } from '@dasbor/contract/money';
import { decodeCursor, encodeCursor } from '../http/cursor.ts';

/** Accounts in display order: the merchant's balances first, counter accounts last. */
export function toSortedBalances(
  rows: readonly { account_id: string; type: string; floor: Rupiah | null; balance: Rupiah }[],
): Balance[] {
  return rows
    .map(({ account_id, type, floor, balance }): Balance => ({
      id: account_id,
      type: type as AccountType,
      currency: 'IDR',
      balance,
      floor,
    }))
    .toSorted((a, b) => ACCOUNT_TYPES.indexOf(a.type) - ACCOUNT_TYPES.indexOf(b.type));
}

/** The last movement of the previous page; movements are ordered by these two fields, newest first. */
export interface EntryCursor {
  posted_at: string;
  id: string;
}

const cursorShape = z.tuple([instant, z.string().regex(/^lje_[0-9a-z]{26}$/)]);

/** Opaque to API clients. */
export const formatCursor = ({ posted_at, id }: EntryCursor): string => encodeCursor([posted_at, id]);

/** Null: the first page. Returns 400 for a malformed cursor. */
export function parseCursor(cursor: string | undefined): EntryCursor | null {
  if (cursor === undefined) return null;
  const [posted_at, id] = decodeCursor(cursor, cursorShape);
  return { posted_at, id };
}
