/** What every column of the transactions list is made of. */
import type { Transaction } from '@dasbor/contract/transaction';
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Column } from '../ui/data-table.tsx';
import { Instant } from '../ui/instant.tsx';

/** A column and the fields of the API that its cells show: these are what the CSV of the list holds. */
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
  label: string,
  width_px: number,
  fields: readonly (keyof Transaction)[],
  render: (row: Transaction) => ReactNode,
  more: Partial<TransactionColumn> = {},
): TransactionColumn => ({ id, label, width_px, fields, render, ...more });
