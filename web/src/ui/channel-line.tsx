/** One delivery channel of a report: when it was delivered, how many attempts it took, and the next attempt. */
import { Instant } from './instant.tsx';
import classes from './channel-line.module.css';
import { messages } from './messages.ts';
import { StatusChip } from './status-chip.tsx';

interface Channel {
  /** `Email`. */
  name: string;
  /** `Sent by email`: before the time of the delivery. */
  served: string;
  status: 'off' | 'waiting' | 'delivered' | 'failed';
  attempts: number;
  error: string | null;
  /** Time of the next attempt; null: as soon as possible. */
  retry_at: string | null;
  delivered_at: string | null;
}

/** Renders nothing for a channel that is off. */
export function ChannelLine({ name, served, status, attempts, error, retry_at, delivered_at }: Channel) {
  if (status === 'off') return null;
  const t = messages().delivery;
  const tried = t.attempts(attempts);
  return (
    <div className={classes.line}>
      <StatusChip status={status} label={t[status](name)} />
      <span className={classes.words}>
        {status === 'delivered' && delivered_at !== null && (
          <>
            {served} <Instant at={delivered_at} />
          </>
        )}
        {status === 'delivered' && attempts > 1 && ` ${t.after(tried)}`}
        {status === 'waiting' && attempts === 0 && t.queued}
        {status === 'waiting' && attempts > 0 && (
          <>{retry_at === null ? t.retry_now(tried) : [`${t.retry_at(tried)} `, <Instant key="at" at={retry_at} />]}</>
        )}
        {status === 'failed' && t.gave_up(tried)}
      </span>
      {error !== null && status !== 'delivered' && <span className={classes.error}>{error}</span>}
    </div>
  );
}
