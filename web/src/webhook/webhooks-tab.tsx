import { type WebhookEndpoint } from '@dasbor/contract/webhook-fields';
import { listWebhooks } from '@dasbor/contract/webhook';
import { Group, Text } from '@mantine/core';
import { IconWebhook } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { buildQuery } from '../api/query.ts';
import { useHasAccess } from '../api/signed-in.ts';
import { type Column, COUNT, STATUS, TIME } from '../ui/column.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { FailedState } from '../ui/failed-state.tsx';
import { Instant } from '../ui/instant.tsx';
import links from '../ui/link.module.css';
import { PanelTable } from '../ui/panel-table.tsx';
import { Panel } from '../ui/panel.tsx';
import { ActionButton } from '../ui/action-button.tsx';
import { SecondaryText, RowCard } from '../ui/row-card.tsx';
import { ListSkeleton } from '../ui/skeletons.tsx';
import { TwoLines } from '../ui/two-lines.tsx';
import { EndpointStatus } from './chips.tsx';
import { EndpointDetail } from './endpoint-detail.tsx';
import { formatEvents, formatRate } from './format.ts';
import { messages } from './messages.ts';
import classes from './webhook.module.css';

/** The endpoints of the merchant, or the one of `?webhook=`. */
export function WebhooksTab() {
  const { webhook } = useSearch({ strict: false });
  return typeof webhook === 'string' ? <EndpointDetail id={webhook} /> : <EndpointList />;
}

function EndpointList() {
  const t = messages();
  const navigate = useNavigate();
  const may_manage = useHasAccess('API', 'manage');
  const endpoints = useQuery({ ...buildQuery(listWebhooks), meta: { quiet: true } });
  const create = (
    <ActionButton
      disabled_reason={may_manage ? undefined : t.denied}
      onClick={() => void navigate({ to: '/api-settings/create-webhook' })}
    >
      {t.endpoints.create}
    </ActionButton>
  );
  const rows = endpoints.data?.data ?? [];
  return (
    <>
      <Group justify="space-between" gap="sm" mb="md">
        <Text c="dimmed" fz="sm" maw={640}>
          {t.endpoints.line}
        </Text>
        {rows.length > 0 && create}
      </Group>
      {endpoints.isPending && <ListSkeleton rows={3} />}
      {endpoints.isError && <FailedState detail={endpoints.error.message} onRetry={() => void endpoints.refetch()} />}
      {endpoints.data !== undefined && (
        <Panel flush>
          {rows.length === 0 ? (
            <EmptyState title={t.endpoints.empty} icon={<IconWebhook size={22} stroke={1.6} />} action={create}>
              {t.endpoints.empty_line}
            </EmptyState>
          ) : (
            <PanelTable
              label={t.endpoints.label}
              columns={listColumns()}
              rows={rows}
              keyOf={({ id }) => id}
              renderCard={(row) => (
                <RowCard>
                  <EndpointLink row={row} />
                  <EndpointStatus status={row.status} />
                  <SecondaryText>{formatEvents(row)}</SecondaryText>
                  <SecondaryText>{formatRate(row)}</SecondaryText>
                </RowCard>
              )}
            />
          )}
        </Panel>
      )}
    </>
  );
}

function listColumns(): Column<WebhookEndpoint>[] {
  const t = messages();
  return [
    { id: 'url', label: t.columns.url, width_px: 280, render: (row) => <EndpointLink row={row} /> },
    { id: 'events', label: t.columns.events, width_px: 120, priority: 4, render: formatEvents },
    { ...STATUS, id: 'status', label: t.columns.status, render: ({ status }) => <EndpointStatus status={status} /> },
    { ...COUNT, id: 'rate', label: t.columns.success_rate, width_px: 150, priority: 3, render: formatRate },
    {
      ...TIME,
      id: 'last_delivery',
      label: t.columns.last_delivery,
      priority: 2,
      render: ({ last_delivery_at: at }) => (at === null ? t.endpoints.never : <Instant at={at} />),
    },
    { ...TIME, id: 'created', label: t.columns.created, priority: 1, render: (row) => <Instant at={row.created_at} /> },
  ];
}

const EndpointLink = ({ row: { id, url, description, snap_service } }: { row: WebhookEndpoint }) => (
  <TwoLines>
    <Link to="/api-settings" search={{ tab: 'webhooks', webhook: id }} className={links.link} title={url}>
      {url}
    </Link>
    {snap_service !== null && <span className={classes.quiet}>{messages().snap.services[snap_service]}</span>}
    {snap_service === null && description !== null && <span className={classes.quiet}>{description}</span>}
  </TwoLines>
);
