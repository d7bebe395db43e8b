import { getMerchantIntegration, type MerchantIntegration } from '@dasbor/contract/merchant-view';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { buildQuery } from '../api/query.ts';
import { type Column, STATUS, TIME, renderInstant, renderText } from '../ui/column.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { FailedState } from '../ui/failed-state.tsx';
import { Instant } from '../ui/instant.tsx';
import { PanelTable } from '../ui/panel-table.tsx';
import { Panel } from '../ui/panel.tsx';
import { SecondaryText, RowCard } from '../ui/row-card.tsx';
import { ListSkeleton } from '../ui/skeletons.tsx';
import { type Tone, StatusChip } from '../ui/status-chip.tsx';
import { CodeLine } from '../ui/two-lines.tsx';
import { integrationMessages } from './integration-messages.ts';

type Key = MerchantIntegration['api_keys'][number];
type Endpoint = MerchantIntegration['webhooks'][number];
type Credential = MerchantIntegration['snap_credentials'][number];

const TONES: Record<Key['status'] | Endpoint['status'] | Credential['status'], Tone> = {
  active: 'success',
  rolled: 'warning',
  incomplete: 'warning',
  failing: 'warning',
  expired: 'neutral',
  revoked: 'neutral',
  disabled: 'neutral',
};

const Status = ({ status }: { status: keyof typeof TONES }) => (
  <StatusChip status={status} tone={TONES[status]} label={integrationMessages().statuses[status]} />
);

/** The health of the integration of a merchant: what its servers use, and whether they still do. Nothing can be changed. */
export function IntegrationTab({ merchant_id }: { merchant_id: string }) {
  const t = integrationMessages();
  const query = useQuery({
    ...buildQuery(getMerchantIntegration, { params: { merchant_id } }),
    meta: { quiet: true },
  });
  if (query.isPending) return <ListSkeleton rows={6} />;
  if (query.isError) return <FailedState detail={query.error.message} onRetry={() => void query.refetch()} />;
  const { api_keys, webhooks, snap_credentials } = query.data.data;
  return (
    <>
      <Part title={t.keys} empty={t.no_keys} columns={listKeyColumns()} rows={api_keys} renderCard={KeyCard} />
      <Part
        title={t.webhooks}
        empty={t.no_webhooks}
        columns={listWebhookColumns()}
        rows={webhooks}
        renderCard={WebhookCard}
      />
      <Part
        title={t.snap}
        empty={t.no_snap}
        columns={listCredentialColumns()}
        rows={snap_credentials}
        renderCard={CredentialCard}
      />
    </>
  );
}

interface PartProps<Row> {
  title: string;
  empty: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  renderCard: (row: Row) => ReactNode;
}

const Part = <Row extends { id: string }>({ title, empty, columns, rows, renderCard }: PartProps<Row>) => (
  <Panel title={title} flush>
    {rows.length === 0 ? (
      <EmptyState title={empty} />
    ) : (
      <PanelTable label={title} columns={columns} rows={rows} keyOf={({ id }) => id} renderCard={renderCard} />
    )}
  </Panel>
);

const formatKey = ({ prefix, last4 }: Key): string => `${prefix}…${last4}`;

const formatRate = (rate: number | null): string | null =>
  rate === null ? null : `${(Math.floor(rate * 1_000) / 10).toString()}%`;

function listKeyColumns(): Column<Key>[] {
  const t = integrationMessages();
  return [
    { id: 'name', label: t.name, width_px: 160, render: ({ name }) => name },
    { id: 'key', label: t.key, width_px: 170, render: (row) => <CodeLine>{formatKey(row)}</CodeLine> },
    { ...STATUS, id: 'status', label: t.status, render: (row) => <Status {...row} /> },
    { ...TIME, id: 'last_used', label: t.last_used, render: ({ last_used_at }) => renderInstant(last_used_at) },
    { ...TIME, id: 'expires', label: t.expires, render: ({ expires_at }) => renderInstant(expires_at), priority: 2 },
    { ...TIME, id: 'created', label: t.created, render: ({ created_at }) => <Instant at={created_at} />, priority: 1 },
  ];
}

function listWebhookColumns(): Column<Endpoint>[] {
  const t = integrationMessages();
  return [
    { id: 'url', label: t.url, width_px: 240, render: ({ url }) => <CodeLine>{url}</CodeLine> },
    { ...STATUS, id: 'status', label: t.status, render: (row) => <Status {...row} /> },
    {
      id: 'rate',
      label: t.success_rate,
      width_px: 150,
      align: 'right',
      is_whole: true,
      render: ({ success_rate_24h }) => renderText(formatRate(success_rate_24h)),
    },
    { id: 'waiting', label: t.waiting, width_px: 100, align: 'right', render: (row) => row.waiting_count, priority: 1 },
    {
      ...TIME,
      id: 'last_delivery',
      label: t.last_delivery,
      render: ({ last_delivery_at }) => renderInstant(last_delivery_at),
      priority: 2,
    },
    {
      ...TIME,
      id: 'failing_since',
      label: t.failing_since,
      render: ({ failing_since }) => renderInstant(failing_since),
      priority: 3,
    },
  ];
}

function listCredentialColumns(): Column<Credential>[] {
  const t = integrationMessages();
  return [
    { id: 'name', label: t.name, width_px: 160, render: ({ name }) => name },
    { id: 'client_key', label: t.client_key, width_px: 220, render: (row) => <CodeLine>{row.client_key}</CodeLine> },
    { id: 'channel_id', label: t.channel_id, width_px: 120, render: (row) => <CodeLine>{row.channel_id}</CodeLine> },
    { ...STATUS, id: 'status', label: t.status, render: (row) => <Status {...row} /> },
    { ...TIME, id: 'last_used', label: t.last_used, render: ({ last_used_at }) => renderInstant(last_used_at) },
    { ...TIME, id: 'created', label: t.created, render: ({ created_at }) => <Instant at={created_at} />, priority: 1 },
  ];
}

/** A label and a time on a card, such as `Last used 21 Nov 2026, 14:05 WIB`. */
const TimeLine = ({ label, at }: { label: string; at: string | null }) => (
  <SecondaryText>
    {label}: {renderInstant(at)}
  </SecondaryText>
);

const KeyCard = (row: Key) => (
  <RowCard>
    <b>{row.name}</b>
    <Status {...row} />
    <CodeLine>{formatKey(row)}</CodeLine>
    <TimeLine label={integrationMessages().last_used} at={row.last_used_at} />
    <TimeLine label={integrationMessages().expires} at={row.expires_at} />
  </RowCard>
);

const WebhookCard = (row: Endpoint) => (
  <RowCard>
    <CodeLine>{row.url}</CodeLine>
    <Status {...row} />
    <SecondaryText>
      {integrationMessages().success_rate}: {renderText(formatRate(row.success_rate_24h))}
    </SecondaryText>
    <TimeLine label={integrationMessages().last_delivery} at={row.last_delivery_at} />
    {row.failing_since !== null && <TimeLine label={integrationMessages().failing_since} at={row.failing_since} />}
  </RowCard>
);

const CredentialCard = (row: Credential) => (
  <RowCard>
    <b>{row.name}</b>
    <Status {...row} />
    <CodeLine>{row.client_key}</CodeLine>
    <TimeLine label={integrationMessages().last_used} at={row.last_used_at} />
  </RowCard>
);
