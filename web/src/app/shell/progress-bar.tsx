import { useEffect, useRef, useState } from 'react';
import classes from './progress-bar.module.css';
import { messages } from '../messages.ts';

/** Specification sections 2 and 9: a tick every 30 ms up to 100, about 500 ms in all. */
export const TICK_MS = 30;
export const STEP = 6;

/** A thin bar that runs once on each change of `path`. */
export function ProgressBar({ path }: { path: string }) {
  const [value, setValue] = useState(100);
  const shown_for = useRef(path);
  useEffect(() => {
    if (shown_for.current === path) return undefined;
    shown_for.current = path;
    let now = 0;
    setValue(now);
    const timer = setInterval(() => {
      now = Math.min(100, now + STEP);
      setValue(now);
      if (now === 100) clearInterval(timer);
    }, TICK_MS);
    return () => clearInterval(timer);
  }, [path]);
  if (value === 100) return null;
  return (
    <div
      className={classes.bar}
      role="progressbar"
      aria-label={messages().screen_loading}
      aria-valuenow={value}
      aria-valuemin={0}
      aria-valuemax={100}
      style={{ transform: `scaleX(${value / 100})` }}
    />
  );
}
