/** Which columns of a table fit its width. Amounts, statuses and actions are never cut off. */
import { useEffect, useLayoutEffect, useMemo, useState } from 'react';
import type { Column } from './column.tsx';
import { type ScrollEdges, useScrollEdges } from './scroll-edges.ts';

/** Widths in pixels by the id of the column. */
export type ColumnWidths = Readonly<Record<string, number>>;

type Fittable = Pick<Column<never>, 'id' | 'width_px' | 'priority'>;

const getWidth = ({ id, width_px }: Fittable, grown: ColumnWidths): number => Math.max(width_px, grown[id] ?? 0);

/** Sum of the widths. */
export const sumWidths = (columns: readonly Fittable[], grown: ColumnWidths): number =>
  columns.reduce((sum, column) => sum + getWidth(column, grown), 0);

/**
 * The columns that fit into the available width: those without a priority, and of the others as many as fit, the
 * highest priority first. When those without a priority do not fit, the table scrolls sideways. A width of 0 is not
 * measured yet.
 */
export function fitColumns<One extends Fittable>(
  columns: readonly One[],
  available_px: number,
  grown: ColumnWidths,
): One[] {
  if (available_px === 0) return [...columns];
  const shown = new Set(columns.filter(({ priority }) => priority === undefined));
  let free_px = available_px - sumWidths([...shown], grown);
  // Stable: of equal priorities, the first column in the table comes first.
  const others = columns
    .filter((column) => !shown.has(column))
    .toSorted((one, other) => (other.priority ?? 0) - (one.priority ?? 0));
  for (const column of others) {
    const width_px = getWidth(column, grown);
    if (width_px > free_px) continue;
    shown.add(column);
    free_px -= width_px;
  }
  return columns.filter((column) => shown.has(column));
}

export interface FittedColumns<One> {
  /** The columns that are shown; the same list until `columns` or what fits changes. */
  fitted: readonly One[];
  getWidth: (column: One) => number;
  /** Sum of their widths: the table scrolls when its frame is narrower. */
  width_px: number;
  edges: ScrollEdges;
}

/** Fits columns to the frame of a table, and grows those whose cells must be whole (`data-whole`, with `data-column`). */
export function useFittedColumns<One extends Fittable>(
  frame: HTMLElement | null,
  columns: readonly One[],
): FittedColumns<One> {
  const [available_px, setAvailable] = useState(0);
  const [grown, setGrown] = useState<ColumnWidths>({});
  const edges = useScrollEdges(frame);
  useLayoutEffect(() => {
    if (frame === null || typeof ResizeObserver === 'undefined') return;
    const read = () => setAvailable(frame.clientWidth);
    const observer = new ResizeObserver(read);
    observer.observe(frame);
    read();
    return () => observer.disconnect();
  }, [frame]);
  // After every rendering: cells are measured as they are drawn, in any language. It ends, because widths only grow.
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- any rendering may have drawn a wider cell
  useLayoutEffect(() => {
    const wider = frame === null ? {} : measureCut(frame, grown);
    // oxlint-disable-next-line react/set-state-in-effect -- widths are known only after layout
    if (Object.keys(wider).length > 0) setGrown({ ...grown, ...wider });
  });
  const fitted_ids = fitColumns(columns, available_px, grown)
    .map(({ id }) => id)
    .join(' ');
  // The same list while the same columns fit: a wider frame or cell alone does not draw the rows again.
  const fitted = useMemo(() => {
    const ids = new Set(fitted_ids.split(' '));
    return columns.filter(({ id }) => ids.has(id));
  }, [columns, fitted_ids]);
  return {
    fitted,
    getWidth: (column) => getWidth(column, grown),
    width_px: sumWidths(fitted, grown),
    edges,
  };
}

/** Reports the ids of the columns that do not fit, separated by spaces. */
export function useReportHiddenColumns(
  columns: readonly { id: string }[],
  fitted: readonly { id: string }[],
  onFit: ((unfit: string) => void) | undefined,
): void {
  const unfit = columns
    .filter((column) => !fitted.includes(column))
    .map(({ id }) => id)
    .join(' ');
  useEffect(() => onFit?.(unfit), [unfit, onFit]);
}

/** Widths that whole cells need and do not have. */
function measureCut(frame: HTMLElement, grown: ColumnWidths): ColumnWidths {
  const wider: Record<string, number> = {};
  for (const cell of frame.querySelectorAll<HTMLElement>('[data-whole]')) {
    const id = cell.dataset['column'] ?? '';
    const needed_px = cell.scrollWidth;
    if (needed_px > cell.clientWidth && needed_px + 1 > Math.max(grown[id] ?? 0, wider[id] ?? 0))
      wider[id] = needed_px + 1;
  }
  return wider;
}
