import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './sheet-footer.module.css';

/** The buttons of a form in a sheet, in sight however long the form is. */
export const SheetFooter = ({ children }: { children: ReactNode }) => (
  <Group justify="flex-end" gap="xs" className={classes.footer}>
    {children}
  </Group>
);
