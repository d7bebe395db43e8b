import { LINK_EMAIL_LIMIT_REACHED, type LinkEvent, type LinkEventKind } from '@dasbor/contract/payment-link-terms';
import {
  IconAlertTriangle,
  IconBan,
  IconBell,
  IconCheck,
  IconClockOff,
  IconCoins,
  IconCreditCard,
  IconEye,
  IconPencil,
  IconPlus,
  IconPower,
  IconShare,
} from '@tabler/icons-react';
import type { Tone } from '../ui/status-chip.tsx';
import { type TimelineIcon, TimelinePanel, formatActor } from '../ui/timeline.tsx';
import { formatEvent } from './history-panels.tsx';
import type { LinkDetail } from './link-detail.ts';
import { messages } from './messages.ts';

const EVENT_STYLES: Record<LinkEventKind, { icon: TimelineIcon; tone: Tone }> = {
  created: { icon: IconPlus, tone: 'pending' },
  edited: { icon: IconPencil, tone: 'neutral' },
  activated: { icon: IconPower, tone: 'success' },
  deactivated: { icon: IconBan, tone: 'warning' },
  paid: { icon: IconCoins, tone: 'success' },
  completed: { icon: IconCheck, tone: 'success' },
  expired: { icon: IconClockOff, tone: 'neutral' },
  over_limit: { icon: IconAlertTriangle, tone: 'warning' },
  viewed: { icon: IconEye, tone: 'neutral' },
  attempted: { icon: IconCreditCard, tone: 'pending' },
  shared: { icon: IconShare, tone: 'neutral' },
  reminded: { icon: IconBell, tone: 'neutral' },
};

/** Details of an event are codes; a text from an earlier version is shown as it is. */
function formatDetail({ kind }: LinkEvent, detail: string): string {
  const t = messages();
  if (kind === 'created' && detail === 'draft') return t.history.as_draft;
  if (kind === 'reminded' && /^\d+$/.test(detail)) return t.settings.hours_before(Number(detail));
  if (kind === 'shared' && detail === LINK_EMAIL_LIMIT_REACHED) return t.history.limit_reached;
  const [paid, limit] = detail.split('/');
  if (kind === 'over_limit' && paid !== undefined && limit !== undefined) return t.history.over_limit(paid, limit);
  return detail.replaceAll('_', ' ');
}

/** Events of the link, newest first, with their actors. */
export const LinkTimeline = ({ link }: { link: LinkDetail }) => (
  <TimelinePanel
    events={link.timeline.map((event) => ({
      key: event.id,
      at: event.at,
      icon: EVENT_STYLES[event.kind].icon,
      chip: { status: event.kind, tone: EVENT_STYLES[event.kind].tone, label: formatEvent(event) },
      actor: formatActor(event),
      note: event.detail && formatDetail(event, event.detail),
    }))}
  />
);
