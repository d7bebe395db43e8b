import { Paper, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './panel.module.css';

export interface PanelProps {
  title?: string;
  /** At the right of the title. */
  actions?: ReactNode;
  children: ReactNode;
  /** Without padding around the children. */
  flush?: boolean;
  /** The children take the height of the panel, where a layout stretches it. */
  is_filling?: boolean;
}

/** A bordered part of a screen, with an optional heading and actions at its right. */
export const Panel = (props: PanelProps) => (
  <Paper
    withBorder
    className={classes.panel}
    component="section"
    aria-label={props.title}
    data-filling={props.is_filling || undefined}
  >
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
