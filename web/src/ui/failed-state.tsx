import { Button, Text, Title } from '@mantine/core';
import { IconCloudX, IconRefresh } from '@tabler/icons-react';
import { CopyableId } from './copyable-id.tsx';
import classes from './states.module.css';
import { messages } from './messages.ts';

export interface FailedStateProps {
  title?: string;
  /** The server's error detail. */
  detail: string;
  /** Reference for support. */
  request_id?: string | undefined;
  onRetry?: () => void;
}

/** State of a failed read: the server's error detail, a retry, and the request id for support. */
export const FailedState = ({ title, detail, request_id, onRetry }: FailedStateProps) => (
  <div className={classes.state} role="alert">
    <div className={classes.icon} data-failed aria-hidden>
      <IconCloudX size={22} stroke={1.6} />
    </div>
    <Title order={2} className={classes.title}>
      {title ?? messages().state.failed}
    </Title>
    <Text c="dimmed" maw={520} className={classes.detail}>
      {detail}
    </Text>
    {onRetry && (
      <Button variant="default" leftSection={<IconRefresh size={16} />} onClick={onRetry} className={classes.action}>
        {messages().state.retry}
      </Button>
    )}
    {request_id && (
      <Text c="dimmed" fz="xs" component="div">
        {messages().state.request_id} <CopyableId value={request_id} label={messages().state.request_id} />
      </Text>
    )}
  </div>
);
