import { Accordion } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatCount } from '../ui/amount.tsx';
import classes from './manage-notifications.module.css';
import { messages } from './messages.ts';

export interface PreferenceGroupProps {
  name: string;
  count: number;
  active_count: number;
  /** The rows. */
  children: ReactNode;
}

/** The value becomes part of element ids, which must not contain spaces. */
const idPart = (name: string): string => name.replaceAll(/\s+/g, '-');

/** A collapsible group of notifications with its number of active ones. */
export function PreferenceGroup({ name, count, active_count, children }: PreferenceGroupProps) {
  const t = messages().group;
  const names: Readonly<Record<string, string>> = t.names;
  const label = names[name] ?? name;
  return (
    <Accordion.Item value={idPart(name)}>
      <Accordion.Control>
        <span className={classes.group_head}>
          <span className={classes.words}>
            <span className={classes.label}>{label}</span>{' '}
            <span className={classes.description}>{t.subtitle(label)}</span>
          </span>{' '}
          <span className={classes.count}>{t.active(formatCount(active_count), formatCount(count))}</span>
        </span>
      </Accordion.Control>
      <Accordion.Panel>
        <ul className={classes.rows}>{children}</ul>
      </Accordion.Panel>
    </Accordion.Item>
  );
}
