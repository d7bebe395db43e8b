/** One way of delivery and how far it has come: served when, tried how often, when again, and why not yet. */
import { Instant } from './instant.tsx';
import classes from './channel-line.module.css';
import { StatusChip } from './status-chip.tsx';

interface Channel {
  /** `Email`. */
  name: string;
  /** `Sent by email`: before the time at which it was served. */
  served: string;
  status: 'off' | 'waiting' | 'delivered' | 'failed';
  attempts: number;
  error: string | null;
  /** Not to be tried before; null: as soon as possible. */
  retry_at: string | null;
  delivered_at: string | null;
}

const triedOf = (attempts: number): string => `${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}`;

/** Nothing for a way that is off. */
export function ChannelLine({ name, served, status, attempts, error, retry_at, delivered_at }: Channel) {
  if (status === 'off') return null;
  return (
    <div className={classes.line}>
      <StatusChip status={status} label={`${name} ${status}`} />
      <span className={classes.words}>
        {status === 'delivered' && delivered_at !== null && (
          <>
            {served} <Instant at={delivered_at} />
          </>
        )}
        {status === 'delivered' && attempts > 1 && ` after ${triedOf(attempts)}`}
        {status === 'waiting' && attempts === 0 && 'On its way'}
        {status === 'waiting' && attempts > 0 && (
          <>
            {triedOf(attempts)}, next {retry_at === null ? 'at once' : <Instant at={retry_at} />}
          </>
        )}
        {status === 'failed' && `Given up after ${triedOf(attempts)}`}
      </span>
      {error !== null && status !== 'delivered' && <span className={classes.error}>{error}</span>}
    </div>
  );
}
