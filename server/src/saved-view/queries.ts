/** SQL of saved views and column layouts. They belong to a user and are part of the login data. */
import type { ListLayout, SavedView } from '@dasbor/contract/saved-view';
import type { LoginTx } from '../db/tx.ts';

const COLUMNS = ['id', 'list', 'name', 'query', 'created_at', 'updated_at'] as const;
/** Maximum rows of a response; above what a user can create. */
const ROWS_MAX = 500;

/** Views of one list, or of all lists, by name. */
export function listViews(tx: LoginTx, user_id: string, list: string | undefined): Promise<SavedView[]> {
  const views = tx.sql.selectFrom('saved_view').select(COLUMNS).where('user_id', '=', user_id);
  const chosen = list === undefined ? views : views.where('list', '=', list);
  return chosen.orderBy('name').orderBy('id').limit(ROWS_MAX).execute();
}

/** Locks the user, so that concurrent requests cannot exceed the limit. */
export const lockUser = (tx: LoginTx, user_id: string) =>
  tx.sql.selectFrom('login').select('user_id').where('user_id', '=', user_id).forNoKeyUpdate().executeTakeFirst();

export async function countViews(tx: LoginTx, user_id: string, list: string): Promise<number> {
  const { count } = await tx.sql
    .selectFrom('saved_view')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', user_id)
    .where('list', '=', list)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export const insertView = (
  tx: LoginTx,
  user_id: string,
  view: { id: string; list: string; name: string; query: string; created_at: Date },
): Promise<SavedView> =>
  tx.sql
    .insertInto('saved_view')
    .values({ user_id, ...view, updated_at: view.created_at })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();

export const findView = (tx: LoginTx, user_id: string, id: string): Promise<SavedView | undefined> =>
  tx.sql
    .selectFrom('saved_view')
    .select(COLUMNS)
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .executeTakeFirst();

export const updateView = (
  tx: LoginTx,
  user_id: string,
  id: string,
  change: { name?: string; query?: string; updated_at: Date },
): Promise<SavedView | undefined> =>
  tx.sql
    .updateTable('saved_view')
    .set(change)
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirst();

export const deleteView = (tx: LoginTx, user_id: string, id: string) =>
  tx.sql
    .deleteFrom('saved_view')
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();

export const listLayouts = (tx: LoginTx, user_id: string): Promise<ListLayout[]> =>
  tx.sql
    .selectFrom('list_layout')
    .select(['list', 'columns'])
    .where('user_id', '=', user_id)
    .orderBy('list')
    .limit(ROWS_MAX)
    .execute();

/** Saves a layout; one without columns restores the default. */
export async function storeLayout(tx: LoginTx, user_id: string, { list, columns }: ListLayout, now: Date) {
  if (columns.length === 0) {
    await tx.sql.deleteFrom('list_layout').where('user_id', '=', user_id).where('list', '=', list).execute();
    return;
  }
  const row = { columns: JSON.stringify(columns), updated_at: now };
  await tx.sql
    .insertInto('list_layout')
    .values({ user_id, list, ...row })
    .onConflict((conflict) => conflict.columns(['user_id', 'list']).doUpdateSet(row))
    .execute();
}
