import { IconAlertCircle, IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './callout.module.css';

const ICON = { info: IconInfoCircle, warning: IconAlertTriangle, error: IconAlertCircle } as const;

/** A highlighted sentence; screen readers announce errors when they appear. */
export function Callout({ kind, children }: { kind: keyof typeof ICON; children: ReactNode }) {
  const Icon = ICON[kind];
  return (
    <div className={classes.callout} data-kind={kind} role={kind === 'error' ? 'alert' : 'note'}>
      <Icon size={18} stroke={1.8} aria-hidden className={classes.icon} />
      <div className={classes.content}>{children}</div>
    </div>
  );
}
