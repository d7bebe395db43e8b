import { Button, Drawer, Indicator } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconFilter } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './list.module.css';
import { messages } from './messages.ts';

export interface FilterSheetProps {
  /** Name of the filters, for screen readers. */
  label: string;
  is_filtered: boolean;
  children: ReactNode;
}

/** The filters of a list on a phone, in a sheet from below. */
export function FilterSheet({ label, is_filtered, children }: FilterSheetProps) {
  const [is_open, sheet] = useDisclosure(false);
  const t = messages().filter;
  return (
    <>
      <Indicator disabled={!is_filtered} size={9} color="primary.5">
        <Button variant="default" px={12} leftSection={<IconFilter size={16} aria-hidden />} onClick={sheet.open}>
          {t.filters}
        </Button>
      </Indicator>
      <Drawer
        opened={is_open}
        onClose={sheet.close}
        position="bottom"
        size={400}
        title={label}
        closeButtonProps={{ 'aria-label': t.close }}
      >
        <div className={classes.sheet}>{children}</div>
        <Button fullWidth mt="md" onClick={sheet.close}>
          {t.show}
        </Button>
      </Drawer>
    </>
  );
}
