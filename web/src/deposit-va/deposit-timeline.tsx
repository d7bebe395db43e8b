import type { DepositStatus } from '@dasbor/contract/deposit-va';
import { IconArrowBackUp, IconCheck, IconEye, IconInbox } from '@tabler/icons-react';
import { type TimelineIcon, TimelinePanel, formatActor } from '../ui/timeline.tsx';
import type { DepositData } from './deposit-data.ts';
import { DEPOSIT_TONES, formatDepositStatus } from './labels.ts';
import { messages } from './messages.ts';

const ICONS: Record<DepositStatus, TimelineIcon> = {
  received: IconInbox,
  under_review: IconEye,
  credited: IconCheck,
  returned: IconArrowBackUp,
};

/** The reason of an event: a code, or the note of a decision. */
function formatReason(reason: string): string {
  const t = messages().deposit;
  if (reason === 'found_by_sync') return t.found_by_sync;
  return (t.reasons as Record<string, string>)[reason] ?? reason;
}

/** What happened to the deposit, newest first. */
export const DepositTimeline = ({ deposit }: { deposit: DepositData }) => (
  <TimelinePanel
    events={deposit.events.toReversed().map(({ seq, at, to_status, actor_name, reason }) => ({
      key: seq,
      at,
      icon: ICONS[to_status],
      chip: { status: to_status, tone: DEPOSIT_TONES[to_status], label: formatDepositStatus(to_status) },
      actor: formatActor({ actor_name, actor_type: to_status === 'received' ? 'provider' : 'system' }),
      note: reason && formatReason(reason),
    }))}
  />
);
