import { type ProviderEvent, listProviderEvents } from '@dasbor/contract/operations';
import { providerActionLabel } from '@dasbor/contract/provider-actions';
import { useInfiniteQuery } from '@tanstack/react-query';
import { buildPagesQuery } from '../api/query.ts';
import { type Column, TIME, textOr } from '../ui/column.tsx';
import { currentLanguage } from '../ui/define-messages.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Instant } from '../ui/instant.tsx';
import { PanelRows } from '../ui/panel-rows.tsx';
import { Panel } from '../ui/panel.tsx';
import { Quiet, RowCard } from '../ui/row-card.tsx';
import { messages } from './messages.ts';

const formatAction = ({ action }: ProviderEvent): string => providerActionLabel(action, currentLanguage());
const findNote = ({ after }: ProviderEvent): string | null => {
  const { note, task } = (after ?? {}) as { note?: string; task?: string };
  return note ?? task ?? null;
};

/** What the provider's staff did outside the audit logs of merchants. */
export function EventsTab() {
  const t = messages().events;
  const events = useInfiniteQuery({ ...buildPagesQuery(listProviderEvents, { query: {} }), meta: { quiet: true } });
  const rows = events.data?.pages.flatMap(({ data }) => data) ?? [];
  const columns: readonly Column<ProviderEvent>[] = [
    { ...TIME, id: 'at', label: t.at, render: ({ at }) => <Instant at={at} /> },
    { id: 'actor', label: t.actor, width_px: 160, render: ({ actor_name }) => actor_name },
    { id: 'action', label: t.action, width_px: 180, render: formatAction },
    { id: 'object', label: t.object, width_px: 220, priority: 1, render: ({ object_id }) => textOr(object_id) },
    { id: 'note', label: t.note, width_px: 260, priority: 2, render: (event) => textOr(findNote(event)) },
  ];
  return (
    <Panel title={t.title} flush={rows.length > 0}>
      <PanelRows
        query={events}
        rows={rows}
        empty={<EmptyState title={t.empty} />}
        label={t.title}
        columns={columns}
        keyOf={({ id }) => id}
        renderCard={(event) => (
          <RowCard>
            <strong>{formatAction(event)}</strong>
            <span>{event.actor_name}</span>
            <Quiet>
              <Instant at={event.at} />
            </Quiet>
            <Quiet>{findNote(event)}</Quiet>
          </RowCard>
        )}
      />
    </Panel>
  );
}
