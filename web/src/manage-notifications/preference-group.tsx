import { Accordion } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './manage-notifications.module.css';

export interface PreferenceGroupProps {
  name: string;
  count: number;
  active_count: number;
  /** The rows. */
  children: ReactNode;
}

/** The value becomes part of ids, which must not hold blanks. */
const idPart = (name: string): string => name.replaceAll(/\s+/g, '-');

/** A collapsible group of notifications; closed it still tells how many of them are on. */
export const PreferenceGroup = ({ name, count, active_count, children }: PreferenceGroupProps) => (
  <Accordion.Item value={idPart(name)}>
    <Accordion.Control>
      <span className={classes.group_head}>
        <span className={classes.words}>
          <span className={classes.label}>{name}</span>{' '}
          <span className={classes.description}>{`${name} for different payment methods`}</span>
        </span>{' '}
        <span className={classes.count}>{`${active_count} of ${count} on`}</span>
      </span>
    </Accordion.Control>
    <Accordion.Panel>
      <ul className={classes.rows}>{children}</ul>
    </Accordion.Panel>
  </Accordion.Item>
);
