import { Paper, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './panel.module.css';

/** A bordered part of a screen, with an optional heading and actions at its right. */
export const Panel = (props: { title?: string; actions?: ReactNode; children: ReactNode; flush?: boolean }) => (
  <Paper withBorder className={classes.panel} component="section" aria-label={props.title}>
    {(props.title || props.actions) && (
      <div className={classes.head}>
        {props.title && (
          <Title order={2} className={classes.title}>
            {props.title}
          </Title>
        )}
        {props.actions}
      </div>
    )}
    <div className={props.flush ? undefined : classes.body}>{props.children}</div>
  </Paper>
);
