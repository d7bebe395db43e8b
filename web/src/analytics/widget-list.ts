/** The widgets of each tab, in order, and their titles. */
import {
  type AnalyticsDimension,
  type AnalyticsTab,
  type AnalyticsWidget,
  MERCHANT_DIMENSIONS,
  MERCHANT_WIDGETS,
  type ProviderDimension,
} from '@dasbor/contract/analytics';
import { messages } from './messages.ts';

export interface WidgetSpec {
  tab: AnalyticsTab;
  widget: AnalyticsWidget;
  /** What a breakdown groups by. */
  dimension?: AnalyticsDimension | undefined;
}

/** A widget of a merchant or of the provider. */
export type ShownWidget = Omit<WidgetSpec, 'dimension'> & {
  dimension?: AnalyticsDimension | ProviderDimension | undefined;
};

const COMMON_WIDGETS: readonly AnalyticsWidget[] = ['volume', 'success-rate', 'funnel'];
const OUTCOME_WIDGETS: readonly AnalyticsWidget[] = ['failure-reasons', 'completion-time'];

const toSpecs = (tab: AnalyticsTab, widgets: readonly AnalyticsWidget[]): WidgetSpec[] =>
  widgets.map((widget) => ({ tab, widget }));
const toBreakdowns = (tab: AnalyticsTab, dimensions: readonly AnalyticsDimension[]): WidgetSpec[] =>
  dimensions.map((dimension) => ({ tab, widget: 'breakdown', dimension }));

export const WIDGETS: Record<AnalyticsTab, readonly WidgetSpec[]> = {
  payments: [
    ...toSpecs('payments', COMMON_WIDGETS),
    ...toBreakdowns('payments', ['method']),
    ...toSpecs('payments', OUTCOME_WIDGETS),
    ...toBreakdowns('payments', ['issuer', 'channel', 'hour', 'source', 'payment_link']),
    ...toSpecs('payments', ['fees', 'refund-rate', 'top-links', 'top-customers']),
  ],
  refunds: [
    ...toSpecs('refunds', COMMON_WIDGETS),
    ...toBreakdowns('refunds', ['reason']),
    ...toSpecs('refunds', OUTCOME_WIDGETS),
    ...toBreakdowns('refunds', ['refund_method']),
  ],
  disbursements: [
    ...toSpecs('disbursements', COMMON_WIDGETS),
    ...toBreakdowns('disbursements', ['bank_code']),
    ...toSpecs('disbursements', OUTCOME_WIDGETS),
    ...toBreakdowns('disbursements', ['rail']),
    ...toSpecs('disbursements', ['fees']),
  ],
};

const BY_MERCHANT = ['merchant', 'group'] as const;

const toProviderSpecs = (tab: AnalyticsTab): ShownWidget[] => {
  const own = WIDGETS[tab].filter(
    ({ widget, dimension }) =>
      !MERCHANT_WIDGETS.includes(widget) && !MERCHANT_DIMENSIONS.some((each) => each === dimension),
  );
  const by_merchant = BY_MERCHANT.map((dimension): ShownWidget => ({ tab, widget: 'breakdown', dimension }));
  return [...own.slice(0, COMMON_WIDGETS.length), ...by_merchant, ...own.slice(COMMON_WIDGETS.length)];
};

/** The widgets of the provider: by merchant and group too, and none that names links or customers of one merchant. */
export const PROVIDER_WIDGETS: Record<AnalyticsTab, readonly ShownWidget[]> = {
  payments: toProviderSpecs('payments'),
  refunds: toProviderSpecs('refunds'),
  disbursements: toProviderSpecs('disbursements'),
};

/** Title of a widget, such as `Paid volume by method`. */
export function widgetTitle({ tab, widget, dimension }: ShownWidget): string {
  const t = messages().widgets;
  const title = t[tab][widget];
  return dimension === undefined ? title : t.by(title, t.dimensions[dimension]);
}

export const widgetKey = ({ tab, widget, dimension }: ShownWidget): string => `${tab}.${widget}.${dimension ?? ''}`;
