/** The screen of a phone, where lists are cards. */
import { vi } from 'vitest';

/** Until the end of the test, the window is as narrow as a phone. */
export function simulatePhone(): void {
  const wide = window.matchMedia;
  vi.stubGlobal('matchMedia', (media: string) => ({ ...wide(media), matches: media.includes('max-width'), media }));
}
