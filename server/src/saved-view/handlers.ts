/** Saved views and column layouts of lists. They belong to the user, not to a merchant. */
import { localized } from '@dasbor/contract/language';
import type * as contract from '@dasbor/contract/saved-view';
import { SAVED_VIEWS_MAX } from '@dasbor/contract/saved-view';
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

/** Maximum column layouts per user. */
const LAYOUTS_MAX = 100;
const TOO_MANY_LAYOUTS = localized(
  `You can save the columns of at most ${LAYOUTS_MAX} lists.`,
  `Anda dapat menyimpan kolom untuk paling banyak ${LAYOUTS_MAX} daftar.`,
);
const NAME_TAKEN = localized(
  'A saved view with this name already exists. Choose another name.',
  'Tampilan tersimpan dengan nama ini sudah ada. Pilih nama lain.',
);

export const savedViewHandlers: Handlers<typeof contract> = {
  listSavedViews: async ({ principal, deps, query }) => ({
    data: await asLogin(deps.db, (tx) => listViews(tx, principal.id, query.list)),
  }),

  createSavedView: async ({ body, principal, deps, now }) => {
    const view = { id: newId('saved_view', now), ...body, created_at: now };
    const data = await rejectDuplicateName(() =>
      asLogin(deps.db, async (tx) => {
        await lockUser(tx, principal.id);
        if ((await countViews(tx, principal.id, body.list)) >= SAVED_VIEWS_MAX) {
          throw new Problem(
            422,
            'too_many_views',
            localized(
              `A list can have ${SAVED_VIEWS_MAX} saved views. Delete one first.`,
              `Satu daftar dapat memiliki ${SAVED_VIEWS_MAX} tampilan tersimpan. Hapus salah satu terlebih dahulu.`,
            ),
          );
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
        throw new Problem(400, 'invalid_request', TOO_MANY_LAYOUTS, {
          errors: [{ field: 'list', detail: TOO_MANY_LAYOUTS }],
        });
      }
      await storeLayout(tx, principal.id, body, now);
    });
    return { data: body };
  },
};

/** Runs a write; throws 409 when the list already has a view with this name. */
async function rejectDuplicateName<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!isUniqueViolation(error, 'saved_view_user_id_list_name_key')) throw error;
    throw new Problem(409, 'view_name_taken', NAME_TAKEN);
  }
}
