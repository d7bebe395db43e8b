import { Tooltip } from '@mantine/core';
import { useLiveState } from '../../api/live.ts';
import classes from './top-bar.module.css';
import { messages } from './messages.ts';

/** Whether live updates are connected. */
export function LiveIndicator() {
  const state = useLiveState();
  const t = messages().live;
  const line = state === 'live' ? t.live_line : t.offline_line;
  return (
    <Tooltip label={line}>
      <span className={classes.live} data-state={state} role="status">
        <span className={classes.dot} aria-hidden />
        <span className={classes.live_word}>{t[state]}</span>
      </span>
    </Tooltip>
  );
}
