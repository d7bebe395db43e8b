/** Columns of the transaction list. */
import type { Transaction } from '@dasbor/contract/transaction';
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Column } from '../ui/data-table.tsx';
import { Instant } from '../ui/instant.tsx';
import { type Messages, messages } from './messages.ts';

/** A column and the API fields that it shows; the CSV of the list has these fields. */
export interface TransactionColumn extends Column<Transaction> {
  fields: readonly (keyof Transaction)[];
  sorts_by?: 'created_at' | 'amount';
}

export const EMPTY_CELL = (
  <Text span c="dimmed">
    –
  </Text>
);
export const textOr = (value: string | null) => value ?? EMPTY_CELL;
export const instantOr = (at: string | null) => (at === null ? EMPTY_CELL : <Instant at={at} />);

export const column = (
  id: string,
  getLabel: (labels: Messages['columns']) => string,
  width_px: number,
  fields: readonly (keyof Transaction)[],
  render: (row: Transaction) => ReactNode,
  more: Partial<TransactionColumn> = {},
): TransactionColumn => ({
  id,
  // Read while rendering, so that it follows the language.
  get label() {
    return getLabel(messages().columns);
  },
  width_px,
  fields,
  render,
  ...more,
});
