/** Boards of analytics: named collections of figures. They belong to a user. */
import { z } from 'zod';
import { needs } from './access.ts';
import { ANALYTICS_DIMENSIONS, ANALYTICS_TABS, ANALYTICS_WIDGETS } from './analytics.ts';
import { idSchema } from './id.ts';
import { route } from './route.ts';
import { instant } from './time.ts';

/** Maximum boards per user. */
export const BOARDS_MAX = 10;
/** Maximum widgets per board. */
export const BOARD_WIDGETS_MAX = 20;

const DIMENSIONS = [
  ...ANALYTICS_DIMENSIONS.payments,
  ...ANALYTICS_DIMENSIONS.refunds,
  ...ANALYTICS_DIMENSIONS.disbursements,
] as const;

export const boardWidget = z.strictObject({
  tab: z.enum(ANALYTICS_TABS).describe('What is counted'),
  widget: z.enum(ANALYTICS_WIDGETS).describe('The figure'),
  dimension: z.enum(DIMENSIONS).nullable().describe('What a breakdown groups by; null for other widgets'),
});
export type BoardWidget = z.infer<typeof boardWidget>;

const name = z.string().trim().min(1).max(40).describe('Name of the board');
const widgets = z
  .array(boardWidget)
  .max(100)
  .describe(`Widgets in order, each at most once; at most ${BOARD_WIDGETS_MAX}`);

export const analyticsBoard = z.object({
  id: idSchema('analytics_board'),
  name,
  position: z.int().describe('Position among the boards, from 1'),
  widgets,
  created_at: instant.describe('When it was created'),
  updated_at: instant.describe('When it was last updated'),
});
export type AnalyticsBoard = z.infer<typeof analyticsBoard>;

const access = needs('Dashboard', 'view', { users_only: true });
const params = z.object({ id: idSchema('analytics_board') });
const widgetErrors = { too_many_widgets: 422, widget_not_available: 422, duplicate_widget: 422 } as const;

export const listAnalyticsBoards = route({
  name: 'listAnalyticsBoards',
  method: 'GET',
  path: '/analytics-boards',
  summary: 'List your analytics boards',
  access,
  output: z.object({ data: z.array(analyticsBoard) }),
});

export const createAnalyticsBoard = route({
  name: 'createAnalyticsBoard',
  method: 'POST',
  path: '/analytics-boards',
  summary: `Create an analytics board. At most ${BOARDS_MAX} per user`,
  access,
  body: z.strictObject({ name, widgets }),
  status: 201,
  output: z.object({ data: analyticsBoard }),
  errors: { too_many_boards: 422, board_name_taken: 409, ...widgetErrors },
});

export const updateAnalyticsBoard = route({
  name: 'updateAnalyticsBoard',
  method: 'PATCH',
  path: '/analytics-boards/{id}',
  summary: 'Update the name, widgets or position of an analytics board',
  access,
  params,
  body: z.strictObject({
    name: name.optional(),
    widgets: widgets.optional(),
    position: z.int().min(1).max(BOARDS_MAX).optional().describe('New position; the other boards move to make room'),
  }),
  output: z.object({ data: analyticsBoard }),
  errors: { board_name_taken: 409, ...widgetErrors },
});

export const deleteAnalyticsBoard = route({
  name: 'deleteAnalyticsBoard',
  method: 'DELETE',
  path: '/analytics-boards/{id}',
  summary: 'Delete an analytics board',
  access,
  params,
  status: 204,
});
