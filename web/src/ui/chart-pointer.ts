/** The active point of a chart, by pointer or by keyboard. */
import { type KeyboardEvent, type PointerEvent, useState } from 'react';

export interface ChartPointer {
  /** null while no point is active. */
  index: number | null;
  /** For the element that covers the points; screen readers announce `getText` of the active one. */
  handlers: object;
}

/**
 * `columns` × `rows` points in reading order. Arrow keys move, Home and End jump, Escape clears; a click or Enter opens the
 * active point where `onOpen` is given.
 */
export function useChartPointer(
  columns: number,
  rows: number,
  labels: { label: string; getText: (index: number) => string; onOpen?: ((index: number) => void) | undefined },
): ChartPointer {
  const [stored, setIndex] = useState<number | null>(null);
  const count = columns * rows;
  // The series may have become shorter.
  const index = stored === null || count === 0 ? null : Math.min(stored, count - 1);
  const onPointer = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const along = (offset: number, size: number, steps: number) =>
      Math.min(steps - 1, Math.max(0, Math.floor((offset / size) * steps)));
    const row = along(event.clientY - box.top, box.height, rows);
    setIndex(row * columns + along(event.clientX - box.left, box.width, columns));
  };
  const open = () => {
    if (index !== null) labels.onOpen?.(index);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') open();
    const next = nextIndex(event.key, index ?? count - 1, columns, count);
    if (next === undefined) return;
    event.preventDefault();
    setIndex(next);
  };
  const handlers = {
    role: 'slider',
    tabIndex: 0,
    'aria-label': labels.label,
    'aria-valuemin': 1,
    'aria-valuemax': Math.max(1, count),
    'aria-valuenow': (index ?? count - 1) + 1,
    'aria-valuetext': count === 0 ? '' : labels.getText(index ?? count - 1),
    onPointerMove: onPointer,
    onPointerDown: onPointer,
    ...(labels.onOpen === undefined ? {} : { onClick: open }),
    onPointerLeave: () => setIndex(null),
    onFocus: () => setIndex((now) => now ?? count - 1),
    onBlur: () => setIndex(null),
    onKeyDown,
  };
  return { index, handlers };
}

/** undefined for keys without a function. */
function nextIndex(key: string, index: number, columns: number, count: number): number | null | undefined {
  if (key === 'Escape') return null;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns }[key];
  if (step === undefined) return undefined;
  const next = index + step;
  return next < 0 || next >= count ? index : next;
}
