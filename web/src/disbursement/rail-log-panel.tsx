import { Text } from '@mantine/core';
import { Instant } from '../ui/instant.tsx';
import { JsonBlock } from '../ui/json-block.tsx';
import { Panel } from '../ui/panel.tsx';
import { StatusChip } from '../ui/status-chip.tsx';
import type { DisbursementDetail } from './detail-screen.tsx';
import classes from './disbursement.module.css';
import { messages } from './messages.ts';

type LogEntry = DisbursementDetail['rail_log'][number];

/** Requests to and from the bank about a disbursement, with secrets removed. */
export const RailLogPanel = ({ entries }: { entries: readonly LogEntry[] }) => (
  <Panel title={messages().detail.log}>
    {entries.length === 0 ? (
      <Text c="dimmed">{messages().detail.log_empty}</Text>
    ) : (
      entries.map((entry) => <LogLine key={entry.id} entry={entry} />)
    )}
  </Panel>
);

function LogLine({ entry }: { entry: LogEntry }) {
  const t = messages().detail;
  const { http_status } = entry;
  return (
    <details className={classes.logLine}>
      <summary>
        <span className={classes.endpoint}>{entry.endpoint}</span>{' '}
        <StatusChip
          status={String(http_status)}
          label={http_status === null ? t.log_no_response : String(http_status)}
          tone={http_status === null ? 'warning' : http_status < 400 ? 'success' : 'danger'}
        />
        <Text c="dimmed" fz="xs">
          <Instant at={entry.at} seconds />
          {entry.response_code !== null && ` · SNAP ${entry.response_code}`}
        </Text>
      </summary>
      <Text c="dimmed" fz="xs" className={classes.externalId}>
        {t.external_id} {entry.external_id}
      </Text>
      <JsonBlock value={entry.request ?? null} label={t.log_request} />
      <JsonBlock value={entry.response ?? null} label={t.log_response} />
    </details>
  );
}
