import { IconAlertCircle, IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './callout.module.css';

const ICON = { info: IconInfoCircle, warning: IconAlertTriangle, error: IconAlertCircle } as const;

/** A sentence that must not be overlooked; errors are read out when they appear. */
export function Callout({ kind, children }: { kind: keyof typeof ICON; children: ReactNode }) {
  const Icon = ICON[kind];
  return (
    <div className={classes.notice} data-kind={kind} role={kind === 'error' ? 'alert' : 'note'}>
      <Icon size={18} stroke={1.8} aria-hidden className={classes.icon} />
      <div>{children}</div>
    </div>
  );
}
