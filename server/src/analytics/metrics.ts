/** The content of a widget, of one merchant or of several. */
import type { Language } from '@dasbor/contract/language';
import { listFailureMessages } from './failure-queries.ts';
import { type AnalyticsFilter, type Reader, readCounts } from './queries.ts';
import { readCompletionTimes } from './completion-time-queries.ts';
import { buildCompletionTimes } from './rankings.ts';
import type { AnalyticsRequest } from './rules.ts';
import { type WidgetContent, buildBreakdown, buildFailures, buildFunnel, buildSeries, isSeries } from './widgets.ts';

export async function readMetrics(
  tx: Reader,
  request: AnalyticsRequest,
  filter: AnalyticsFilter,
  language: Language,
): Promise<WidgetContent> {
  const { widget, tab, period, interval, dimension } = request;
  const options = { tab, period, filter };
  if (isSeries(widget)) {
    // Weeks begin on any day, so they are sums of days.
    const step = interval === 'week' ? 'day' : interval;
    const is_volume_only = widget === 'volume' || widget === 'success-rate';
    return buildSeries(request, await readCounts(tx, { ...options, step, is_volume_only }));
  }
  if (widget === 'failure-reasons') {
    const counts = await readCounts(tx, { ...options, by: 'failure', is_volume_only: true });
    return buildFailures(request, counts, await listFailureMessages(tx, options), language);
  }
  if (widget === 'breakdown') {
    return buildBreakdown(request, await readCounts(tx, { ...options, by: dimension, is_volume_only: true }), language);
  }
  if (widget === 'completion-time') {
    return buildCompletionTimes(request, await readCompletionTimes(tx, options), language, filter.source);
  }
  return buildFunnel(request, await readCounts(tx, { ...options, has_offered: true }), language);
}
