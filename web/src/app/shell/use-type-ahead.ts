import { useEffect, useState } from 'react';

export interface TypeAhead {
  /** Keeps the characters that are typed from now on. */
  start: () => void;
  /** The characters since the start, once; the field that receives them has the focus now. */
  take: () => string;
}

/** Characters that are typed after a shortcut and before the field that it opens has the focus, so that none is lost. */
export function useTypeAhead(): TypeAhead {
  const [ahead] = useState(() => new TypedCharacters());
  useEffect(() => {
    document.addEventListener('keydown', ahead.onKey, true);
    return () => document.removeEventListener('keydown', ahead.onKey, true);
  }, [ahead]);
  return ahead;
}

class TypedCharacters implements TypeAhead {
  #typed: string | null = null;

  start = () => {
    this.#typed = '';
  };

  take = () => {
    const typed = this.#typed ?? '';
    this.#typed = null;
    return typed;
  };

  onKey = (event: KeyboardEvent) => {
    if (this.#typed === null || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Backspace') this.#typed = this.#typed.slice(0, -1);
    else if (event.key.length === 1) this.#typed += event.key;
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
}
