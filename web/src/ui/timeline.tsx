/** The timeline of every detail: each event with its own icon and chip, who caused it, and when. */
import { Text, Timeline } from '@mantine/core';
import type { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Instant } from './instant.tsx';
import { messages } from './messages.ts';
import { Panel } from './panel.tsx';
import { StatusChip, type StatusChipProps } from './status-chip.tsx';

export type TimelineIcon = typeof IconCheck;

export interface TimelineEvent {
  key: string | number;
  /** When it happened, ISO-8601. */
  at: string;
  /** The event, not the current status of the object. */
  icon: TimelineIcon;
  chip: StatusChipProps;
  /** Actor. */
  actor: string;
  /** Amount of the event, formatted. */
  amount?: string | undefined;
  /** Reason, or the note of a person. */
  note?: string | null | undefined;
  /** Further details, such as a linked object. */
  extra?: ReactNode;
}

type ActorType = keyof ReturnType<typeof messages>['timeline']['actors'];

/** The name of an actor, or else its kind. */
export const formatActor = ({ actor_name, actor_type }: { actor_name: string | null; actor_type: ActorType }): string =>
  actor_name ?? messages().timeline.actors[actor_type];

/** Events in the given order. Times have seconds: the order of events within a minute matters. */
export const EventTimeline = ({ events }: { events: readonly TimelineEvent[] }) => (
  <Timeline bulletSize={26} lineWidth={2} color="gray">
    {events.map(({ key, at, icon: Icon, chip, actor, amount, note, extra }) => (
      <Timeline.Item key={key} bullet={<Icon size={14} aria-hidden />} title={<StatusChip {...chip} />}>
        <Text mt={2}>
          {amount === undefined ? actor : `${actor} · ${amount}`}
          {note !== null && note !== undefined && `: ${note}`}
        </Text>
        {extra}
        <Text c="dimmed" fz="xs">
          <Instant at={at} seconds />
        </Text>
      </Timeline.Item>
    ))}
  </Timeline>
);

/** A timeline as a panel of a detail screen. */
export const TimelinePanel = (props: { events: readonly TimelineEvent[] }) => (
  <Panel title={messages().timeline.title}>
    <EventTimeline {...props} />
  </Panel>
);
