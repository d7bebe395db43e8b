import { type WebhookEndpoint } from '@dasbor/contract/webhook-fields';
import {
  deleteWebhook,
  disableWebhook,
  enableWebhook,
  getWebhook,
  rotateWebhookSecret,
} from '@dasbor/contract/webhook';
import { Group, Stack, Text, Title } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { buildQuery } from '../api/query.ts';
import { useHasAccess } from '../api/signed-in.ts';
import { DetailTabs } from '../list/detail-tabs.tsx';
import { ConfirmModal } from '../ui/confirm-modal.tsx';
import { Countdown } from '../ui/countdown.tsx';
import { DetailList } from '../ui/detail-list.tsx';
import { FailedState } from '../ui/failed-state.tsx';
import { Instant } from '../ui/instant.tsx';
import links from '../ui/link.module.css';
import { Panel } from '../ui/panel.tsx';
import { ActionButton } from '../ui/action-button.tsx';
import { SecretModal } from '../ui/secret-modal.tsx';
import { CardSkeleton } from '../ui/skeletons.tsx';
import { EndpointStatus } from './chips.tsx';
import { EndpointAlert } from './endpoint-alert.tsx';
import { EndpointEvents } from './event-log.tsx';
import { formatEvents, formatRate, formatWaiting } from './format.ts';
import { messages } from './messages.ts';
import { useWebhookChange } from './mutations.ts';
import { RecoverModal } from './recover-modal.tsx';
import { TestModal } from './test-modal.tsx';
import classes from './webhook.module.css';

/** One endpoint: state, metrics, secret, and its events. */
export function EndpointDetail({ id }: { id: string }) {
  const t = messages();
  const endpoint = useQuery({ ...buildQuery(getWebhook, { params: { id } }), meta: { quiet: true } });
  return (
    <Stack gap="lg">
      <div>
        <Link to="/api-settings" search={{ tab: 'webhooks' }} className={classes.back}>
          <IconArrowLeft size={15} aria-hidden /> {t.detail.back}
        </Link>
      </div>
      {endpoint.isPending && <CardSkeleton lines={6} />}
      {endpoint.isError && <FailedState detail={endpoint.error.message} onRetry={() => void endpoint.refetch()} />}
      {endpoint.data !== undefined && <Detail endpoint={endpoint.data.data} />}
    </Stack>
  );
}

function Detail({ endpoint }: { endpoint: WebhookEndpoint }) {
  const t = messages();
  const { id, url } = endpoint;
  return (
    <>
      <Title order={2} fz={20} className={classes.url}>
        {url}
      </Title>
      <EndpointAlert endpoint={endpoint} />
      <Actions endpoint={endpoint} />
      <DetailTabs field="section" record={endpoint} audit={{ object_types: ['webhook_endpoint'], object_id: id }}>
        <Stack gap="lg">
          <div className={classes.columns}>
            <Panel title={t.detail.details}>
              <DetailList
                rows={[
                  [t.columns.status, <EndpointStatus key="status" status={endpoint.status} />],
                  [t.columns.events, formatEvents(endpoint)],
                  [t.columns.success_rate, formatRate(endpoint)],
                  [t.detail.waiting, formatWaiting(endpoint)],
                  [
                    t.columns.last_delivery,
                    endpoint.last_delivery_at === null ? (
                      t.endpoints.never
                    ) : (
                      <Instant key="last" at={endpoint.last_delivery_at} />
                    ),
                  ],
                  [t.detail.description, endpoint.description],
                  [t.detail.headers, endpoint.header_names.join(', ')],
                  [t.detail.notify_email, endpoint.notify_email],
                  [t.detail.api_version, endpoint.api_version],
                  [t.columns.created, <Instant key="created" at={endpoint.created_at} />],
                ]}
              />
            </Panel>
            {endpoint.snap_service === null ? (
              <SecretPanel endpoint={endpoint} />
            ) : (
              <CredentialPanel endpoint={endpoint} />
            )}
          </div>
          <Panel title={t.detail.events}>
            <EndpointEvents endpoint_id={id} />
          </Panel>
        </Stack>
      </DetailTabs>
    </>
  );
}

