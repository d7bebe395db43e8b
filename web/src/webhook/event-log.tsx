import type { WebhookEvent } from '@dasbor/contract/webhook-fields';
import { getWebhookEvent, listWebhookEvents, resendWebhookEvents } from '@dasbor/contract/webhook';
import { Button, Group } from '@mantine/core';
import { IconBroadcast } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { call } from '../api/call.ts';
import { useHasAccess } from '../api/signed-in.ts';
import { ExportButton } from '../list/export-button.tsx';
import { useLiveRows } from '../list/live-rows.ts';
import { renderText } from '../ui/column.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { FailedState } from '../ui/failed-state.tsx';
import { Instant } from '../ui/instant.tsx';
import { PanelTable } from '../ui/panel-table.tsx';
import { ActionButton } from '../ui/action-button.tsx';
import { SecondaryText, RowCard } from '../ui/row-card.tsx';
import { ListSkeleton } from '../ui/skeletons.tsx';
import { EventStatus } from './chips.tsx';
import { TypeButton, listColumns } from './event-columns.tsx';
import { EVENT_FILTER, EventFilter, type EventFilterState, toEventQuery } from './event-filter.tsx';
import { EventSheet } from './event-sheet.tsx';
import { messages } from './messages.ts';
import { useWebhookChange } from './mutations.ts';

/** The events of one endpoint. */
export function EndpointEvents({ endpoint_id }: { endpoint_id: string }) {
  const [filter, setFilter] = useState(EVENT_FILTER.NO_FILTER);
  return <EventLog endpoint_id={endpoint_id} filter={filter} onChange={(part) => setFilter({ ...filter, ...part })} />;
}

interface EventLogProps {
  endpoint_id?: string;
  filter: EventFilterState;
  onChange: (part: Partial<EventFilterState>) => void;
}

/** Events with their deliveries: of one endpoint, or of all. */
export function EventLog({ endpoint_id, filter, onChange }: EventLogProps) {
  const t = messages();
  const [shown, setShown] = useState<WebhookEvent | null>(null);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const query = useMemo(() => toEventQuery(filter, endpoint_id), [filter, endpoint_id]);
  const live = useLiveRows({ route: listWebhookEvents, query, topic: 'webhook-event', detail_route: getWebhookEvent });
  const { list: events, new_count, showNewRows } = live;
  const rows = live.rows.map((event) => toShown(event, endpoint_id));
  const is_filtered = EVENT_FILTER.isFiltered(filter);
  const toggle = (id: string) => {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    setSelected(next);
  };
  return (
    <>
      <EventFilter filter={filter} onChange={onChange} is_of_all={endpoint_id === undefined} />
      <Group gap="sm" my="sm">
        {new_count > 0 && (
          <Button variant="light" size="compact-sm" onClick={() => void showNewRows()}>
            {t.log.show_new(new_count)}
          </Button>
        )}
        <ExportButton size="compact-sm" list="webhook-events" route={listWebhookEvents} query={query} />
        {selected.size > 0 && (
          <ResendSelected ids={[...selected]} endpoint_id={endpoint_id} onDone={() => setSelected(new Set())} />
        )}
      </Group>
      {events.isPending && <ListSkeleton rows={5} />}
      {events.isError && events.data === undefined && (
        <FailedState detail={(events.error as Error).message} onRetry={() => void events.refetch()} />
      )}
      {events.data !== undefined && rows.length === 0 && (
        <EmptyState
          title={is_filtered ? t.log.empty_filtered : t.log.empty}
          icon={<IconBroadcast size={22} stroke={1.6} />}
          action={
            is_filtered && (
              <Button variant="default" onClick={() => onChange(EVENT_FILTER.cleared(filter))}>
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
              <SecondaryText>{renderText(row.object_id)}</SecondaryText>
              <SecondaryText>
                <Instant at={row.created_at} seconds />
              </SecondaryText>
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

interface ResendProps {
  ids: string[];
  endpoint_id: string | undefined;
  onDone: () => void;
}

function ResendSelected({ ids, endpoint_id, onDone }: ResendProps) {
  const t = messages();
  const reason = useHasAccess('API', 'manage') ? undefined : t.denied;
  const resend = useWebhookChange(() => call(resendWebhookEvents, { body: { ids, endpoint_id } }), {
    done: ({ data }) => t.log.resent(data.count),
    onDone,
  });
  return (
    <ActionButton disabled_reason={reason} loading={resend.isPending} onClick={() => resend.mutate(undefined)}>
      {t.log.resend_selected(ids.length)}
    </ActionButton>
  );
}
