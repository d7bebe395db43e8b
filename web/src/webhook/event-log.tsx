import { WEBHOOK_EVENT_STATUSES, type WebhookEvent, type WebhookEventStatus } from '@dasbor/contract/webhook-fields';
import { listWebhookEvents, resendWebhookEvents } from '@dasbor/contract/webhook';
import { WEBHOOK_EVENT_TYPES, type WebhookEventType, webhookEventTypeLabel } from '@dasbor/contract/webhook-events';
import { Anchor, Button, Checkbox, Group } from '@mantine/core';
import { IconBroadcast, IconRefresh } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { buildPagesQuery } from '../api/query.ts';
import { useMay } from '../api/signed-in.ts';
import { type Column, COUNT, STATUS, TIME, instantOr, textOr } from '../ui/column.tsx';
import { currentLanguage } from '../ui/define-messages.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { FailedState } from '../ui/failed-state.tsx';
import { Instant } from '../ui/instant.tsx';
import { PanelTable } from '../ui/panel-table.tsx';
import { ReasonedButton } from '../ui/reasoned-button.tsx';
import { Quiet, RowCard } from '../ui/row-card.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { ListSkeleton } from '../ui/skeletons.tsx';
import { formatAttempt } from './attempt-detail.tsx';
import { EventStatus } from './chips.tsx';
import { EventSheet } from './event-sheet.tsx';
import { messages } from './messages.ts';
import { useWebhookChange } from './mutations.ts';
import classes from './webhook.module.css';

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
  const rows = events.data?.pages.flatMap(({ data }) => data) ?? [];
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
        {selected.size > 0 && <ResendSelected ids={[...selected]} onDone={() => setSelected(new Set())} />}
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

function ResendSelected({ ids, onDone }: { ids: string[]; onDone: () => void }) {
  const t = messages();
  const reason = useMay('API', 'manage') ? undefined : t.denied;
  const resend = useWebhookChange(() => call(resendWebhookEvents, { body: { ids } }), {
    done: ({ data }) => t.log.resent(data.count),
    onDone,
  });
  return (
    <ReasonedButton reason={reason} loading={resend.isPending} onClick={() => resend.mutate(undefined)}>
      {t.log.resend_selected(ids.length)}
    </ReasonedButton>
  );
}

interface ColumnContext {
  selected: ReadonlySet<string>;
  toggle: (id: string) => void;
  onOpen: (event: WebhookEvent) => void;
}

function listColumns({ selected, toggle, onOpen }: ColumnContext): Column<WebhookEvent>[] {
  const t = messages();
  return [
    {
      id: 'select',
      label: '',
      width_px: 44,
      is_selection: true,
      render: ({ id, is_test }) =>
        is_test ? null : (
          <Checkbox size="xs" aria-label={t.log.select(id)} checked={selected.has(id)} onChange={() => toggle(id)} />
        ),
    },
    { id: 'event', label: t.columns.event, width_px: 210, render: (row) => <TypeButton row={row} onOpen={onOpen} /> },
    { ...STATUS, id: 'status', label: t.columns.status, render: ({ status }) => <EventStatus status={status} /> },
    { ...TIME, id: 'time', label: t.columns.time, render: ({ created_at: at }) => <Instant at={at} seconds /> },
    {
      id: 'object',
      label: t.columns.object,
      width_px: 230,
      priority: 2,
      render: ({ object_id }) => <span title={object_id ?? undefined}>{textOr(object_id)}</span>,
    },
    { id: 'endpoint', label: t.columns.url, width_px: 200, priority: 1, render: formatEndpoints },
    {
      ...COUNT,
      id: 'attempts',
      label: t.columns.attempts,
      priority: 3,
      render: ({ deliveries }) => Math.max(0, ...deliveries.map(({ attempts }) => attempts)),
    },
    { id: 'last', label: t.columns.last_response, width_px: 150, priority: 4, render: formatLast },
    {
      ...TIME,
      id: 'next',
      label: t.columns.next_attempt,
      priority: 1,
      render: ({ deliveries }) =>
        instantOr(deliveries.flatMap(({ next_attempt_at: at }) => at ?? []).toSorted()[0] ?? null),
    },
  ];
}

function formatEndpoints({ deliveries }: WebhookEvent) {
  const [first] = deliveries;
  if (first === undefined) return textOr(null);
  return deliveries.length === 1 ? (
    <span title={first.url}>{first.url}</span>
  ) : (
    messages().log.endpoints(deliveries.length)
  );
}

/** The response of the least successful delivery. */
function formatLast({ deliveries }: WebhookEvent) {
  const attempted = deliveries.filter(({ attempts }) => attempts > 0);
  const worst = attempted.find(({ status }) => status !== 'delivered') ?? attempted[0];
  return textOr(worst && formatAttempt({ http_status: worst.last_http_status, error: worst.last_error }));
}

const TypeButton = ({ row, onOpen }: { row: WebhookEvent; onOpen: (event: WebhookEvent) => void }) => (
  <div className={classes.two_lines}>
    <Anchor component="button" type="button" ta="left" onClick={() => onOpen(row)} title={row.id}>
      {row.type}
    </Anchor>
    <span className={classes.quiet}>
      {row.is_test && `${messages().log.test} · `}
      {webhookEventTypeLabel(row.type, currentLanguage())}
    </span>
  </div>
);
