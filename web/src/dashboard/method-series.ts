/** Metrics by payment method: which methods a chart shows, and the colour that each method has in all charts. */
import type { getDashboardTimeseries } from '@dasbor/contract/dashboard';
import { methodLabel } from '@dasbor/contract/labels';
import type { Output } from '@dasbor/contract/route';
import { TRANSACTION_METHODS, type Transaction } from '@dasbor/contract/transaction';
import type { SeriesMark } from '../ui/chart-tip.tsx';
import { currentLanguage } from '../ui/define-messages.ts';

export type Timeseries = Output<typeof getDashboardTimeseries>['data'];

export interface MethodSeries {
  label: string;
  mark: SeriesMark;
  values: readonly (number | null)[];
}

const MARKS: readonly SeriesMark[] = ['series-1', 'series-2', 'series-3', 'series-4', 'series-5', 'series-6'];

/** Colour of a method: the same one, whatever other methods the period has. */
export const methodMark = (method: Transaction['method']): SeriesMark =>
  MARKS[TRANSACTION_METHODS.indexOf(method)] ?? 'series-1';

/** The methods that have something to show: a rate of 0% is, an amount of 0 is not. */
export const listMethodSeries = ({ methods, metric }: Timeseries): MethodSeries[] =>
  methods
    .filter(({ values }) => values.some((value) => value !== null && (value !== 0 || metric === 'success_rate')))
    .map(({ method, values }) => ({ label: methodLabel(method, currentLanguage()), mark: methodMark(method), values }));
