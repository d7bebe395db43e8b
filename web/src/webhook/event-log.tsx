import { WEBHOOK_EVENT_STATUSES, type WebhookEvent, type WebhookEventStatus } from '@dasbor/contract/webhook-fields';
import { listWebhookEvents, resendWebhookEvents } from '@dasbor/contract/webhook';
import { WEBHOOK_EVENT_TYPES, type WebhookEventType } from '@dasbor/contract/webhook-events';
import { Button, Group } from '@mantine/core';
import { IconBroadcast, IconRefresh } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { buildPagesQuery } from '../api/query.ts';
import { useMay } from '../api/signed-in.ts';
import { textOr } from '../ui/column.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { FailedState } from '../ui/failed-state.tsx';
import { Instant } from '../ui/instant.tsx';
import { PanelTable } from '../ui/panel-table.tsx';
import { ReasonedButton } from '../ui/reasoned-button.tsx';
import { Quiet, RowCard } from '../ui/row-card.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { ListSkeleton } from '../ui/skeletons.tsx';
import { EventStatus } from './chips.tsx';
import { TypeButton, listColumns } from './event-columns.tsx';
import { EventSheet } from './event-sheet.tsx';
import { messages } from './messages.ts';
import { useWebhookChange } from './mutations.ts';

interface Filter {
  type: WebhookEventType | null;
  status: WebhookEventStatus | null;
  object_id: string;
}
const ANY: Filter = { type: null, status: null, object_id: '' };

/** Events with their deliveries: of one endpoint, or of all. */
export function EventLog({ endpoint_id }: { endpoint_id?: string }) {
  const t = messages();
  const [filter, setFilter] = useState(ANY);
  const [shown, setShown] = useState<WebhookEvent | null>(null);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const query = {
    ...(endpoint_id === undefined ? {} : { endpoint_id }),
    ...(filter.type === null ? {} : { type: filter.type }),
    ...(filter.status === null ? {} : { status: filter.status }),
    ...(filter.object_id === '' ? {} : { object_id: filter.object_id }),
  };
  const events = useInfiniteQuery({ ...buildPagesQuery(listWebhookEvents, { query }), meta: { quiet: true } });
  const rows = (events.data?.pages.flatMap(({ data }) => data) ?? []).map((event) => toShown(event, endpoint_id));
  const is_filtered = filter !== ANY;
  const toggle = (id: string) => {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    setSelected(next);
  };
  return (
    <>
      <Group gap="sm" mb="md" align="flex-end">
        <LogFilter filter={filter} onChange={setFilter} />
        <Button
          variant="default"
          leftSection={<IconRefresh size={16} aria-hidden />}
          loading={events.isRefetching}
          onClick={() => void events.refetch()}
        >
          {t.log.refresh}
        </Button>
        {selected.size > 0 && (
          <ResendSelected ids={[...selected]} endpoint_id={endpoint_id} onDone={() => setSelected(new Set())} />
        )}
      </Group>
      {events.isPending && <ListSkeleton rows={5} />}
      {events.isError && events.data === undefined && (
        <FailedState detail={events.error.message} onRetry={() => void events.refetch()} />
      )}
      {events.data !== undefined && rows.length === 0 && (
        <EmptyState
          title={is_filtered ? t.log.empty_filtered : t.log.empty}
          icon={<IconBroadcast size={22} stroke={1.6} />}
          action={
            is_filtered && (
              <Button variant="default" onClick={() => setFilter(ANY)}>
                {t.log.clear}
              </Button>
            )
          }
        >
          {is_filtered ? null : t.log.empty_line}
        </EmptyState>
      )}
      {rows.length > 0 && (
        <PanelTable
          label={t.log.label}
          columns={listColumns({ selected, toggle, onOpen: setShown })}
          rows={rows}
          keyOf={({ id }) => id}
          renderCard={(row) => (
            <RowCard>
              <TypeButton row={row} onOpen={setShown} />
              <EventStatus status={row.status} />
              <Quiet>{textOr(row.object_id)}</Quiet>
              <Quiet>
                <Instant at={row.created_at} seconds />
              </Quiet>
            </RowCard>
          )}
        />
      )}
      {events.hasNextPage && (
        <Group justify="center" mt="md">
          <Button variant="default" loading={events.isFetchingNextPage} onClick={() => void events.fetchNextPage()}>
            {t.load_more}
          </Button>
        </Group>
      )}
      <EventSheet id={shown?.id ?? null} onClose={() => setShown(null)} />
    </>
  );
}

/** In the log of one endpoint, its own delivery only. */
function toShown(event: WebhookEvent, endpoint_id: string | undefined): WebhookEvent {
  if (endpoint_id === undefined) return event;
  const deliveries = event.deliveries.filter((delivery) => delivery.endpoint_id === endpoint_id);
  return { ...event, deliveries, status: deliveries[0]?.status ?? event.status };
}

function LogFilter({ filter, onChange }: { filter: Filter; onChange: (filter: Filter) => void }) {
  const t = messages();
  const types = WEBHOOK_EVENT_TYPES.map((id) => ({ id, name: id }));
  const statuses = WEBHOOK_EVENT_STATUSES.map((id) => ({ id, name: t.event_statuses[id] }));
  return (
    <>
      <SearchField
        label={t.log.object}
        value={filter.object_id}
        onChange={(object_id) => onChange({ ...filter, object_id })}
      />
      <SelectField
        label={t.log.type}
        options={types}
        searchable
        clearable
        value={types.find(({ id }) => id === filter.type) ?? null}
        onChange={(one) => onChange({ ...filter, type: one?.id ?? null })}
      />
      <SelectField
        label={t.log.status}
        options={statuses}
        clearable
        value={statuses.find(({ id }) => id === filter.status) ?? null}
        onChange={(one) => onChange({ ...filter, status: one?.id ?? null })}
      />
    </>
  );
}

interface ResendProps {
  ids: string[];
  endpoint_id: string | undefined;
  onDone: () => void;
}

function ResendSelected({ ids, endpoint_id, onDone }: ResendProps) {
  const t = messages();
  const reason = useMay('API', 'manage') ? undefined : t.denied;
  const resend = useWebhookChange(() => call(resendWebhookEvents, { body: { ids, endpoint_id } }), {
    done: ({ data }) => t.log.resent(data.count),
    onDone,
  });
  return (
    <ReasonedButton reason={reason} loading={resend.isPending} onClick={() => resend.mutate(undefined)}>
      {t.log.resend_selected(ids.length)}
    </ReasonedButton>
  );
}
