import { Anchor } from '@mantine/core';
import { useLiveState } from '../api/live.ts';
import { useNow } from '../ui/clock.ts';
import { formatInstant } from '../ui/instant.tsx';
import classes from './list.module.css';

/** From here on the reader must know that the list may be behind. */
const STALE_MS = 60_000;
const LOOK_MS = 15_000;

export interface StaleLineProps {
  /** When the list was last read, in milliseconds; 0 for never. */
  read_at: number;
  /** The last reading failed, and what is shown is from before it. */
  has_failed: boolean;
  onRefresh: () => void;
}

/** Says how old the list is while changes do not arrive by themselves. */
export function StaleLine({ read_at, has_failed, onRefresh }: StaleLineProps) {
  const is_offline = useLiveState() === 'offline';
  const now = useNow(LOOK_MS);
  const is_old = read_at > 0 && is_offline && now.getTime() - read_at > STALE_MS;
  if (!is_old && !has_failed) return null;
  return (
    <div className={classes.stale} role="status">
      Data as of {formatInstant(new Date(read_at).toISOString())}
      <Anchor component="button" type="button" inherit c="inherit" td="underline" onClick={onRefresh}>
        Refresh
      </Anchor>
    </div>
  );
}
