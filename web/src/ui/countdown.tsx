import { useNow } from './clock.ts';
import classes from './metrics.module.css';
import { messages } from './messages.ts';

const two = (value: number): string => String(value).padStart(2, '0');

/** `14:32`, or `1:05:09` from one hour; `0:00` when the time is over. */
export function formatRemaining(until: string, now: Date): string {
  const seconds = Math.max(0, Math.ceil((Date.parse(until) - now.getTime()) / 1000));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** Countdown to an instant; shows `over` afterwards. */
export function Countdown({ until, over }: { until: string; over: string }) {
  const now = useNow(1_000);
  const is_over = Date.parse(until) <= now.getTime();
  return (
    <span className={classes.instant} role="timer" aria-label={messages().time_left}>
      {is_over ? over : formatRemaining(until, now)}
    </span>
  );
}
