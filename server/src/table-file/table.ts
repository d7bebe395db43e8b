/** A table on its way into a file: typed columns, and rows as texts one by one. Types only. */
import type { CellKind } from '../db/copy.ts';

export type { CellKind } from '../db/copy.ts';

export interface TableColumn {
  header: string;
  kind: CellKind;
}

/** Cells as CSV has them: numbers without separators, days `2026-11-21`, times `2026-11-21 14:05:00`; null is empty. */
export type Cells = readonly (string | null)[];

export interface Table {
  columns: readonly TableColumn[];
  rows: AsyncIterable<Cells> | Iterable<Cells>;
  /** A last row that is set apart. */
  totals?: Cells;
}
