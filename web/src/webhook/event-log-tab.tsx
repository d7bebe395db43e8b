import { Text } from '@mantine/core';
import { Panel } from '../ui/panel.tsx';
import { EventLog } from './event-log.tsx';
import { messages } from './messages.ts';

/** The events of all endpoints. */
export const EventLogTab = () => (
  <>
    <Text c="dimmed" fz="sm" mb="md">
      {messages().log.line}
    </Text>
    <Panel>
      <EventLog />
    </Panel>
  </>
);
