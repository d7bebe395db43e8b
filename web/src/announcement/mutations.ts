/** Changes of announcements, and the queries that they refresh. */
import { getAnnouncement, listAnnouncements } from '@dasbor/contract/announcement';
import { type ChangeOptions, useChange } from '../api/use-change.ts';

const AFFECTED_ROUTES = [getAnnouncement, listAnnouncements];

export const useAnnouncementChange = <Result, Input = void>(
  change: (input: Input) => Promise<Result>,
  options: ChangeOptions<Result>,
) => useChange(change, { ...options, shown_by: AFFECTED_ROUTES });
