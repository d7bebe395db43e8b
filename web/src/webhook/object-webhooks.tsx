import type { WebhookEvent } from '@dasbor/contract/webhook-fields';
import { listWebhookEvents } from '@dasbor/contract/webhook';
import { webhookEventTypeLabel } from '@dasbor/contract/webhook-events';
import { Anchor, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { buildQuery } from '../api/query.ts';
import { useHasAccess } from '../api/signed-in.ts';
import { currentLanguage } from '../ui/define-messages.ts';
import { FailedState } from '../ui/failed-state.tsx';
import { Instant } from '../ui/instant.tsx';
import { Panel } from '../ui/panel.tsx';
import { EventStatus } from './chips.tsx';
import { EventSheet } from './event-sheet.tsx';
import { messages } from './messages.ts';
import classes from './webhook.module.css';

/** The webhook events of one object. Renders nothing without access to webhooks, and for objects without events. */
export function ObjectWebhooks({ object_id }: { object_id: string }) {
  const may_see = useHasAccess('API', 'view');
  const events = useQuery({
    ...buildQuery(listWebhookEvents, { query: { object_id, limit: 20 } }),
    enabled: may_see,
    meta: { quiet: true },
  });
  const [shown, setShown] = useState<string | null>(null);
  const rows = events.data?.data ?? [];
  if (!may_see || (!events.isError && rows.length === 0)) return null;
  return (
    <Panel title={messages().object.title}>
      {events.isError && <FailedState detail={events.error.message} onRetry={() => void events.refetch()} />}
      <Stack gap="sm" component="ul" className={classes.object_events}>
        {rows.map((event) => (
          <ObjectEvent key={event.id} event={event} onOpen={() => setShown(event.id)} />
        ))}
      </Stack>
      <EventSheet id={shown} onClose={() => setShown(null)} />
    </Panel>
  );
}

const ObjectEvent = ({ event, onOpen }: { event: WebhookEvent; onOpen: () => void }) => (
  <li className={classes.object_event}>
    <Anchor component="button" type="button" ta="left" fz="sm" onClick={onOpen}>
      {webhookEventTypeLabel(event.type, currentLanguage())}
    </Anchor>
    <EventStatus status={event.status} />
    <span className={classes.quiet}>
      <Instant at={event.created_at} seconds />
    </span>
  </li>
);
