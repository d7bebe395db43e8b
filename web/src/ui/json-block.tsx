import { ActionIcon, Tooltip } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import classes from './json-block.module.css';
import { messages } from './messages.ts';

/** A value as indented JSON, with a button that copies it. */
export function JsonBlock({ value, label }: { value: unknown; label: string }) {
  const t = messages();
  const clipboard = useClipboard({ timeout: 1_500 });
  const text = JSON.stringify(value, null, 2) ?? '';
  return (
    <div className={classes.block}>
      {/* What scrolls must be reachable by keyboard. */}
      <pre className={classes.text} tabIndex={0} role="region" aria-label={label}>
        {text}
      </pre>
      <Tooltip label={clipboard.copied ? t.copied : t.copy}>
        <ActionIcon
          className={classes.copy}
          variant="default"
          size="sm"
          aria-label={t.copy_of(label)}
          onClick={() => clipboard.copy(text)}
        >
          {clipboard.copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
        </ActionIcon>
      </Tooltip>
    </div>
  );
}
