/** State of announcements. Pure. */
import type { AnnouncementStatus } from '@dasbor/contract/announcement';

export interface AnnouncementTimes {
  status: 'draft' | 'published';
  starts_at: string;
  ends_at: string;
  ended_at: string | null;
}

/** The state at an instant. The end is exclusive. */
export function toAnnouncementStatus(announcement: AnnouncementTimes, now: Date): AnnouncementStatus {
  if (announcement.status === 'draft') return 'draft';
  if (announcement.ended_at !== null || Date.parse(announcement.ends_at) <= now.getTime()) return 'ended';
  return Date.parse(announcement.starts_at) <= now.getTime() ? 'active' : 'scheduled';
}
