/**
 * Which columns of a list a user wants to see, and in which order: kept per user and list. This browser remembers them,
 * so that a list is drawn right at once; who keeps them for all browsers listens to `onColumnsChange`.
 */
import { useSyncExternalStore } from 'react';

export interface ChoosableColumn {
  id: string;
  /** Hidden until the user asks for it. */
  is_hidden?: boolean;
  /** Cannot be hidden. */
  is_fixed?: boolean;
}

/** A column in the order that the user gave it. */
export interface StoredColumn {
  id: string;
  is_visible: boolean;
}

/** Storage key of a list of a user. */
export const buildColumnsKey = (user_id: string, list: string): string => `columns:${user_id}:${list}`;

const NONE: readonly StoredColumn[] = [];
const kept = new Map<string, readonly StoredColumn[]>();
const readers = new Set<() => void>();
const keepers = new Set<(key: string, columns: readonly StoredColumn[]) => void>();

function readKept(key: string): readonly StoredColumn[] {
  const known = kept.get(key);
  if (known !== undefined) return known;
  const read = parsed(localStorage.getItem(key));
  kept.set(key, read);
  return read;
}

function parsed(text: string | null): readonly StoredColumn[] {
  try {
    const stored: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(stored) ? (stored as StoredColumn[]) : NONE;
  } catch {
    return NONE;
  }
}

/** Takes over what was kept elsewhere; open lists follow. */
export function applyStoredColumns(key: string, columns: readonly StoredColumn[]): void {
  if (columns.length === 0) localStorage.removeItem(key);
  else localStorage.setItem(key, JSON.stringify(columns));
  kept.set(key, columns);
  for (const tell of readers) tell();
}

/** Is told of every change that a user makes, until the answered function is called. No columns: the usual ones. */
export function onColumnsChange(keeper: (key: string, columns: readonly StoredColumn[]) => void): () => void {
  keepers.add(keeper);
  return () => void keepers.delete(keeper);
}

const subscribe = (tell: () => void) => {
  readers.add(tell);
  return () => void readers.delete(tell);
};

export interface ColumnChoice<Column> {
  /** Those that are shown, in their order. */
  visible: Column[];
  /** All of them, in their order. */
  ordered: Column[];
  isVisible: (column: Column) => boolean;
  toggle: (column: Column) => void;
  /** Puts a column at a place among all. */
  place: (column: Column, index: number) => void;
  reset: () => void;
}

/** The columns in the user's order: those that were never placed follow in their usual one. */
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

/** The columns as the user wants them, and the ways to change that. */
export function useStoredColumns<Column extends ChoosableColumn>(
  key: string,
  columns: readonly Column[],
): ColumnChoice<Column> {
  const order = useSyncExternalStore(subscribe, () => readKept(key));
  const ordered = orderColumns(columns, order);
  const isVisible = (column: Column): boolean =>
    column.is_fixed === true || (order.find(({ id }) => id === column.id)?.is_visible ?? !column.is_hidden);
  const keep = (next: readonly StoredColumn[]) => {
    applyStoredColumns(key, next);
    for (const keeper of keepers) keeper(key, next);
  };
  const entriesOf = (list: readonly Column[], changed?: Column): StoredColumn[] =>
    list.map((column) => ({ id: column.id, is_visible: isVisible(column) !== (column === changed) }));
  return {
    visible: ordered.filter(isVisible),
    ordered,
    isVisible,
    toggle: (column) => keep(entriesOf(ordered, column)),
    place: (column, index) => keep(entriesOf(moveEntry(ordered, column, index))),
    reset: () => keep([]),
  };
}
