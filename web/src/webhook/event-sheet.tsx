import { type WebhookAttempt } from '@dasbor/contract/webhook-fields';
import { getWebhookEvent, listWebhookAttempts, resendWebhookEvent } from '@dasbor/contract/webhook';
import { Drawer, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { buildQuery } from '../api/query.ts';
import { useHasAccess } from '../api/signed-in.ts';
import { SheetTabs } from '../list/detail-tabs.tsx';
import { CopyableId } from '../ui/copyable-id.tsx';
import { DetailList } from '../ui/detail-list.tsx';
import { FailedState } from '../ui/failed-state.tsx';
import { Instant } from '../ui/instant.tsx';
import { JsonBlock } from '../ui/json-block.tsx';
import { ActionButton } from '../ui/action-button.tsx';
import { CardSkeleton } from '../ui/skeletons.tsx';
import { StatusChip } from '../ui/status-chip.tsx';
import { AttemptDetail, formatAttempt } from './attempt-detail.tsx';
import { EventStatus } from './chips.tsx';
import { messages } from './messages.ts';
import { ObjectLink } from './object-link.tsx';
import { useWebhookChange } from './mutations.ts';
import classes from './webhook.module.css';

/** One event with its payload and every attempt to deliver it. */
export const EventSheet = ({ id, onClose }: { id: string | null; onClose: () => void }) => (
  <Drawer
    opened={id !== null}
    onClose={onClose}
    position="right"
    size={560}
    title={messages().sheet.title}
    styles={{ title: { fontSize: 16, fontWeight: 650 } }}
    closeButtonProps={{ 'aria-label': messages().close }}
  >
    {id !== null && <EventDetails id={id} />}
  </Drawer>
);

function EventDetails({ id }: { id: string }) {
  const t = messages();
  const reason = useHasAccess('API', 'manage') ? undefined : t.denied;
  const event = useQuery({ ...buildQuery(getWebhookEvent, { params: { id } }), meta: { quiet: true } });
  const resend = useWebhookChange(() => call(resendWebhookEvent, { params: { id }, body: {} }), {
    done: ({ data }) => t.log.resent(data.count),
  });
  if (event.isPending) return <CardSkeleton lines={8} />;
  if (event.isError) return <FailedState detail={event.error.message} onRetry={() => void event.refetch()} />;
  const { type, status, object_id, sequence, created_at, payload, is_test } = event.data.data;
  return (
    <SheetTabs record={event.data.data}>
      <Stack gap="lg">
        <DetailList
          rows={[
            [t.columns.event, type],
            [t.columns.status, <EventStatus key="status" status={status} />],
            [t.columns.time, <Instant key="at" at={created_at} seconds />],
            [t.sheet.id, <CopyableId key="id" value={id} label={t.sheet.id} />],
            [t.sheet.object, object_id === null ? null : <ObjectLink key="object" id={object_id} />],
            [t.sheet.sequence, sequence],
          ]}
        />
        {!is_test && (
          <div>
            <ActionButton disabled_reason={reason} loading={resend.isPending} onClick={() => resend.mutate(undefined)}>
              {t.sheet.resend}
            </ActionButton>
          </div>
        )}
        <Attempts id={id} />
        <section aria-label={t.sheet.payload}>
          <Title order={3} fz={14} mb={8}>
            {t.sheet.payload}
          </Title>
          <JsonBlock value={JSON.parse(payload)} label={t.sheet.payload} />
        </section>
      </Stack>
    </SheetTabs>
  );
}

function Attempts({ id }: { id: string }) {
  const t = messages().sheet;
  const attempts = useQuery({ ...buildQuery(listWebhookAttempts, { params: { id } }), meta: { quiet: true } });
  return (
    <section aria-label={t.attempts}>
      <Title order={3} fz={14} mb={8}>
        {t.attempts}
      </Title>
      {attempts.isPending && <CardSkeleton lines={3} />}
      {attempts.isError && <FailedState detail={attempts.error.message} onRetry={() => void attempts.refetch()} />}
      {attempts.data?.data.length === 0 && (
        <Text c="dimmed" fz="sm">
          {t.no_attempts}
        </Text>
      )}
      <Stack gap="xs">
        {attempts.data?.data.map((attempt) => (
          <Attempt key={attempt.id} attempt={attempt} />
        ))}
      </Stack>
    </section>
  );
}

function Attempt({ attempt }: { attempt: WebhookAttempt }) {
  const t = messages().sheet;
  const { is_delivered, at, kind, latency_ms, url } = attempt;
  return (
    <details className={classes.attempt}>
      <summary className={classes.summary}>
        <StatusChip
          status={is_delivered ? 'delivered' : 'failed'}
          tone={is_delivered ? 'success' : 'danger'}
          label={formatAttempt(attempt)}
        />
        <span className={classes.quiet}>
          {t.kinds[kind]} · {t.latency(latency_ms)}
        </span>
        <Instant at={at} seconds />
        <span className={classes.attempt_url}>{url}</span>
      </summary>
      <AttemptDetail attempt={attempt} />
    </details>
  );
}
