import { Text } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useListFilter } from '../list/use-list-filter.ts';
import { Panel } from '../ui/panel.tsx';
import { EVENT_FILTER } from './event-filter.tsx';
import { EventLog } from './event-log.tsx';
import { EventSheet } from './event-sheet.tsx';
import { messages } from './messages.ts';

/** The events of all endpoints; the one of `?event=` is open. */
export function EventLogTab() {
  const [filter, change] = useListFilter('/api-settings', EVENT_FILTER);
  const navigate = useNavigate();
  const opened = useSearch({ strict: false })['event'] ?? null;
  const close = () =>
    void navigate({
      to: '.',
      search: (before) => ({ ...before, event: undefined }),
      replace: true,
      resetScroll: false,
    });
  return (
    <>
      <Text c="dimmed" fz="sm" mb="md">
        {messages().log.line}
      </Text>
      <Panel>
        <EventLog filter={filter} onChange={change} />
      </Panel>
      <EventSheet id={opened} onClose={close} />
    </>
  );
}
