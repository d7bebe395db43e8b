import { useEffect } from 'react';
import * as duration from '@dasbor/contract/duration';

/** Delay in which the first screen loads its own scripts undisturbed. */
const PRELOAD_AFTER_MS = duration.seconds(3);

/**
 * Loads a part that a shortcut opens before it is opened, so that nothing typed into it is lost: once the first screen
 * is there, and at once when a modifier key is pressed.
 */
export function usePreload({ preload }: { preload: () => void }): void {
  useEffect(() => {
    const timer = setTimeout(preload, PRELOAD_AFTER_MS);
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'Control' || key === 'Meta') preload();
    };
    document.addEventListener('keydown', onKey);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('keydown', onKey);
    };
  }, [preload]);
}
