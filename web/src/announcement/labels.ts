/** Labels of severities, statuses and audiences of announcements. */
import type { Announcement, AnnouncementSeverity, AnnouncementStatus } from '@dasbor/contract/announcement';
import { merchantStatusLabel } from '@dasbor/contract/labels';
import { currentLanguage } from '../ui/define-messages.ts';
import type { Tone } from '../ui/status-chip.tsx';
import { messages } from './messages.ts';

export const STATUS_TONES: Record<AnnouncementStatus, Tone> = {
  draft: 'neutral',
  scheduled: 'pending',
  active: 'success',
  ended: 'neutral',
};

export const SEVERITY_TONES: Record<AnnouncementSeverity, Tone> = {
  info: 'neutral',
  warning: 'warning',
  critical: 'danger',
};

/** The audience, with the names of its group, merchants or statuses. */
export function formatAudience({ audience, group, merchants, merchant_statuses }: Announcement): string {
  const label = messages().audiences[audience];
  if (audience === 'group') return group?.name ?? label;
  if (audience === 'merchants') return merchants.map(({ brand_name }) => brand_name).join(', ');
  if (audience === 'status')
    return merchant_statuses.map((status) => merchantStatusLabel(status, currentLanguage())).join(', ');
  return label;
}
