import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './metrics.module.css';
import { messages } from './messages.ts';
import { RowButton } from './row-button.tsx';

/** `txn_…r6s7t8w9`: ids created in the same hour share their beginning, so the end distinguishes them. */
export const shortenId = (id: string): string => id.replace(/^([a-z]+_).+(.{8})$/, '$1…$2');

/** An id in a monospace face with a button that copies it; `children` may show it as a link or shortened. */
export function CopyableId({ value, children, label }: { value: string; children?: ReactNode; label?: string }) {
  const t = messages();
  const name = label ?? t.id;
  const clipboard = useClipboard({ timeout: 1_500 });
  return (
    <span className={classes.id}>
      {children ?? <span title={value}>{value}</span>}
      <RowButton
        aria-label={clipboard.copied ? t.copied_of(name) : t.copy_of(`${name} ${value}`)}
        title={clipboard.copied ? t.copied : t.copy}
        onClick={(event) => {
          event.stopPropagation();
          clipboard.copy(value);
        }}
      >
        {clipboard.copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
      </RowButton>
    </span>
  );
}
