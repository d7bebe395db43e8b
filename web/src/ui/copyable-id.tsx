import { ActionIcon, Tooltip } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './figures.module.css';

/** `txn_…r6s7t8w9`: ids of one hour begin alike, so the end is what tells them apart. */
export const shortId = (id: string): string => id.replace(/^([a-z]+_).+(.{8})$/, '$1…$2');

/** An id in a monospace face with a button that copies it; `children` may show it as a link or shortened. */
export function CopyableId({ value, children, label = 'id' }: { value: string; children?: ReactNode; label?: string }) {
  const clipboard = useClipboard({ timeout: 1_500 });
  return (
    <span className={classes.id}>
      {children ?? <span title={value}>{value}</span>}
      <Tooltip label={clipboard.copied ? 'Copied' : 'Copy'}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          aria-label={clipboard.copied ? `Copied ${label}` : `Copy ${label} ${value}`}
          onClick={(event) => {
            event.stopPropagation();
            clipboard.copy(value);
          }}
        >
          {clipboard.copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
        </ActionIcon>
      </Tooltip>
    </span>
  );
}
