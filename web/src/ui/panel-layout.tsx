/** Layouts of the panels of a detail screen. */
import type { ReactNode } from 'react';
import classes from './panel-layout.module.css';

/** A wide and a narrow column, each an element with panels; below each other on a small screen. */
export const PanelColumns = ({ children }: { children: ReactNode }) => (
  <div className={classes.columns}>{children}</div>
);

export const PanelStack = ({ children }: { children: ReactNode }) => <div className={classes.stack}>{children}</div>;
