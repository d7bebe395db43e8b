import type { SnapCredential, SnapCredentialStatus } from '@dasbor/contract/snap-credential';
import { Alert, Text } from '@mantine/core';
import { Instant } from '../ui/instant.tsx';
import { StatusChip } from '../ui/status-chip.tsx';
import { CodeLine, TwoLines } from '../ui/two-lines.tsx';
import { messages } from './messages.ts';

const TONES = { active: 'success', incomplete: 'warning', revoked: 'neutral' } as const;

export const CredentialStatus = ({ status }: { status: SnapCredentialStatus }) => (
  <StatusChip status={status} tone={TONES[status]} label={messages().statuses[status]} />
);

export const formatServices = ({ services }: Pick<SnapCredential, 'services'>): string =>
  services.map((service) => messages().services[service]).join(', ');

export function LastUsed({ shown: { last_used_at, last_used_ip } }: { shown: SnapCredential }) {
  const t = messages();
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

/** Why the server refused a change. */
export const ErrorAlert = ({ detail }: { detail: string }) => (
  <Alert color="red" role="alert">
    {detail}
  </Alert>
);
