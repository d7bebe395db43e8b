import { useState } from 'react';
import classes from './analytics.module.css';
import { BoardMenu } from './board-menu.tsx';
import { NewBoardModal, NoBoard } from './board-parts.tsx';
import type { AnalyticsState, Filters } from './filter.ts';
import type { UserBoards } from './use-boards.ts';
import { BoardGrid, type GridProps, TabGrid } from './widget-grid.tsx';
import type { ShownWidget } from './widget-list.ts';

const findBoard = ({ state, boards }: Pick<GridProps, 'state' | 'boards'>) =>
  boards.boards.find(({ id }) => id === state.board);

/** A board that is being named, with its first widgets. */
export function useNewBoard() {
  const [widgets, setWidgets] = useState<readonly ShownWidget[] | null>(null);
  return { widgets, begin: (first: readonly ShownWidget[] = []) => setWidgets(first), end: () => setWidgets(null) };
}

interface AnalyticsContentProps {
  grid: GridProps;
  /** Filters that a board has too. A board mixes tabs, whose own filters differ. */
  board_filters: Filters;
  new_board: ReturnType<typeof useNewBoard>;
  onChange: (part: Partial<AnalyticsState>) => void;
}

/** The widgets of the tab or the board, and the form that names a new board. */
export function AnalyticsContent({ grid, board_filters, new_board, onChange }: AnalyticsContentProps) {
  const board = findBoard(grid);
  return (
    <>
      {grid.state.board === null ? (
        <TabGrid {...grid} onNewBoard={(spec) => new_board.begin([spec])} />
      ) : board ? (
        <BoardGrid key={board.id} {...grid} board={board} filters={board_filters} />
      ) : (
        <NoBoard boards={grid.boards} onBack={() => onChange({ board: null })} />
      )}
      {new_board.widgets && (
        <NewBoardModal
          widgets={new_board.widgets}
          boards={grid.boards}
          onCreated={(id) => {
            new_board.end();
            onChange({ board: id, tab: 'payments', filters: board_filters });
          }}
          onClose={new_board.end}
        />
      )}
    </>
  );
}

interface CurrentBoardMenuProps {
  state: AnalyticsState;
  boards: UserBoards;
  onChange: (part: Partial<AnalyticsState>) => void;
}

/** The menu of the board that is shown; nothing on a tab of metrics. */
export function CurrentBoardMenu({ state, boards, onChange }: CurrentBoardMenuProps) {
  const board = findBoard({ state, boards });
  if (board === undefined) return null;
  return (
    <span className={classes.boardMenu}>
      <BoardMenu board={board} of={boards} onDeleted={() => onChange({ board: null })} />
    </span>
  );
}
