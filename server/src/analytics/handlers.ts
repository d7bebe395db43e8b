/** Analytics: one widget per request, as JSON or as a file. */
import { maskEmail } from '@dasbor/contract/mask';
import type * as contract from '@dasbor/contract/analytics';
import {
  ANALYTICS_MAX_DAYS,
  ANALYTICS_MAX_POINTS,
  type Analytics,
  type AnalyticsTab,
  MERCHANT_WIDGETS,
  TOP_MAX,
  formatAnalyticsFileName,
} from '@dasbor/contract/analytics';
import type { AccessGroup } from '@dasbor/contract/access';
import { type Localized, localized } from '@dasbor/contract/language';
import { forceCustomPlans } from '../db/custom-plans.ts';
import type { MerchantTx } from '../db/tx.ts';
import { getAccessLevel, isMasked } from '../http/principal.ts';
import { Problem, forbidden } from '../http/problem.ts';
import type { Handlers, RequestContext, StreamResponse } from '../http/serve.ts';
import { createTableResponse } from '../http/table-response.ts';
import { buildAnalyticsTable } from './files.ts';
import { readMetrics } from './metrics.ts';
import { readLinkBreakdown } from './link-breakdown.ts';
import { readProviderContent } from './provider.ts';
import { readCompletedAmount } from './queries.ts';
import { type AnalyticsRequest, type RequestError, parseRequest, toPeriodResponse } from './rules.ts';
import { buildRanking } from './rankings.ts';
import { listTopCustomers, listTopLinks } from './top-queries.ts';
import type { WidgetContent } from './widgets.ts';

type Context = RequestContext<typeof contract.getAnalytics>;
type ProviderContext = RequestContext<typeof contract.getProviderAnalytics>;

export const analyticsHandlers: Handlers<typeof contract> = {
  getAnalytics: async (ctx) => {
    const { params, query, now } = ctx;
    assertReadable(ctx, query.tab);
    const request = parseAnalyticsRequest(params.widget, query, now);
    return respond(ctx, request, await ctx.tx((tx) => readContent(tx, ctx, request)));
  },

  getProviderAnalytics: async (ctx) => {
    const { params, query, now } = ctx;
    const request = parseAnalyticsRequest(params.widget, query, now);
    if (MERCHANT_WIDGETS.includes(params.widget)) {
      throw new Problem(422, 'widget_not_available', ONE_MERCHANT_ONLY);
    }
    return respond(ctx, request, await readProviderContent(ctx, request));
  },
};

/** The metric as JSON or as a file. */
async function respond(
  ctx: Context | ProviderContext,
  request: AnalyticsRequest,
  content: WidgetContent,
): Promise<{ data: Analytics } | StreamResponse> {
  const { tab, widget, interval, period, dimension } = request;
  const data: Analytics = {
    tab,
    widget,
    interval,
    dimension: widget === 'breakdown' ? dimension : null,
    ...toPeriodResponse(period),
    as_of: ctx.now.toISOString(),
    ...content,
  };
  if (ctx.file_format === null) return { data };
  const file_name = formatAnalyticsFileName(data);
  return createTableResponse(ctx, buildAnalyticsTable(data, ctx.language), { title: data.widget, file_name });
}

function parseAnalyticsRequest(...given: Parameters<typeof parseRequest>): AnalyticsRequest {
  const request = parseRequest(...given);
  if (typeof request === 'string') throw new Problem(422, request, ERRORS[request]);
  return request;
}

/** Metrics of refunds and disbursements need access to them, as their lists do. */
const GROUPS: Record<AnalyticsTab, AccessGroup> = {
  payments: 'Dashboard',
  refunds: 'Refunds',
  disbursements: 'Disbursements',
};

function assertReadable({ principal, params }: Context, tab: AnalyticsTab): void {
  const group = params.widget === 'top-customers' ? 'Transactions' : GROUPS[tab];
  if (principal === null || getAccessLevel(principal, group) === 'disabled') throw forbidden();
}

async function readContent(
  tx: MerchantTx,
  { query, principal, language }: Context,
  request: AnalyticsRequest,
): Promise<WidgetContent> {
  const { widget, tab, period, dimension } = request;
  await forceCustomPlans(tx, { allows_seq_scans: false });
  if (widget === 'breakdown' && dimension === 'payment_link') return readLinkBreakdown(tx, request, query, language);
  const options = { tab, period, filter: query };
  if (widget !== 'top-links' && widget !== 'top-customers') return readMetrics(tx, request, query, language);
  const whole = await readCompletedAmount(tx, options);
  if (widget === 'top-links') return buildRanking(widget, await listTopLinks(tx, options, TOP_MAX), whole);
  const content = buildRanking(widget, await listTopCustomers(tx, options, TOP_MAX), whole);
  return principal !== null && isMasked(principal) ? maskCustomers(content) : content;
}

/** `r***@example.com`, as in the list of payments; a masked address cannot be searched for. */
const maskCustomers = (content: ReturnType<typeof buildRanking>): ReturnType<typeof buildRanking> => ({
  ...content,
  rows: content.rows.map((row, index) => {
    const masked = maskEmail(row.key);
    const label = row.label === row.key ? masked : row.label;
    return { ...row, key: `${index + 1}`, label, note: masked, filter: null };
  }),
});

const ONE_MERCHANT_ONLY = localized(
  'Top links and top customers are available within one merchant only. Open the merchant to see them.',
  'Tautan teratas dan pelanggan teratas hanya tersedia dalam satu merchant. Buka merchant tersebut untuk melihatnya.',
);

const ERRORS: Record<RequestError, Localized> = {
  range_too_long: localized(
    `Choose a period of at most ${ANALYTICS_MAX_DAYS} days.`,
    `Pilih periode paling lama ${ANALYTICS_MAX_DAYS} hari.`,
  ),
  range_reversed: localized(
    'The period ends before it starts. Choose a later end.',
    'Periode berakhir sebelum dimulai. Pilih akhir yang lebih lambat.',
  ),
  too_many_points: localized(
    `Hours are available for periods of up to ${ANALYTICS_MAX_POINTS} hours. Choose a longer interval.`,
    `Interval jam tersedia untuk periode hingga ${ANALYTICS_MAX_POINTS} jam. Pilih interval yang lebih panjang.`,
  ),
  widget_not_available: localized(
    'This metric is available for payments only.',
    'Angka ini hanya tersedia untuk pembayaran.',
  ),
  filter_not_available: localized(
    'A filter or dimension of this request belongs to another tab. Remove it.',
    'Filter atau dimensi pada permintaan ini milik tab lain. Hapus filter tersebut.',
  ),
};
