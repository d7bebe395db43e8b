import type { ReactNode } from 'react';
import classes from './two-lines.module.css';

/** A cell of two lines, each cut off with an ellipsis. */
export const TwoLines = ({ children }: { children: ReactNode }) => <div className={classes.lines}>{children}</div>;

/** A cell of a name, which may be a link, and a second line. */
export const NameLines = ({ children }: { children: ReactNode }) => <div className={classes.name}>{children}</div>;

/** A secondary line in a monospace face, such as a key or an address. */
export const CodeLine = ({ title, children }: { title?: string; children: ReactNode }) => (
  <span className={classes.code} title={title}>
    {children}
  </span>
);
