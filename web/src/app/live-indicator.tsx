import { Tooltip } from '@mantine/core';
import { useLiveState } from '../api/live.ts';
import { useTexts } from '../ui/texts.ts';
import classes from './top-bar.module.css';

/** Whether changes arrive by themselves at the moment. */
export function LiveIndicator() {
  const state = useLiveState();
  const texts = useTexts();
  const line = state === 'live' ? texts.live_line : texts.offline_line;
  return (
    <Tooltip label={line}>
      <span className={classes.live} data-state={state} role="status">
        <span className={classes.dot} aria-hidden />
        <span className={classes.live_word}>{texts[state]}</span>
      </span>
    </Tooltip>
  );
}
