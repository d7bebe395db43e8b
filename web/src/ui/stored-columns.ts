/**
 * The columns of a list and their order, per user and list. They are stored in this browser, so that a list renders
 * correctly at once; `onColumnsChange` notifies the part that saves them on the server.
 */
import { useState, useSyncExternalStore } from 'react';

export interface ChoosableColumn {
  id: string;
  /** Hidden by default. */
  is_hidden?: boolean;
  /** Cannot be hidden. */
  is_fixed?: boolean;
  /** Columns with the lowest priority give way when there is no room; without one a column is always shown. */
  priority?: number | undefined;
}

/** Raises a column that the user added above those that are shown by default. */
const ADDED = 1_000;

/** A column at its position in the user's order. */
export interface StoredColumn {
  id: string;
  is_visible: boolean;
}

/** Storage key of a list of a user. */
export const buildColumnsKey = (user_id: string, list: string): string => `columns:${user_id}:${list}`;

const NONE: readonly StoredColumn[] = [];
const cache = new Map<string, readonly StoredColumn[]>();
const readers = new Set<() => void>();
const savers = new Set<(key: string, columns: readonly StoredColumn[]) => void>();

function readStored(key: string): readonly StoredColumn[] {
  const known = cache.get(key);
  if (known !== undefined) return known;
  const read = parseColumns(localStorage.getItem(key));
  cache.set(key, read);
  return read;
}

function parseColumns(text: string | null): readonly StoredColumn[] {
  try {
    const stored: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(stored) ? (stored as StoredColumn[]) : NONE;
  } catch {
    return NONE;
  }
}

/** Applies columns stored elsewhere; open lists update. */
export function applyStoredColumns(key: string, columns: readonly StoredColumn[]): void {
  if (columns.length === 0) localStorage.removeItem(key);
  else localStorage.setItem(key, JSON.stringify(columns));
  cache.set(key, columns);
  for (const notify of readers) notify();
}

/** Calls `saver` on every change by the user; returns how to stop. No columns means the default ones. */
export function onColumnsChange(saver: (key: string, columns: readonly StoredColumn[]) => void): () => void {
  savers.add(saver);
  return () => void savers.delete(saver);
}

const subscribe = (notify: () => void) => {
  readers.add(notify);
  return () => void readers.delete(notify);
};

export interface ColumnChoice<Column> {
  /** Those that are shown, in their order. */
  visible: Column[];
  /** All of them, in their order. */
  ordered: Column[];
  isVisible: (column: Column) => boolean;
  toggle: (column: Column) => void;
  /** Moves a column to an index among all. */
  moveTo: (column: Column, index: number) => void;
  reset: () => void;
  /** Ids of visible columns that do not fit the screen, separated by spaces. */
  unfit: string;
  /** Takes the ids from the table. */
  onFit: (unfit: string) => void;
}

/** The columns in the user's order: those without a stored position follow in their default order. */
export function orderColumns<Column extends ChoosableColumn>(
  columns: readonly Column[],
  order: readonly StoredColumn[],
): Column[] {
  const placed = order.flatMap(({ id }) => columns.find((column) => column.id === id) ?? []);
  return [...placed, ...columns.filter((column) => !placed.includes(column))];
}

/** A list with one entry moved. */
export function moveEntry<T>(entries: readonly T[], entry: T, index: number): T[] {
  const others = entries.filter((each) => each !== entry);
  return [...others.slice(0, index), entry, ...others.slice(index)];
}

const raiseAdded = <Column extends ChoosableColumn>(column: Column): Column =>
  column.is_hidden && column.priority !== undefined ? { ...column, priority: column.priority + ADDED } : column;

/** The user's columns, and how to change them. */
export function useStoredColumns<Column extends ChoosableColumn>(
  key: string,
  columns: readonly Column[],
): ColumnChoice<Column> {
  const order = useSyncExternalStore(subscribe, () => readStored(key));
  const [unfit, onFit] = useState('');
  const ordered = orderColumns(columns, order);
  const isVisible = (column: Column): boolean =>
    column.is_fixed === true || (order.find(({ id }) => id === column.id)?.is_visible ?? !column.is_hidden);
  const store = (next: readonly StoredColumn[]) => {
    applyStoredColumns(key, next);
    for (const save of savers) save(key, next);
  };
  const toEntries = (list: readonly Column[], changed?: Column): StoredColumn[] =>
    list.map((column) => ({ id: column.id, is_visible: isVisible(column) !== (column === changed) }));
  return {
    visible: ordered.filter(isVisible).map(raiseAdded),
    ordered,
    isVisible,
    toggle: (column) => store(toEntries(ordered, column)),
    moveTo: (column, index) => store(toEntries(moveEntry(ordered, column, index))),
    reset: () => store([]),
    unfit,
    onFit,
  };
}
