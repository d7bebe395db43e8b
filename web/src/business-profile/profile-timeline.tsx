import type { BusinessProfile } from '@dasbor/contract/business-profile';
import { VERIFICATION_STATUS_LABELS } from '@dasbor/contract/business-profile-labels';
import { merchantStatusLabel } from '@dasbor/contract/labels';
import type { MerchantStatus } from '@dasbor/contract/merchant-activity';
import type { VerificationStatus } from '@dasbor/contract/merchant-fields';
import { IconBuildingStore, IconShieldCheck, IconToggleRight } from '@tabler/icons-react';
import { currentLanguage } from '../ui/define-messages.ts';
import type { Tone } from '../ui/status-chip.tsx';
import { TimelinePanel, formatActor } from '../ui/timeline.tsx';
import { type Messages, messages } from './messages.ts';
import { VERIFICATION_TONES } from './status-panel.tsx';

type Event = BusinessProfile['events'][number];

const MERCHANT_TONES: Record<string, Tone> = {
  active: 'success',
  pending_review: 'pending',
  suspended: 'warning',
  rejected: 'danger',
};

/** Timeline of the verification and of the account, newest first. */
export const ProfileTimeline = ({ events }: { events: readonly Event[] }) => (
  <TimelinePanel
    events={events.map((event) => ({
      key: event.seq,
      at: event.at,
      icon:
        event.kind === 'verification' ? IconShieldCheck : event.kind === 'status' ? IconBuildingStore : IconToggleRight,
      chip: { status: event.to_status ?? event.kind, tone: getTone(event), label: formatEvent(event) },
      actor: formatActor({ actor_name: event.actor, actor_type: event.actor_type }),
      note: event.reason,
    }))}
  />
);

function getTone({ kind, to_status }: Event): Tone {
  if (to_status === null) return 'neutral';
  if (kind === 'verification') return VERIFICATION_TONES[to_status as VerificationStatus] ?? 'neutral';
  return MERCHANT_TONES[to_status] ?? 'neutral';
}

function formatEvent({ kind, to_status }: Event): string {
  const t = messages();
  return t.timeline[kind](formatTarget(kind, to_status ?? ''));
}

function formatTarget(kind: Event['kind'], to: string): string {
  const t = messages();
  if (kind === 'verification') return VERIFICATION_STATUS_LABELS[to as VerificationStatus]?.[currentLanguage()] ?? to;
  if (kind === 'status') return merchantStatusLabel(to as MerchantStatus, currentLanguage());
  return t.switches[to as keyof Messages['switches']];
}
