import { LINK_EMAIL_LIMIT_REACHED, type LinkEvent } from '@dasbor/contract/payment-link-terms';
import { Text } from '@mantine/core';
import { IconBell, IconBrandWhatsapp, IconCopy, IconMail, IconQrcode } from '@tabler/icons-react';
import { Instant } from '../ui/instant.tsx';
import { Panel } from '../ui/panel.tsx';
import { StatusChip } from '../ui/status-chip.tsx';
import { formatActor } from '../ui/timeline.tsx';
import type { LinkDetail } from './link-detail.ts';
import classes from './payment-link.module.css';
import { messages } from './messages.ts';

export function formatEvent({ kind, channel }: Pick<LinkEvent, 'kind' | 'channel'>): string {
  const { kinds, channels } = messages().history;
  if (kind !== 'shared') return kinds[kind];
  const by = (channels as Record<string, string>)[channel ?? ''];
  return by === undefined ? kinds.shared : `${kinds.shared} ${by}`;
}

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
                  {formatActor(share)}, <Instant at={share.at} />
                </div>
                {share.detail === LINK_EMAIL_LIMIT_REACHED && <div className={classes.quiet}>{t.limit_reached}</div>}
              </div>
              {share.email_status !== null && (
                <StatusChip
                  status={share.email_status}
                  label={t.mail[share.email_status]}
                  {...(share.email_status === 'sent' ? { tone: 'success' as const } : {})}
                />
              )}
            </div>
          );
        })
      )}
    </Panel>
  );
}
