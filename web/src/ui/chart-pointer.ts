/** Which place of a chart is being looked at, by pointer or by keys. */
import { type KeyboardEvent, type PointerEvent, useState } from 'react';

export interface ChartPointer {
  /** null while nobody looks. */
  place: number | null;
  /** For the element that covers the places; screen readers hear `textOf` of the place. */
  handlers: object;
}

/** `columns` × `rows` places in reading order. Arrow keys walk, Home and End jump, Escape lets go. */
export function useChartPointer(
  columns: number,
  rows: number,
  words: { label: string; textOf: (place: number) => string },
): ChartPointer {
  const [looked_at, setPlace] = useState<number | null>(null);
  const count = columns * rows;
  // The series may have become shorter since.
  const place = looked_at === null || count === 0 ? null : Math.min(looked_at, count - 1);
  const follow = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const along = (offset: number, size: number, steps: number) =>
      Math.min(steps - 1, Math.max(0, Math.floor((offset / size) * steps)));
    const row = along(event.clientY - box.top, box.height, rows);
    setPlace(row * columns + along(event.clientX - box.left, box.width, columns));
  };
  const walk = (event: KeyboardEvent) => {
    const next = nextPlace(event.key, place ?? count - 1, columns, count);
    if (next === undefined) return;
    event.preventDefault();
    setPlace(next);
  };
  const handlers = {
    role: 'slider',
    tabIndex: 0,
    'aria-label': words.label,
    'aria-valuemin': 1,
    'aria-valuemax': Math.max(1, count),
    'aria-valuenow': (place ?? count - 1) + 1,
    'aria-valuetext': count === 0 ? '' : words.textOf(place ?? count - 1),
    onPointerMove: follow,
    onPointerDown: follow,
    onPointerLeave: () => setPlace(null),
    onFocus: () => setPlace((now) => now ?? count - 1),
    onBlur: () => setPlace(null),
    onKeyDown: walk,
  };
  return { place, handlers };
}

/** undefined: the key means nothing here. */
function nextPlace(key: string, place: number, columns: number, count: number): number | null | undefined {
  if (key === 'Escape') return null;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns }[key];
  if (step === undefined) return undefined;
  const next = place + step;
  return next < 0 || next >= count ? place : next;
}
