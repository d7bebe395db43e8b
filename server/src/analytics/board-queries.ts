/** SQL of analytics boards. They belong to a user and are part of the login data. */
import {
  type AnalyticsBoard,
  BOARDS_MAX,
  type BoardWidget,
  type ProviderAnalyticsBoard,
  type ProviderBoardWidget,
} from '@dasbor/contract/analytics-board';
import { sql } from 'kysely';
import type { Db } from '../db/connect.ts';
import { type LoginTx, asLogin } from '../db/tx.ts';

/** Boards of a merchant's dashboard, or of the metrics over many merchants. */
export interface BoardByScope {
  merchant: AnalyticsBoard;
  provider: ProviderAnalyticsBoard;
}
export type BoardScope = keyof BoardByScope;
export type AnyBoardWidget = BoardWidget | ProviderBoardWidget;

/** Whose boards they are, and on which side. */
export interface BoardOwner<S extends BoardScope> {
  readonly user_id: string;
  readonly scope: S;
}

/** A transaction on the boards of one user on one side; row-level security hides all others. */
export interface BoardTx<S extends BoardScope> extends LoginTx, BoardOwner<S> {}

export const asBoardOwner = <S extends BoardScope, T>(
  db: Db,
  { user_id, scope }: BoardOwner<S>,
  work: (tx: BoardTx<S>) => Promise<T>,
): Promise<T> =>
  asLogin(db, async (tx) => {
    await sql`select set_config('app.board_user', ${user_id}, true), set_config('app.board_scope', ${scope}, true)`.execute(
      tx.sql,
    );
    return work({ ...tx, user_id, scope });
  });

const COLUMNS = ['id', 'name', 'position', 'widgets', 'created_at', 'updated_at'] as const;

/** The widgets of a board were validated for its side when they were stored. */
const toBoard = <S extends BoardScope>(row: object): BoardByScope[S] => row as BoardByScope[S];

/** The boards of a user, in their order. */
export async function listBoards<S extends BoardScope>(tx: BoardTx<S>): Promise<BoardByScope[S][]> {
  const rows = await tx.sql
    .selectFrom('analytics_board')
    .select(COLUMNS)
    .where('user_id', '=', tx.user_id)
    .where('scope', '=', tx.scope)
    .orderBy('position')
    .orderBy('id')
    .limit(2 * BOARDS_MAX)
    .execute();
  return rows.map((row) => toBoard<S>(row));
}

/** Locks the user, so that concurrent requests can neither exceed the limit nor mix up the order. */
export const lockUser = (tx: BoardTx<BoardScope>) =>
  tx.sql.selectFrom('login').select('user_id').where('user_id', '=', tx.user_id).forNoKeyUpdate().executeTakeFirst();

export async function findBoard<S extends BoardScope>(tx: BoardTx<S>, id: string): Promise<BoardByScope[S] | null> {
  const row = await tx.sql
    .selectFrom('analytics_board')
    .select(COLUMNS)
    .where('user_id', '=', tx.user_id)
    .where('scope', '=', tx.scope)
    .where('id', '=', id)
    .executeTakeFirst();
  return row === undefined ? null : toBoard<S>(row);
}

export async function insertBoard<S extends BoardScope>(
  tx: BoardTx<S>,
  board: { id: string; name: string; position: number; widgets: readonly AnyBoardWidget[]; created_at: Date },
): Promise<BoardByScope[S]> {
  const row = await tx.sql
    .insertInto('analytics_board')
    .values({
      user_id: tx.user_id,
      scope: tx.scope,
      ...board,
      widgets: JSON.stringify(board.widgets),
      updated_at: board.created_at,
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
  return toBoard<S>(row);
}

export interface BoardChange {
  name?: string | undefined;
  widgets?: readonly AnyBoardWidget[] | undefined;
  updated_at: Date;
}

export async function updateBoard<S extends BoardScope>(
  tx: BoardTx<S>,
  id: string,
  { name, widgets, updated_at }: BoardChange,
): Promise<BoardByScope[S] | null> {
  const row = await tx.sql
    .updateTable('analytics_board')
    .set({
      updated_at,
      ...(name === undefined ? {} : { name }),
      ...(widgets === undefined ? {} : { widgets: JSON.stringify(widgets) }),
    })
    .where('user_id', '=', tx.user_id)
    .where('scope', '=', tx.scope)
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirst();
  return row === undefined ? null : toBoard<S>(row);
}

/** Numbers the boards of a user in the given order. */
export async function updatePositions(tx: BoardTx<BoardScope>, ids: readonly string[]): Promise<void> {
  for (const [index, id] of ids.entries()) {
    await tx.sql
      .updateTable('analytics_board')
      .set({ position: index + 1 })
      .where('user_id', '=', tx.user_id)
      .where('scope', '=', tx.scope)
      .where('id', '=', id)
      .execute();
  }
}

export const deleteBoard = (tx: BoardTx<BoardScope>, id: string) =>
  tx.sql
    .deleteFrom('analytics_board')
    .where('user_id', '=', tx.user_id)
    .where('scope', '=', tx.scope)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
