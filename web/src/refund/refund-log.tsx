import { Text } from '@mantine/core';
import { Instant } from '../ui/instant.tsx';
import { JsonBlock } from '../ui/json-block.tsx';
import { StatusChip } from '../ui/status-chip.tsx';
import { messages } from './messages.ts';
import type { RefundDetail } from './refund-detail.ts';
import classes from './refund.module.css';

type LogEntry = RefundDetail['rail_log'][number];

/** Requests to and from the bank about a refund, with secrets removed. */
export const RefundLog = ({ entries }: { entries: readonly LogEntry[] }) =>
  entries.length === 0 ? (
    <Text c="dimmed">{messages().sheet.log_empty}</Text>
  ) : (
    entries.map((entry) => <LogLine key={entry.id} entry={entry} />)
  );

function LogLine({ entry }: { entry: LogEntry }) {
  const t = messages().sheet;
  const { http_status } = entry;
  return (
    <details className={classes.logLine}>
      <summary>
        <span className={classes.endpoint}>{entry.endpoint}</span>{' '}
        <StatusChip
          status={String(http_status)}
          label={http_status === null ? t.no_response : String(http_status)}
          tone={http_status === null ? 'warning' : http_status < 400 ? 'success' : 'danger'}
        />
        <Text c="dimmed" fz="xs">
          <Instant at={entry.at} seconds />
          {entry.response_code !== null && ` · SNAP ${entry.response_code}`}
        </Text>
      </summary>
      <JsonBlock value={entry.request ?? null} label={t.request} />
      <JsonBlock value={entry.response ?? null} label={t.response} />
    </details>
  );
}
