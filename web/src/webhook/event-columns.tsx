import type { WebhookEvent } from '@dasbor/contract/webhook-fields';
import { webhookEventTypeLabel } from '@dasbor/contract/webhook-events';
import { Anchor, Checkbox } from '@mantine/core';
import { type Column, COUNT, STATUS, TIME, renderInstant, renderText } from '../ui/column.tsx';
import { currentLanguage } from '../ui/define-messages.ts';
import { Instant } from '../ui/instant.tsx';
import { TwoLines } from '../ui/two-lines.tsx';
import { formatAttempt } from './attempt-detail.tsx';
import { EventStatus } from './chips.tsx';
import { messages } from './messages.ts';
import { ObjectLink } from './object-link.tsx';
import classes from './webhook.module.css';

interface ColumnContext {
  selected: ReadonlySet<string>;
  toggle: (id: string) => void;
  onOpen: (event: WebhookEvent) => void;
}

/** The columns of the event log. */
export function listColumns({ selected, toggle, onOpen }: ColumnContext): Column<WebhookEvent>[] {
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
      render: ({ object_id }) => <ObjectLink id={object_id} />,
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
        renderInstant(deliveries.flatMap(({ next_attempt_at: at }) => at ?? []).toSorted()[0] ?? null),
    },
  ];
}

function formatEndpoints({ deliveries }: WebhookEvent) {
  const [first] = deliveries;
  if (first === undefined) return renderText(null);
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
  return renderText(worst && formatAttempt({ http_status: worst.last_http_status, error: worst.last_error }));
}

/** The type of an event, which opens it. */
export const TypeButton = ({ row, onOpen }: { row: WebhookEvent; onOpen: (event: WebhookEvent) => void }) => (
  <TwoLines>
    <Anchor component="button" type="button" ta="left" onClick={() => onOpen(row)} title={row.id}>
      {row.type}
    </Anchor>
    <span className={classes.quiet}>
      {row.is_test && `${messages().log.test} · `}
      {webhookEventTypeLabel(row.type, currentLanguage())}
    </span>
  </TwoLines>
);
