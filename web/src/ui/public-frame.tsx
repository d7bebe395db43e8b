import { Paper } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './public-frame.module.css';

/** The frame of the public pages: one column under the logo. */
export const PublicFrame = ({ logo, children }: { logo: ReactNode; children: ReactNode }) => (
  <main className={classes.page}>
    <div className={classes.logo}>{logo}</div>
    <Paper withBorder className={classes.card}>
      {children}
    </Paper>
  </main>
);
