import type { ReactNode } from 'react';
import classes from './detail-list.module.css';

/** Labelled values of one object; an absent value shows as a dash. */
export const DetailList = ({ rows }: { rows: readonly (readonly [label: string, value: ReactNode])[] }) => (
  <dl className={classes.list}>
    {rows.map(([label, value]) => (
      <div key={label} className={classes.row}>
        <dt>{label}</dt>
        <dd>{value === null || value === undefined || value === '' ? '–' : value}</dd>
      </div>
    ))}
  </dl>
);
