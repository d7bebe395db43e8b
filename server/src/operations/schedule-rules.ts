/** When scheduled jobs run next. */
import * as duration from '@dasbor/contract/duration';

export interface Schedule {
  task: string;
  /** Crontab expression in UTC. */
  expression: string;
}

interface ParsedSchedule extends Schedule {
  match: (digest: { min: number; hour: number; date: number; month: number; dow: number }) => boolean;
}

/** Longest time that is searched for the next run: schedules run at least once a month. */
const HORIZON_MINUTES = 32 * 24 * 60;

/** Parses crontab lines; each name appears once. */
export async function parseSchedules(crontab: string): Promise<ParsedSchedule[]> {
  // Loaded when the screen is opened: an API process runs no jobs (decision 0139).
  const { parseCrontab } = await import('graphile-worker');
  return crontab.split('\n').flatMap((line) => {
    const [item] = parseCrontab(line);
    if (item === undefined) return [];
    const expression = line.trim().split(/\s+/).slice(0, 5).join(' ');
    return [{ task: item.task, expression, match: item.match as unknown as ParsedSchedule['match'] }];
  });
}

/** The first minute after an instant that matches. */
export function calculateNextRun({ match }: ParsedSchedule, after: Date): Date {
  const first = Math.floor(after.getTime() / duration.minutes(1)) + 1;
  for (let minute = first; minute < first + HORIZON_MINUTES; minute++) {
    const at = new Date(minute * duration.minutes(1));
    const digest = {
      min: at.getUTCMinutes(),
      hour: at.getUTCHours(),
      date: at.getUTCDate(),
      month: at.getUTCMonth() + 1,
      dow: at.getUTCDay(),
    };
    if (match(digest)) return at;
  }
  throw new Error('the schedule never matches');
}
