import {
  WEBHOOK_EVENT_GROUPS,
  WEBHOOK_EVENT_TYPES,
  listWebhookEventTypes,
  webhookEventGroupLabel,
} from '@dasbor/contract/webhook-events';
import { WEBHOOK_EVENT_STATUSES, type WebhookEventStatus } from '@dasbor/contract/webhook-fields';
import { listWebhooks } from '@dasbor/contract/webhook';
import { Radio, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { buildQuery } from '../api/query.ts';
import { FilterBar } from '../list/filter-bar.tsx';
import { filterForm } from '../list/filter.ts';
import { currentLanguage } from '../ui/define-messages.ts';
import { FilterChip } from '../ui/filter-chip.tsx';
import { messages } from './messages.ts';

/** The filter of the event log; `endpoint_id` in the log of all endpoints only. */
export const EVENT_FILTER = filterForm({
  choices: { type: WEBHOOK_EVENT_TYPES, status: WEBHOOK_EVENT_STATUSES },
  date_fields: ['created'],
  sorts: ['-created'],
  texts: ['endpoint_id'],
});
export type EventFilterState = typeof EVENT_FILTER.NO_FILTER;

/** The filter as the API takes it; the search is for an object id. */
export function toEventQuery(filter: EventFilterState, endpoint_id: string | undefined): Record<string, unknown> {
  const { from, to, q, ...choices } = EVENT_FILTER.toSummaryQuery<Record<string, unknown>>(filter);
  return {
    ...choices,
    ...(from === undefined ? {} : { created_from: from }),
    ...(to === undefined ? {} : { created_to: to }),
    ...(q === undefined ? {} : { object_id: q }),
    ...(endpoint_id === undefined ? {} : { endpoint_id }),
  };
}

interface EventFilterProps {
  filter: EventFilterState;
  onChange: (part: Partial<EventFilterState>) => void;
  /** Whether events of all endpoints are listed. */
  is_of_all: boolean;
}

export function EventFilter({ filter, onChange, is_of_all }: EventFilterProps) {
  const t = messages();
  return (
    <FilterBar
      form={EVENT_FILTER}
      filter={filter}
      onChange={onChange}
      label={t.log.filter}
      search_label={t.log.object}
      dates={[['created', t.log.created]]}
      saved_views_key={is_of_all ? 'webhook-events' : 'webhook-endpoint-events'}
      choices={[
        ['type', t.log.type, WEBHOOK_EVENT_TYPES],
        ['status', t.log.status, WEBHOOK_EVENT_STATUSES],
      ]}
      value_labels={{
        type: (value) => value,
        status: (value) => t.event_statuses[value as WebhookEventStatus],
      }}
      value_groups={{
        type: WEBHOOK_EVENT_GROUPS.map((group) => ({
          label: t.log.all_of(webhookEventGroupLabel(group, currentLanguage())),
          values: listWebhookEventTypes(group),
        })),
      }}
      has_amount={false}
    >
      {is_of_all && <EndpointFilter endpoint_id={filter.endpoint_id} onChange={onChange} />}
    </FilterBar>
  );
}

/** One of the endpoints; an endpoint that was deleted is shown by its id. */
function EndpointFilter({ endpoint_id, onChange }: { endpoint_id: string } & Pick<EventFilterProps, 'onChange'>) {
  const t = messages();
  const endpoints = useQuery({ ...buildQuery(listWebhooks), meta: { quiet: true } });
  const known = endpoints.data?.data ?? [];
  const shown = known.find(({ id }) => id === endpoint_id)?.url ?? endpoint_id;
  return (
    <FilterChip
      label={t.columns.url}
      value={endpoint_id === '' ? undefined : shown}
      onClear={() => onChange({ endpoint_id: '' })}
    >
      {(close) => (
        <Radio.Group
          aria-label={t.columns.url}
          value={endpoint_id}
          onChange={(id) => {
            onChange({ endpoint_id: id });
            close();
          }}
        >
          <Stack gap={8} miw={220}>
            {known.map(({ id, url }) => (
              <Radio key={id} size="sm" value={id} label={url} />
            ))}
          </Stack>
        </Radio.Group>
      )}
    </FilterChip>
  );
}
