/** Formats of dashboard metrics in the current language: exact values, short axis values and changes. */
import type { DashboardMetric } from '@dasbor/contract/dashboard';
import type { MetricUnit } from '../ui/metric-format.ts';

export interface Metric {
  key: DashboardMetric;
  unit: MetricUnit;
  /** Whether an increase is good; absent: neutral. */
  more_is?: 'good';
}

/** The metric cards in order. Their labels are in the messages. */
export const METRICS: readonly Metric[] = [
  { key: 'gross_volume', unit: 'rupiah', more_is: 'good' },
  { key: 'net_amount', unit: 'rupiah', more_is: 'good' },
  { key: 'success_count', unit: 'count', more_is: 'good' },
  { key: 'success_rate', unit: 'percent', more_is: 'good' },
  { key: 'average_ticket', unit: 'rupiah' },
  { key: 'fees_amount', unit: 'rupiah' },
  { key: 'refunded_amount', unit: 'rupiah' },
  { key: 'pending_amount', unit: 'rupiah' },
];
