/** Analytics: one widget per request, as JSON or CSV. */
import { Readable } from 'node:stream';
import type * as contract from '@dasbor/contract/analytics';
import {
  ANALYTICS_MAX_DAYS,
  ANALYTICS_MAX_POINTS,
  type Analytics,
  type AnalyticsTab,
  TOP_MAX,
} from '@dasbor/contract/analytics';
import type { AccessGroup } from '@dasbor/contract/access';
import { type Localized, localized } from '@dasbor/contract/language';
import type { MerchantTx } from '../db/tx.ts';
import { getAccessLevel, isMasked } from '../http/principal.ts';
import { Problem, forbidden } from '../http/problem.ts';
import { type Handlers, type RequestContext, StreamResponse } from '../http/serve.ts';
import { getDelimiter } from '../table-file/delimiter.ts';
import { formatAnalyticsCsv, formatFileName } from './files.ts';
import { listFailureMessages, listTopCustomers, listTopLinks, readCounts, readWaits } from './queries.ts';
import {
  type AnalyticsRequest,
  type RequestError,
  STATUS_GROUPS,
  calculateTotals,
  parseRequest,
  splitPeriods,
  toPeriodResponse,
} from './rules.ts';
import { buildTimes, buildTop } from './rankings.ts';
import { buildBreakdown, buildFailures, buildFunnel, buildSeries, isSeries } from './widgets.ts';

type Context = RequestContext<typeof contract.getAnalytics>;

export const analyticsHandlers: Handlers<typeof contract> = {
  getAnalytics: async (ctx) => {
    const { params, query, now, language } = ctx;
    assertReadable(ctx, query.tab);
    const request = parseRequest(params.widget, query, now);
    if (typeof request === 'string') throw new Problem(422, request, ERRORS[request]);
    const content = await ctx.tx((tx) => readContent(tx, ctx, request));
    const { tab, widget, interval, period, dimension } = request;
    const data: Analytics = {
      tab,
      widget,
      interval,
      dimension: widget === 'breakdown' ? dimension : null,
      ...toPeriodResponse(period),
      as_of: now.toISOString(),
      ...content,
    };
    if (ctx.file_format === null) return { data };
    const csv = formatAnalyticsCsv(data, await getDelimiter(ctx), language);
    return new StreamResponse(Readable.from([csv]), 'text/csv; charset=utf-8', formatFileName(data));
  },
};

/** Figures of refunds and disbursements need access to them, as their lists do. */
const GROUPS: Record<AnalyticsTab, AccessGroup> = {
  payments: 'Dashboard',
  refunds: 'Refunds',
  disbursements: 'Disbursements',
};

function assertReadable({ principal, params }: Context, tab: AnalyticsTab): void {
  const group = params.widget === 'top-customers' ? 'Transactions' : GROUPS[tab];
  if (principal === null || getAccessLevel(principal, group) === 'disabled') throw forbidden();
}

async function readContent(tx: MerchantTx, { query, principal, language }: Context, request: AnalyticsRequest) {
  const { widget, tab, period, interval, dimension } = request;
  const options = { tab, period, filter: query };
  if (isSeries(widget)) {
    return buildSeries(request, await readCounts(tx, { ...options, step: interval === 'hour' ? 'hour' : 'day' }));
  }
  if (widget === 'failure-reasons') {
    const counts = await readCounts(tx, { ...options, by: 'failure' });
    return buildFailures(request, counts, await listFailureMessages(tx, options), language);
  }
  if (widget === 'breakdown') {
    return buildBreakdown(request, await readCounts(tx, { ...options, by: dimension }), language);
  }
  if (widget === 'completion-time') return buildTimes(request, await readWaits(tx, options), language);
  if (widget !== 'top-links' && widget !== 'top-customers') {
    return buildFunnel(request, await readCounts(tx, options), language);
  }
  const { present } = splitPeriods(await readCounts(tx, options));
  const whole = calculateTotals(present, STATUS_GROUPS.payments).amount;
  if (widget === 'top-links') return buildTop(widget, await listTopLinks(tx, options, TOP_MAX), whole);
  const content = buildTop(widget, await listTopCustomers(tx, options, TOP_MAX), whole);
  return principal !== null && isMasked(principal) ? maskCustomers(content) : content;
}

/** `r***@example.com`, as in the list of payments; a masked address cannot be searched for. */
const maskCustomers = (content: ReturnType<typeof buildTop>): ReturnType<typeof buildTop> => ({
  ...content,
  rows: content.rows.map((row, index) => {
    const masked = row.key.replace(/^(.).*@/, '$1***@');
    const label = row.label === row.key ? masked : row.label;
    return { ...row, key: `${index + 1}`, label, note: masked, filter: null };
  }),
});

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
    'This figure is available for payments only.',
    'Angka ini hanya tersedia untuk pembayaran.',
  ),
  filter_not_available: localized(
    'A filter or dimension of this request belongs to another tab. Remove it.',
    'Filter atau dimensi pada permintaan ini milik tab lain. Hapus filter tersebut.',
  ),
};
