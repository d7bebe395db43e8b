import { Text, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import classes from './page-header.module.css';

export interface PageHeaderProps {
  title: ReactNode;
  /** Title of the browser tab, where `title` is not plain text. */
  document_title?: string;
  /** One line of context. */
  line?: ReactNode;
  /** Buttons at the right; below the title on a phone. */
  actions?: ReactNode;
  /** Tabs of the screen, under the title. */
  tabs?: ReactNode;
  /** Link back to the list, above the title. */
  back?: ReactNode;
}

/** The header of every screen. */
export function PageHeader({ title, document_title, line, actions, tabs, back }: PageHeaderProps) {
  const tab = document_title ?? (typeof title === 'string' ? title : undefined);
  useEffect(() => {
    if (tab) document.title = `${tab} · Dasbor`;
  }, [tab]);
  return (
    <>
      <header className={classes.header}>
        <div className={classes.words}>
          {back}
          <Title order={1} className={classes.title}>
            {title}
          </Title>
          {line && (
            <Text c="dimmed" component="div">
              {line}
            </Text>
          )}
        </div>
        {actions && <div className={classes.actions}>{actions}</div>}
      </header>
      {tabs && <div className={classes.tabs}>{tabs}</div>}
    </>
  );
}
