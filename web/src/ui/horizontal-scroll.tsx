import { type ReactNode, useState } from 'react';
import { useScrollEdges } from './scroll-edges.ts';
import classes from './data-table.module.css';
import { ScrollShadows } from './table-parts.tsx';

/** A wide table that scrolls sideways, also by keyboard, with visible edges. */
export function HorizontalScroll({ label, children }: { label: string; children: ReactNode }) {
  const [frame, setFrame] = useState<HTMLElement | null>(null);
  return (
    <ScrollShadows edges={useScrollEdges(frame)}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region must be reachable by keyboard */}
      <div ref={setFrame} className={classes.side} role="region" aria-label={label} tabIndex={0}>
        {children}
      </div>
    </ScrollShadows>
  );
}
