/** Types of a table to be written to a file: typed columns and streamed rows of texts. */
import type { CellKind } from '../db/copy.ts';

export type { CellKind } from '../db/copy.ts';

export interface TableColumn {
  header: string;
  kind: CellKind;
}

/** Cells as in CSV: numbers without separators, days `2026-11-21`, times `2026-11-21 14:05:00`; null is empty. */
export type Cells = readonly (string | null)[];

export interface Table {
  columns: readonly TableColumn[];
  rows: AsyncIterable<Cells> | Iterable<Cells>;
  /** A totals row at the end, formatted in bold. */
  totals?: Cells;
}
