import { useMediaQuery } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import type { Column } from './column.tsx';
import classes from './data-table.module.css';
import { useFittedColumns } from './fit-columns.ts';
import { CardCell, TableCells, ScrollShadows, TableHead } from './table-parts.tsx';

export interface PanelTableProps<Row> {
  /** Name of the table, for screen readers. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** A row as a card of a few lines, for phones. */
  renderCard: (row: Row) => ReactNode;
}

/** A short table in a panel, among other parts of a screen. */
export function PanelTable<Row>({ label, columns, rows, keyOf, renderCard }: PanelTableProps<Row>) {
  const [frame, setFrame] = useState<HTMLElement | null>(null);
  const as_cards = useMediaQuery('(max-width: 48em)') ?? false;
  const { fitted, getWidth, width_px, edges } = useFittedColumns(frame, columns);
  return (
    <ScrollShadows edges={edges}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region must be reachable by keyboard */}
      <div ref={setFrame} className={classes.panel} data-fits tabIndex={0} role="group" aria-label={label}>
        <table className={classes.table} aria-label={label} style={as_cards ? undefined : { minWidth: width_px }}>
          {!as_cards && <TableHead columns={fitted} getWidth={getWidth} />}
          <tbody>
            {rows.map((row) => (
              <tr key={keyOf(row)}>
                {as_cards ? (
                  <CardCell mark={undefined}>{renderCard(row)}</CardCell>
                ) : (
                  <TableCells columns={fitted} row={row} />
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </ScrollShadows>
  );
}
