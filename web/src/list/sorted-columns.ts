/** Columns with their place in the order of a list. */
import type { Column } from '../ui/data-table.tsx';

/** A column that the list can be ordered by. */
export interface SortableColumn<Row, Field extends string> extends Column<Row> {
  sorts_by?: Field;
}

/** The columns with their order; a click turns it round, and begins with the greatest. */
export function withSorting<Row, Field extends string>(
  columns: readonly SortableColumn<Row, Field>[],
  sort: string,
  onSort: (sort: Field | `-${Field}`) => void,
): Column<Row>[] {
  return columns.map((column) => {
    const { sorts_by } = column;
    if (sorts_by === undefined) return column;
    const order = sort === sorts_by ? 'ascending' : sort === `-${sorts_by}` ? 'descending' : 'none';
    return { ...column, sort: order, onSort: () => onSort(order === 'descending' ? sorts_by : `-${sorts_by}`) };
  });
}
