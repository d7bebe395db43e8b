/** Views and columns of lists: each person's own, whoever they work for. */
import type * as contract from '@dasbor/contract/saved-view';
import { VIEWS_MAX } from '@dasbor/contract/saved-view';
import { newId } from '../db/new-id.ts';
import { asLogin, isUniqueViolation } from '../db/tx.ts';
import { Problem, notFound } from '../http/problem.ts';
import type { Handlers } from '../http/serve.ts';
import {
  countViews,
  deleteView,
  findView,
  insertView,
  listLayouts,
  listViews,
  lockUser,
  storeLayout,
  updateView,
} from './queries.ts';

/** Lists of one person whose columns are kept. */
const LAYOUTS_MAX = 100;

export const savedViewHandlers: Handlers<typeof contract> = {
  listSavedViews: async ({ principal, deps, query }) => ({
    data: await asLogin(deps.db, (tx) => listViews(tx, principal.id, query.list)),
  }),

  createSavedView: async ({ body, principal, deps, now }) => {
    const view = { id: newId('saved_view', now), ...body, created_at: now };
    const data = await rejectDuplicateName(() =>
      asLogin(deps.db, async (tx) => {
        await lockUser(tx, principal.id);
        if ((await countViews(tx, principal.id, body.list)) >= VIEWS_MAX) {
          throw new Problem(422, 'too_many_views', `A list has room for ${VIEWS_MAX} views. Delete one first.`);
        }
        return insertView(tx, principal.id, view);
      }),
    );
    return { data };
  },

  updateSavedView: {
    find: ({ principal, deps, params }) =>
      asLogin(deps.db, async (tx) => (await findView(tx, principal.id, params.id)) ?? null),
    handle: async ({ body, principal, deps, now, params }) => {
      const change = { ...body, updated_at: now };
      const data = await rejectDuplicateName(() =>
        asLogin(deps.db, (tx) => updateView(tx, principal.id, params.id, change)),
      );
      if (data === undefined) throw notFound();
      return { data };
    },
  },

  deleteSavedView: async ({ principal, deps, params }) => {
    if ((await asLogin(deps.db, (tx) => deleteView(tx, principal.id, params.id))) === undefined) throw notFound();
    return undefined;
  },

  listListLayouts: async ({ principal, deps }) => ({
    data: await asLogin(deps.db, (tx) => listLayouts(tx, principal.id)),
  }),

  saveListLayout: async ({ body, principal, deps, now }) => {
    await asLogin(deps.db, async (tx) => {
      const layouts = await listLayouts(tx, principal.id);
      if (layouts.length >= LAYOUTS_MAX && !layouts.some(({ list }) => list === body.list)) {
        throw new Problem(400, 'invalid_request', 'list: There are not so many lists.', {
          errors: [{ field: 'list', detail: 'There are not so many lists.' }],
        });
      }
      await storeLayout(tx, principal.id, body, now);
    });
    return { data: body };
  },
};

/** Runs a write; a name that the list has already is told as such. */
async function rejectDuplicateName<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!isUniqueViolation(error, 'saved_view_user_id_list_name_key')) throw error;
    throw new Problem(409, 'view_name_taken', 'There is a view of this name already.');
  }
}
