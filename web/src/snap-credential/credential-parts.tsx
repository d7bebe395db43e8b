import type { SnapCredential, SnapCredentialStatus } from '@dasbor/contract/snap-credential';
import { Alert, Text } from '@mantine/core';
import { Instant } from '../ui/instant.tsx';
import { StatusChip } from '../ui/status-chip.tsx';
import { messages } from './messages.ts';
import classes from './snap-credential.module.css';

const MEANINGS = { active: 'done', incomplete: 'attention', revoked: 'over' } as const;

export const CredentialStatus = ({ status }: { status: SnapCredentialStatus }) => (
  <StatusChip status={status} meaning={MEANINGS[status]} label={messages().statuses[status]} />
);

export const formatServices = ({ services }: Pick<SnapCredential, 'services'>): string =>
  services.map((service) => messages().services[service]).join(', ');

export function LastUse({ shown: { last_used_at, last_used_ip } }: { shown: SnapCredential }) {
  const t = messages();
  if (last_used_at === null) {
    return (
      <Text span c="dimmed" fz="sm">
        {t.not_used}
      </Text>
    );
  }
  return (
    <span className={classes.lines}>
      <Instant at={last_used_at} />
      {last_used_ip !== null && <span className={classes.code}>{t.ip(last_used_ip)}</span>}
    </span>
  );
}

/** Why the server refused a change. */
export const Refusal = ({ detail }: { detail: string }) => (
  <Alert color="red" role="alert">
    {detail}
  </Alert>
);
