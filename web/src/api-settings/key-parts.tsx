import type { ApiKey, ApiKeyStatus } from '@dasbor/contract/api-settings';
import { Text } from '@mantine/core';
import { Instant } from '../ui/instant.tsx';
import { StatusChip } from '../ui/status-chip.tsx';
import { CodeLine, TwoLines } from '../ui/two-lines.tsx';
import { messages } from './messages.ts';

const TONES = { active: 'success', rolled: 'warning', expired: 'neutral', revoked: 'neutral' } as const;

export const KeyStatus = ({ status }: { status: ApiKeyStatus }) => (
  <StatusChip status={status} tone={TONES[status]} label={messages().keys.statuses[status]} />
);

/** The beginning and the end of a key, to recognise it. */
export const KeyCode = ({ shown: { prefix, last4 } }: { shown: ApiKey }) => <CodeLine>{`${prefix}…${last4}`}</CodeLine>;

export function LastUsed({ shown: { last_used_at, last_used_ip } }: { shown: ApiKey }) {
  const t = messages().keys;
  if (last_used_at === null) {
    return (
      <Text span c="dimmed" fz="sm">
        {t.not_used}
      </Text>
    );
  }
  return (
    <TwoLines>
      <Instant at={last_used_at} />
      {last_used_ip !== null && <CodeLine>{t.ip(last_used_ip)}</CodeLine>}
    </TwoLines>
  );
}
