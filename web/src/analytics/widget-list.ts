/** The widgets of each tab, in order, and their titles. */
import type { AnalyticsDimension, AnalyticsTab, AnalyticsWidget } from '@dasbor/contract/analytics';
import { messages } from './messages.ts';

export interface WidgetSpec {
  tab: AnalyticsTab;
  widget: AnalyticsWidget;
  /** What a breakdown groups by. */
  dimension?: AnalyticsDimension | undefined;
}

const SHARED: readonly AnalyticsWidget[] = ['volume', 'success-rate', 'funnel'];
const ENDINGS: readonly AnalyticsWidget[] = ['failure-reasons', 'completion-time'];

const toSpecs = (tab: AnalyticsTab, widgets: readonly AnalyticsWidget[]): WidgetSpec[] =>
  widgets.map((widget) => ({ tab, widget }));
const toBreakdowns = (tab: AnalyticsTab, dimensions: readonly AnalyticsDimension[]): WidgetSpec[] =>
  dimensions.map((dimension) => ({ tab, widget: 'breakdown', dimension }));

export const WIDGETS: Record<AnalyticsTab, readonly WidgetSpec[]> = {
  payments: [
    ...toSpecs('payments', SHARED),
    ...toBreakdowns('payments', ['method']),
    ...toSpecs('payments', ENDINGS),
    ...toBreakdowns('payments', ['issuer', 'channel', 'hour', 'source']),
    ...toSpecs('payments', ['fees', 'refund-rate', 'top-links', 'top-customers']),
  ],
  refunds: [
    ...toSpecs('refunds', SHARED),
    ...toBreakdowns('refunds', ['reason']),
    ...toSpecs('refunds', ENDINGS),
    ...toBreakdowns('refunds', ['refund_method']),
  ],
  disbursements: [
    ...toSpecs('disbursements', SHARED),
    ...toBreakdowns('disbursements', ['bank_code']),
    ...toSpecs('disbursements', ENDINGS),
    ...toBreakdowns('disbursements', ['rail']),
    ...toSpecs('disbursements', ['fees']),
  ],
};

/** Title of a widget, such as `Paid volume by method`. */
export function widgetTitle({ tab, widget, dimension }: WidgetSpec): string {
  const t = messages().widgets;
  const title = t[tab][widget];
  return dimension === undefined ? title : t.by(title, t.dimensions[dimension]);
}

export const widgetKey = ({ tab, widget, dimension }: WidgetSpec): string => `${tab}.${widget}.${dimension ?? ''}`;
