/** Keyboard shortcuts of every list: j and k move, Enter opens, Esc clears the selected row. */
import { useEffect, useEffectEvent } from 'react';
import { messages } from './messages.ts';

/** Whether a key belongs to what is typed or to an open dialog, and not to the screen behind. */
export function isTyping(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true;
  const target = event.target as Element | null;
  if (target?.closest?.('input, textarea, select, [contenteditable=true], [role=dialog], [role=menu], [role=listbox]'))
    return true;
  return document.querySelector('[role=dialog][aria-modal=true]') !== null;
}

/** Row to which j (+1) and k (-1) move from a row; null is "no row". */
export function getNextIndex(from: number | null, step: 1 | -1, count: number): number | null {
  if (count === 0) return null;
  if (from === null) return step === 1 ? 0 : count - 1;
  return Math.min(count - 1, Math.max(0, from + step));
}

export interface ListKeys {
  onMove: (step: 1 | -1) => void;
  onOpen: () => void;
  onLetGo: () => void;
}

/** Listens to the keys of a list while it is on the screen. */
export function useListKeys({ onMove, onOpen, onLetGo }: ListKeys): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (isTyping(event)) return;
    const is_on_control = (event.target as Element | null)?.closest?.('a, button') !== null;
    if (event.key === 'j') onMove(1);
    else if (event.key === 'k') onMove(-1);
    else if (event.key === 'Enter' && !is_on_control) onOpen();
    else if (event.key === 'Escape') onLetGo();
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}

/** The keyboard shortcuts that `?` lists. */
export function listShortcuts(): (readonly [keys: string, meaning: string])[] {
  const t = messages().shortcuts;
  return [
    [t.or('Ctrl K', '⌘ K'), t.search],
    ['/', t.search_list],
    ['j', t.next_row],
    ['k', t.previous_row],
    ['Enter', t.open_row],
    ['Esc', t.close],
    ['?', t.show],
  ];
}
