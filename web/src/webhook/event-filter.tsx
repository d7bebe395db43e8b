import { WEBHOOK_EVENT_TYPES } from '@dasbor/contract/webhook-events';
import { WEBHOOK_EVENT_STATUSES, type WebhookEventStatus } from '@dasbor/contract/webhook-fields';
import { FilterBar } from '../list/filter-bar.tsx';
import { filterForm } from '../list/filter.ts';
import { messages } from './messages.ts';

/** The filter of the event log. It is about one endpoint or all, so that it is not part of the address. */
export const EVENT_FILTER = filterForm({
  choices: { type: WEBHOOK_EVENT_TYPES, status: WEBHOOK_EVENT_STATUSES },
  date_fields: ['created'],
  sorts: ['-created'],
});
type Filter = typeof EVENT_FILTER.NO_FILTER;

/** The filter as the API takes it; the search is for an object id. */
export function toEventQuery(filter: Filter, endpoint_id: string | undefined): Record<string, unknown> {
  const { from, to, q, ...choices } = EVENT_FILTER.toSummaryQuery<Record<string, unknown>>(filter);
  return {
    ...choices,
    ...(from === undefined ? {} : { created_from: from }),
    ...(to === undefined ? {} : { created_to: to }),
    ...(q === undefined ? {} : { object_id: q }),
    ...(endpoint_id === undefined ? {} : { endpoint_id }),
  };
}

export function EventFilter({ filter, onChange }: { filter: Filter; onChange: (filter: Filter) => void }) {
  const t = messages();
  return (
    <FilterBar
      form={EVENT_FILTER}
      filter={filter}
      onChange={(part) => onChange({ ...filter, ...part })}
      label={t.log.filter}
      search_label={t.log.object}
      dates={[['created', t.log.created]]}
      choices={[
        ['type', t.log.type, WEBHOOK_EVENT_TYPES],
        ['status', t.log.status, WEBHOOK_EVENT_STATUSES],
      ]}
      value_labels={{
        type: (value) => value,
        status: (value) => t.event_statuses[value as WebhookEventStatus],
      }}
      has_amount={false}
    />
  );
}
