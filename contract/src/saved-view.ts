/** How a person likes their lists: filters under a name, and the columns with their order. Kept with the person. */
import { z } from 'zod';
import { idSchema } from './id.ts';
import { route } from './route.ts';
import { instant } from './time.ts';

/** Views of one list that a person may keep. */
export const VIEWS_MAX = 5;

const list = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,39}$/)
  .describe('Name of the list, such as transactions');
const name = z.string().trim().min(1).max(40).describe('What the view is called');
const query = z.string().max(4_000).describe("The filter as the query of the list's address, such as status=success");

export const savedView = z.object({
  id: idSchema('saved_view'),
  list,
  name,
  query,
  created_at: instant.describe('When it was kept'),
  updated_at: instant.describe('When it was last changed'),
});
export type SavedView = z.infer<typeof savedView>;

export const listSavedViews = route({
  name: 'listSavedViews',
  method: 'GET',
  path: '/saved-views',
  summary: 'The views that the signed-in person keeps of a list, by name',
  access: 'signed-in',
  query: z.object({ list: list.optional() }),
  output: z.object({ data: z.array(savedView) }),
});

export const createSavedView = route({
  name: 'createSavedView',
  method: 'POST',
  path: '/saved-views',
  summary: 'Keep a filter under a name; at most five a list',
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
  summary: 'Rename a view, or let it stand for another filter',
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
  summary: 'Forget a view',
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
          .describe('Name of the column on the screen'),
        is_visible: z.boolean().describe('Whether it is shown'),
      }),
    )
    .max(80)
    .describe('Columns in their order; those that are not named follow in their usual order'),
});
export type ListLayout = z.infer<typeof listLayout>;

export const listListLayouts = route({
  name: 'listListLayouts',
  method: 'GET',
  path: '/list-layouts',
  summary: 'The columns of every list that the signed-in person has arranged',
  access: 'signed-in',
  output: z.object({ data: z.array(listLayout) }),
});

export const saveListLayout = route({
  name: 'saveListLayout',
  method: 'PUT',
  path: '/list-layouts',
  summary: 'Keep the columns of a list; no columns: the usual ones again',
  access: 'signed-in',
  body: z.strictObject(listLayout.shape),
  output: z.object({ data: listLayout }),
});
