/** Parts of the header of a detail screen. */
import type { ReactNode } from 'react';
import classes from './headline.module.css';

/** The title with its status chips. */
export const Headline = ({ children }: { children: ReactNode }) => <span className={classes.headline}>{children}</span>;

/** The line of context below the title, of several parts. */
export const ContextLine = ({ children }: { children: ReactNode }) => <span className={classes.line}>{children}</span>;
