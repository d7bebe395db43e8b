/** Whether a frame that scrolls sideways hides something at its left or right edge. */
import { useLayoutEffect, useState } from 'react';

export interface ScrollEdges {
  left: boolean;
  right: boolean;
}

export function useScrollEdges(frame: HTMLElement | null): ScrollEdges {
  const [edges, setEdges] = useState<ScrollEdges>({ left: false, right: false });
  useLayoutEffect(() => {
    if (frame === null || typeof ResizeObserver === 'undefined') return;
    const read = () => {
      const left = frame.scrollLeft > 1;
      const right = frame.scrollLeft + frame.clientWidth < frame.scrollWidth - 1;
      setEdges((before) => (before.left === left && before.right === right ? before : { left, right }));
    };
    const observer = new ResizeObserver(read);
    observer.observe(frame);
    if (frame.firstElementChild !== null) observer.observe(frame.firstElementChild);
    frame.addEventListener('scroll', read, { passive: true });
    return () => {
      observer.disconnect();
      frame.removeEventListener('scroll', read);
    };
  }, [frame]);
  return edges;
}
