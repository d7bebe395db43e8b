/** SQL of analytics boards. They belong to a user and are part of the login data. */
import { BOARDS_MAX, type AnalyticsBoard, type BoardWidget } from '@dasbor/contract/analytics-board';
import type { LoginTx } from '../db/tx.ts';

const COLUMNS = ['id', 'name', 'position', 'widgets', 'created_at', 'updated_at'] as const;

/** The boards of a user, in their order. */
export const listBoards = (tx: LoginTx, user_id: string): Promise<AnalyticsBoard[]> =>
  tx.sql
    .selectFrom('analytics_board')
    .select(COLUMNS)
    .where('user_id', '=', user_id)
    .orderBy('position')
    .orderBy('id')
    .limit(2 * BOARDS_MAX)
    .execute();

/** Locks the user, so that concurrent requests can neither exceed the limit nor mix up the order. */
export const lockUser = (tx: LoginTx, user_id: string) =>
  tx.sql.selectFrom('login').select('user_id').where('user_id', '=', user_id).forNoKeyUpdate().executeTakeFirst();

export const findBoard = (tx: LoginTx, user_id: string, id: string): Promise<AnalyticsBoard | undefined> =>
  tx.sql
    .selectFrom('analytics_board')
    .select(COLUMNS)
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .executeTakeFirst();

export const insertBoard = (
  tx: LoginTx,
  user_id: string,
  board: { id: string; name: string; position: number; widgets: BoardWidget[]; created_at: Date },
): Promise<AnalyticsBoard> =>
  tx.sql
    .insertInto('analytics_board')
    .values({ user_id, ...board, widgets: JSON.stringify(board.widgets), updated_at: board.created_at })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();

export interface BoardChange {
  name?: string | undefined;
  widgets?: BoardWidget[] | undefined;
  updated_at: Date;
}

export const updateBoard = (
  tx: LoginTx,
  user_id: string,
  id: string,
  { name, widgets, updated_at }: BoardChange,
): Promise<AnalyticsBoard | undefined> =>
  tx.sql
    .updateTable('analytics_board')
    .set({
      updated_at,
      ...(name === undefined ? {} : { name }),
      ...(widgets === undefined ? {} : { widgets: JSON.stringify(widgets) }),
    })
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirst();

/** Numbers the boards of a user in the given order. */
export async function updatePositions(tx: LoginTx, user_id: string, ids: readonly string[]): Promise<void> {
  for (const [index, id] of ids.entries()) {
    await tx.sql
      .updateTable('analytics_board')
      .set({ position: index + 1 })
      .where('user_id', '=', user_id)
      .where('id', '=', id)
      .execute();
  }
}

export const deleteBoard = (tx: LoginTx, user_id: string, id: string) =>
  tx.sql
    .deleteFrom('analytics_board')
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
