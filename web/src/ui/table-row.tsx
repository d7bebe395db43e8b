import { type MouseEvent, type ReactNode, memo } from 'react';
import type { Column } from './column.tsx';
import { CardCell, TableCells } from './table-parts.tsx';

export interface TableRowProps<Row> {
  row: Row;
  index: number;
  height_px: number;
  /** Whether the keyboard is on it. */
  is_active: boolean;
  columns: readonly Column<Row>[];
  /** Draws the row as a card instead of cells. */
  renderCard: ((row: Row) => ReactNode) | undefined;
  /** The column that selects cards. */
  choice: Column<Row> | undefined;
  onActivate: (row: Row) => void;
  onOpen: ((row: Row) => void) | undefined;
  onPrefetch: ((row: Row) => void) | undefined;
}

/** On a control of the row, or in a dialog that one of them opened: its clicks reach the row although it is elsewhere. */
const isOnControl = ({ target, currentTarget }: MouseEvent): boolean =>
  !currentTarget.contains(target as Element) || (target as Element).closest('a, button, input, label') !== null;

function Row<One>(props: TableRowProps<One>) {
  const { row, index, height_px, is_active, columns, renderCard, choice, onActivate, onOpen, onPrefetch } = props;
  return (
    <tr
      aria-rowindex={index + 2}
      data-active={is_active || undefined}
      data-opens={onOpen !== undefined || undefined}
      style={{ height: height_px }}
      onMouseEnter={() => onPrefetch?.(row)}
      onClick={(event) => {
        if (isOnControl(event)) return;
        onActivate(row);
        onOpen?.(row);
      }}
    >
      {renderCard === undefined ? (
        <TableCells columns={columns} row={row} />
      ) : (
        <CardCell mark={choice?.render(row)}>{renderCard(row)}</CardCell>
      )}
    </tr>
  );
}

/** A row of a table. Scrolling, measuring and the keyboard draw only the rows that change. */
export const TableRow = memo(Row) as typeof Row;
