/** Formats of dashboard metrics in the current language: exact values, short axis values and changes. */
import type { DashboardMetric } from '@dasbor/contract/dashboard';
import type { FigureUnit } from '../ui/figure-format.ts';

export interface Figure {
  metric: DashboardMetric;
  unit: FigureUnit;
  /** Whether an increase is good; absent: neutral. */
  more_is?: 'good';
}

/** The metric cards in order. Their labels are in the messages. */
export const FIGURES: readonly Figure[] = [
  { metric: 'gross_volume', unit: 'rupiah', more_is: 'good' },
  { metric: 'net_amount', unit: 'rupiah', more_is: 'good' },
  { metric: 'success_count', unit: 'count', more_is: 'good' },
  { metric: 'success_rate', unit: 'percent', more_is: 'good' },
  { metric: 'average_ticket', unit: 'rupiah' },
  { metric: 'fees_amount', unit: 'rupiah' },
  { metric: 'refunded_amount', unit: 'rupiah' },
  { metric: 'pending_amount', unit: 'rupiah' },
];
