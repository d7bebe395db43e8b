import { Text, Title } from '@mantine/core';
import { IconInbox } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './states.module.css';

export interface EmptyStateProps {
  title: string;
  /** Purpose of the screen. */
  children?: ReactNode;
  /** The first step. */
  action?: ReactNode;
  icon?: ReactNode;
}

/** An empty list or screen: what it is for, and the first step. */
export const EmptyState = ({ title, children, action, icon }: EmptyStateProps) => (
  <div className={classes.state}>
    <div className={classes.icon} aria-hidden>
      {icon ?? <IconInbox size={22} stroke={1.6} />}
    </div>
    <Title order={2} className={classes.title}>
      {title}
    </Title>
    {children && (
      <Text c="dimmed" maw={440} component="div">
        {children}
      </Text>
    )}
    {action && <div className={classes.action}>{action}</div>}
  </div>
);
