import type { LinkEvent } from '@dasbor/contract/payment-link-terms';
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
import { messages } from './messages.ts';

const ICONS = {
  system: IconCpu,
  user: IconUser,
  provider: IconBuildingBank,
  api_key: IconApi,
  visitor: IconUser,
} as const;
export function formatEvent({ kind, channel }: Pick<LinkEvent, 'kind' | 'channel'>): string {
  const { kinds, channels } = messages().history;
  if (kind !== 'shared') return kinds[kind];
  const by = (channels as Record<string, string>)[channel ?? ''];
  return by === undefined ? kinds.shared : `${kinds.shared} ${by}`;
}

/** Details of an event are codes; a text from an earlier version is shown as it is. */
function formatDetail({ kind }: LinkEvent, detail: string): string {
  const t = messages();
  if (kind === 'created' && detail === 'draft') return t.history.as_draft;
  if (kind === 'reminded' && /^\d+$/.test(detail)) return t.settings.hours_before(Number(detail));
  const [paid, limit] = detail.split('/');
  if (kind === 'over_limit' && paid !== undefined && limit !== undefined) return t.history.over_limit(paid, limit);
  return detail.replaceAll('_', ' ');
}

/** Events of the link, newest first, with their actors. */
export const TimelinePanel = ({ link }: { link: LinkDetail }) => (
  <Panel title={messages().history.timeline}>
    <Timeline bulletSize={26} lineWidth={2} color="gray">
      {link.timeline.map((event) => {
        const Icon = ICONS[event.actor_type];
        return (
          <Timeline.Item key={event.id} bullet={<Icon size={14} aria-hidden />} title={formatEvent(event)}>
            <Text fz="sm">
              {event.actor_name ?? messages().history.actors[event.actor_type]}
              {event.detail !== null && `: ${formatDetail(event, event.detail)}`}
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

const SHARE_ICONS: Record<string, typeof IconMail> = {
  email: IconMail,
  whatsapp: IconBrandWhatsapp,
  copy: IconCopy,
  qr: IconQrcode,
};

/** Shares of the link, newest first, with the delivery status of each email. */
export function ShareLogPanel({ link }: { link: LinkDetail }) {
  const t = messages().history;
  return (
    <Panel title={t.share_log}>
      {link.shares.length === 0 ? (
        <Text c="dimmed">{t.not_shared}</Text>
      ) : (
        link.shares.map((share) => {
          const Icon = share.kind === 'reminded' ? IconBell : (SHARE_ICONS[share.channel ?? ''] ?? IconMail);
          return (
            <div key={share.id} className={classes.share}>
              <Icon size={17} aria-hidden />
              <div>
                {share.recipient === null ? formatEvent(share) : t.to(formatEvent(share), share.recipient)}
                <div className={classes.quiet}>
                  {share.actor_name ?? t.actors[share.actor_type]}, <Instant at={share.at} />
                </div>
              </div>
              {share.mail_status !== null && (
                <StatusChip
                  status={share.mail_status}
                  label={t.mail[share.mail_status]}
                  {...(share.mail_status === 'sent' ? { meaning: 'done' as const } : {})}
                />
              )}
            </div>
          );
        })
      )}
    </Panel>
  );
}
