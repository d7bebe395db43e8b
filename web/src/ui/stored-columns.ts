/** Which columns of a list a user wants to see: kept per user and list, in this browser. */
import { useState } from 'react';

export interface Choosable {
  id: string;
  /** Hidden until the user asks for it. */
  is_hidden?: boolean;
  /** Cannot be hidden. */
  is_fixed?: boolean;
}

/** Storage key of a list of a user. */
export const columnsKeyOf = (user_id: string, list: string): string => `columns:${user_id}:${list}`;

function readChosen(key: string): Record<string, boolean> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
    return typeof stored === 'object' && stored !== null ? (stored as Record<string, boolean>) : {};
  } catch {
    return {};
  }
}

export interface ColumnChoice<Column> {
  /** In their order. */
  visible: Column[];
  isVisible: (column: Column) => boolean;
  toggle: (column: Column) => void;
  reset: () => void;
}

/** The visible columns and the way to change the choice. */
export function useStoredColumns<Column extends Choosable>(
  key: string,
  columns: readonly Column[],
): ColumnChoice<Column> {
  const [chosen, setChosen] = useState(() => readChosen(key));
  const isVisible = (column: Column): boolean => column.is_fixed === true || (chosen[column.id] ?? !column.is_hidden);
  const store = (next: Record<string, boolean>) => {
    localStorage.setItem(key, JSON.stringify(next));
    setChosen(next);
  };
  return {
    visible: columns.filter(isVisible),
    isVisible,
    toggle: (column: Column) => store({ ...chosen, [column.id]: !isVisible(column) }),
    reset: () => store({}),
  };
}
