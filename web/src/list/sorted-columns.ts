/** Columns by which a list is sorted. */
import type { Column } from '../ui/column.tsx';

/** The columns with their order; a click reverses it, and starts with the greatest. */
export function withSorting<Row, Sort extends string>(
  columns: readonly Column<Row>[],
  sort: Sort,
  onSort: (sort: Sort) => void,
): Column<Row>[] {
  return columns.map((column) => {
    const { sorts_by } = column;
    if (sorts_by === undefined) return column;
    const order = sort === sorts_by ? 'ascending' : sort === `-${sorts_by}` ? 'descending' : 'none';
    // The column names a field that the list's contract sorts by.
    return {
      ...column,
      sort: order,
      onSort: () => onSort((order === 'descending' ? sorts_by : `-${sorts_by}`) as Sort),
    };
  });
}
