import type { ReactNode } from 'react';
import classes from './row-card.module.css';

/** A row as a card of lines, each with a left and a right part, for phones. */
export const RowCard = ({ children }: { children: ReactNode }) => <div className={classes.card}>{children}</div>;

/** Actions of a row, on a line of their own at the end of its card. */
export const RowCardActions = ({ children }: { children: ReactNode }) => (
  <div className={classes.actions}>{children}</div>
);

/** A secondary part of a card. */
export const SecondaryText = ({ children }: { children?: ReactNode }) => (
  <span className={classes.quiet}>{children}</span>
);
