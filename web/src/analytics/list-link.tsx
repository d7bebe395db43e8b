import { UnstyledButton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import classes from './analytics.module.css';
import type { ListParts } from './drill-down.ts';
import { messages } from './messages.ts';

/** Opens the lists behind a figure: the list itself, or the choice of its parts. */
export type OpenLists = (title: string, parts: ListParts) => void;

export interface ListLinkProps {
  parts: ListParts;
  label: string;
  onOpen: OpenLists;
  children?: ReactNode;
}

/** The name of a figure as the way to its list; plain text when no list shows it. */
export function ListLink({ parts, label, onOpen, children = label }: ListLinkProps) {
  const [first] = parts;
  if (first === undefined) return children;
  const open_label = messages().chart.open(label);
  return parts.length === 1 ? (
    <Link to={first.link.to} search={first.link.search} aria-label={open_label}>
      {children}
    </Link>
  ) : (
    <UnstyledButton className={classes.rowButton} aria-label={open_label} onClick={() => onOpen(label, parts)}>
      {children}
    </UnstyledButton>
  );
}
