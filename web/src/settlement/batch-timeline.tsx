import { Text, Timeline } from '@mantine/core';
import { IconApi, IconBuildingBank, IconCpu, IconUser } from '@tabler/icons-react';
import { Instant } from '../ui/instant.tsx';
import { Panel } from '../ui/panel.tsx';
import { BatchStatus } from './batch-status.tsx';
import type { BatchDetail } from './detail-screen.tsx';
import { messages } from './messages.ts';

const ICONS = { system: IconCpu, user: IconUser, provider: IconBuildingBank, api_key: IconApi } as const;

/** Status changes, newest first, with actor and reason. */
export const BatchTimeline = ({ events }: Pick<BatchDetail, 'events'>) => (
  <Panel title={messages().timeline}>
    <Timeline bulletSize={26} lineWidth={2} color="gray">
      {events.toReversed().map((event) => {
        const Icon = ICONS[event.actor_type];
        return (
          <Timeline.Item
            key={event.seq}
            bullet={<Icon size={14} aria-hidden />}
            title={<BatchStatus status={event.to_status} />}
          >
            <Text mt={2}>
              {event.actor_name ?? messages().actors[event.actor_type]}
              {event.reason !== null && `: ${event.reason}`}
            </Text>
            <Text c="dimmed" fz="xs">
              <Instant at={event.at} seconds />
            </Text>
          </Timeline.Item>
        );
      })}
    </Timeline>
  </Panel>
);
