import { UnstyledButton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import classes from './analytics.module.css';
import type { DrillDownLinks } from './drill-down.ts';
import { messages } from './messages.ts';

/** Opens the lists behind a metric: the list itself, or the choice of its parts. */
export type OpenLists = (title: string, links: DrillDownLinks) => void;

export interface ListLinkProps {
  links: DrillDownLinks;
  label: string;
  onOpen: OpenLists;
  children?: ReactNode;
}

/** The name of a metric as the way to its list; plain text when no list shows it. */
export function ListLink({ links, label, onOpen, children = label }: ListLinkProps) {
  const [first] = links;
  if (first === undefined) return children;
  const open_label = messages().chart.open(label);
  return links.length === 1 ? (
    <Link to={first.link.to} search={first.link.search} aria-label={open_label}>
      {children}
    </Link>
  ) : (
    <UnstyledButton className={classes.rowButton} aria-label={open_label} onClick={() => onOpen(label, links)}>
      {children}
    </UnstyledButton>
  );
}
