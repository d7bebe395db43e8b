import { Group, Text } from '@mantine/core';
import { IconArrowDownLeft, IconArrowUpRight, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { formatCount } from '../ui/amount.tsx';
import { Instant } from '../ui/instant.tsx';
import { JsonBlock } from '../ui/json-block.tsx';
import { Panel } from '../ui/panel.tsx';
import { StatusChip } from '../ui/status-chip.tsx';
import type { TransactionDetail } from './transaction-detail.ts';
import classes from './transaction.module.css';
import { messages } from './messages.ts';

type LogEntry = TransactionDetail['rail_log'][number];

/** Requests to and from the bank about this payment, with secrets removed. */
export const ProviderLogPanel = ({ entries }: { entries: readonly LogEntry[] }) => (
  <Panel title={messages().log.title} flush={entries.length > 0}>
    {entries.length === 0 ? (
      <Text c="dimmed">{messages().log.empty}</Text>
    ) : (
      entries.map((entry) => <LogEntryLine key={entry.id} message={entry} />)
    )}
  </Panel>
);

function LogEntryLine({ message }: { message: LogEntry }) {
  const t = messages().log;
  const [is_open, setOpen] = useState(false);
  const is_out = message.direction === 'out';
  return (
    <details className={classes.message} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <IconChevronRight size={15} className={classes.turn} aria-hidden />
        {is_out ? (
          <IconArrowUpRight size={16} aria-label={t.to_bank} />
        ) : (
          <IconArrowDownLeft size={16} aria-label={t.from_bank} />
        )}
        <span className={classes.endpoint}>{message.endpoint}</span>
        <Outcome message={message} />
        <Text c="dimmed" fz="xs" className={classes.when}>
          <Instant at={message.at} />
          {message.latency_ms !== null && ` · ${formatCount(message.latency_ms)} ms`}
          {message.response_code !== null && ` · SNAP ${message.response_code}`}
        </Text>
      </summary>
      {is_open && (
        <div className={classes.bodies}>
          <Body title={is_out ? t.sent : t.received} value={message.request} />
          <Body title={is_out ? t.bank_response : t.our_response} value={message.response} />
        </div>
      )}
    </details>
  );
}

const Outcome = ({ message: { http_status } }: { message: LogEntry }) => {
  if (http_status === null)
    return <StatusChip status="no_response" tone="warning" label={messages().log.no_response} />;
  return <StatusChip status={String(http_status)} tone={http_status < 400 ? 'success' : 'danger'} />;
};

const Body = ({ title, value }: { title: string; value: unknown }) => (
  <div>
    <Group mb={4}>
      <Text fz="xs" c="dimmed">
        {title}
      </Text>
    </Group>
    {value === null || value === undefined || value === '' ? (
      <Text c="dimmed">{messages().log.no_content}</Text>
    ) : (
      <JsonBlock value={value} label={title} />
    )}
  </div>
);
