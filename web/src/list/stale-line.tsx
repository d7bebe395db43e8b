import * as duration from '@dasbor/contract/duration';
import { Anchor } from '@mantine/core';
import { useLiveState } from '../api/live.ts';
import { useNow } from '../ui/clock.ts';
import { formatInstant } from '../ui/instant.tsx';
import classes from './list.module.css';
import { messages } from './messages.ts';

/** Age from which the list is marked as outdated. */
const STALE_MS = duration.minutes(1);
const TICK_MS = duration.seconds(15);

export interface StaleLineProps {
  /** When the list was last read, in milliseconds; 0 for never. */
  read_at: number;
  /** The last refresh failed; the rows shown are older. */
  has_failed: boolean;
  onRefresh: () => void;
}

/** Shows the age of the list while live updates are disconnected. */
export function StaleLine({ read_at, has_failed, onRefresh }: StaleLineProps) {
  const is_offline = useLiveState() === 'offline';
  const now = useNow(TICK_MS);
  const is_old = read_at > 0 && is_offline && now.getTime() - read_at > STALE_MS;
  if (!is_old && !has_failed) return null;
  return (
    <div className={classes.stale} role="status">
      {messages().data_as_of(formatInstant(new Date(read_at).toISOString()))}
      <Anchor component="button" type="button" inherit c="inherit" td="underline" onClick={onRefresh}>
        {messages().refresh}
      </Anchor>
    </div>
  );
}