function Actions({ endpoint }: { endpoint: WebhookEndpoint }) {
  const t = messages();
  const { id, status } = endpoint;
  const navigate = useNavigate();
  const reason = useHasAccess('API', 'manage') ? undefined : t.denied;
  const [opened, setOpened] = useState<'test' | 'recover' | 'delete' | null>(null);
  const close = () => setOpened(null);
  const params = { id };
  const enable = useWebhookChange(() => call(enableWebhook, { params }), { done: () => t.detail.enabled });
  const disable = useWebhookChange(() => call(disableWebhook, { params }), { done: () => t.detail.disabled });
  const remove = useWebhookChange(() => call(deleteWebhook, { params }), {
    done: () => t.detail.deleted,
    onDone: () => navigate({ to: '/api-settings', search: { tab: 'webhooks' } }),
  });
  const is_disabled = status === 'disabled';
  // Changed with its credential.
  const is_snap = endpoint.snap_service !== null;
  return (
    <Group gap="xs">
      {is_disabled ? (
        <ActionButton disabled_reason={reason} loading={enable.isPending} onClick={() => enable.mutate(undefined)}>
          {t.detail.enable}
        </ActionButton>
      ) : (
        <>
          <ActionButton disabled_reason={reason} onClick={() => setOpened('test')}>
            {t.test.button}
          </ActionButton>
          <ActionButton variant="default" disabled_reason={reason} onClick={() => setOpened('recover')}>
            {t.recover.button}
          </ActionButton>
        </>
      )}
      {!is_snap && (
        <ActionButton
          variant="default"
          disabled_reason={reason}
          onClick={() => void navigate({ to: '/api-settings/create-webhook', search: { webhook: id } })}
        >
          {t.detail.edit}
        </ActionButton>
      )}
      {!is_disabled && (
        <ActionButton
          variant="default"
          disabled_reason={reason}
          loading={disable.isPending}
          onClick={() => disable.mutate(undefined)}
        >
          {t.detail.disable}
        </ActionButton>
      )}
      {!is_snap && (
        <ActionButton variant="default" disabled_reason={reason} onClick={() => setOpened('delete')}>
          {t.detail.delete}
        </ActionButton>
      )}
      {opened === 'test' && <TestModal id={id} has_types={!is_snap} onClose={close} />}
      {opened === 'recover' && <RecoverModal id={id} onClose={close} />}
      <ConfirmModal
        opened={opened === 'delete'}
        title={t.detail.delete_title}
        confirm={t.detail.delete}
        is_dangerous
        is_busy={remove.isPending}
        onConfirm={() => remove.mutate(undefined)}
        onClose={close}
      >
        {t.detail.delete_line}
      </ConfirmModal>
    </Group>
  );
}

/** Link to the address and signature of an endpoint over SNAP BI. */
function CredentialPanel({ endpoint: { description, snap_service } }: { endpoint: WebhookEndpoint }) {
  const { snap } = messages();
  return (
    <Panel title={snap.title}>
      <Stack gap="md" align="flex-start">
        <Text fz="sm">
          {description}
          {snap_service !== null && ` · ${snap.services[snap_service]}`}
        </Text>
        <Text c="dimmed" fz="sm">
          {snap.line}
        </Text>
        <Link to="/api-settings" search={{ tab: 'snap' }} className={links.link}>
          {snap.open}
        </Link>
      </Stack>
    </Panel>
  );
}

function SecretPanel({ endpoint }: { endpoint: WebhookEndpoint }) {
  const t = messages();
  const reason = useHasAccess('API', 'manage') ? undefined : t.denied;
  const [is_asking, setAsking] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const rotate = useWebhookChange(() => call(rotateWebhookSecret, { params: { id: endpoint.id } }), {
    onDone: ({ data }) => {
      setAsking(false);
      setSecret(data.secret);
    },
  });
  const until = endpoint.previous_secret_expires_at;
  return (
    <Panel title={t.detail.secret}>
      <Stack gap="md" align="flex-start">
        <Text fz="sm">{t.detail.hidden_secret}</Text>
        <Text c="dimmed" fz="sm">
          {t.detail.secret_line}
        </Text>
        {until !== null && (
          <Text fz="sm">
            {t.detail.previous} <Countdown until={until} over={t.detail.previous_over} />
          </Text>
        )}
        <ActionButton variant="default" disabled_reason={reason} onClick={() => setAsking(true)}>
          {t.detail.rotate}
        </ActionButton>
      </Stack>
      <ConfirmModal
        opened={is_asking}
        title={t.detail.rotate_title}
        confirm={t.detail.rotate}
        is_busy={rotate.isPending}
        onConfirm={() => rotate.mutate(undefined)}
        onClose={() => setAsking(false)}
      >
        {t.detail.rotate_line}
      </ConfirmModal>
      {secret !== null && <SecretModal texts={messages().secret} secret={secret} onClose={() => setSecret(null)} />}
    </Panel>
  );
}
