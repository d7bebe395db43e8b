/** Which widgets a board may have. */
import {
  ANALYTICS_DIMENSIONS,
  type AnalyticsTab,
  MERCHANT_DIMENSIONS,
  MERCHANT_WIDGETS,
  PAYMENT_WIDGETS,
  PROVIDER_DIMENSIONS,
} from '@dasbor/contract/analytics';
import { BOARD_WIDGETS_MAX } from '@dasbor/contract/analytics-board';
import { localized } from '@dasbor/contract/language';
import { Problem } from '../http/problem.ts';
import type { AnyBoardWidget, BoardScope } from './board-queries.ts';

/** Throws 422 for too many widgets, one that does not exist there, and one that is on the board twice. */
export function assertWidgets(scope: BoardScope, widgets: readonly AnyBoardWidget[]): void {
  if (widgets.length > BOARD_WIDGETS_MAX) {
    throw new Problem(
      422,
      'too_many_widgets',
      localized(
        `A board can have at most ${BOARD_WIDGETS_MAX} widgets. Remove one first.`,
        `Satu papan dapat memuat paling banyak ${BOARD_WIDGETS_MAX} widget. Hapus salah satu terlebih dahulu.`,
      ),
    );
  }
  if (!widgets.every((widget) => isAvailable(scope, widget))) {
    throw new Problem(
      422,
      'widget_not_available',
      localized(
        'A widget of the board does not exist for its tab.',
        'Salah satu widget pada papan tidak tersedia untuk tabnya.',
      ),
    );
  }
  if (new Set(widgets.map((each) => JSON.stringify(each))).size < widgets.length) {
    throw new Problem(
      422,
      'duplicate_widget',
      localized('This widget is already on the board.', 'Widget ini sudah ada di papan.'),
    );
  }
}

function isAvailable(scope: BoardScope, { tab, widget, dimension }: AnyBoardWidget): boolean {
  if (tab !== 'payments' && PAYMENT_WIDGETS.includes(widget)) return false;
  if (scope === 'provider' && MERCHANT_WIDGETS.includes(widget)) return false;
  return widget === 'breakdown'
    ? dimension !== null && listDimensions(scope, tab).includes(dimension)
    : dimension === null;
}

function listDimensions(scope: BoardScope, tab: AnalyticsTab): readonly string[] {
  if (scope === 'merchant') return ANALYTICS_DIMENSIONS[tab];
  const shared = ANALYTICS_DIMENSIONS[tab].filter((each) => !MERCHANT_DIMENSIONS.some((own) => own === each));
  return [...shared, ...PROVIDER_DIMENSIONS];
}
