/** Columns of all tables. */
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Instant } from './instant.tsx';
import type { ChoosableColumn } from './stored-columns.ts';

export interface Column<Row> extends ChoosableColumn {
  label: string;
  /** Replaces the label in the head of the table. */
  head?: ReactNode;
  render: (row: Row) => ReactNode;
  /** Amounts and counts are right-aligned. */
  align?: 'right';
  /** Least width in pixels. A column that is shown whole grows to its widest cell. */
  width_px: number;
  /**
   * When the columns do not fit, those with the lowest priority are hidden, and of equal ones the last. Without
   * a priority the column is always shown.
   */
  priority?: number | undefined;
  /** Amounts, statuses, times, ids, actions and words of a closed set: never cut off. Other cells end with an ellipsis. */
  is_whole?: boolean;
  /** Stays at the right edge while the rest scrolls, such as the row menu. */
  is_pinned?: boolean;
  /** Selects rows: stays visible next to the cards on a phone, where other columns are not drawn. */
  is_selection?: boolean;
  /** API fields that the column shows, where they differ from its id; a column without fields is in no file. */
  fields?: readonly string[];
  /** Field by which the list can be sorted. */
  sorts_by?: string;
  /** Current order of the column, for those that sort. */
  sort?: 'ascending' | 'descending' | 'none';
  onSort?: () => void;
}

/** A column whose fields are those of the API. */
export type FieldColumn<Row, Field extends string = keyof Row & string> = Column<Row> & { fields?: readonly Field[] };

/** `21 Nov 2026, 14:05 WIB`. */
export const TIME = { width_px: 186, is_whole: true } as const;
/** Up to `Rp 99.999.999`; more grows the column. */
export const AMOUNT = { width_px: 118, align: 'right', is_whole: true } as const;
export const COUNT = { width_px: 96, align: 'right', is_whole: true } as const;
/** A shortened id (`shortenId`) with its copy button; the full id would not fit. */
export const ID = { width_px: 152, is_whole: true } as const;
/** A status chip. */
export const STATUS = { width_px: 124, is_whole: true } as const;

/** A value that is not there. */
export const EMPTY_CELL = (
  <Text span c="dimmed">
    –
  </Text>
);
export const renderText = (value: string | null | undefined): ReactNode => value || EMPTY_CELL;
export const renderInstant = (at: string | null): ReactNode => (at === null ? EMPTY_CELL : <Instant at={at} />);

/** The fields behind the visible columns, in their order and each once: the columns of a file. */
export const toFileColumns = (visible: readonly Pick<Column<never>, 'id' | 'fields'>[]): string =>
  [...new Set(visible.flatMap(({ id, fields }) => fields ?? [id]))].join(',');
