/** Boards of analytics: named collections of metrics. They belong to a user: of a merchant, or of the provider. */
import { z } from 'zod';
import { needs } from './access.ts';
import { ANALYTICS_DIMENSIONS, ANALYTICS_TABS, ANALYTICS_WIDGETS, PROVIDER_BREAKDOWNS } from './analytics.ts';
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

const DIMENSION = 'What a breakdown groups by; null for other widgets';
const ofWidget = {
  tab: z.enum(ANALYTICS_TABS).describe('What is counted'),
  widget: z.enum(ANALYTICS_WIDGETS).describe('The widget'),
};
export const boardWidget = z.strictObject({
  ...ofWidget,
  dimension: z.enum(DIMENSIONS).nullable().describe(DIMENSION),
});
export type BoardWidget = z.infer<typeof boardWidget>;
export const providerBoardWidget = z.strictObject({
  ...ofWidget,
  dimension: z.enum(PROVIDER_BREAKDOWNS).nullable().describe(DIMENSION),
});
export type ProviderBoardWidget = z.infer<typeof providerBoardWidget>;

const WIDGETS = `Widgets in order, each at most once; at most ${BOARD_WIDGETS_MAX}`;
const name = z.string().trim().min(1).max(40).describe('Name of the board');
const widgets = z.array(boardWidget).max(100).describe(WIDGETS);
const provider_widgets = z.array(providerBoardWidget).max(100).describe(WIDGETS);
const position = z.int().min(1).max(BOARDS_MAX).describe('New position; the other boards move to make room');

export const analyticsBoard = z.object({
  id: idSchema('analytics_board'),
  name,
  position: z.int().describe('Position among the boards, from 1'),
  widgets,
  created_at: instant.describe('When it was created'),
  updated_at: instant.describe('When it was last updated'),
});
export type AnalyticsBoard = z.infer<typeof analyticsBoard>;
export const providerAnalyticsBoard = z.object({ ...analyticsBoard.shape, widgets: provider_widgets });
export type ProviderAnalyticsBoard = z.infer<typeof providerAnalyticsBoard>;

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
  body: z.strictObject({ name: name.optional(), widgets: widgets.optional(), position: position.optional() }),
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

/** Users who read the metrics over many merchants have boards of them. */
const provider_access = needs('Operations', 'view', { users_only: true, or: 'Group overview' });

export const listProviderAnalyticsBoards = route({
  name: 'listProviderAnalyticsBoards',
  method: 'GET',
  path: '/operations/analytics-boards',
  summary: 'List your analytics boards over all merchants',
  access: provider_access,
  output: z.object({ data: z.array(providerAnalyticsBoard) }),
});

export const createProviderAnalyticsBoard = route({
  name: 'createProviderAnalyticsBoard',
  method: 'POST',
  path: '/operations/analytics-boards',
  summary: `Create a board of widgets over many merchants. At most ${BOARDS_MAX} per user`,
  access: provider_access,
  body: z.strictObject({ name, widgets: provider_widgets }),
  status: 201,
  output: z.object({ data: providerAnalyticsBoard }),
  errors: createAnalyticsBoard.errors,
});

export const updateProviderAnalyticsBoard = route({
  name: 'updateProviderAnalyticsBoard',
  method: 'PATCH',
  path: '/operations/analytics-boards/{id}',
  summary: 'Update the name, widgets or position of a board of widgets over many merchants',
  access: provider_access,
  params,
  body: z.strictObject({
    name: name.optional(),
    widgets: provider_widgets.optional(),
    position: position.optional(),
  }),
  output: z.object({ data: providerAnalyticsBoard }),
  errors: updateAnalyticsBoard.errors,
});

export const deleteProviderAnalyticsBoard = route({
  name: 'deleteProviderAnalyticsBoard',
  method: 'DELETE',
  path: '/operations/analytics-boards/{id}',
  summary: 'Delete a board of widgets over many merchants',
  access: provider_access,
  params,
  status: 204,
});
