import { currentLanguage } from './define-messages.ts';

/** `640 B`, `12 kB`, `3.4 MB` in English, `3,4 MB` in Indonesian. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${Math.round(bytes / 1_000)} kB`;
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  return `${(bytes / 1_000_000).toLocaleString(currentLanguage(), digits)} MB`;
}
