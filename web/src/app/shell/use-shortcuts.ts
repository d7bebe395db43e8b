import { useEffect, useEffectEvent } from 'react';
import { isTyping } from '../../ui/list-shortcuts.ts';

/** Marks the search field of a list: `<TextInput data-list-search … />`. */
const LIST_SEARCH = '[data-list-search]';

/** Keyboard shortcuts of the frame: Ctrl/⌘ K searches, `/` focuses the list's search, `?` lists the shortcuts. */
export function useShortcuts(keys: { onSearch: () => void; onHelp: () => void }): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
      event.preventDefault();
      keys.onSearch();
      return;
    }
    if (isTyping(event)) return;
    if (event.key === '?') keys.onHelp();
    if (event.key !== '/') return;
    event.preventDefault();
    const field = document.querySelector<HTMLElement>(LIST_SEARCH);
    if (field) field.focus();
    else keys.onSearch();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}
