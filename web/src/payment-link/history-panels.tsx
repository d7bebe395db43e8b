import type { LinkEvent, LinkEventKind } from '@dasbor/contract/payment-link-terms';
import { Text, Timeline } from '@mantine/core';
import {
  IconApi,
  IconBell,
  IconBrandWhatsapp,
  IconBuildingBank,
  IconCopy,
  IconCpu,
  IconMail,
  IconQrcode,
  IconUser,
} from '@tabler/icons-react';
import { Instant } from '../ui/instant.tsx';
import { Panel } from '../ui/panel.tsx';
import { StatusChip } from '../ui/status-chip.tsx';
import type { LinkDetail } from './detail-screen.tsx';
import classes from './payment-link.module.css';

const ICONS = {
  system: IconCpu,
  user: IconUser,
  provider: IconBuildingBank,
  api_key: IconApi,
  visitor: IconUser,
} as const;
const ACTORS = {
  system: 'Dasbor',
  user: 'A user',
  provider: 'The bank',
  api_key: 'An API key',
  visitor: 'A visitor',
} as const;

const WORDS: Record<LinkEventKind, string> = {
  created: 'Created',
  edited: 'Edited',
  activated: 'Activated',
  deactivated: 'Deactivated',
  paid: 'Paid',
  completed: 'Completed: the usage limit is reached',
  expired: 'Expired',
  over_limit: 'Paid more often than it may be',
  viewed: 'Viewed',
  attempted: 'Attempted',
  shared: 'Handed out',
  reminded: 'Customer reminded',
};
const CHANNELS: Record<string, string> = {
  email: 'by e-mail',
  whatsapp: 'on WhatsApp',
  copy: 'by copying the address',
  qr: 'as a QR picture',
};

export const formatEvent = ({ kind, channel }: Pick<LinkEvent, 'kind' | 'channel'>): string =>
  kind === 'shared' ? `${WORDS.shared} ${CHANNELS[channel ?? ''] ?? ''}`.trim() : WORDS[kind];

/** Every change of the link, newest first, with who caused it. */
export const TimelinePanel = ({ link }: { link: LinkDetail }) => (
  <Panel title="Timeline">
    <Timeline bulletSize={26} lineWidth={2} color="gray">
      {link.timeline.map((event) => {
        const Icon = ICONS[event.actor_type];
        return (
          <Timeline.Item key={event.id} bullet={<Icon size={14} aria-hidden />} title={formatEvent(event)}>
            <Text fz="sm">
              {event.actor_name ?? ACTORS[event.actor_type]}
              {event.detail !== null && `: ${event.detail.replaceAll('_', ' ')}`}
            </Text>
            <Text c="dimmed" fz="xs">
              <Instant at={event.at} />
            </Text>
          </Timeline.Item>
        );
      })}
    </Timeline>
  </Panel>
);

const SHARE_ICONS: Record<string, typeof IconMail> = {
  email: IconMail,
  whatsapp: IconBrandWhatsapp,
  copy: IconCopy,
  qr: IconQrcode,
};

/** How the link went out, newest first, with the state of each mail. */
export const ShareLogPanel = ({ link }: { link: LinkDetail }) => (
  <Panel title="Share log">
    {link.shares.length === 0 ? (
      <Text c="dimmed">The link was not handed out yet.</Text>
    ) : (
      link.shares.map((share) => {
        const Icon = share.kind === 'reminded' ? IconBell : (SHARE_ICONS[share.channel ?? ''] ?? IconMail);
        return (
          <div key={share.id} className={classes.share}>
            <Icon size={17} aria-hidden />
            <div>
              {formatEvent(share)}
              {share.recipient !== null && ` to ${share.recipient}`}
              <div className={classes.quiet}>
                {share.actor_name ?? ACTORS[share.actor_type]}, <Instant at={share.at} />
              </div>
            </div>
            {share.mail_status !== null && (
              <StatusChip
                status={share.mail_status}
                {...(share.mail_status === 'sent' ? { meaning: 'done' as const } : {})}
              />
            )}
          </div>
        );
      })
    )}
  </Panel>
);
