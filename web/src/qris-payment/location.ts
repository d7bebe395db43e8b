/** `Tebet · K1`; null without store and terminal. */
export const formatLocation = ({ store, terminal }: { store: string | null; terminal: string | null }): string | null =>
  [store, terminal].filter(Boolean).join(' · ') || null;
