import { useCallback, useLayoutEffect, useRef } from 'react';

/**
 * Keeps the characters that are typed while a dialog is open and before its field has the focus, so that none is lost.
 * Returns the function that hands them to the field when it receives the focus; from then on the field gets the keys itself.
 */
export function useTypeAhead(is_open: boolean): () => string {
  const typed = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (!is_open) return;
    typed.current = '';
    const onKey = (event: KeyboardEvent) => {
      if (typed.current === null || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === 'Backspace') typed.current = typed.current.slice(0, -1);
      else if (event.key.length === 1) typed.current += event.key;
      else return;
      event.preventDefault();
      event.stopPropagation();
    };
    document.addEventListener('keydown', onKey, true);
    return () => {
      document.removeEventListener('keydown', onKey, true);
      typed.current = null;
    };
  }, [is_open]);
  return useCallback(() => {
    const text = typed.current ?? '';
    typed.current = null;
    return text;
  }, []);
}
