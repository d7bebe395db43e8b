/** Saved views of lists: named filters, and the columns and their order. They belong to a user. */
import { z } from 'zod';
import { idSchema } from './id.ts';
import { route } from './route.ts';
import { instant } from './time.ts';

/** Maximum views of one list per user. */
export const SAVED_VIEWS_MAX = 5;

const list = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,39}$/)
  .describe('Name of the list, e.g. transactions');
const name = z.string().trim().min(1).max(40).describe('Name of the view');
const query = z.string().max(4_000).describe('The filter as a query string, e.g. status=success');

export const savedView = z.object({
  id: idSchema('saved_view'),
  list,
  name,
  query,
  created_at: instant.describe('Time of creation'),
  updated_at: instant.describe('Time of the last change'),
});
export type SavedView = z.infer<typeof savedView>;

export const listSavedViews = route({
  name: 'listSavedViews',
  method: 'GET',
  path: '/saved-views',
  summary: 'List your saved views',
  access: 'signed-in',
  query: z.object({ list: list.optional() }),
  output: z.object({ data: z.array(savedView) }),
});

export const createSavedView = route({
  name: 'createSavedView',
  method: 'POST',
  path: '/saved-views',
  summary: 'Create a saved view. At most five per list',
  access: 'signed-in',
  body: z.strictObject({ list, name, query }),
  status: 201,
  output: z.object({ data: savedView }),
  errors: { too_many_views: 422, view_name_taken: 409 },
});

export const updateSavedView = route({
  name: 'updateSavedView',
  method: 'PATCH',
  path: '/saved-views/{id}',
  summary: 'Update the name or filter of a saved view',
  access: 'signed-in',
  params: z.object({ id: idSchema('saved_view') }),
  body: z.strictObject({ name: name.optional(), query: query.optional() }),
  output: z.object({ data: savedView }),
  errors: { view_name_taken: 409 },
});

export const deleteSavedView = route({
  name: 'deleteSavedView',
  method: 'DELETE',
  path: '/saved-views/{id}',
  summary: 'Delete a saved view',
  access: 'signed-in',
  params: z.object({ id: idSchema('saved_view') }),
  status: 204,
});

export const listLayout = z.object({
  list,
  columns: z
    .array(
      z.strictObject({
        id: z
          .string()
          .regex(/^[a-z][a-z0-9_.-]{0,59}$/)
          .describe('Id of the column'),
        is_visible: z.boolean().describe('Whether the column is shown'),
      }),
    )
    .max(80)
    .describe('Columns in order; columns that are not listed follow in the default order'),
});
export type ListLayout = z.infer<typeof listLayout>;

export const listListLayouts = route({
  name: 'listListLayouts',
  method: 'GET',
  path: '/list-layouts',
  summary: 'List your column layouts',
  access: 'signed-in',
  output: z.object({ data: z.array(listLayout) }),
});

export const saveListLayout = route({
  name: 'saveListLayout',
  method: 'PUT',
  path: '/list-layouts',
  summary: 'Save the column layout of a list. An empty list restores the default',
  access: 'signed-in',
  body: z.strictObject(listLayout.shape),
  output: z.object({ data: listLayout }),
});
