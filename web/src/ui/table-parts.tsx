/** Parts of all tables: the head, cells and cards. */
import type { ReactNode } from 'react';
import type { Column } from './column.tsx';
import classes from './data-table.module.css';
import type { ScrollEdges } from './scroll-edges.ts';
import { messages } from './messages.ts';

export interface TableHeadProps<Row> {
  columns: readonly Column<Row>[];
  getWidth: (column: Column<Row>) => number;
}

export const TableHead = <Row,>({ columns, getWidth }: TableHeadProps<Row>) => (
  <thead>
    <tr aria-rowindex={1}>
      {columns.map((column) => (
        <th
          key={column.id}
          scope="col"
          data-align={column.align}
          data-pinned={column.is_pinned || undefined}
          data-column={column.id}
          data-whole
          aria-sort={column.sort}
          style={{ width: getWidth(column) }}
        >
          {column.onSort ? (
            <button type="button" className={classes.sort} onClick={column.onSort}>
              {column.label}
              <span aria-hidden>{column.sort === 'ascending' ? '↑' : column.sort === 'descending' ? '↓' : '↕'}</span>
            </button>
          ) : (
            (column.head ?? column.label)
          )}
        </th>
      ))}
    </tr>
  </thead>
);

/** The cells of a row. */
export const TableCells = <Row,>({ columns, row }: { columns: readonly Column<Row>[]; row: Row }) =>
  columns.map((column) => (
    <td
      key={column.id}
      data-align={column.align}
      data-pinned={column.is_pinned || undefined}
      data-column={column.id}
      data-whole={column.is_whole || column.is_pinned || undefined}
    >
      {column.render(row)}
    </td>
  ));

/** A row as a card, next to its checkbox where rows can be selected. */
export const CardCell = ({ mark, children }: { mark: ReactNode; children: ReactNode }) => (
  <td className={classes.card}>
    {mark === undefined ? (
      children
    ) : (
      <div className={classes.marked}>
        <label className={classes.mark}>{mark}</label>
        {children}
      </div>
    )}
  </td>
);

/** Head of cards: the checkbox of all of them. */
export const CardHead = ({ children }: { children: ReactNode }) => (
  <thead>
    <tr aria-rowindex={1}>
      <th scope="col" className={classes.all}>
        <label className={classes.mark}>
          {children}
          <span>{messages().state.select_all_shown}</span>
        </label>
      </th>
    </tr>
  </thead>
);

/** The frame of a table that scrolls sideways shows at its edges that there is more. */
export const ScrollShadows = ({ edges, children }: { edges: ScrollEdges; children: ReactNode }) => (
  <div className={classes.edges} data-more-left={edges.left || undefined} data-more-right={edges.right || undefined}>
    {children}
  </div>
);
