import { Text } from '@mantine/core';
import { useListFilter } from '../list/use-list-filter.ts';
import { Panel } from '../ui/panel.tsx';
import { EVENT_FILTER } from './event-filter.tsx';
import { EventLog } from './event-log.tsx';
import { messages } from './messages.ts';

/** The events of all endpoints. */
export function EventLogTab() {
  const [filter, change] = useListFilter('/api-settings', EVENT_FILTER);
  return (
    <>
      <Text c="dimmed" fz="sm" mb="md">
        {messages().log.line}
      </Text>
      <Panel>
        <EventLog filter={filter} onChange={change} />
      </Panel>
    </>
  );
}
