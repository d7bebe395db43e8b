import { Paper, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './metric-tiles.module.css';

/** The main metrics of a detail screen, side by side. */
export const MetricTiles = ({ children }: { children: ReactNode }) => <div className={classes.tiles}>{children}</div>;

export const MetricTile = ({ label, children }: { label: string; children: ReactNode }) => (
  <Paper withBorder className={classes.tile}>
    <Text c="dimmed" fz="sm">
      {label}
    </Text>
    <div className={classes.value}>{children}</div>
  </Paper>
);
