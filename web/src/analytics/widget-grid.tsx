import type { AnalyticsBoard } from '@dasbor/contract/analytics-board';
import { EmptyState } from '../ui/empty-state.tsx';
import { Panel } from '../ui/panel.tsx';
import classes from './analytics.module.css';
import { AddToBoardItems, OnBoardItems } from './board-items.tsx';
import type { AnalyticsState } from './filter.ts';
import { messages } from './messages.ts';
import { type UserBoards, fromBoardWidget } from './use-boards.ts';
import { Widget } from './widget.tsx';
import { WIDGETS, type WidgetSpec, widgetKey } from './widget-list.ts';

interface GridProps {
  state: AnalyticsState;
  period: Record<string, string>;
  boards: UserBoards;
  mayShow: (spec: WidgetSpec) => boolean;
}

/** The widgets of a tab; each can be added to a board. */
export const TabGrid = ({
  state,
  period,
  boards,
  mayShow,
  onNewBoard,
}: GridProps & { onNewBoard: (spec: WidgetSpec) => void }) => (
  <div className={classes.grid}>
    {WIDGETS[state.tab].filter(mayShow).map((spec) => (
      <Widget
        key={widgetKey(spec)}
        spec={spec}
        period={period}
        filters={state.filters}
        is_compared={state.is_compared}
        menu={<AddToBoardItems spec={spec} of={boards} onNew={() => onNewBoard(spec)} />}
      />
    ))}
  </div>
);

/** The widgets of a board, in its order. */
export function BoardGrid({ board, state, period, boards, mayShow }: GridProps & { board: AnalyticsBoard }) {
  const specs = board.widgets.map(fromBoardWidget);
  if (specs.length === 0) {
    return (
      <Panel>
        <EmptyState title={messages().boards.empty}>{messages().boards.empty_line}</EmptyState>
      </Panel>
    );
  }
  return (
    <div className={classes.grid}>
      {specs.map((spec, index) =>
        mayShow(spec) ? (
          <Widget
            key={widgetKey(spec)}
            spec={spec}
            period={period}
            filters={NO_FILTERS}
            is_compared={state.is_compared}
            menu={<OnBoardItems board={board} index={index} of={boards} />}
          />
        ) : null,
      )}
    </div>
  );
}

/** A board mixes tabs, whose filters differ. */
const NO_FILTERS = {};
